package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// Trees, and plans within them, to which nothing happens only let go on what they have started, for thousands of ticks. So the routine of an agent names the
// innermost actions themselves, and neither tree nor plan is looked at: with a million agents it is what is looked at that a tick takes its time for.

// deepen has a routine name the innermost actions instead of the trees and plans that they are within, if all of these are steady and there is room.
func (r *routines) deepen(q *routine) {
	var inner runner.Routine
	until, nested := int64(math.MaxInt64), false
	for _, h := range q.Hands() {
		t, within := r.reachInto(&inner, h, false)
		if nested = nested || within; t <= r.core.tick+1 {
			until = 0
			break
		}
		until = min(until, t)
	}
	switch {
	case !nested || r.shallow:
		q.inner = unnested
	case until == 0:
		q.inner = atTop
	default:
		for _, h := range q.Hands() {
			r.settleWithin(h)
		}
		q.Take(&inner)
		q.inner = until
	}
}

// isDeep reports whether the routine of the agent in a slot names innermost actions.
func (r *routines) isDeep(i int) bool { return r.list[i].inner > 0 }

// settleWithin packs the plans within an activity that are not going to be looked at.
func (r *routines) settleWithin(h action.Handle) {
	switch d := r.core.stage.Instances.Within(h).(type) {
	case *trees:
		t := d.slots.at(h.Slot())
		for i := range t.Leaves() {
			r.settleWithin(t.Leaf(i))
		}
	case *plans:
		var own runner.Routine
		d.at(h.Slot()).LetOn(&own)
		d.rest(h.Slot())
		for _, inner := range own.Hands() {
			r.settleWithin(inner)
		}
	}
}

// reachInto adds the innermost actions of an activity to a routine and returns the tick before which there is nothing to do but to let them go on, 0 when there is more to do
// or no room; nested is whether the activity is a tree or plan. Planned is whether it is within a plan: then goals are not reached, since the plans that they
// start have to know how deep they are.
func (r *routines) reachInto(q *runner.Routine, h action.Handle, planned bool) (until int64, nested bool) {
	switch d := r.core.stage.Instances.Within(h).(type) {
	case *trees:
		t := d.slots.at(h.Slot())
		until = t.SteadyUntil()
		for i := 0; until > r.core.tick+1 && i < t.Leaves(); i++ {
			u, _ := r.reachInto(q, t.Leaf(i), planned)
			until = min(until, u)
		}
		return until, true
	case *plans:
		t := d.at(h.Slot())
		if until = t.SteadyUntil(); until == 0 {
			return 0, true
		}
		var own runner.Routine
		if !t.LetOn(&own) {
			return 0, true
		}
		for _, inner := range own.Hands() {
			u, _ := r.reachInto(q, inner, true)
			until = min(until, u)
		}
		return until, true
	case *goals:
		if planned {
			return 0, false
		}
	}
	if !q.Let(h) {
		return 0, false
	}
	return math.MaxInt64, false
}

// surface has the routine of an agent name what its runner has started.
func (r *routines) surface(i int) {
	q := &r.list[i]
	if q.inner <= 0 {
		return
	}
	r.passWithin(i, r.core.tick-1)
	q.inner = atTop
	q.Drop()
	r.agents.list[i].runner.LetOn(&q.Routine)
}

// passWithin brings the plans within what an agent does to this tick or the one before, if its routine does not look at them.
func (r *routines) passWithin(i int, tick int64) {
	if r.list[i].inner <= 0 {
		return
	}
	nth := -1
	if tick == r.core.tick {
		nth = math.MaxInt
	}
	r.passUpTo(i, nth)
}

// passUp brings the plans within what an agent does to its last turn, if its routine does not look at them; while it has its turn, to where that is.
func (r *routines) passUp(i int) {
	switch {
	case r.list[i].inner <= 0:
	case !r.core.ticking || i < r.turns.reached-1:
		r.passWithin(i, r.core.tick)
	case i >= r.turns.reached:
		r.passWithin(i, r.core.tick-1)
	default:
		r.passUpTo(i, r.nth)
	}
}

