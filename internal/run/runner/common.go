package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// A cooldown that a squad or all agents share begins when the step starts, and its time when the step ends. It is in symbols of the squad or the world, which others see with the next
// tick; within the tick it is settled in the order of the agents, as claims are. The crowd ends it, so that it ends whoever leaves.

// Common are the symbols of such a cooldown.
type Common struct {
	Hot *world.Symbol // it goes on
	Due *world.Symbol // the tick in which it is over; 0: the step runs
}

// Commons returns the cooldowns that several agents share. Whoever runs agents sets Hot to false and Due to 0 where the next tick is that of Due. Not to be changed.
func (s *Script) Commons() []Common { return s.commons }

// heat is such a cooldown that has begun in this tick.
type heat struct {
	addr  world.Addr
	group int64
	by    action.AgentID
}

// Groups tells the worker who shares what is a squad's: a number for each agent, which is the same for those that do. It must be called before agents act.
func (w *Worker) Groups(of func(action.AgentID) int64) { w.claims.group = of }

// groupOf returns the number of those who share a symbol with an agent.
func (c *claims) groupOf(sym *world.Symbol, agent action.AgentID) int64 {
	if sym.Scope != world.ScopeSquad || c.group == nil {
		return 0
	}
	return c.group(agent)
}

// isHot reports whether another agent has begun a cooldown in this tick.
func (c *claims) isHot(op *operator, agent action.AgentID) bool {
	if op.common == nil || len(c.heats) == 0 {
		return false
	}
	group := c.groupOf(op.common.Hot, agent)
	return slices.ContainsFunc(c.heats, func(h heat) bool { return h.addr == op.common.Hot.Base && h.group == group && h.by != agent })
}

// isCommon reports whether several agents share the cooldown of an operator.
func (o *operator) isCommon() bool { return o.common != nil }

// ignite begins the cooldown that several agents share, of a step that starts.
func (t *turn) ignite(op *operator) {
	st, c := t.Ctx.State(), t.Worker.claims
	st.Set(op.common.Hot.Base, world.Bool(true))
	st.Set(op.common.Due.Base, 0)
	st.Set(op.spent.Base, world.Bool(false))
	c.heats = append(c.heats, heat{op.common.Hot.Base, c.groupOf(op.common.Hot, t.Ctx.Agent()), t.Ctx.Agent()})
}

// settleHeat ends that a step uses a cooldown that several agents share: its time begins, or it is given back.
func (t *turn) settleHeat(op *operator, back bool) {
	st, due := t.Ctx.State(), t.tick+op.cooldown
	if back {
		due = 0
	}
	st.Set(op.common.Hot.Base, world.Bool(!back))
	st.Set(op.common.Due.Base, world.Word(due))
}

// unlit returns a state in which cooldowns that several agents share do not go on that running steps have begun: for who judges these steps again. It is valid until the worker
// tries something else.
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

// IsSpending reports whether a step runs whose action may say that it has spent what a cooldown is for: one that several agents share. Plans within trees and goals are not
// looked at.
func (r *Runner) IsSpending() bool {
	return r.kind.script.commons != nil && slices.ContainsFunc(r.efforts, func(e effort) bool { return r.kind.script.operatorOf(&e).isCommon() })
}

// Estrange has the running steps have no part in the cooldowns of the squad that the agent comes into: they began those of others.
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

// IsUsed reports whether a step of a runner uses the cooldown. Due is the tick in which it is over if the step ends now; 0: it is given back. St is the state of the
// runner's agent.
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
