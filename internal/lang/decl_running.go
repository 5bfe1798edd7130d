package lang

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// agent guard · agent guard 2
func testAgent(p *parser, d *def.Test, h def.Head) {
	a := &def.TestAgent{Head: h}
	a.NameAt = p.Here()
	if a.Kind = p.name("a kind of agent"); !p.Failed() && !p.AtEnd() {
		a.Count = p.Expr()
	}
	p.finish(&a.Head)
	d.Agents = append(d.Agents, a)
}

// when shoot fails after 0.5s
func testOutcome(p *parser, d *def.Test, h def.Head) {
	o := &def.TestOutcome{Head: h}
	o.NameAt = p.Here()
	list := def.TestOutcomeTable.Head
	if o.Action = p.name("an action"); !p.Failed() {
		o.Result = p.choice(&list[1])
	}
	p.clausesInOrder(list[2:], o)
	p.finish(&o.Head)
	d.When = append(d.When, o)
}

// at 5s set alarm = true
func testEvent(p *parser, d *def.Test, h def.Head) {
	e := &def.TestEvent{Head: h}
	e.Time = p.Expr()
	if !p.Failed() && p.expectWord("set", "write at 5s set alarm = true") {
		e.Effects = p.Effects()
	}
	p.finish(&e.Head)
	d.Events = append(d.Events, e)
}

// testExpect reads what a test expects: a line of checks, or a plan.
func testExpect(p *parser, d *def.Test, h def.Head) {
	if startsCheck(p) {
		testCheck(p, d, h)
		return
	}
	p.testPlan(d, h)
}

// startsCheck reports whether an expectation is not the steps of a plan: a word of a check precedes something else, or
// the first call is not followed by a comma or the end but by within.
func startsCheck(p *parser) bool {
	if p.NewLine() || !p.Is(expr.TokName) {
		return false
	}
	if next := p.Peek(1); def.TestCheckTable.Clause(p.Text(p.Tok())) != nil && p.Text(p.Tok()) != "within" {
		switch next.Kind {
		case expr.TokName, expr.TokNumber, expr.TokNot, expr.TokLParen, expr.TokSub:
			return !next.LineStart
		}
		return false
	}
	at := 1
	if p.Peek(at).Kind == expr.TokLParen {
		for depth := 0; ; at++ {
			switch p.Peek(at).Kind {
			case expr.TokLParen:
				depth++
			case expr.TokRParen:
				depth--
			case expr.TokEOF:
				return false
			}
			if depth == 0 {
				at++
				break
			}
		}
	}
	return p.Text(p.Peek(at)) == "within" && !p.Peek(at).LineStart
}

// expect flee within 2s · expect no shoot · expect wants flee over eat · expect always ammo >= 0
func testCheck(p *parser, d *def.Test, h def.Head) {
	k := &def.TestCheck{Head: h}
	list := def.TestCheckTable.Head
	if def.TestCheckTable.Clause(p.Text(p.Tok())) == nil {
		p.clauseValue(&list[0], &k.Starts, nil)
	}
	p.clausesInOrder(list[1:], k)
	p.finish(&k.Head)
	d.Checks = append(d.Checks, k)
}
