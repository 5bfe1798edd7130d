package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// A net under the host's code. Wherever that is called for an agent, a panic is dealt with on the spot. What is here is for what cannot be: a call that ends its
// goroutine (runtime.Goexit, as testing.T.FailNow does) takes all functions with it that wait for it to come back. But deferred functions are called on the
// way out, and those do here what is left: the agent that acted is wrecked, the others have their turns, and the tick is brought to its end. Only then the
// goroutine ends, and another one can make the next tick.

// net catches what the host's code does, in whoever's name it is called.
type net struct {
	core     *core
	routines *routines
	families *families
	reflexes *reflexes
	squads   *squads
	exchange *exchange
	journal  *journal

	acting *agent // in whose name the host's code is called; nil: nobody acts
	stray  any    // a panic that is no agent's, for whoever called
}

// lapse follows up on something that did not come back, with what was recovered: nil where the goroutine ends. The agent that acted is wrecked. A panic that is
// nobody's goes to whoever called, once all is in order.
func (n *net) lapse(v any) {
	switch a := n.acting; {
	case a != nil:
		n.wreck(a, n.faultOf(v), 0)
	case v != nil && !action.IsExit(v) && n.stray == nil:
		n.stray = v
	}
	n.journal.reporter.muted = false
}

// faultOf describes what did not come back.
func (n *net) faultOf(v any) action.Fault {
	f, told := n.core.stage.Ctx.TakeFault()
	if told && (v == nil || action.IsExit(v)) {
		return f
	}
	return action.NewFault("a function of the host", v)
}

// maxWrecks is how often an agent is wrecked in one go: once, and again for each hook that does not come back either.
const maxWrecks = 1 << 10

// wreck ends all that an agent does, without trust in any of it: what was in hand when the goroutine ended is lost. Its actions are aborted. It is then left
// alone for a while, and begins anew.
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

// abandon gives up what drivers carry out for an agent, without a call of anything within.
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

// abandonParts tells that reactions and layers of an agent run no more.
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

// all does something for all numbers below a count, outside of turns. Where it does not come back for one of them, the others are not the worse for it.
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

// maxTries is how often what has to be done is tried: when it has not come back once, the agent is wrecked, and has no hooks left to call.
const maxTries = 8

// surely does something between two ticks, or for one agent, that has to be done: where it does not come back, the agent that acted is wrecked, and it is done again.
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

// enter makes the stage's context that of an agent.
func (n *net) enter(a *agent) {
	n.routines.passUp(a.slot())
	n.core.stage.Ctx.EnterFlagged(a.id, n.core.tick, &a.state, n.core.schedule.Flags(), a.slot())
	n.begun(a, a.slot())
}

// begun has the agent in a slot act: what it evaluates is bounded, and the tape is told.
func (n *net) begun(a *agent, slot int) {
	n.core.allowed.Refill(n.core.rounds)
	if n.acting = a; n.journal.records(slot) {
		n.journal.tape.enter(a)
	}
}

// leave ends that the agent in a slot acts.
func (n *net) leave(a *agent, slot int) {
	if n.journal.records(slot) {
		n.journal.tape.left(a)
	}
	n.acting = nil
	n.core.allowed.Refill(0)
}

// onBehalf does something in the name of an agent outside of its turn. What hooks that are called then write to shared symbols reaches the others.
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
