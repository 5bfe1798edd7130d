package agent

// slots holds what a driver runs, each in a slot that is reused, and lists the slots of each agent, the last one added
// first. The slots lie in pages, in the order in which they were first taken, which is mostly the order of the agents:
// a tick goes through memory in order.
type slots[T any] struct {
	pages []*slotPage[T]
	spare []slotPage[T] // pages not used yet
	made  int32         // slots so far
	free  []int32
	heads []int32 // by slot of agent: its first slot + 1; 0: it has none
}

// slotsPerPage is the number of slots that are allocated at a time: few, so that a driver of one agent takes little
// memory. A large driver allocates up to pagesAtOnce pages at a time, so that rounding up by the allocator costs next
// to nothing for each slot.
const (
	slotsPerPage = 1 << slotPageBits
	slotPageBits = 5
	pagesAtOnce  = 16
)

type slotPage[T any] [slotsPerPage]slot[T]

// slot holds one running activity, or unused memory for one.
type slot[T any] struct {
	it    T
	agent int32 // the agent's slot in the crowd
	next  int32 // next slot of the same agent; -1: none
}

func (s *slots[T]) slot(i int32) *slot[T] { return &s.pages[i>>slotPageBits][i&(slotsPerPage-1)] }

// at returns the content of a slot. It does not move.
func (s *slots[T]) at(i int32) *T { return &s.slot(i).it }

// agent returns the slot of the agent to which a slot belongs.
func (s *slots[T]) agent(i int32) int { return int(s.slot(i).agent) }

// first returns the first slot of an agent; -1 if it has none.
func (s *slots[T]) first(agent int) int32 {
	if agent >= len(s.heads) {
		return -1
	}
	return s.heads[agent] - 1
}

// next returns the next slot of the same agent; -1 if there is none.
func (s *slots[T]) next(i int32) int32 { return s.slot(i).next }

// running returns the number of slots that are in use.
func (s *slots[T]) running() int { return int(s.made) - len(s.free) }

// take returns a slot for an agent, with its last content.
func (s *slots[T]) take(id ID) int32 {
	i := s.made
	if n := len(s.free) - 1; n >= 0 {
		i, s.free = s.free[n], s.free[:n]
	} else {
		if i>>slotPageBits == int32(len(s.pages)) {
			s.pages = append(s.pages, s.newPage())
		}
		s.made++
	}
	agent := int32(SlotOf(id))
	for len(s.heads) <= int(agent) {
		s.heads = append(s.heads, 0)
	}
	e := s.slot(i)
	e.agent, e.next = agent, s.heads[agent]-1
	s.heads[agent] = i + 1
	return i
}

func (s *slots[T]) newPage() *slotPage[T] {
	if len(s.spare) == 0 {
		s.spare = make([]slotPage[T], max(1, min(pagesAtOnce, len(s.pages)/4)))
	}
	p := &s.spare[0]
	s.spare = s.spare[1:]
	return p
}

// before returns how many slots the agent has taken before slot i.
func (s *slots[T]) before(i int32) (count int) {
	for i = s.next(i); i >= 0; i = s.next(i) {
		count++
	}
	return count
}

// sink moves the agent's newest slot behind those that it is less than. An agent has few.
func (s *slots[T]) sink(i int32, less func(a, b *T) bool) {
	e := s.slot(i)
	head, at := &s.heads[e.agent], e.next
	*head = at + 1
	var before *slot[T]
	for at >= 0 && less(&e.it, s.at(at)) {
		before, at = s.slot(at), s.next(at)
	}
	if e.next = at; before == nil {
		*head = i + 1
	} else {
		before.next = i
	}
}

// release frees a slot. An agent has few.
func (s *slots[T]) release(i int32) {
	e := s.slot(i)
	if head := &s.heads[e.agent]; *head == i+1 {
		*head = e.next + 1
	} else {
		before := s.slot(*head - 1)
		for before.next != i {
			before = s.slot(before.next)
		}
		before.next = e.next
	}
	s.free = append(s.free, i)
}

// clear frees all slots.
func (s *slots[T]) clear() {
	clear(s.heads)
	s.free = s.free[:0]
	for i := s.made - 1; i >= 0; i-- {
		s.free = append(s.free, i)
	}
}

// of calls visit for the content of each slot of an agent, the newest first.
func (s *slots[T]) of(agent int, visit func(*T)) {
	for i := s.first(agent); i >= 0; i = s.next(i) {
		visit(s.at(i))
	}
}
