package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/world"
)

// turns runs the turns of a tick, one agent after the other.
type turns struct {
	core     *core
	agents   *population
	families *families
	routines *routines
	reflexes *reflexes
	net      *net
	meter    *meter

	left    schedule.Turns // turns of this tick that are still to come
	acted   []int32        // slots of the agents that had a turn in this tick, without those that only repeated their routine
	reached int            // lower slots have had their turn in this tick
	claimed bool           // the objects that running steps claim are reserved for the tick that starts
	queued  []queued       // the agents that wait for objects in the tick, in the order of their turns
	yielded int            // how many of queued have had their turn
}

// queued are the places of an agent in the queues for objects, as the worker counts them.
type queued struct {
	slot        int32
	first, last int
}

// wakeDue chooses the agents that have a turn in this tick.
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

// isPutOff reports whether an agent reacts to a write to its state only in a later turn. If so, it lowers the agent's
// flag and schedules that turn.
func (t *turns) isPutOff(i int, a *agent) bool {
	if !t.core.schedule.IsDeaf(i, t.core.tick) || len(a.state.Changes(world.Mark{})) >= MaxUnheard {
		return false
	}
	t.core.schedule.Defer(i, t.core.tick)
	return true
}

// MaxUnheard is the number of changes to the state of an agent between two turns after which it has a turn early. Its
// state keeps each change until then, so this bounds memory.
const MaxUnheard = 4096

// reserveClaims reserves the objects that running steps claim.
func (t *turns) reserveClaims() {
	t.queued, t.yielded = t.queued[:0], 0
	switch {
	case t.claimed: // no step has started or ended since
	case !t.core.model.Script.HasClaims():
		t.core.stage.Worker.Unclaim()
	case t.core.schedule.IsPaced(): // agents that wait for their turn have claims too
		t.claimForAll()
	default:
		t.core.stage.Worker.Unclaim()
		for all := t.core.schedule.Turns(); ; { // sleeping agents run no steps
			i, _, ok := all.Take()
			if !ok {
				break
			}
			t.claimFor(t.agents.list[i])
		}
	}
	if t.claimed = false; t.core.model.Script.HasClaims() {
		t.queueWants()
	}
}

// claimForAll reserves what the running steps of all agents claim in the tick that starts.
func (t *turns) claimForAll() {
	t.claimed = false
	t.core.stage.Worker.Unclaim()
	for _, a := range t.agents.list {
		if a.id != 0 {
			t.claimFor(a)
		}
	}
	t.claimed = true
}

// queueWants reserves unclaimed objects for the agents that wait for them and have a turn in this tick.
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

// queue enters an agent into the queues of the objects that it waits for, or that plans within its trees and goals wait
// for.
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

// yield releases the reservation for the agent in a slot, if the agent has had its turn without using it.
func (t *turns) yield(i int32) {
	for ; t.yielded < len(t.queued) && t.queued[t.yielded].slot <= i; t.yielded++ {
		if q := &t.queued[t.yielded]; q.slot == i && !t.keepsPlace(t.agents.list[i]) {
			t.core.stage.Worker.Yield(t.agents.list[i].id, q.first, q.last)
		}
	}
}

// keepsPlace reports whether an agent keeps its reservations, because it has not finished planning.
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

// claimFor reserves the objects that an agent's running steps claim: steps of its plan, and of plans within its trees
// and goals.
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

// takesPart reports whether an agent takes part in this tick: it was spawned before the tick began.
func (t *turns) takesPart(a *agent) bool { return a.id != 0 && a.born < t.core.tick }

// actAll runs the turns of this tick. Actions may spawn agents, in new or free slots; those take part from the next
// tick on.
func (t *turns) actAll() {
	t.acted = t.acted[:0]
	t.meter.turns, t.left = len(t.core.schedule.Awake())+t.routines.glanced, t.core.schedule.Turns()
	t.takeTurns()
}

// takeTurns runs the turns that are left. If a turn does not return (it panics, or ends its goroutine), takeTurns
// continues with the next.
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

// breakOff ends the turn of an agent that did not return, with the value v of its panic if any, and runs the turns that
// are left.
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

// countWaiting records since when agents that had a turn have been waiting for a slice of planning.
func (t *turns) countWaiting() {
	t.core.schedule.CountWaiting(t.acted, t.core.tick, func(i int32) bool { return t.agents.list[i].id != 0 && t.agents.list[i].runner.IsHungry() })
}
