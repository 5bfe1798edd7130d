package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// A net under the host's code. Wherever that is called for an agent, a panic is dealt with on the spot. What is here is for what cannot be: a call that ends its
// goroutine (runtime.Goexit, as testing.T.FailNow does) takes all functions with it that wait for it to come back. But deferred functions are called on the
// way out, and those do here what is left: the agent that acted is wrecked, the others have their turns, and the tick is brought to its end. Only then the
// goroutine ends, and another one can make the next tick.

// phases are what a tick consists of, in order: where one does not come back, the tick goes on with the next.
func phases() [19]func(*Crowd) {
	return [...]func(*Crowd){
		func(c *Crowd) { c.tally.begin(c); c.updateSignificance() },
		(*Crowd).perceive,
		func(c *Crowd) { c.recallAll(); c.ended(PhasePerceive) },
		func(c *Crowd) { c.core.ticking, c.reached = true, 0; c.core.tick++; c.begin(); c.announce() },
		(*Crowd).receive,
		(*Crowd).assignRoles,
		func(c *Crowd) { c.wakeDue(); c.claim(); c.ended(PhaseReceive) },
		(*Crowd).decide,
		func(c *Crowd) { c.decided(); c.ended(PhaseDecide) },
		(*Crowd).act,
		func(c *Crowd) { c.countWaiting(); c.ended(PhaseAct) },
		(*Crowd).collectAll,
		(*Crowd).commandAll,
		func(c *Crowd) { c.reform(); c.sweep() },
		(*Crowd).dismiss,
		(*Crowd).closeSquads,
		func(c *Crowd) { c.settleObjects(); c.deliver() },
		func(c *Crowd) { c.assignRoles(); c.ended(PhaseCommit) },
		func(c *Crowd) { c.core.ticking = false; c.end() },
	}
}

// stepFrom makes a tick from one of its parts on.
func (c *Crowd) stepFrom(part int) {
	done := false
	defer func() {
		if !done {
			defer c.stepFrom(c.part + 1)
			c.lapse(recover())
		}
	}()
	all := phases()
	for c.part = part; c.part < len(all); c.part++ {
		all[c.part](c)
	}
	done = true
}

// lapse follows up on something that did not come back, with what was recovered: nil where the goroutine ends. The agent that acted is wrecked. A panic that is
// nobody's goes to whoever called, once all is in order.
func (c *Crowd) lapse(v any) {
	switch a := c.acting; {
	case a != nil:
		c.wreck(a, c.faultOf(v), 0)
	case v != nil && !action.IsExit(v) && c.stray == nil:
		c.stray = v
	}
	c.teller.muted = false
}

// faultOf describes what did not come back.
func (c *Crowd) faultOf(v any) action.Fault {
	f, told := c.core.stage.Ctx.TakeFault()
	if told && (v == nil || action.IsExit(v)) {
		return f
	}
	return action.NewFault("a function of the host", v)
}

// maxWrecks is how often an agent is wrecked in one go: once, and again for each hook that does not come back either.
const maxWrecks = 1 << 10

// wreck ends all that an agent does, without trust in any of it: what was in hand when the goroutine ended is lost. Its actions are aborted. It is then left
// alone for a while, and begins anew.
func (c *Crowd) wreck(a *agent, f action.Fault, times int) {
	done := false
	defer func() {
		if done {
			return
		}
		v := recover()
		if times == maxWrecks {
			c.stray, c.acting = v, nil
			return
		}
		c.wreck(a, c.faultOf(v), times+1)
	}()
	ctx, in := c.core.stage.Ctx, c.core.stage.Instances
	c.acting = a
	ctx.EnterFlagged(a.id, c.core.tick, &a.state, c.core.schedule.Flags(), a.slot())
	ctx.PutFault(f)
	in.Abandon(ctx)
	c.endRoutine(a.slot())
	c.abandon(a)
	in.AbortAll(ctx, action.Quarantined)
	ctx.TakeFault()
	if m := c.brain(a); m != nil {
		goals, _ := c.wills()
		m.Abandon(&goals.env)
	}
	a.runner.Abandon(&c.core.stage, f)
	c.abandonParts(a)
	c.leave(a, a.slot())
	c.core.schedule.Wake(int32(a.slot()))
	done = true
}

// abandon gives up what drivers carry out for an agent, without a call of anything within.
func (c *Crowd) abandon(a *agent) {
	i := a.slot()
	if orders, leases := c.staff(); leases != nil {
		for slot := leases.slots.first(i); slot >= 0; slot = leases.slots.first(i) {
			leases.end(slot, squad.OfAgent(a.id))
		}
		for slot := orders.slots.first(i); slot >= 0; slot = orders.slots.first(i) {
			orders.withdraw(slot, squad.Replanned)
			orders.slots.release(slot)
		}
	}
	if goals, _ := c.wills(); goals != nil {
		goals.env.Reset()
		for slot := goals.slots.first(i); slot >= 0; slot = goals.slots.first(i) {
			goals.slots.release(slot)
		}
	}
	trees, plans := c.drivers()
	if trees == nil {
		return
	}
	trees.env.Reset()
	for slot := trees.slots.first(i); slot >= 0; slot = trees.slots.first(i) {
		trees.slots.release(slot)
	}
	plans.level, c.within = 0, c.within[:0]
	for slot := plans.slots.first(i); slot >= 0; slot = plans.slots.first(i) {
		plans.end(slot)
	}
}

// abandonParts tells that reactions and layers of an agent run no more.
func (c *Crowd) abandonParts(a *agent) {
	p := a.parts
	if p == nil {
		return
	}
	p.rank, p.numb, p.brain = p.mind(), true, false
	for i := range p.layers {
		l := &p.layers[i]
		if ran := !l.handle.IsZero(); ran || l.on {
			*l = layering{}
			c.tellPart(a, runner.LayerAborted, i, runner.Event{Reason: action.Quarantined})
		}
	}
	for i := range p.reactions {
		r := &p.reactions[i]
		ran := !r.handle.IsZero()
		r.wants, r.took, r.ended, r.grace, r.handle, r.stale = false, false, false, 0, action.Handle{}, true
		if ran {
			c.tellPart(a, runner.ReactionAborted, i, runner.Event{Reason: action.Quarantined})
		}
	}
	c.setHold(a)
}

// all does something for all numbers below n, outside of turns. Where it does not come back for one of them, the others are not the worse for it.
func (c *Crowd) all(n int, do func(i int)) { c.allFrom(0, n, do) }

func (c *Crowd) allFrom(i, n int, do func(i int)) {
	defer func() {
		if i < n {
			defer c.allFrom(i+1, n, do)
			c.lapse(recover())
		}
	}()
	for ; i < n; i++ {
		do(i)
	}
}

// maxTries is how often what has to be done is tried: when it has not come back once, the agent is wrecked, and has no hooks left to call.
const maxTries = 8

// surely does something between two ticks, or for one agent, that has to be done: where it does not come back, the agent that acted is wrecked, and it is done again.
func (c *Crowd) surely(do func()) { c.surelyAgain(do, 1) }

func (c *Crowd) surelyAgain(do func(), try int) {
	done := false
	defer func() {
		if done {
			return
		}
		if v := recover(); (c.acting != nil || v == nil) && try < maxTries {
			defer c.surelyAgain(do, try+1)
			c.lapse(v)
		} else if v != nil {
			panic(v)
		}
	}()
	do()
	done = true
}
