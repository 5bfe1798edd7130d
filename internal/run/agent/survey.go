package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// open adds to a list of what runs all that this has started from a place in it on, however deep, and reports whether
// something of it is committed.
func (x *reflexes) open(list []action.Handle, from int) (all []action.Handle, committed bool) {
	for i := from; i < len(list); i++ {
		d := x.families.of(list[i])
		if d == nil {
			continue
		}
		committed = committed || d.holdsOff(list[i].Slot(), x.core.tick)
		list = d.inner(list, list[i].Slot())
	}
	return list, committed
}

// running returns all that an agent's mind has started and a hold takes, and whether something of it is committed; nil
// takes all. It is good until the next call.
func (x *reflexes) running(a *agent, h *runner.Hold) (list []action.Handle, committed bool) {
	k := x.set
	k.survey = a.runner.Handles(k.survey[:0], h)
	if h != nil && a.runner.HasBrain() && x.brainIsTaken(a, h) {
		k.survey = append(k.survey, a.runner.Mind())
	}
	k.survey, committed = x.open(k.survey, 0)
	return k.survey, committed
}

// brainIsTaken reports whether a hold takes what the brain of an agent pursues.
func (x *reflexes) brainIsTaken(a *agent, h *runner.Hold) bool {
	m := x.families.brain(a)
	if m == nil {
		return false
	}
	g, ok := m.Active()
	return ok && h.Takes(x.set.GoalUses[g])
}

// isUsed reports whether one of some running actions of the host uses one of some resources.
func (x *reflexes) isUsed(list []action.Handle, uses []int) bool {
	for _, h := range list {
		if a := int(h.Action()); a < len(x.set.Uses) && runner.Meets(x.set.Uses[a], uses) {
			return true
		}
	}
	return false
}

// graceOf returns for how many ticks running actions of the host ask before they are interrupted.
func (x *reflexes) graceOf(list []action.Handle) (ticks int64) {
	for _, h := range list {
		if a := int(h.Action()); a < len(x.set.GraceTicks) {
			ticks = max(ticks, x.set.GraceTicks[a])
		}
	}
	return ticks
}
