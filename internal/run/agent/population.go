package agent

import (
	"math"
	"unsafe"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec/pool"
	"github.com/karakuri-ai/karakuri/world"
)

// population holds the agents of a crowd, in slots that are reused.
type population struct {
	core   *core
	list   []*agent // by slot
	used   []int32  // how many agents have had the slot
	free   int      // no slot below is free
	count  int
	came   int64   // agents so far
	kinds  []int32 // of them, by kind
	places []int32 // by slot: see ofKind; nil: those among all agents, as where there is one kind
	berths []agent // memory for further agents
	words  slab    // memory of their states

	origins map[ID]action.Origin // of agents that were moved here; nil: none was
	leaving world.Flags          // by slot: raised for agents that leave at the end of the tick
	tense   world.Flags          // by slot: raised for agents that may not be at the lowest level of alertness
	reread  world.Flags          // by slot: raised for agents from a snapshot, which does not hold what their memory has reported since the last tick
	leavers []ID                 // agents that leave
}

// slot returns the agent with an ID, or nil if it has left.
func (p *population) slot(id ID) *agent {
	i := SlotOf(id)
	if i < 0 || i >= len(p.list) || p.list[i].id != id {
		return nil
	}
	return p.list[i]
}

// leaves reports whether an agent has been removed, and leaves at the end of the tick.
func (p *population) leaves(a *agent) bool { return p.leaving.Raised(a.slot()) }

// idOf returns the ID of the agent in a slot without reading the agent.
func (p *population) idOf(i int32) ID { return ID(p.used[i])<<slotBits | ID(i+1) }

// newBerth returns memory for another agent.
func (p *population) newBerth() *agent {
	if len(p.berths) == 0 {
		p.berths = make([]agent, max(1, min(berthsPerPage, len(p.list)/4)))
	}
	a := &p.berths[0]
	p.berths = p.berths[1:]
	a.extras = &noExtras
	a.state.Use(p.words.take(p.core.world.Schema().Words, len(p.list)))
	return a
}

// taken yields the slots with an agent.
func (p *population) taken(yield func(int) bool) {
	for i, a := range p.list {
		if a.id != 0 && !yield(i) {
			return
		}
	}
}

// Len is [Crowd.Len].
func (p *population) Len() int { return p.count }

// Has is [Crowd.Has].
func (p *population) Has(id ID) bool { return p.slot(id) != nil }

// SpawnCount is [Crowd.SpawnCount].
func (p *population) SpawnCount() int64 { return p.came }

// All is [Crowd.All].
func (p *population) All(yield func(ID) bool) {
	for _, a := range p.list {
		if a.id != 0 && !yield(a.id) {
			return
		}
	}
}

// number numbers an agent that was spawned: among all agents, and among those of its kind.
func (p *population) number(a *agent) {
	p.came++
	p.kinds[a.kind] = min(p.kinds[a.kind]+1, math.MaxInt32-1)
	a.number = p.came
	p.setOfKind(a, p.kinds[a.kind])
}

// ofKind returns an agent's place in the order of spawning among the agents of its kind, from 1.
func (p *population) ofKind(a *agent) int32 {
	if p.places == nil {
		return int32(a.number)
	}
	return p.places[a.slot()]
}

// setOfKind sets an agent's place among the agents of its kind.
func (p *population) setOfKind(a *agent, n int32) {
	if p.places == nil {
		if int64(n) == a.number {
			return
		}
		for i, other := range p.list {
			p.places = append(p.places, 0)
			if other.id != 0 {
				p.places[i] = int32(other.number)
			}
		}
	}
	for len(p.places) < len(p.list) {
		p.places = append(p.places, 0)
	}
	p.places[a.slot()] = n
}

// KindOf is [Crowd.KindOf].
func (p *population) KindOf(id ID) string {
	if a := p.slot(id); a != nil {
		return p.core.model.Info.Agents[a.kind].Name
	}
	return ""
}

// Number is [Crowd.Number].
func (p *population) Number(id ID) int64 {
	if a := p.slot(id); a != nil {
		return a.number
	}
	return 0
}

// vacant returns the lowest free slot; nil if there is none.
func (p *population) vacant() *agent {
	for i := p.free; i < len(p.list); i++ {
		if p.list[i].id == 0 {
			p.free = i + 1
			return p.list[i]
		}
	}
	return nil
}

// add makes room for the next slot, and returns its agent.
func (p *population) add() *agent {
	a := p.newBerth()
	p.put(a)
	p.free = len(p.list)
	return a
}

// put makes room for the next slot, with the memory of an agent.
func (p *population) put(a *agent) {
	p.list, p.used = append(pool.Room(p.list, 1), a), append(pool.Room(p.used, 1), 0)
	p.leaving.Fit(len(p.list))
	p.reread.Fit(len(p.list))
	p.tense.Fit(len(p.list))
}

// welcome clears the records of the agent that had the slot before.
func (p *population) welcome(i int) {
	p.leaving.Lower(i)
	p.reread.Lower(i)
	p.tense.Lower(i)
}

// clear removes all slots, and keeps their memory.
func (p *population) clear() {
	for i := range p.list {
		p.welcome(i)
	}
	p.list, p.used = p.list[:0], p.used[:0]
}

// use takes over the slots of another population. Its own memory for further agents is kept.
func (p *population) use(other population) {
	other.core, other.berths, other.words = p.core, p.berths, p.words
	*p = other
	p.clear()
}

// berthsPerPage is the number of agents that are allocated at a time in a large crowd, so that rounding up by the
// allocator costs next to nothing for each.
const berthsPerPage = 32 << 10 / int(unsafe.Sizeof(agent{}))
