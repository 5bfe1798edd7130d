package lang

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// brainRules are all lines of a brain.
var brainRules = tableRules(def.BrainTable.Body, clauseRule[*def.Brain]{"want", (*parser).want})

// expectWord steps over a word, or fails: expected "last" and a number.
func (p *parser) expectWord(word, more string) bool {
	if !p.Failed() && p.IsWord(word) && !p.NewLine() {
		p.Next()
		return true
	}
	p.FailExpected(quoted(word) + " " + more)
	return false
}

var selectRules = []string{"best", "weighted", "first", "dual"}

// select best · ranked best · weighted top 3 within 0.2 · dual top 20% · first over 0.3
func (p *parser) selection(c *def.SelectClause) {
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
			return
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
}

func (p *parser) selectRule() def.Name {
	what := "best, weighted, first or dual"
	if !p.Is(expr.TokName) {
		p.FailExpected(what)
		return def.Name{At: p.Here()}
	}
	n := def.Name{At: p.Here(), Name: p.Text(p.Tok())}
	if !contains(selectRules, n.Name) {
		p.Fail(diag.UnknownWord, n.At, "unknown selection %s", p.Found(p.Tok())).MeantOr(n.Name, expr.Suggest(n.Name, selectRules), "it is "+what)
		return def.Name{At: n.At, Name: selectRules[0]}
	}
	p.Next()
	return n
}
