package agent

import "github.com/karakuri-ai/karakuri/ktrace"

// Step runs one tick. Actions must not call it.
func (c *Crowd) Step() {
	if c.core.ticking {
		panic("karakuri: Crowd.Step called from within a tick; let the action return Running instead")
	}
	c.stepFrom(0)
	if to := c.core.options.Provenance; to != nil {
		to.Ticked(c)
	}
	if c.net.stray != nil {
		v := c.net.stray
		c.net.stray = nil
		panic(v)
	}
}

// phases are the parts of a tick, in order: if one does not return, the tick continues with the next.
func phases() [19]func(*Crowd) {
	return [...]func(*Crowd){
		func(c *Crowd) { c.meter.begin(); c.objects.letGo(); c.updateSignificance() },
		func(c *Crowd) { c.perception.sense() },
		func(c *Crowd) { c.perception.heed(); c.perception.recallClaims(); c.meter.endPhase(PhasePerceive) },
		func(c *Crowd) { c.recordTickStart() },
		func(c *Crowd) { c.perception.alertness.announce(); c.exchange.receiveShared() },
		func(c *Crowd) { c.squads.assignRoles() },
		func(c *Crowd) { c.turns.wakeDue(); c.turns.reserveClaims(); c.meter.endPhase(PhaseReceive) },
		func(c *Crowd) { c.crew.decideAll() },
		func(c *Crowd) { c.crew.decided(); c.meter.endPhase(PhaseDecide) },
		func(c *Crowd) { c.turns.actAll() },
		func(c *Crowd) { c.turns.countWaiting(); c.meter.endPhase(PhaseAct) },
		func(c *Crowd) { c.exchange.commitShared() },
		func(c *Crowd) { c.commands.issueAll() },
		func(c *Crowd) { c.squads.reform(); c.journal.sweep() },
		func(c *Crowd) { c.dismiss() },
		func(c *Crowd) { c.closeSquads() },
		func(c *Crowd) { c.objects.applyObjects(); c.squads.applyPosts(); c.commons.cool() },
		func(c *Crowd) { c.squads.assignRoles(); c.meter.endPhase(PhaseCommit) },
		func(c *Crowd) { c.core.ticking = false; c.journal.endTick() },
	}
}

// stepFrom makes a tick from one of its phases on.
func (c *Crowd) stepFrom(phase int) {
	done := false
	defer func() {
		if !done {
			defer c.stepFrom(c.phase + 1)
			c.net.lapse(recover())
		}
	}()
	all := phases()
	for c.phase = phase; c.phase < len(all); c.phase++ {
		all[c.phase](c)
	}
	done = true
}

// recordTickStart counts the tick, and passes it to the tape and the agents.
func (c *Crowd) recordTickStart() {
	c.core.ticking, c.turns.reached = true, 0
	c.core.tick++
	c.journal.beginTick()
	c.objects.announce()
}

// closeSquads ends the tick for squads. Agents that leave as a result go at once.
func (c *Crowd) closeSquads() {
	if c.squads.close() {
		c.journal.sweep()
		c.dismiss()
	}
}

// dismiss lets those agents go that left during the tick.
func (c *Crowd) dismiss() {
	if len(c.agents.leavers) == 0 {
		return
	}
	for len(c.agents.leavers) > 0 { // more may leave meanwhile
		n := len(c.agents.leavers)
		c.net.all(n, func(i int) {
			if a := c.agents.slot(c.agents.leavers[i]); a != nil {
				c.net.surely(func() { c.release(a) })
			}
		})
		c.agents.leavers = append(c.agents.leavers[:0], c.agents.leavers[n:]...)
	}
	c.journal.flushAgents(ktrace.Leave)
}
