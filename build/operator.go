package build

import (
	"strings"

	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
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
	return o.expr(caller(), condition, "When", &o.decl.When, &o.decl.WhenHead)
}

// Do gives the action, tree or goal that carries it out: "move_to(shop)". In squads it may be an order to those who have a role: "order flanker
// flank(e)", "order urgent flanker flank(e)".
func (o *Operator) Do(action string) *Operator {
	if o == nil {
		return nil
	}
	if at := caller(); o.d.once(at, action, o.decl.Do != nil || o.decl.Parallel != nil, "Do of "+o.decl.Name) {
		o.decl.Do, o.decl.DoHead.At = o.d.deed(at, action), at.span(action)
	}
	return o
}

// Parallel gives actions or orders that carry it out together, in the place of Do. The join is "all": it succeeds when all have, "any": when
// the first has, or "primary": the first one that is given decides.
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

// Claim gives the parameters whose objects the step needs for itself alone while it runs: "p". Several calls are one list.
func (o *Operator) Claim(parameters ...string) *Operator {
	if o == nil {
		return nil
	}
	at := caller()
	o.decl.Claims = append(o.decl.Claims, o.d.names(at, parameters)...)
	o.decl.ClaimHead.At = at.span(strings.Join(parameters, ", "))
	return o
}

// Until gives the condition under which the step succeeds while it runs.
func (o *Operator) Until(condition string) *Operator {
	if o == nil {
		return nil
	}
	return o.expr(caller(), condition, "Until", &o.decl.Until, &o.decl.UntilHead)
}

// While gives the condition without which the step fails while it runs.
func (o *Operator) While(condition string) *Operator {
	if o == nil {
		return nil
	}
	return o.expr(caller(), condition, "While", &o.decl.While, &o.decl.WhileHead)
}

// SucceedAfter gives the time after which the step ends well, without its effects: a constant expression such as "6s", or a
// [time.Duration]; so do the times below.
func (o *Operator) SucceedAfter(time any) *Operator {
	if o == nil {
		return nil
	}
	return o.time(caller(), time, "SucceedAfter", &o.decl.SucceedAfter, &o.decl.SucceedAfterHead)
}

// FailAfter gives the time after which the step fails.
func (o *Operator) FailAfter(time any) *Operator {
	if o == nil {
		return nil
	}
	return o.time(caller(), time, "FailAfter", &o.decl.FailAfter, &o.decl.FailAfterHead)
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
	return o.expr(caller(), value, "Cost", &o.decl.Cost, &o.decl.CostHead)
}

// Cooldown gives the time after its end in which the agent cannot start it again.
func (o *Operator) Cooldown(time any) *Operator {
	if o == nil {
		return nil
	}
	return o.time(caller(), time, "Cooldown", &o.decl.Cooldown, &o.decl.CooldownHead)
}

// SharedCooldown is Cooldown, for all operators of the agent that give the same name: one of them makes all wait.
func (o *Operator) SharedCooldown(time any, name string) *Operator {
	if o == nil {
		return nil
	}
	at := caller()
	given := o.decl.Cooldown != nil
	o.time(at, time, "Cooldown", &o.decl.Cooldown, &o.decl.CooldownHead)
	if !given && o.decl.Cooldown != nil {
		o.decl.Shared = o.d.name(at, name)
	}
	return o
}

// Commit gives the time from its start in which no better plan takes over.
func (o *Operator) Commit(time any) *Operator {
	if o == nil {
		return nil
	}
	return o.time(caller(), time, "Commit", &o.decl.Commit, &o.decl.CommitHead)
}

// expr keeps a clause that is one expression.
func (o *Operator) expr(at place, text, method string, n *expr.Node, h *def.Head) *Operator {
	if o.d.once(at, text, *n != nil, method+" of "+o.decl.Name) {
		*n, h.At = o.d.expr(at, text), at.span(text)
	}
	return o
}

// time keeps a clause that is a time.
func (o *Operator) time(at place, value any, method string, n *expr.Node, h *def.Head) *Operator {
	if text, ok := o.d.time(at, value, "time"); ok {
		return o.expr(at, text, method, n, h)
	}
	return o
}
