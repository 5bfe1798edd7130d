package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/world"
)

// turns has agents act in a tick, one after the other.
type turns struct {
	core     *core
	agents   *population
	families *families
	routines *routines
	reflexes *reflexes
	net      *net
	meter    *meter

	left    schedule.Turns // of the tick, as far as they have not been taken
	acted   []int32        // slots of those that took part in the tick, but for those to whom nothing happened
	reached int            // slots before have had their turn in this tick
	queued  []queued       // the agents that wait for objects in the tick, in the order of their turns
	yielded int            // how many of queued have had their turn
}

// queued are the places of an agent in the queues for objects, as the worker counts them.
type queued struct {
	slot        int32
	first, last int
}

// wakeDue finds those that have a turn in the tick.
func (t *turns) wakeDue() {
	s := t.core.schedule
	s.WakeDue(t.core.tick)
	t.routines.glanced = 0
	f := s.Flags()
	for i := f.Next(0); i >= 0; i = f.Next(i + 1) {
		switch a := t.agents.list[i]; {
		case a.id == 0:
			f.Lower(i)
		case !t.takesPart(a), t.isPutOff(i, a), t.routines.isTreeOnly(i, a):
		default:
			t.routines.passWithin(i, t.core.tick-1)
			t.routines.endRoutine(i)
			s.Call(i)
		}
	}
	s.Choose()
}

// isPutOff reports whether an agent that was written to does not hear of it yet. Then its flag is down and its next turn known.
func (t *turns) isPutOff(i int, a *agent) bool {
	if !t.core.schedule.IsDeaf(i, t.core.tick) || len(a.state.Changes(world.Mark{})) >= MaxUnheard {
		return false
	}
	t.core.schedule.Defer(i, t.core.tick)
	return true
}

// MaxUnheard is how many changes may be written to the state of an agent that does not listen before it has a turn all the same: what is
// written has to be kept until it is heard.
const MaxUnheard = 4096

// reserveClaims has what the running steps claim kept from others.
func (t *turns) reserveClaims() {
	t.queued, t.yielded = t.queued[:0], 0
	if t.core.stage.Worker.Unclaim(); !t.core.model.Script.HasClaims() {
		return
	}
	if t.core.schedule.IsPaced() { // also of those who wait for their turn
		for _, a := range t.agents.list {
			if a.id != 0 {
				t.claimFor(a)
			}
		}
	} else {
		for all := t.core.schedule.Turns(); ; { // those that sleep carry nothing out
			i, _, ok := all.Take()
			if !ok {
				break
			}
			t.claimFor(t.agents.list[i])
		}
	}
	t.queueWants()
}

// queueWants keeps what those want who have a turn in the tick and nobody has claimed.
func (t *turns) queueWants() {
	w := t.core.stage.Worker
	for all := t.core.schedule.Turns(); ; {
		i, _, ok := all.Take()
		if !ok {
			break
		}
		first := w.Queued()
		if t.queue(i); w.Queued() > first {
			t.queued = append(t.queued, queued{i, first, w.Queued()})
		}
	}
	for i := range t.queued {
		a := t.agents.list[t.queued[i].slot]
		if m := t.families.rests(a, t.core.tick); m != nil {
			a.runner.Rouse(w, a.id, t.core.tick, m)
		}
	}
}

// queue keeps what the agent in a slot wants, and what the plans within its trees and goals want.
func (t *turns) queue(i int32) {
	a, last := t.agents.list[i], t.core.tick-1
	if t.core.schedule.IsPaced() {
		last = t.core.tick - int64(t.core.schedule.Span(i, t.core.tick))
	}
	var brain runner.Rests
	if m := t.families.rests(a, t.core.tick); m != nil {
		brain = m
	}
	a.runner.Queue(t.core.stage.Worker, &a.state, a.id, t.core.tick, last, brain)
	_, plans := t.families.drivers()
	if plans == nil {
		return
	}
	for slot := plans.slots.first(a.slot()); slot >= 0; slot = plans.slots.next(slot) {
		plans.at(slot).Queue(t.core.stage.Worker, &a.state, a.id, t.core.tick, last, nil)
	}
}

