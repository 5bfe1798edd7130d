package agent

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// DefaultSlice is how many nodes an agent plans at most in one tick where [Options].CrowdNodesPerTick is set and NodesPerTick is not: most plans of
// games take fewer, and those that take more do not keep others waiting.
const DefaultSlice = 128

// DefaultRounds is how many rounds the expressions of an agent take at most in one tick where [Options].RoundsPerTick is not set: as many as four evaluations at
// their own limit, some hundred milliseconds.
const DefaultRounds = 4 * expr.MaxRounds

// allow bounds what the agent whose turn it is evaluates from now on.
func (c *Crowd) allow(a *expr.Allowance) { a.Refill(cmp.Or(c.options.RoundsPerTick, DefaultRounds)) }

// choose leaves in the list of those that would have a turn as many as [Options].TurnsPerTick says: the first ones from where it
// stopped the last time on, so that nobody waits longer than it takes all to have theirs. The others keep their flag raised.
func (c *Crowd) choose() {
	n, most := c.naps, c.options.TurnsPerTick
	count := len(n.awake)
	if n.put = 0; most <= 0 || count <= most {
		return
	}
	first := c.rankFrom(n.next)
	chosen, rank, last := n.awake[:0], 0, int32(0)
	for _, i := range n.awake {
		after := (rank - first + count) % count
		if rank++; after < most {
			if chosen = append(chosen, i); after == most-1 {
				last = i
			}
			continue
		}
		n.stir(int(i))
		n.paces[i].span++
		n.put++
	}
	n.awake, n.next = chosen, last+1
}

// rankFrom returns the place among those who are awake of the first one from a slot on.
func (c *Crowd) rankFrom(slot int32) int {
	rank, _ := slices.BinarySearch(c.naps.awake, slot)
	return rank % max(1, len(c.naps.awake))
}

// rations share out what may be planned in a tick, in slices that are all of the same size.
type rations struct {
	slices int     // in a tick; 0: there is no bound
	since  []int64 // by slot: the tick since when an agent waits for one; 0: it does not
	given  []bool  // by place in the list of those who are awake
	queue  []int32 // places of those who wait
	next   int32   // the slot after that of the last who was given one without waiting for it
}

func newRations(nodes, slice int) rations {
	if nodes <= 0 {
		return rations{}
	}
	return rations{slices: max(1, nodes/slice)}
}

func (r *rations) add() {
	if r.slices > 0 {
		r.since = append(r.since, 0)
	}
}

func (r *rations) clear() { r.since, r.next = r.since[:0], 0 }

// sliceOf returns how many nodes an agent may plan in a tick; 0: any number.
func (o *Options) sliceOf() int {
	switch nodes := o.CrowdNodesPerTick; {
	case nodes <= 0:
		return o.NodesPerTick
	case o.NodesPerTick <= 0:
		return min(nodes, DefaultSlice)
	default:
		return min(nodes, o.NodesPerTick)
	}
}

// share gives slices to those who are awake, before they decide: first to those who wait, the longest waiting first, then to others in case they want to plan, in
// turn. Who wants to plan and has none waits.
func (c *Crowd) share() {
	n := c.naps
	r := &n.rations
	if r.slices == 0 {
		return
	}
	r.given, r.queue = r.given[:0], r.queue[:0]
	for k, i := range n.awake {
		if r.given = append(r.given, false); r.since[i] > 0 {
			r.queue = append(r.queue, int32(k))
		}
	}
	if len(r.queue) > r.slices {
		slices.SortFunc(r.queue, func(a, b int32) int {
			return cmp.Or(cmp.Compare(r.since[n.awake[a]], r.since[n.awake[b]]), cmp.Compare(a, b))
		})
		r.queue = r.queue[:r.slices]
	}
	for _, k := range r.queue {
		r.given[k] = true
	}
	c.shareRest(r.slices - len(r.queue))
}

// shareRest gives slices to those who are awake and do not wait.
func (c *Crowd) shareRest(left int) {
	n := c.naps
	r := &n.rations
	from, _ := slices.BinarySearch(n.awake, r.next)
	for k := 0; k < len(n.awake) && left > 0; k++ {
		at := (from + k) % len(n.awake)
		if r.given[at] {
			continue
		}
		r.given[at] = true
		r.next = n.awake[at] + 1
		left--
	}
}

// ration tells the runner of one who is awake whether it may plan.
func (n *naps) ration(k int, r *runner.Runner, tick int64) {
	if n.rations.slices > 0 {
		r.Ration(n.rations.given[k], tick)
	}
}

// waits notes since when those who have acted wait for a slice. Who has had one and goes on planning is the last in the queue.
func (c *Crowd) waits() {
	n := c.naps
	if n.rations.slices == 0 {
		return
	}
	k := 0
	for _, i := range n.acted {
		for k < len(n.awake) && n.awake[k] < i {
			k++
		}
		given := k < len(n.awake) && n.awake[k] == i && n.rations.given[k]
		switch since := &n.rations.since[i]; {
		case c.agents[i].id == 0 || !c.agents[i].runner.IsHungry() || n.sleeps(i, c.tick):
			*since = 0
		case *since == 0 || given:
			*since = c.tick
		}
	}
}

// sleeps reports whether a slot whose turns are every tick rests for longer than that. Then what it was to plan for is past.
func (n *naps) sleeps(i int32, tick int64) bool {
	return n.paces[i].interval == 1 && !n.flags.Raised(int(i)) && n.list[i].until > tick+1
}
