package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// Trees, and plans within them, often only update the actions that they have started, for thousands of ticks. The routine of an agent then names these
// innermost actions, and the crowd looks at neither tree nor plan: with a million agents, memory access is what a tick takes.

// deepen replaces trees and plans in a routine by their innermost actions, if all are steady and there is room.
func (r *routines) deepen(q *routine) {
	inner := &r.inner
	inner.Drop()
	until, nested := int64(math.MaxInt64), false
	for _, h := range q.Hands() {
		t, within := r.families.reach(inner, h, false)
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
			r.families.settle(h)
		}
		q.Take(inner)
		q.inner = until
	}
}

// isDeep reports whether the routine of the agent in a slot names innermost actions.
func (r *routines) isDeep(i int) bool { return r.list[i].inner > 0 }

// surface makes the routine of an agent name what its runner has started.
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
		at = r.families.passOver(own.Hands()[k], at, nth)
	}
}

// interrupt goes on with the turn of the agent in a slot whose routine names innermost actions: the nth has come to a status, or something was written to the agent's state.
func (r *routines) interrupt(i, nth int, status action.Status) {
	a := r.agents.list[i]
	r.passUpTo(i, nth)
	r.list[i].inner = atTop
	var own runner.Routine
	a.runner.LetOn(&own)
	for k, h := range own.Hands() {
		if n := r.families.innermost(h); nth >= n {
			nth -= n
			continue
		}
		a.runner.Resume(&r.core.stage, k, r.core.tick, r.families.resumeAt(h, nth, status))
		return
	}
	panic("agent: a routine that is not of this agent")
}
