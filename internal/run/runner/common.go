package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// A cooldown that a squad or all agents share starts with the step; its time starts when the step ends. It is kept in
// symbols of the squad or the world, which other agents see from the next tick. Within a tick the first agent in their
// order gets it, as with claims. The crowd ends the cooldown, so that it ends even when its agent has left.

// Common holds the symbols of a shared cooldown.
type Common struct {
	Hot *world.Symbol // whether the cooldown runs
	Due *world.Symbol // the tick in which the cooldown is over; 0 while the step runs
}

// Commons returns the shared cooldowns. The crowd sets Hot to false and Due to 0 once the next tick is Due. Do not
// change the result.
func (s *Script) Commons() []Common { return s.commons }

// startedCooldown is a shared cooldown that has started in this tick.
type startedCooldown struct {
	addr  world.Addr
	group int64
	by    action.AgentID
}

// Groups sets the function that returns the squad of an agent as a number: agents with the same number share the
// symbols of a squad. Call it before agents act.
func (w *Worker) Groups(of func(action.AgentID) int64) { w.claims.group = of }

// groupOf returns the number of the group that shares a symbol with the agent; 0 for a symbol of the world.
func (c *claims) groupOf(sym *world.Symbol, agent action.AgentID) int64 {
	if sym.Scope != world.ScopeSquad || c.group == nil {
		return 0
	}
	return c.group(agent)
}

// isHot reports whether another agent of the group has started the operator's shared cooldown in this tick.
func (c *claims) isHot(op *operator, agent action.AgentID) bool {
	if op.common == nil || len(c.startedCooldowns) == 0 {
		return false
	}
	group := c.groupOf(op.common.Hot, agent)
	return slices.ContainsFunc(c.startedCooldowns, func(s startedCooldown) bool { return s.addr == op.common.Hot.Base && s.group == group && s.by != agent })
}

// isCommon reports whether several agents share the cooldown of an operator.
func (o *operator) isCommon() bool { return o.common != nil }

// startSharedCooldown starts the shared cooldown of a step that starts.
func (t *turn) startSharedCooldown(op *operator) {
	st, c := t.Ctx.State(), t.Worker.claims
	st.Set(op.common.Hot.Base, world.Bool(true))
	st.Set(op.common.Due.Base, 0)
	st.Set(op.spent.Base, world.Bool(false))
	c.startedCooldowns = append(c.startedCooldowns, startedCooldown{op.common.Hot.Base, c.groupOf(op.common.Hot, t.Ctx.Agent()), t.Ctx.Agent()})
}

// endSharedCooldown records that a step no longer holds a shared cooldown: the cooldown's time starts, or it is given
// back.
func (t *turn) endSharedCooldown(op *operator, back bool) {
	st, due := t.Ctx.State(), t.tick+op.cooldown
	if back {
		due = 0
	}
	st.Set(op.common.Hot.Base, world.Bool(!back))
	st.Set(op.common.Due.Base, world.Word(due))
}

// unlit returns a copy of the state in which the shared cooldowns that the running steps have started are not hot, to
// judge these steps again. It is valid until the worker's next trial.
func (w *Worker) unlit(st *world.State, r *Runner) *world.State {
	if !r.IsSpending() {
		return st
	}
	w.ahead.CopyFrom(st)
	for i := range r.efforts {
		if c := r.kind.script.operatorOf(&r.efforts[i]).common; c != nil && !r.efforts[i].estranged {
			w.ahead.Set(c.Hot.Base, world.Bool(false))
		}
	}
	return &w.ahead
}

// IsSpending reports whether a running step may call [action.Ctx.Spent] for a shared cooldown. It does not look at
// plans within trees and goals.
func (r *Runner) IsSpending() bool {
	return r.kind.script.commons != nil && slices.ContainsFunc(r.efforts, func(e effort) bool { return r.kind.script.operatorOf(&e).isCommon() })
}

// Estrange detaches the running steps from the cooldowns of the squad that the agent joins: they have started those of
// another squad.
func (r *Runner) Estrange() {
	if r.planning == nil {
		return
	}
	for i := range r.efforts {
		if c := r.kind.script.operatorOf(&r.efforts[i]).common; c != nil && c.Hot.Scope == world.ScopeSquad {
			r.efforts[i].estranged = true
		}
	}
}

// IsUsed reports whether a step of a runner uses the cooldown. Due is the tick in which the cooldown is over if the
// step ends now; 0: it is given back. St is the state of the runner's agent.
func (c *Common) IsUsed(r *Runner, st *world.State) (due int64, ok bool) {
	for i := range r.efforts {
		e := &r.efforts[i]
		op := r.kind.script.operatorOf(e)
		if e.over || e.estranged || !op.isCommon() || *op.common != *c {
			continue
		}
		if ok = true; st.Get(op.spent.Base) != 0 {
			due = r.tick + op.cooldown
		}
	}
	return due, ok
}
