package lang

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
)

// brainRule says how a clause of a brain is read and written. Its text is what stands behind the word, also in the JSON form.
type brainRule struct {
	word  string
	parse func(*parser, *def.Brain, def.Head)
	head  func(*def.Brain) *def.Head // nil: the brain does not have the clause
	text  func(*def.Brain) string
}

// brainClauses are the clauses of a brain but its wants, in the order of the layout.
var brainClauses = []brainRule{
	{"inertia", func(p *parser, d *def.Brain, h def.Head) { d.Inertia = p.inertia(h) },
		func(d *def.Brain) *def.Head { return headOf(d.Inertia) }, func(d *def.Brain) string { return inertiaText(d.Inertia) }},
	{"select", func(p *parser, d *def.Brain, h def.Head) { d.Select = p.selection(h) },
		func(d *def.Brain) *def.Head { return headOf(d.Select) }, func(d *def.Brain) string { return selectText(d.Select) }},
	{"every", func(p *parser, d *def.Brain, h def.Head) {
		c := &def.EveryClause{Head: h}
		c.Seconds, c.Gap = p.withPart("gap", false)
		d.Every = c
	}, func(d *def.Brain) *def.Head { return headOf(d.Every) }, func(d *def.Brain) string { return partText(d.Every.Seconds, "gap", d.Every.Gap) }},
	{"repetition", func(p *parser, d *def.Brain, h def.Head) {
		c := &def.RepetitionClause{Head: h}
		c.Penalty, c.Last = p.withPart("last", true)
		d.Repetition = c
	}, func(d *def.Brain) *def.Head { return headOf(d.Repetition) }, func(d *def.Brain) string {
		return partText(d.Repetition.Penalty, "last", d.Repetition.Last)
	}},
	{"backoff", func(p *parser, d *def.Brain, h def.Head) {
		c := &def.BackoffClause{Head: h}
		c.Seconds, c.Most = p.withPart("to", false)
		d.Backoff = c
	}, func(d *def.Brain) *def.Head { return headOf(d.Backoff) }, func(d *def.Brain) string { return partText(d.Backoff.Seconds, "to", d.Backoff.Most) }},
	{"give_up", func(p *parser, d *def.Brain, h def.Head) {
		c := &def.GiveUpClause{Head: h}
		if p.expectWord("after", "and a number of failures") {
			c.After, c.For = p.withPart("for", false)
		}
		d.GiveUp = c
	}, func(d *def.Brain) *def.Head { return headOf(d.GiveUp) }, func(d *def.Brain) string { return "after " + partText(d.GiveUp.After, "for", d.GiveUp.For) }},
	{"orders", func(p *parser, d *def.Brain, h def.Head) {
		c := &def.OrdersLine{Head: h}
		if p.expectWord("score", "and what orders are worth") {
			c.Score = p.Expr()
		}
		d.Orders = c
	}, func(d *def.Brain) *def.Head { return headOf(d.Orders) }, func(d *def.Brain) string { return ordersPrefix + expr.Print(d.Orders.Score) }},
}

const ordersPrefix = "score "

// headOf returns the head of a clause, nil for none.
func headOf[T any, P interface {
	*T
	def.Decl
}](c P) *def.Head {
	if c == nil {
		return nil
	}
	return c.Header()
}

// brainRules are all lines of a brain.
var brainRules = func() []clauseRule[*def.Brain] {
	rules := []clauseRule[*def.Brain]{{"want", (*parser).want}}
	for _, r := range brainClauses {
		rules = append(rules, clauseRule[*def.Brain]{r.word, func(p *parser, d *def.Brain, h def.Head) {
			if first := r.head(d); first != nil {
				p.once(r.word, first, h)
			}
			r.parse(p, d, h)
			if c := r.head(d); c != nil {
				p.finish(c)
			}
		}})
	}
	return rules
}()

// brain gatherer { want wander { score 0.05 }; inertia 0.1; select best }
func (p *parser) brainDecl(h def.Head) def.Decl {
	d := &def.Brain{Head: h}
	n := p.name("the name of a brain")
	d.Name, d.NameAt = n.Name, n.At
	d.End = clauses(p, &d.Head, "brain "+d.Name, "a brain", brainRules, d)
	p.finish(&d.Head)
	return d
}

// withPart reads an expression, and another behind a word: 0.5s gap 0.1s
func (p *parser) withPart(word string, needed bool) (first, second expr.Node) {
	first = p.Expr()
	p.tail = []string{word}
	switch {
	case p.Failed():
	case p.IsWord(word) && !p.NewLine():
		p.Next()
		second = p.Expr()
	case needed:
		p.expectWord(word, "and a number")
	}
	return first, second
}

// expectWord steps over a word, or fails: expected "last" and a number.
func (p *parser) expectWord(word, more string) bool {
	if !p.Failed() && p.IsWord(word) && !p.NewLine() {
		p.Next()
		return true
	}
	p.FailExpected(quoted(word) + " " + more)
	return false
}

// inertia 0.1 fade 5s
func (p *parser) inertia(h def.Head) *def.InertiaClause {
	c := &def.InertiaClause{Head: h}
	c.Bonus, c.Fade = p.withPart("fade", false)
	return c
}

var selectRules = []string{"best", "weighted", "first", "dual"}

// select best · ranked best · weighted top 3 within 0.2 · dual top 20% · first over 0.3
func (p *parser) selection(h def.Head) *def.SelectClause {
	c := &def.SelectClause{Head: h}
	if p.IsWord("ranked") && !p.NewLine() {
		p.Next()
		c.Ranked = true
	}
	c.Rule = p.selectRule()
	if c.Rule.Name == "first" && p.expectWord("over", "and a threshold") {
		c.Over = p.Expr()
	}
	p.tail = []string{"top", "within"}
	for !p.Failed() && !p.NewLine() {
		to := &c.Top
		switch {
		case p.IsWord("within"):
			to = &c.Within
		case !p.IsWord("top"):
			return c
		}
		if *to != nil {
			p.Soft(diag.RepeatedClause, p.Here(), "%q is given twice", p.Text(p.Tok()))
		}
		if p.Next(); to == &c.Within {
			c.Within = p.Expr()
			continue
		}
		c.Top = p.Operand()
		c.Percent = !p.Failed() && p.Accept(expr.TokMod)
	}
	return c
}

func (p *parser) selectRule() def.Name {
	what := "best, weighted, first or dual"
	if !p.Is(expr.TokName) {
		p.FailExpected(what)
		return def.Name{At: p.Here()}
	}
	n := def.Name{At: p.Here(), Name: p.Text(p.Tok())}
	if !contains(selectRules, n.Name) {
		p.Fail(diag.UnknownWord, n.At, "unknown selection %s", p.Found(p.Tok())).Hint = hintOr(n.Name, selectRules, "it is "+what)
		return def.Name{At: n.At, Name: selectRules[0]}
	}
	p.Next()
	return n
}

// hintOr returns the hint with the word that was probably meant, or another one where there is none.
func hintOr(word string, words []string, other string) string {
	if hint := expr.DidYouMean(word, words); hint != "" {
		return hint
	}
	return other
}
