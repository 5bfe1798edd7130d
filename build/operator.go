package build

import (
	"strings"

	"github.com/karakuri-ai/karakuri/def"
)

// Operator is a primitive task: one step of a plan.
type Operator struct {
	d    *Domain
	decl *def.Operator
}

// Operator declares a primitive task: "buy", or with parameters "approach(e: enemy)".
func (d *Domain) Operator(signature string) *Operator {
	d, at := d.live(), caller()
	sig := d.signature(at, signature, plain)
	decl := &def.Operator{Head: sig.head, Name: sig.name, Params: sig.params}
	d.declare(decl)
	return &Operator{d, decl}
}

// When gives the condition under which it can be done.
func (o *Operator) When(condition string) *Operator {
	if o == nil {
		return nil
	}
	if at := caller(); o.d.once(at, condition, o.decl.When != nil, "When of "+o.decl.Name) {
		o.decl.When, o.decl.WhenHead.At = o.d.expr(at, condition), at.span(condition)
	}
	return o
}

// Do gives the action that carries it out: "move_to(shop)".
func (o *Operator) Do(action string) *Operator {
	if o == nil {
		return nil
	}
	if at := caller(); o.d.once(at, action, o.decl.Do != nil, "Do of "+o.decl.Name) {
		o.decl.Do, o.decl.DoHead.At = o.d.call(at, action), at.span(action)
	}
	return o
}

// Effect gives what it changes: "money -= 5, has_meal = true". Several strings, and several calls, are one list: all
// of it happens at once.
func (o *Operator) Effect(effects ...string) *Operator {
	if o == nil {
		return nil
	}
	at := caller()
	for _, text := range effects {
		o.decl.Effect = append(o.decl.Effect, o.d.effects(at, text)...)
	}
	o.decl.EffectHead.At = at.span(strings.Join(effects, ", "))
	return o
}

// Cost gives what it costs; without one it costs 1.
func (o *Operator) Cost(value string) *Operator {
	if o == nil {
		return nil
	}
	if at := caller(); o.d.once(at, value, o.decl.Cost != nil, "Cost of "+o.decl.Name) {
		o.decl.Cost, o.decl.CostHead.At = o.d.expr(at, value), at.span(value)
	}
	return o
}
