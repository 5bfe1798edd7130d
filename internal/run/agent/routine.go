package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// routine is what an agent does in each tick as long as nothing happens to it: most ticks of most agents come to it,
// so that they should not have to look at the agent.
type routine struct {
	runner.Routine
	inner int64 // before this tick the actions that it names are innermost ones: see [Crowd.deepen]; or one of those below
}

// What else [routine.inner] may be.
const (
	unnested = 0  // the actions that the runner has started are innermost ones
	atTop    = -1 // they are not, and the routine names them as they are
)

// routines are what is known of slots beside their turns.
type routines struct {
	list    []routine   // by slot: of those to whom nothing happens
	glances world.Flags // by slot: raised for those of them whose tree alone is asked in this tick: see [Crowd.glance]
	glanced int         // how many those are
}

// add makes room for the next slot.
func (r *routines) add() {
	r.list = append(r.list, routine{})
	r.glances.Fit(len(r.list))
}

// clear takes all slots away. Their memory is used again.
func (r *routines) clear() {
	for i := range r.list {
		r.glances.Lower(i)
	}
	r.list = r.list[:0]
}

// repeat lets an agent do what it did in the tick before, and reports whether nothing has happened to it.
func (c *Crowd) repeat(i int32) bool {
	s := c.core.schedule
	q := &c.routines.list[i]
	if !s.Repeats(int(i)) { // it has been removed in this tick
		return false
	}
	if q.inner > 0 && (c.core.tick >= q.inner || s.Flags().Raised(int(i))) { // who has been written to in this tick looks at all of it: also at what only waits
		c.surface(int(i))
	}
	a := c.agents.list[i]
	c.core.stage.Ctx.EnterFlagged(c.agents.idOf(i), c.core.tick, &a.state, s.Flags(), int(i))
	c.begun(a, int(i))
	same := c.letOn(a, int(i), q)
	c.leave(a, int(i))
	return same
}

// letOn lets the actions of a routine go on, and reports whether nothing has happened.
func (c *Crowd) letOn(a *agent, i int, q *routine) bool {
	all, inner := q.Routine, q.inner // the agent may be removed meanwhile
	for n, h := range all.Hands() {
		c.nth = n
		status := c.core.stage.Instances.Update(c.core.stage.Ctx, h)
		if status == action.Running && !c.core.schedule.Flags().Raised(i) {
			continue
		}
		if inner > 0 {
			c.interrupt(i, n, status)
		} else {
			a.runner.Resume(&c.core.stage, n, c.core.tick, status)
		}
		return false
	}
	q = &c.routines.list[i] // those who have come may have moved it
	switch {
	case inner == atTop && q.inner == atTop:
		c.deepen(q)
	case inner > 0 && q.inner <= 0: // it has come to an end meanwhile
		c.passUpTo(i, math.MaxInt)
	}
	return true
}

// settle has an agent that has acted repeat its routine, or sleep, until there is something else to do for it.
func (c *Crowd) settle(i int32) {
	s, a := c.core.schedule, c.agents.list[i]
	if !s.HasEachTick(i) {
		c.endRoutine(int(i))
		rests := int64(0)
		if !s.Flags().Raised(int(i)) {
			rests = a.restsUntil()
		}
		s.Pause(i, c.core.tick, rests)
		return
	}
	s.Took(i, c.core.tick)
	if c.settleEachTick(i, a) {
		c.deepen(&c.routines.list[i])
	}
}

// settleEachTick does that for one whose turns are every tick, and reports whether it repeats a routine. That names what its runner has started.
func (c *Crowd) settleEachTick(i int32, a *agent) (repeats bool) {
	q := &c.routines.list[i]
	q.inner = atTop
	var until int64
	if q.Routine, until = a.routine(); until > c.core.tick+1 {
		c.core.schedule.Repeat(i, c.core.tick, until)
		return true
	}
	q.inner = unnested
	c.core.schedule.EndRepeat(int(i))
	c.core.schedule.Sleep(i, c.core.tick, a.restsUntil())
	return false
}

// endRoutine ends the routine of an agent. What it has not looked at must have been brought up to date: see [Crowd.passWithin].
func (c *Crowd) endRoutine(i int) {
	c.routines.list[i] = routine{}
	c.routines.glances.Lower(i)
	c.core.schedule.EndRepeat(i)
}
