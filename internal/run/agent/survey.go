package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// open adds to a list of what runs all that this has started from a place in it on, however deep, and reports whether something of it is committed.
func (c *Crowd) open(list []action.Handle, from int) (all []action.Handle, committed bool) {
	for i := from; i < len(list); i++ {
		d := c.families.of(list[i])
		if d == nil {
			continue
		}
		committed = committed || d.holdsOff(list[i].Slot(), c.core.tick)
		list = d.inner(list, list[i].Slot())
	}
	return list, committed
}

// running returns all that an agent's mind has started and a hold takes, and whether something of it is committed; nil takes all. It is good until
// the next call.
func (c *Crowd) running(a *agent, h *runner.Hold) (list []action.Handle, committed bool) {
	k := c.kits
	k.survey = a.runner.Handles(k.survey[:0], h)
	if h != nil && a.runner.HasBrain() && c.brainIsTaken(a, h) {
		k.survey = append(k.survey, a.runner.Mind())
	}
	k.survey, committed = c.open(k.survey, 0)
	return k.survey, committed
}

// brainIsTaken reports whether a hold takes what the brain of an agent pursues.
func (c *Crowd) brainIsTaken(a *agent, h *runner.Hold) bool {
	m := c.families.brain(a)
	if m == nil {
		return false
	}
	g, ok := m.Active()
	return ok && h.Takes(c.kits.GoalUses[g])
}

// isUsed reports whether one of some running actions of the host uses one of some resources.
func (c *Crowd) isUsed(list []action.Handle, uses []int) bool {
	for _, h := range list {
		if a := int(h.Action()); a < len(c.kits.Uses) && runner.Meets(c.kits.Uses[a], uses) {
			return true
		}
	}
	return false
}

// graceOf returns for how many ticks running actions of the host ask before they are interrupted.
func (c *Crowd) graceOf(list []action.Handle) (ticks int64) {
	for _, h := range list {
		if a := int(h.Action()); a < len(c.kits.GraceTicks) {
			ticks = max(ticks, c.kits.GraceTicks[a])
		}
	}
	return ticks
}
