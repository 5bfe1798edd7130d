package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// The net confines faults in the host's code. Wherever the crowd calls that code for an agent, it recovers panics on
// the spot. The net is for calls that never return: a call that ends its goroutine (runtime.Goexit, as
// testing.T.FailNow does) also ends all callers. Deferred functions still run on the way out, and complete the tick:
// the agent that acted is wrecked, and the other agents have their turns. Only then does the goroutine end, and another
// goroutine can run the next tick.

// net recovers from faults in the host's code, and knows for which agent it was called.
type net struct {
	core     *core
	routines *routines
	families *families
	reflexes *reflexes
	squads   *squads
	exchange *exchange
	journal  *journal

	acting *agent // the agent for which the host's code is called; nil: none
	stray  any    // a panic that concerns no agent, for the caller
}

// lapse handles a call that did not return. V is the recovered value, nil if the goroutine ends. The agent that acted
// is wrecked. A panic that concerns no agent is passed to the caller once everything is in order.
func (n *net) lapse(v any) {
	switch a := n.acting; {
	case a != nil:
		n.wreck(a, n.faultOf(v), 0)
	case v != nil && !action.IsExit(v) && n.stray == nil:
		n.stray = v
	}
	n.journal.reporter.muted = false
}

// faultOf describes a call that did not return.
func (n *net) faultOf(v any) action.Fault {
	f, told := n.core.stage.Ctx.TakeFault()
	if told && (v == nil || action.IsExit(v)) {
		return f
	}
	return action.NewFault("a function of the game", v)
}

// maxWrecks is how often an agent is wrecked at most: once, and again for each of its hooks that does not return
// either.
const maxWrecks = 1 << 10

// wreck ends everything that an agent does, when the goroutine ended in the middle of it. The agent's actions are
// aborted. The agent is quarantined, and then starts again.
func (n *net) wreck(a *agent, f action.Fault, times int) {
	done := false
	defer func() {
		if done {
			return
		}
		v := recover()
		if times == maxWrecks {
			n.stray, n.acting = v, nil
			return
		}
		n.wreck(a, n.faultOf(v), times+1)
	}()
	ctx, in := n.core.stage.Ctx, n.core.stage.Instances
	n.acting = a
	ctx.EnterFlagged(a.id, n.core.tick, &a.state, n.core.schedule.Flags(), a.slot())
	ctx.PutFault(f)
	in.Abandon(ctx)
	n.routines.endRoutine(a.slot())
	n.abandon(a)
	in.AbortAll(ctx, action.Quarantined)
	ctx.TakeFault()
	if m := n.families.brain(a); m != nil {
		goals, _ := n.families.wills()
		m.Abandon(&goals.env)
	}
	a.runner.Abandon(&n.core.stage, f)
	n.abandonParts(a)
	n.leave(a, a.slot())
	n.core.schedule.Wake(int32(a.slot()))
	done = true
}

// abandon drops what drivers carry out for an agent, without calling anything within.
func (n *net) abandon(a *agent) {
	i := a.slot()
	if orders, leases := n.families.staff(); leases != nil {
		for slot := leases.slots.first(i); slot >= 0; slot = leases.slots.first(i) {
			leases.end(slot, squad.OfAgent(a.id))
		}
		for slot := orders.slots.first(i); slot >= 0; slot = orders.slots.first(i) {
			orders.withdraw(slot, squad.Replanned)
			orders.slots.release(slot)
		}
	}
	if goals, _ := n.families.wills(); goals != nil {
		goals.env.Reset()
		for slot := goals.slots.first(i); slot >= 0; slot = goals.slots.first(i) {
			goals.slots.release(slot)
		}
	}
	trees, plans := n.families.drivers()
	if trees == nil {
		return
	}
	trees.env.Reset()
	for slot := trees.slots.first(i); slot >= 0; slot = trees.slots.first(i) {
		trees.slots.release(slot)
	}
	plans.level, n.families.within = 0, n.families.within[:0]
	for slot := plans.slots.first(i); slot >= 0; slot = plans.slots.first(i) {
		plans.end(slot)
	}
}

// abandonParts reports that reactions and layers of an agent have stopped.
func (n *net) abandonParts(a *agent) {
	p := a.parts
	if p == nil {
		return
	}
	p.rank, p.stunned, p.brain = p.mind(), true, false
	for i := range p.layers {
		l := &p.layers[i]
		if ran := !l.handle.IsZero(); ran || l.on {
			*l = layering{}
			n.reflexes.report(a, runner.LayerAborted, i, runner.Event{Reason: action.Quarantined})
		}
	}
	for i := range p.reactions {
		r := &p.reactions[i]
		ran := !r.handle.IsZero()
		r.wants, r.took, r.ended, r.grace, r.handle, r.stale = false, false, false, 0, action.Handle{}, true
		if ran {
			n.reflexes.report(a, runner.ReactionAborted, i, runner.Event{Reason: action.Quarantined})
		}
	}
	n.reflexes.setHold(a)
}

// all calls do for all numbers below count, outside of turns. If one call does not return, the others are made all the
// same.
func (n *net) all(count int, do func(i int)) { n.allFrom(0, count, do) }

func (n *net) allFrom(i, count int, do func(i int)) {
	defer func() {
		if i < count {
			defer n.allFrom(i+1, count, do)
			n.lapse(recover())
		}
	}()
	for ; i < count; i++ {
		do(i)
	}
}

// maxTries is how often a call is tried: if it does not return, the agent is wrecked, and has no hooks left to call.
const maxTries = 8

// surely calls do between two ticks, or for one agent, until it succeeds: if it does not return, the agent that acted
// is wrecked, and do is called again.
func (n *net) surely(do func()) { n.surelyAgain(do, 1) }

func (n *net) surelyAgain(do func(), try int) {
	done := false
	defer func() {
		if done {
			return
		}
		if v := recover(); (n.acting != nil || v == nil) && try < maxTries {
			defer n.surelyAgain(do, try+1)
			n.lapse(v)
		} else if v != nil {
			panic(v)
		}
	}()
	do()
	done = true
}

// enter enters an agent into the stage's context.
func (n *net) enter(a *agent) {
	n.routines.passUp(a.slot())
	n.core.stage.Ctx.EnterFlagged(a.id, n.core.tick, &a.state, n.core.schedule.Flags(), a.slot())
	n.begun(a, a.slot())
}

// begun marks the agent in a slot as acting: it limits the agent's evaluations, and records the agent on the tape.
func (n *net) begun(a *agent, slot int) {
	n.core.allowed.Refill(n.core.rounds)
	if n.acting = a; n.journal.records(slot) {
		n.journal.tape.enter(a)
	}
}

// leave ends the acting of the agent in a slot.
func (n *net) leave(a *agent, slot int) {
	if n.journal.records(slot) {
		n.journal.tape.left(a)
	}
	n.acting = nil
	n.core.allowed.Refill(0)
}

// onBehalf calls do for an agent outside of its turn. Writes of its hooks to shared symbols reach the other agents.
func (n *net) onBehalf(a *agent, do func()) {
	n.enter(a)
	before := a.state.Mark()
	do()
	n.leave(a, a.slot())
	n.journal.flush(ktrace.Leave, nil)
	n.exchange.collect(&a.state, before)
	n.squads.post(a, before)
	n.core.schedule.Wake(int32(a.slot()))
}
