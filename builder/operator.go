package builder

import (
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
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

// Do sets the action, tree or goal that the operator runs: "move_to(shop)". In squads it may be an order to members
// with a role: "order flanker flank(e)", "order urgent flanker flank(e)".
func (o *Operator) Do(action string) *Operator {
	if o == nil {
		return nil
	}
	if at := caller(); o.d.once(at, action, o.decl.Do != nil || o.decl.Parallel != nil, "Do of "+o.decl.Name) {
		o.decl.Do, o.decl.DoHead.At = o.d.deed(at, action), at.span(action)
	}
	return o
}

// Parallel sets actions or orders that carry out the operator together, instead of Do. The join is "all": it succeeds
// when all have succeeded; "any": when the first has, or "primary": the first one in the list decides.
func (o *Operator) Parallel(join string, actions ...string) *Operator {
	if o == nil {
		return nil
	}
	at, text := caller(), strings.Join(actions, "; ")
	if !o.d.once(at, text, o.decl.Do != nil || o.decl.Parallel != nil, "Do of "+o.decl.Name) {
		return o
	}
	p := &def.Parallel{At: at.span(text), Join: def.Name{At: at.span(join), Name: join}}
	if join == def.JoinAll.String() {
		p.Join.Name = ""
	}
	for _, action := range actions {
		if call := o.d.deed(at, action); call != nil {
			p.Calls = append(p.Calls, &def.ParallelCall{Head: def.Head{At: at.span(action)}, Do: *call})
		}
	}
	o.decl.Parallel, o.decl.DoHead.At = p, p.At
	return o
}

// SharedCooldown is Cooldown, for all operators of the agent that give the same name: one of them makes all wait.
func (o *Operator) SharedCooldown(time any, name string) *Operator {
	if o == nil {
		return nil
	}
	at := caller()
	given := o.decl.Cooldown.Time != nil
	o.say(at, "cooldown", time)
	if !given && o.decl.Cooldown.Time != nil {
		o.decl.Cooldown.Shared = o.d.name(at, name)
	}
	return o
}

// CooldownBy sets which agents share the cooldown of the preceding [Operator.SharedCooldown]: "agent", "squad" or
// "world"; by default, the operators of the agent.
func (o *Operator) CooldownBy(who string) *Operator {
	if o == nil {
		return nil
	}
	at, c := caller(), &o.decl.Cooldown
	if c.Shared.Name == "" {
		o.d.noClause(at, who, "CooldownBy", "SharedCooldown")
		return o
	}
	c.By = o.d.name(at, who)
	return o
}

// CooldownWait lets a plan wait for the end of the preceding [Operator.Cooldown] or [Operator.SharedCooldown] if there
// is no plan without waiting, for a constant time at most, or without a bound if you pass none.
func (o *Operator) CooldownWait(time ...any) *Operator {
	if o == nil {
		return nil
	}
	at, c := caller(), &o.decl.Cooldown
	if c.Time == nil {
		o.d.noClause(at, "wait", "CooldownWait", "Cooldown")
		return o
	}
	if c.Waits = true; len(time) > 0 {
		if text, ok := o.d.time(at, time[0], "time"); ok {
			c.Wait = o.d.expr(at, text)
		}
	}
	return o
}

// say gives the operator a clause.
func (o *Operator) say(at place, word string, value any) {
	o.d.say(at, def.OperatorTable.Clause(word), o.decl, o.decl.Name, value)
}

// sayMore gives a clause of the operator one more part.
func (o *Operator) sayMore(at place, word, part string, value any) {
	o.d.sayMore(at, def.OperatorTable.Clause(word), part, o.decl, o.decl.Name, value)
}
