package lang

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// reaction hit_reaction on damage cooldown 1s · reaction duck(1) on hp < 0.3
func (p *parser) agentReaction(d *def.Agent, h def.Head) {
	r := &def.Reaction{Head: h}
	r.Do = p.namedCallHere("a tree, an action or a goal")
	r.NameAt = r.Do.Name.At
	if p.expectWord("on", "and what it reacts to") {
		r.On = p.Expr()
		p.clausesInOrder(def.ReactionTable.Head[2:], r)
	}
	p.finish(&r.Head)
	d.Reactions = append(d.Reactions, r)
}

// alert suspicious on hearing each x: intruder where loud(x) hold 8s
func agentAlert(p *parser, d *def.Agent, h def.Head) {
	l := &def.Alert{Head: h}
	l.Level = p.name("a level")
	l.NameAt = l.Level.At
	p.clausesInOrder(def.AlertTable.Head[1:], l)
	p.finish(&l.Head)
	d.Alerts = append(d.Alerts, l)
}

// layer voice chatter(0.5)
func (p *parser) agentLayer(d *def.Agent, h def.Head) {
	l := &def.Layer{Head: h}
	n := p.name("the name of a layer")
	l.Name, l.NameAt = n.Name, n.At
	l.Do = p.namedCallHere("a tree, an action or a goal")
	p.finish(&l.Head)
	d.Layers = append(d.Layers, l)
}

// actionRules are the rules of the clauses after the parameters of an action.
var actionRules = tableRules[*def.Action](def.ActionTable.Head)

// needs reads what an action needs: shoot_at_player priority 2, e
func (p *parser) needs() []*def.Need {
	list := []*def.Need{p.need()}
	for !p.Failed() && p.Accept(expr.TokComma) {
		list = append(list, p.need())
	}
	return list
}

// need reads: shoot_at_player priority 2
func (p *parser) need() *def.Need {
	n := &def.Need{What: p.name("a token or a parameter")}
	if !p.Failed() && p.Is(expr.TokName) && p.IsWord("priority") {
		p.Next()
		n.Priority = p.Expr()
	}
	return n
}
