package lang

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

var goalRules = tableRules(def.GoalTable.Body, clauseRule[*def.Goal]{"way", (*parser).goalWay}, clauseRule[*def.Goal]{"interrupt", (*parser).goalInterrupt})

// goal get_item(i: item) { while remembered(i); move_to(i) fail_after 20s; pick_up(i) }
func (p *parser) goalDecl(h def.Head) def.Decl {
	d := called(p, &def.Goal{}, h)
	var bare *def.Way
	d.End = p.body(&d.Head, "goal "+d.Name, clauseWords(goalRules, false), func(first bool) {
		head := p.begin(first)
		if rule := p.goalClause(); rule != nil {
			p.Next()
			rule.parse(p, d, head)
			return
		}
		s := p.step(head)
		if s == nil {
			return
		}
		if bare == nil {
			bare = &def.Way{Bare: true, Head: def.Head{At: s.At}}
			d.Ways = append(d.Ways, bare)
		}
		bare.Steps = append(bare.Steps, s)
		bare.At = bare.At.To(s.At)
	})
	p.onlyWays(d, bare)
	p.finish(&d.Head)
	return d
}

// goalClause returns the rule of the clause that begins here, or nil if it is a step.
func (p *parser) goalClause() *clauseRule[*def.Goal] {
	if p.Kind() != expr.TokName {
		return nil
	}
	if word := p.Text(p.Tok()); !stepCalled(p, word) {
		return findClause(goalRules, word)
	}
	return nil
}

// stepCalled reports whether a line that begins with way or interrupt is a step of that name.
func stepCalled(p *parser, word string) bool {
	if word != "way" && word != "interrupt" {
		return false
	}
	next := p.Peek(1)
	named := next.Kind == expr.TokName && (!next.LineStart || p.Text(next) == "when" || p.Text(next) == "tries")
	return !named && next.Kind != expr.TokLBrace && next.Kind != expr.TokString
}

// onlyWays reports steps next to ways.
func (p *parser) onlyWays(d *def.Goal, bare *def.Way) {
	if bare == nil || len(d.Ways) == 1 || p.gaveUp {
		return
	}
	w := d.Ways[0]
	if w == bare {
		w = d.Ways[1]
	}
	e := p.Soft(diag.Syntax, bare.Steps[0].At, "a goal has both steps and ways")
	e.Hint = "put it in a way { ... }"
	e.Related = []diag.Related{{Span: w.At, Message: "a way is here"}}
}

// wayRules are the clauses between a way's name and its body. They may stand on lines of their own.
var wayRules = tableRules[*def.Way](def.WayTable.Head)

// way "close" when near(e) tries 2 { strike(e) }
func (p *parser) goalWay(d *def.Goal, h def.Head) {
	w := &def.Way{Head: h}
	if p.Is(expr.TokString) {
		n := p.title("the name of a way")
		w.Name, w.NameAt = n.Name, n.At
	}
	headClauses(p, w, "a way", wayRules)
	w.Steps, w.End = p.steps(&w.Head, wayTitle(w))
	p.finish(&w.Head)
	d.Ways = append(d.Ways, w)
}

func wayTitle(w *def.Way) string {
	if w.Name == "" {
		return "way"
	}
	return "way " + quoted(w.Name)
}

// interrupt when ammo == 0 { reload }
func (p *parser) goalInterrupt(d *def.Goal, h def.Head) {
	i := &def.Interrupt{Head: h}
	at := p.SpanOf(p.Peek(-1))
	if p.AcceptWord("when") {
		i.When = p.Expr()
	} else {
		p.Fail(diag.MissingClause, at, "the interrupt has no condition").Hint = "write interrupt when ammo == 0 { reload }"
	}
	failed := p.Failed()
	var steps []*def.GoalStep
	steps, i.End = p.steps(&i.Head, "interrupt")
	switch {
	case len(steps) == 0:
		if !failed && !p.gaveUp {
			p.Soft(diag.MissingClause, at, "the interrupt has no step").Hint = "write what to do in its braces"
		}
	case len(steps) > 1:
		e := p.Soft(diag.Syntax, steps[1].At, "an interrupt has one step, and this is the second")
		e.Hint = "put them in a goal"
		e.Related = []diag.Related{{Span: steps[0].At, Message: "the first is here"}}
		fallthrough
	default:
		i.Step = steps[0]
	}
	p.finish(&i.Head)
	d.Interrupts = append(d.Interrupts, i)
}