// passUpTo does the same in the turn of an agent of whose innermost actions the nth is being updated, or has been.
func (r *routines) passUpTo(i, nth int) {
	var own runner.Routine
	r.agents.list[i].runner.LetOn(&own)
	for at, k := 0, 0; k < len(own.Hands()); k++ {
		at = r.passOver(own.Hands()[k], at, nth)
	}
}

// passOver notes that an activity has only been let go on. Its innermost actions are counted from at on, and the nth is the last one that has been updated in this
// tick. It returns the number of the next one behind them.
func (r *routines) passOver(h action.Handle, at, nth int) int {
	switch d := r.core.stage.Instances.Within(h).(type) {
	case *trees:
		t := d.slots.at(h.Slot())
		for i := range t.Leaves() {
			at = r.passOver(t.Leaf(i), at, nth)
		}
		return at
	case *plans:
		t := d.at(h.Slot())
		if t.PassOver(r.core.tick - 1); at <= nth {
			t.PassOver(r.core.tick)
		}
		var own runner.Routine
		t.LetOn(&own)
		for _, inner := range own.Hands() {
			at = r.passOver(inner, at, nth)
		}
		return at
	}
	return at + 1
}

// innermost returns how many innermost actions an activity has.
func (r *routines) innermost(h action.Handle) (count int) {
	switch d := r.core.stage.Instances.Within(h).(type) {
	case *trees:
		t := d.slots.at(h.Slot())
		for i := range t.Leaves() {
			count += r.innermost(t.Leaf(i))
		}
	case *plans:
		var own runner.Routine
		d.at(h.Slot()).LetOn(&own)
		for _, inner := range own.Hands() {
			count += r.innermost(inner)
		}
	default:
		return 1
	}
	return count
}

// interrupt goes on with the turn of the agent in a slot whose routine names innermost actions: the nth has come to a status, or something was written to the agent's state.
func (r *routines) interrupt(i, nth int, status action.Status) {
	a := r.agents.list[i]
	r.passUpTo(i, nth)
	r.list[i].inner = atTop
	var own runner.Routine
	a.runner.LetOn(&own)
	for k, h := range own.Hands() {
		if n := r.innermost(h); nth >= n {
			nth -= n
			continue
		}
		a.runner.Resume(&r.core.stage, k, r.core.tick, r.resumeAt(h, nth, status))
		return
	}
	panic("agent: a routine that is not of this agent")
}

// resumeAt goes on with an activity of whose innermost actions the nth has come to a status, and returns what the activity has come to. Those before have been updated.
func (r *routines) resumeAt(h action.Handle, nth int, status action.Status) action.Status {
	switch d := r.core.stage.Instances.Within(h).(type) {
	case *trees:
		return d.resumeAt(r.core.stage.Ctx, h.Slot(), nth, status)
	case *plans:
		return d.resumeAt(r.core.stage.Ctx, h.Slot(), nth, status)
	}
	return status
}

func (t *trees) resumeAt(c *action.Ctx, slot int32, nth int, status action.Status) action.Status {
	tree := t.slots.at(slot)
	outer, _ := t.env.TakeFault()
	for i := range tree.Leaves() {
		h := tree.Leaf(i)
		if n := t.crowd.routines.innermost(h); nth >= n {
			nth -= n
			continue
		}
		status = t.crowd.routines.resumeAt(h, nth, status)
		return t.follow(c, slot, tree.Resume(&t.env, i, bt.Status(status)), outer)
	}
	panic("agent: a tree without the action that has gone on")
}

func (p *plans) resumeAt(c *action.Ctx, slot int32, nth int, status action.Status) action.Status {
	t := p.at(slot)
	before := p.level
	p.level = t.Level()
	var own runner.Routine
	t.LetOn(&own)
	for i, h := range own.Hands() {
		if n := p.crowd.routines.innermost(h); nth >= n {
			nth -= n
			continue
		}
		return p.follow(c, slot, t.Resume(&p.stage, i, p.crowd.routines.resumeAt(h, nth, status)), before)
	}
	panic("agent: a plan without the action that has gone on")
}
