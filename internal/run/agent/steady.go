package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// Trees, and plans within them, often only update the actions that they have started, for thousands of ticks. They are
// steady then. The agent's routine lists these innermost actions, and the crowd reads neither tree nor plan: with a
// million agents, memory access dominates the time of a tick.

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

// isDeep reports whether the routine of the agent in a slot lists innermost actions.
func (r *routines) isDeep(i int) bool { return r.list[i].inner > 0 }

// surface makes an agent's routine list the runner's own actions again.
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

// passWithin brings an agent's nested plans up to a tick, this one or the one before. It does nothing unless the
// routine is deep.
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

// passUp brings an agent's nested plans up to its last turn. During the agent's turn, it brings them up to the action
// that is being updated. It does nothing unless the routine is deep.
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

// passUpTo brings the nested plans up to the nth innermost action: those before it have had their update in this tick.
func (r *routines) passUpTo(i, nth int) {
	var own runner.Routine
	r.agents.list[i].runner.LetOn(&own)
	for at, k := 0, 0; k < len(own.Hands()); k++ {
		at = r.families.passOver(own.Hands()[k], at, nth)
	}
}

// interrupt continues the turn of an agent with a deep routine in the full way, from its nth innermost action: that
// action ended with the status, or the agent's state was written to.
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
	panic("agent: the routine does not belong to this agent")
}