// yieldTo is yield where anything is reserved in the tick, which is seldom.
func (t *turns) yieldTo(i int32) {
	if t.yielded < len(t.queued) {
		t.yield(i)
	}
}

// yield gives up what was reserved for the agent in a slot, once it has had its turn and has not taken it.
func (t *turns) yield(i int32) {
	for ; t.yielded < len(t.queued) && t.queued[t.yielded].slot <= i; t.yielded++ {
		if q := &t.queued[t.yielded]; q.slot == i && !t.keepsPlace(t.agents.list[i]) {
			t.core.stage.Worker.Yield(t.agents.list[i].id, q.first, q.last)
		}
	}
}

// keepsPlace reports whether an agent keeps what is reserved for it, since it has not finished planning.
func (t *turns) keepsPlace(a *agent) bool {
	if runner.KeepsPlace(&a.runner) {
		return true
	}
	_, plans := t.families.drivers()
	if plans == nil {
		return false
	}
	for slot := plans.slots.first(a.slot()); slot >= 0; slot = plans.slots.next(slot) {
		if runner.KeepsPlace(&plans.at(slot).Runner) {
			return true
		}
	}
	return false
}

// claimFor has what the steps of an agent claim kept from others: those of its plan, and of the plans within its trees and goals.
func (t *turns) claimFor(a *agent) {
	a.runner.Claim(t.core.stage.Worker)
	_, plans := t.families.drivers()
	if plans == nil {
		return
	}
	for slot := plans.slots.first(a.slot()); slot >= 0; slot = plans.slots.next(slot) {
		plans.at(slot).Claim(t.core.stage.Worker)
	}
}

// takesPart reports whether an agent is ticked: it was there before the tick began.
func (t *turns) takesPart(a *agent) bool { return a.id != 0 && a.born < t.core.tick }

// actAll lets every agent act. Actions may spawn agents: those come after the ones there are, or in slots that became free, and
// take part from the next tick on.
func (t *turns) actAll() {
	t.acted = t.acted[:0]
	t.meter.turns, t.left = len(t.core.schedule.Awake())+t.routines.glanced, t.core.schedule.Turns()
	t.takeTurns()
}

// takeTurns has those act whose turns are still to come. One that does not come back from its turn is not waited for.
func (t *turns) takeTurns() {
	r, back := t.routines, false
	defer func() {
		if !back {
			t.breakOff(int32(t.reached-1), recover())
		}
	}()
	for {
		i, repeats, ok := t.left.Take()
		t.reached = int(i) + 1
		switch {
		case !ok:
			t.reached, back = math.MaxInt, true
			return
		case repeats && r.glances.Raised(int(i)):
			if r.glances.Lower(int(i)); r.tickTree(int(i)) {
				t.yieldTo(i)
				continue
			}
		case repeats && r.repeat(i):
			t.meter.repeated++
			t.yieldTo(i)
			continue
		case !repeats && !t.agents.leaving.Raised(int(i)):
			a := t.agents.list[i]
			t.net.enter(a)
			if t.core.schedule.IsPaced() {
				t.core.stage.Ctx.Span(t.core.schedule.Span(i, t.core.tick))
			}
			t.reflexes.perform(a)
			t.net.leave(a, a.slot())
		}
		t.yieldTo(i)
		t.acted = append(t.acted, i)
		if !t.agents.leaving.Raised(int(i)) {
			r.settle(i)
		}
	}
}

// breakOff ends the turn of the agent in a slot that did not come back from it, and goes on with the others.
func (t *turns) breakOff(i int32, v any) {
	defer t.takeTurns()
	if t.net.acting == nil {
		t.net.acting = t.agents.list[i]
	}
	t.net.lapse(v)
	if t.acted = append(t.acted, i); !t.agents.leaving.Raised(int(i)) {
		t.routines.settle(i)
	}
}

// countWaiting notes since when those who have acted wait for a slice of planning.
func (t *turns) countWaiting() {
	t.core.schedule.CountWaiting(t.acted, t.core.tick, func(i int32) bool { return t.agents.list[i].id != 0 && t.agents.list[i].runner.IsHungry() })
}
