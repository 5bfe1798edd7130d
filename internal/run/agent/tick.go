package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// receive brings every agent up to date with the shared state. Objects are up to date already.
func (c *Crowd) receive() {
	changes := c.core.world.Changes(world.Mark{})
	if len(changes) == 0 && !c.isRelayDue() {
		return
	}
	c.receiving()
	for i := range changes {
		a := changes[i].Addr
		if !c.core.shared(a) {
			continue
		}
		w := c.core.world.Get(a)
		for _, ag := range c.agents.list {
			if ag.id != 0 {
				ag.state.Set(a, w)
			}
		}
	}
	c.core.world.Forget()
	c.relay()
	c.settled()
}

// claim has what the running steps claim kept from others.
func (c *Crowd) claim() {
	if !c.core.model.Script.HasClaims() {
		return
	}
	c.core.stage.Worker.Unclaim()
	if c.core.schedule.IsPaced() { // also of those who wait for their turn
		for _, a := range c.agents.list {
			if a.id != 0 {
				c.claimFor(a)
			}
		}
		return
	}
	for t := c.core.schedule.Turns(); ; { // those that sleep carry nothing out
		i, _, ok := t.Take()
		if !ok {
			return
		}
		c.claimFor(c.agents.list[i])
	}
}

// claimFor has what the steps of an agent claim kept from others: those of its plan, and of the plans within its trees and goals.
func (c *Crowd) claimFor(a *agent) {
	a.runner.Claim(c.core.stage.Worker)
	_, plans := c.drivers()
	if plans == nil {
		return
	}
	for slot := plans.slots.first(a.slot()); slot >= 0; slot = plans.slots.next(slot) {
		plans.at(slot).Claim(c.core.stage.Worker)
	}
}

// takesPart reports whether an agent is ticked: it was there before the tick began.
func (c *Crowd) takesPart(a *agent) bool { return a.id != 0 && a.born < c.core.tick }

// act lets every agent act. Actions may spawn agents: those come after the ones there are, or in slots that became free, and
// take part from the next tick on.
func (c *Crowd) act() {
	c.acted = c.acted[:0]
	c.tally.turns, c.turns = len(c.core.schedule.Awake())+c.routines.glanced, c.core.schedule.Turns()
	c.takeTurns()
}

// takeTurns has those act whose turns are still to come. One that does not come back from its turn is not waited for.
func (c *Crowd) takeTurns() {
	r, t, back := c.routines, &c.turns, false
	defer func() {
		if !back {
			c.breakOff(int32(c.reached-1), recover())
		}
	}()
	for {
		i, repeats, ok := t.Take()
		c.reached = int(i) + 1
		switch {
		case !ok:
			c.reached, back = math.MaxInt, true
			return
		case repeats && r.glances.Raised(int(i)):
			if r.glances.Lower(int(i)); c.glance(int(i)) {
				continue
			}
		case repeats && c.repeat(i):
			c.tally.repeated++
			continue
		case !repeats && !c.agents.leaving.Raised(int(i)):
			a := c.agents.list[i]
			c.enter(a)
			if c.core.schedule.IsPaced() {
				c.core.stage.Ctx.Span(c.core.schedule.Span(i, c.core.tick))
			}
			c.perform(a)
			c.leave(a, a.slot())
		}
		c.acted = append(c.acted, i)
		if !c.agents.leaving.Raised(int(i)) {
			c.settle(i)
		}
	}
}

// breakOff ends the turn of the agent in a slot that did not come back from it, and goes on with the others.
func (c *Crowd) breakOff(i int32, v any) {
	defer c.takeTurns()
	if c.acting == nil {
		c.acting = c.agents.list[i]
	}
	c.lapse(v)
	if c.acted = append(c.acted, i); !c.agents.leaving.Raised(int(i)) {
		c.settle(i)
	}
}

// enter makes the stage's context that of an agent.
func (c *Crowd) enter(a *agent) {
	c.passUp(a.slot())
	c.core.stage.Ctx.EnterFlagged(a.id, c.core.tick, &a.state, c.core.schedule.Flags(), a.slot())
	c.begun(a, a.slot())
}

// begun has the agent in a slot act: what it evaluates is bounded, and the tape is told.
func (c *Crowd) begun(a *agent, slot int) {
	c.core.allow(c.core.stage.Worker.Allowed())
	if c.acting = a; c.tape != nil && c.isTold(slot) {
		c.tape.enter(a)
	}
}

// leave ends that the agent in a slot acts.
func (c *Crowd) leave(a *agent, slot int) {
	if c.tape != nil && c.isTold(slot) {
		c.tape.left(a)
	}
	c.acting = nil
	c.core.stage.Worker.Allowed().Refill(0)
}

// collectAll makes what agents wrote to shared symbols the world's.
func (c *Crowd) collectAll() {
	c.flush(ktrace.Commit, nil)
	for _, i := range c.acted {
		c.flush(ktrace.Commit, c.agents.list[i])
		c.collect(&c.agents.list[i].state, world.Mark{})
		c.post(c.agents.list[i], world.Mark{})
	}
}

// dismiss lets those agents go that left during the tick.
func (c *Crowd) dismiss() {
	if len(c.agents.leavers) == 0 {
		return
	}
	for len(c.agents.leavers) > 0 { // more may leave meanwhile
		n := len(c.agents.leavers)
		c.all(n, func(i int) {
			if a := c.agents.slot(c.agents.leavers[i]); a != nil {
				c.surely(func() { c.release(a) })
			}
		})
		c.agents.leavers = append(c.agents.leavers[:0], c.agents.leavers[n:]...)
	}
	c.flushAgents(ktrace.Leave)
}

func (c *Crowd) flushAgents(where ktrace.Where) {
	if c.tape == nil {
		return
	}
	for _, a := range c.agents.list {
		if a.id != 0 {
			c.flush(where, a)
		}
	}
}

// collect takes over what an agent wrote to shared symbols since a mark in its log; the log begins when it decides.
func (c *Crowd) collect(st *world.State, since world.Mark) {
	changes := st.Changes(since)
	for i := range changes {
		if a := changes[i].Addr; c.core.shared(a) {
			c.core.world.Set(a, st.Get(a))
		}
	}
	c.told = c.core.world.Mark()
}
