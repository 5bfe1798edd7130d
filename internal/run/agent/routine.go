package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec/pool"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// routine lists the actions that an agent updates in each tick as long as nothing else happens to it. Most ticks of
// most agents are like that: the crowd then updates these actions without touching the agent's plans and trees.
type routine struct {
	runner.Routine
	inner int64 // until this tick the routine lists innermost actions, see [routines.deepen]; or a constant below
}

// Other values of [routine.inner].
const (
	unnested = 0  // the runner's own actions are innermost ones
	atTop    = -1 // the routine lists the runner's own actions, and some of them are trees or plans
)

// routines holds the routine of each slot, and which trees to tick alone.
type routines struct {
	core     *core
	agents   *population
	families *families
	turns    *turns
	net      *net
	journal  *journal
	squads   *squads

	shallow bool           // update steady trees and plans in each tick anyway, for tests
	nth     int            // index of the innermost action that the current agent updates
	inner   runner.Routine // memory for deepen

	list    []routine   // by slot
	glances world.Flags // by slot: in this tick, only the agent's tree is ticked: see [routines.tickTree]
	glanced int         // the number of raised glances
}

// add makes room for the next slot.
func (r *routines) add() {
	r.list = append(pool.Room(r.list, 1), routine{})
	r.glances.Fit(len(r.list))
}

// use replaces the list, and reuses the memory of both arguments.
func (r *routines) use(list []routine, glances world.Flags) {
	r.list, r.glances, r.glanced = list[:0], glances, 0
	for i := range list {
		r.glances.Lower(i)
	}
}

// repeat runs an agent's routine, and reports whether the agent can repeat it in the next tick.
func (r *routines) repeat(i int32) bool {
	k, n := r.core, r.net
	s := k.schedule
	q := &r.list[i]
	if !s.Repeats(int(i)) { // the agent was removed in this tick
		return false
	}
	if q.inner > 0 && (k.tick >= q.inner || s.Flags().Raised(int(i))) { // a write to the agent's state may concern trees and plans that only wait
		r.surface(int(i))
	}
	a := r.agents.list[i]
	k.stage.Ctx.EnterFlagged(r.agents.idOf(i), k.tick, &a.state, s.Flags(), int(i))
	n.begun(a, int(i))
	same := r.letOn(a, int(i), q)
	n.leave(a, int(i))
	return same
}

// letOn updates the actions of a routine. It reports whether all still run and none wrote to the agent's state.
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
	case inner > 0 && q.inner <= 0: // a call during the updates ended the deep routine
		r.passUpTo(i, math.MaxInt)
	}
	return true
}

// settle makes an agent that has acted repeat its routine, or sleep, until it has something else to do.
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

// settleEachTick is settle for an agent with a turn in every tick. It reports whether the agent repeats a routine; the
// routine then lists the runner's own actions.
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

// endRoutine ends the routine of an agent. Call [routines.passWithin] first, to bring nested plans up to date.
func (r *routines) endRoutine(i int) {
	r.list[i] = routine{}
	r.glances.Lower(i)
	r.core.schedule.EndRepeat(i)
}

// catchUp brings an agent that sleeps, repeats its routine or waits for its turn to the current tick, so that queries
// and snapshots see it as if it had been ticked.
func (r *routines) catchUp(i int) {
	r.agents.list[i].runner.PassOver(r.core.tick)
	r.passUp(i)
}
