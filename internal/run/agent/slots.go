package agent

// slots holds what a driver runs, each in a slot that is used again, and lists those of each agent, the last one added first. They lie side by side in pages, in the
// order in which they are needed first, which is mostly that of the agents: so a tick goes through them as they lie.
type slots[T any] struct {
	pages []*slotPage[T]
	spare []slotPage[T] // pages to come
	made  int32         // how many there are
	free  []int32
	heads []int32 // by slot of agent: its first slot + 1; 0: it has none
}

// slotsPerPage is how many slots are made at a time: few enough that a driver of one agent takes little. Where there are many, up to pagesAtOnce pages are made at a
// time: what the allocator rounds up is then next to nothing for each.
const (
	slotsPerPage = 1 << slotPageBits
	slotPageBits = 5
	pagesAtOnce  = 16
)

type slotPage[T any] [slotsPerPage]slot[T]

// slot is one thing that runs, or memory for one.
type slot[T any] struct {
	it    T
	agent int32 // its slot in the crowd
	next  int32 // of the same agent; -1: none
}

func (s *slots[T]) slot(i int32) *slot[T] { return &s.pages[i>>slotPageBits][i&(slotsPerPage-1)] }

// at returns what is in a slot. It does not move.
func (s *slots[T]) at(i int32) *T { return &s.slot(i).it }

// agent returns the slot of the agent that something is of.
func (s *slots[T]) agent(i int32) int { return int(s.slot(i).agent) }

// first returns the first slot of an agent; -1: it has none.
func (s *slots[T]) first(agent int) int32 {
	if agent >= len(s.heads) {
		return -1
	}
	return s.heads[agent] - 1
}

// next returns the slot of the same agent that follows; -1: there is none.
func (s *slots[T]) next(i int32) int32 { return s.slot(i).next }

// running returns how many slots are in use.
func (s *slots[T]) running() int { return int(s.made) - len(s.free) }

// take returns a slot for something of an agent; what is in it is what was there last.
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

// before returns how many slots the agent of a slot has that were taken before it.
func (s *slots[T]) before(i int32) (count int) {
	for i = s.next(i); i >= 0; i = s.next(i) {
		count++
	}
	return count
}

// sink moves the slot of an agent that was taken last behind those that it is less than. An agent has few.
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

// release gives a slot back. An agent has few.
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

// clear gives all slots back.
func (s *slots[T]) clear() {
	clear(s.heads)
	s.free = s.free[:0]
	for i := s.made - 1; i >= 0; i-- {
		s.free = append(s.free, i)
	}
}

// of calls visit for what an agent runs, the last one started first.
func (s *slots[T]) of(agent int, visit func(*T)) {
	for i := s.first(agent); i >= 0; i = s.next(i) {
		visit(s.at(i))
	}
}
