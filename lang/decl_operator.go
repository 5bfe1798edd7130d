package lang

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
)

var operatorRules = []clauseRule[*def.Operator]{
	operatorExpr("when", func(d *def.Operator) (*expr.Node, *def.Head) { return &d.When, &d.WhenHead }),
	{"do", (*parser).operatorDo},
	{"claim", (*parser).operatorClaim},
	operatorExpr("until", func(d *def.Operator) (*expr.Node, *def.Head) { return &d.Until, &d.UntilHead }),
	operatorExpr("while", func(d *def.Operator) (*expr.Node, *def.Head) { return &d.While, &d.WhileHead }),
	operatorExpr("succeed_after", func(d *def.Operator) (*expr.Node, *def.Head) { return &d.SucceedAfter, &d.SucceedAfterHead }),
	operatorExpr("fail_after", func(d *def.Operator) (*expr.Node, *def.Head) { return &d.FailAfter, &d.FailAfterHead }),
	{"effect", (*parser).operatorEffect},
	operatorExpr("cost", func(d *def.Operator) (*expr.Node, *def.Head) { return &d.Cost, &d.CostHead }),
	{"cooldown", (*parser).operatorCooldown},
	operatorExpr("commit", func(d *def.Operator) (*expr.Node, *def.Head) { return &d.Commit, &d.CommitHead }),
}

// operatorExpr is the rule of a clause that is one expression; at tells where it is kept.
func operatorExpr(word string, at func(*def.Operator) (*expr.Node, *def.Head)) clauseRule[*def.Operator] {
	return clauseRule[*def.Operator]{word, func(p *parser, d *def.Operator, h def.Head) {
		n, head := at(d)
		p.once(word, head, h)
		*n = p.Expr()
		p.finish(&h)
		*head = h
	}}
}

// operator buy { when money >= price; do move_to(shop); effect money -= price; cost 2 }
func (p *parser) operatorDecl(h def.Head) def.Decl {
	d := &def.Operator{Head: h}
	n := p.name("the name of an operator")
	d.Name, d.NameAt = n.Name, n.At
	d.Params = p.params(false)
	d.End = clauses(p, &d.Head, "operator "+d.Name, "an operator", operatorRules, d)
	p.finish(&d.Head)
	return d
}

// do move_to(shop) · do parallel any { move_to(e); aim_at(e) } · do order flanker flank(e)
func (p *parser) operatorDo(d *def.Operator, h def.Head) {
	p.once("do", &d.DoHead, h)
	d.Do, d.Parallel = nil, nil
	if p.startsParallel() {
		d.Parallel = p.parallel(&h)
	} else {
		c := p.deedHere("an action or a tree")
		d.Do = &c
	}
	p.finish(&h)
	d.DoHead = h
}

// claim p · claim p, q
func (p *parser) operatorClaim(d *def.Operator, h def.Head) {
	p.once("claim", &d.ClaimHead, h)
	d.Claims = p.names("a parameter")
	p.finish(&h)
	d.ClaimHead = h
}

func (p *parser) operatorEffect(d *def.Operator, h def.Head) {
	p.once("effect", &d.EffectHead, h)
	d.Effect = p.Effects()
	p.finish(&h)
	d.EffectHead = h
}

// cooldown 20s · cooldown 20s shared grenade
func (p *parser) operatorCooldown(d *def.Operator, h def.Head) {
	p.once("cooldown", &d.CooldownHead, h)
	d.Cooldown, d.Shared = p.Expr(), def.Name{}
	if !p.Failed() && !p.AtEnd() && p.AcceptWord("shared") {
		d.Shared = p.name("the name of a cooldown")
	}
	p.tail = []string{"shared"}
	p.finish(&h)
	d.CooldownHead = h
}
