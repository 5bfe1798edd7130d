package lang

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// wantHeadRules are the clauses between a want's goal and its body. They may stand on lines of their own.
var wantHeadRules = tableRules[*def.Want](def.WantTable.Head)

// oneVariable returns the first of the variables of something that has one, and reports the others. It keeps a variable
// whose type cannot be read, so that uses of it are not mistakes.
func (p *parser) oneVariable(vars []expr.Var, owner, hint string) *expr.Var {
	if len(vars) == 0 || vars[0].Name == "" {
		return nil
	}
	if len(vars) > 1 {
		p.Soft(diag.Syntax, vars[1].At, "%s has one variable, and this is the second", owner).Hint = hint
	}
	return &vars[0]
}

var wantRules = tableRules(def.WantTable.Body, clauseRule[*def.Want]{"consider", (*parser).wantConsider})

// want kill(e) as finish each e in remembered enemy where wounded(e) when power > 0 { score 1; rank 2 }
func (p *parser) want(d *def.Brain, h def.Head) {
	w := &def.Want{Head: h}
	w.Goal, _ = p.callHere("a goal")
	w.NameAt = w.Goal.Name.At
	headClauses(p, w, "a want", wantHeadRules)
	w.End = clauses(p, &w.Head, "want "+w.Goal.Name.Name, "a want", wantRules, w)
	p.finish(&w.Head)
	d.Wants = append(d.Wants, w)
}

var considerRules = tableRules[*def.Consider](def.ConsiderTable.Head)

// consider "near" distance(e) from 20 to 0 through logistic(exponent: 2) weight 2
func (p *parser) wantConsider(w *def.Want, h def.Head) {
	c := &def.Consider{Head: h}
	if p.Is(expr.TokString) {
		n := p.title("the name of a consideration")
		c.Name, c.NameAt = n.Name, n.At
	}
	c.Value = p.Expr()
	lineClauses(p, c, considerRules)
	p.finish(&c.Head)
	w.Considers = append(w.Considers, c)
}
