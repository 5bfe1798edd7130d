package agent

import (
	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// routine is what an agent does in each tick as long as nothing happens to it, with what that takes: most ticks of most agents come to it,
// so that they should not have to look at the agent.
type routine struct {
	runner.Routine
	state *world.State
	id    ID // while it has one
}

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
	if !q.Holds(c.tick) { // it has been removed in this tick
		return false
	}
	a := c.agents[i]
	c.stage.Ctx.EnterFlagged(q.id, c.tick, q.state, &n.flags, int(i))
	c.begun(a, int(i))
	same := a.runner.Repeat(&c.stage, &q.Routine, c.tick, &n.flags, int(i))
	c.leave(a, int(i))
	return same
}

// settle has an agent that has acted repeat its routine, or sleep, until there is something else to do for it.
func (n *naps) settle(i int32, a *agent, tick int64) {
	if n.paced {
		if n.paces[i].interval != 1 {
			n.pause(i, a, tick)
			return
		}
		n.paces[i].took(tick)
	}
	q := &n.routines[i]
	q.id = a.id
	if q.Routine = a.routine(); q.Holds(tick + 1) {
		n.acts.Raise(int(i))
		n.rest(i, tick, q.Until())
		return
	}
	n.acts.Lower(int(i))
	n.rest(i, tick, a.restsUntil())
}

// stir ends the routine of an agent.
func (n *naps) stir(i int) {
	n.routines[i].Routine = runner.Routine{}
	n.acts.Lower(i)
}
