package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec/pool"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// routine is what an agent does in each tick as long as nothing happens to it. Most ticks of most agents are like that,
// so that the crowd need not look at the agent.
type routine struct {
	runner.Routine
	inner int64 // before this tick the actions that it names are innermost ones: see [routines.deepen]; or one of those below
}

// Other values of [routine.inner].
const (
	unnested = 0  // the actions that the runner has started are innermost ones
	atTop    = -1 // they are not, and the routine names them as they are
)

// routines holds what the crowd knows of slots besides their turns.
type routines struct {
	core     *core
	agents   *population
	families *families
	turns    *turns
	net      *net
	journal  *journal
	squads   *squads

	shallow bool           // look at steady trees and plans in each tick all the same
	nth     int            // index of the innermost action that the current agent updates
	inner   runner.Routine // memory for deepen

	list    []routine   // by slot
	glances world.Flags // by slot: raised for agents of which only the tree is ticked in this tick: see [routines.tickTree]
	glanced int         // how many these are
}

// add makes room for the next slot.
func (r *routines) add() {
	r.list = append(pool.Room(r.list), routine{})
	r.glances.Fit(len(r.list))
}

// use takes over the slots of another list.
func (r *routines) use(list []routine, glances world.Flags) {
	r.list, r.glances, r.glanced = list[:0], glances, 0
	for i := range list {
		r.glances.Lower(i)
	}
}

// repeat lets an agent do what it did in the last tick, and reports whether nothing has happened to it.
func (r *routines) repeat(i int32) bool {
	k, n := r.core, r.net
	s := k.schedule
	q := &r.list[i]
	if !s.Repeats(int(i)) { // it has been removed in this tick
		return false
	}
	if q.inner > 0 && (k.tick >= q.inner || s.Flags().Raised(int(i))) { // who has been written to in this tick looks at all of it: also at what only waits
		r.surface(int(i))
	}
	a := r.agents.list[i]
	k.stage.Ctx.EnterFlagged(r.agents.idOf(i), k.tick, &a.state, s.Flags(), int(i))
	n.begun(a, int(i))
	same := r.letOn(a, int(i), q)
	n.leave(a, int(i))
	return same
}

// letOn updates the actions of a routine, and reports whether nothing has happened.
func (r *routines) letOn(a *agent, i int, q *routine) bool {
	all, inner := q.Routine, q.inner // a hook may remove the agent
	k := r.core
	for n, h := range all.Hands() {
		r.nth = n
		status := k.stage.Instances.Update(k.stage.Ctx, h)
		if status == action.Running && !k.schedule.Flags().Raised(i) {
			continue
		}
		if inner > 0 {
			r.interrupt(i, n, status)
		} else {
			a.runner.Resume(&k.stage, n, k.tick, status)
		}
		return false
	}
	q = &r.list[i] // spawned agents may have moved it
	switch {
	case inner == atTop && q.inner == atTop:
		r.deepen(q)
	case inner > 0 && q.inner <= 0: // it has ended meanwhile
		r.passUpTo(i, math.MaxInt)
	}
	return true
}

// settle makes an agent that has acted repeat its routine, or sleep, until there is something else to do.
func (r *routines) settle(i int32) {
	s, a := r.core.schedule, r.agents.list[i]
	if !s.HasEachTick(i) {
		r.endRoutine(int(i))
		rests := int64(0)
		if !s.Flags().Raised(int(i)) {
			rests = a.restsUntil()
		}
		s.Pause(i, r.core.tick, rests)
		return
	}
	s.Took(i, r.core.tick)
	if r.settleEachTick(i, a) {
		r.deepen(&r.list[i])
	}
}

// settleEachTick is settle for an agent with a turn in every tick. It reports whether the agent repeats a routine, which then names what its runner has started.
func (r *routines) settleEachTick(i int32, a *agent) (repeats bool) {
	q := &r.list[i]
	q.inner = atTop
	var until int64
	if q.Routine, until = a.routine(); until > r.core.tick+1 {
		r.core.schedule.Repeat(i, r.core.tick, until)
		return true
	}
	q.inner = unnested
	r.core.schedule.EndRepeat(int(i))
	r.core.schedule.Sleep(i, r.core.tick, a.restsUntil())
	return false
}

// endRoutine ends the routine of an agent. Bring what the routine did not look at up to date first: see [routines.passWithin].
func (r *routines) endRoutine(i int) {
	r.list[i] = routine{}
	r.glances.Lower(i)
	r.core.schedule.EndRepeat(i)
}

// catchUp brings an agent that sleeps, repeats its routine or waits for its turn to the current tick, so that queries and snapshots are as if it had been ticked.
func (r *routines) catchUp(i int) {
	r.agents.list[i].runner.PassOver(r.core.tick)
	r.passUp(i)
}
