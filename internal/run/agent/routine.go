package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
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

// turns goes through those who act in a tick, in order: those who have decided, and those who only repeat their routine.
type turns struct {
	naps    *naps
	decided int // how many of those have had their turn
	next    int // the slot of the next of the others, or -1
}

func (n *naps) turns() turns { return turns{n, 0, n.acts.Next(0)} }

// take returns the next slot, and whether its agent repeats its routine.
func (t *turns) take() (i int32, repeats, ok bool) {
	awake := t.naps.awake
	switch {
	case t.next >= 0 && (t.decided == len(awake) || t.next < int(awake[t.decided])):
		i = int32(t.next)
		t.next = t.naps.acts.Next(t.next + 1)
		return i, true, true
	case t.decided < len(awake):
		t.decided++
		return awake[t.decided-1], false, true
	}
	return 0, false, false
}

// repeat lets an agent do what it did in the tick before, and reports whether nothing has happened to it.
func (c *Crowd) repeat(i int32) bool {
	n := c.naps
	q := &n.routines[i]
	if !n.acts.Raised(int(i)) { // it has been removed in this tick
		return false
	}
	if q.inner > 0 && (c.tick >= q.inner || n.flags.Raised(int(i))) { // who has been written to in this tick looks at all of it: also at what only waits
		c.surface(int(i))
	}
	a := c.agents[i]
	c.stage.Ctx.EnterFlagged(c.idOf(i), c.tick, &a.state, &n.flags, int(i))
	c.begun(a, int(i))
	same := c.letOn(a, int(i), q)
	c.leave(a, int(i))
	return same
}

// idOf returns the ID of the agent in a slot, without a look at the agent.
func (c *Crowd) idOf(i int32) ID { return ID(c.used[i])<<slotBits | ID(i+1) }

// letOn lets the actions of a routine go on, and reports whether nothing has happened.
func (c *Crowd) letOn(a *agent, i int, q *routine) bool {
	all, inner := q.Routine, q.inner // the agent may be removed meanwhile
	for n, h := range all.Hands() {
		c.nth = n
		status := c.stage.Instances.Update(c.stage.Ctx, h)
		if status == action.Running && !c.naps.flags.Raised(i) {
			continue
		}
		if inner > 0 {
			c.interrupt(i, n, status)
		} else {
			a.runner.Resume(&c.stage, n, c.tick, status)
		}
		return false
	}
	q = &c.naps.routines[i] // those who have come may have moved it
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
	n, a, tick := c.naps, c.agents[i], c.tick
	if n.paced {
		if n.paces[i].interval != 1 {
			n.pause(i, a, tick)
			return
		}
		n.paces[i].took(tick)
	}
	if n.settle(i, a, tick) {
		c.deepen(&n.routines[i])
	}
}

// settle does that for one whose turns are every tick, and reports whether it repeats a routine. That names what its runner has started.
func (n *naps) settle(i int32, a *agent, tick int64) (acts bool) {
	q := &n.routines[i]
	q.inner = atTop
	var until int64
	if q.Routine, until = a.routine(); until > tick+1 {
		n.acts.Raise(int(i))
		n.rest(i, tick, until)
		return true
	}
	q.inner = unnested
	n.acts.Lower(int(i))
	n.rest(i, tick, a.restsUntil())
	return false
}

// stir ends the routine of an agent. What it has not looked at must have been brought up to date: see [Crowd.passWithin].
func (n *naps) stir(i int) {
	n.routines[i].Routine, n.routines[i].inner = runner.Routine{}, unnested
	n.acts.Lower(i)
	n.glances.Lower(i)
}
