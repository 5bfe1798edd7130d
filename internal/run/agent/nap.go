package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/world"
)

// wheelTicks is how many ticks the wheel of naps goes round in. Naps that take longer are looked at once in each round.
const wheelTicks = 256

// naps tell which agents are to be ticked: those that act, and those whose state somebody has written to. The others sleep. They wait in a
// wheel for the tick in which something is due for them, and cost nothing until then.
type naps struct {
	flags world.Flags       // by slot: raised for those that are to be ticked next, by the crowd or by whoever writes to their state
	list  []nap             // by slot
	wheel [wheelTicks]int32 // the first of the slots whose tick has this rest, + 1
	awake []int32           // slots of those that take part in the tick and decide

	routines []routine   // by slot: of those to whom nothing happens
	acts     world.Flags // by slot: raised for those that have a routine
	glances  world.Flags // by slot: raised for those of them whose tree alone is asked in this tick: see [Crowd.glance]
	glanced  int         // how many those are
	leaving  world.Flags // by slot: raised for those that leave at the end of the tick
	reread   world.Flags // by slot: raised for those from a snapshot, which does not hold what their memory has told of since the last tick
	acted    []int32     // slots of those that took part in the tick, but for those to whom nothing happened

	paced   bool    // there are levels of detail, or a bound on turns
	paces   []pace  // by slot, if it is
	fresh   []int32 // slots of those whose significance nobody has asked for yet
	next    int32   // the slot after that of the last who was chosen where not all could have a turn
	put     int     // how many were put off in the last tick
	rations rations
}

// nap is that of one slot.
type nap struct {
	until  int64 // the tick of its next decision; 0: awake
	after  int32 // the next slot in the same place of the wheel, + 1
	before int32 // the one before, + 1
}

func newNaps(o *Options) *naps {
	return &naps{paced: len(o.classes()) > 0 || o.TurnsPerTick > 0 || o.CrowdNodesPerTick > 0, rations: newRations(o.CrowdNodesPerTick, o.sliceOf())}
}

// add makes room for the next slot, which holds an agent with a state, and wakes it.
func (n *naps) add(st *world.State) {
	i := len(n.list)
	n.list = append(n.list, nap{})
	n.flags.Fit(i + 1)
	st.Flag(&n.flags, i)
	n.flags.Raise(i)
	n.routines = append(n.routines, routine{})
	n.acts.Fit(i + 1)
	n.glances.Fit(i + 1)
	n.leaving.Fit(i + 1)
	n.reread.Fit(i + 1)
	if n.paced {
		n.paces = append(n.paces, pace{interval: 1, span: 1})
	}
	n.rations.add()
}

// welcome forgets what was noted of who had a slot before.
func (n *naps) welcome(i int) {
	n.leaving.Lower(i)
	n.reread.Lower(i)
}

// clear takes all slots away. Their memory is used again.
func (n *naps) clear() {
	for i := range n.list {
		n.flags.Lower(i)
		n.acts.Lower(i)
		n.glances.Lower(i)
		n.welcome(i)
	}
	n.routines = n.routines[:0]
	n.list, n.awake, n.wheel = n.list[:0], n.awake[:0], [wheelTicks]int32{}
	n.paces, n.fresh, n.next = n.paces[:0], n.fresh[:0], 0
	n.rations.clear()
}

// rest lets the agent in a slot sleep until a tick; in the present or the next one it is ticked anyway.
func (n *naps) rest(i int32, now, until int64) {
	n.rise(i)
	if until <= now+1 {
		n.flags.Raise(int(i))
		return
	}
	n.hold(i, until)
}

// hold puts a slot that is not in the wheel there, until a tick to come.
func (n *naps) hold(i int32, until int64) {
	a := &n.list[i]
	if a.until = until; until == math.MaxInt64 {
		return
	}
	head := &n.wheel[until%wheelTicks]
	if a.after = *head; a.after != 0 {
		n.list[a.after-1].before = i + 1
	}
	*head = i + 1
}

// wake ends the nap of a slot, and has its agent ticked next.
func (n *naps) wake(i int32) {
	n.flags.Raise(int(i))
	n.rise(i)
	if n.paced {
		n.paces[i].due = 0
	}
}

// rise takes a slot out of the wheel.
func (n *naps) rise(i int32) {
	a := &n.list[i]
	switch {
	case a.until == 0:
		return
	case a.before != 0:
		n.list[a.before-1].after = a.after
	case a.until != math.MaxInt64:
		n.wheel[a.until%wheelTicks] = a.after
	}
	if a.after != 0 {
		n.list[a.after-1].before = a.before
	}
	*a = nap{}
}

// ring wakes those for whom something is due in a tick.
func (n *naps) ring(tick int64) {
	for at := n.wheel[tick%wheelTicks]; at != 0; {
		i := at - 1
		if at = n.list[i].after; n.list[i].until <= tick {
			n.wake(i)
		}
	}
}

// rouse fills the list of those that are ticked, in order.
func (c *Crowd) rouse() {
	n := c.naps
	n.ring(c.tick)
	n.awake, n.glanced = n.awake[:0], 0
	for i := n.flags.Next(0); i >= 0; i = n.flags.Next(i + 1) {
		switch a := c.agents[i]; {
		case a.id == 0:
			n.flags.Lower(i)
		case !c.takesPart(a), n.paced && c.isPutOff(i, a), c.glances(i, a):
		default:
			c.passWithin(i, c.tick-1)
			n.awake = append(n.awake, int32(i))
		}
	}
	c.choose()
	for _, i := range n.awake {
		n.flags.Lower(int(i))
		n.rise(i)
		n.stir(int(i))
	}
}

// catchUp brings an agent that sleeps, repeats its routine or waits for its turn to the present tick: what is told and saved of it is as if it had been ticked.
func (c *Crowd) catchUp(i int) {
	c.agents[i].runner.PassOver(c.tick)
	c.passUp(i)
}
