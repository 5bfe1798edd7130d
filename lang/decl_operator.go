package lang

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
)

var operatorRules = []clauseRule[*def.Operator]{
	{"when", (*parser).operatorWhen},
	{"do", (*parser).operatorDo},
	{"effect", (*parser).operatorEffect},
	{"cost", (*parser).operatorCost},

	{"until", nil},
	{"while", nil},
	{"cooldown", nil},
	{"commit", nil},
	{"succeed_after", nil},
	{"fail_after", nil},
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

func (p *parser) operatorWhen(d *def.Operator, h def.Head) {
	p.once("when", &d.WhenHead, h)
	d.When = p.Expr()
	p.finish(&h)
	d.WhenHead = h
}

func (p *parser) operatorDo(d *def.Operator, h def.Head) {
	p.once("do", &d.DoHead, h)
	if k := p.Peek(1).Kind; p.IsWord("parallel") && (k == expr.TokName && !p.Peek(1).LineStart || k == expr.TokLBrace) {
		p.notAvailable("do parallel")
		return
	}
	c, _ := p.callHere("an action")
	d.Do = &c
	p.finish(&h)
	d.DoHead = h
}

func (p *parser) operatorEffect(d *def.Operator, h def.Head) {
	p.once("effect", &d.EffectHead, h)
	d.Effect = p.Effects()
	p.finish(&h)
	d.EffectHead = h
}

func (p *parser) operatorCost(d *def.Operator, h def.Head) {
	p.once("cost", &d.CostHead, h)
	d.Cost = p.Expr()
	p.finish(&h)
	d.CostHead = h
}
