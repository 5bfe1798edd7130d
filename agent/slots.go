package agent

// slots holds what a driver runs, each in a slot that is used again, and lists those of each agent, the last one added first.
type slots[T any] struct {
	list  []*slot[T]
	free  []int32
	heads []int32 // by slot of agent: its first slot + 1; 0: it has none
}

// slot is one thing that runs, or memory for one.
type slot[T any] struct {
	it         T
	agent      int32 // its slot in the crowd
	prev, next int32 // of the same agent; -1: none
}

// at returns what is in a slot. It does not move.
func (s *slots[T]) at(i int32) *T { return &s.list[i].it }

// first returns the first slot of an agent; -1: it has none.
func (s *slots[T]) first(agent int) int32 {
	if agent >= len(s.heads) {
		return -1
	}
	return s.heads[agent] - 1
}

// running returns how many slots are in use.
func (s *slots[T]) running() int { return len(s.list) - len(s.free) }

// take returns a slot for something of an agent; what is in it is what was there last.
func (s *slots[T]) take(id ID) int32 {
	if len(s.free) == 0 {
		s.free = append(s.free, int32(len(s.list)))
		s.list = append(s.list, &slot[T]{})
	}
	i := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	agent := int32(id&slotMask) - 1
	for len(s.heads) <= int(agent) {
		s.heads = append(s.heads, 0)
	}
	e := s.list[i]
	e.agent, e.prev, e.next = agent, -1, s.heads[agent]-1
	if e.next >= 0 {
		s.list[e.next].prev = i
	}
	s.heads[agent] = i + 1
	return i
}

// release gives a slot back.
func (s *slots[T]) release(i int32) {
	e := s.list[i]
	if e.prev >= 0 {
		s.list[e.prev].next = e.next
	} else {
		s.heads[e.agent] = e.next + 1
	}
	if e.next >= 0 {
		s.list[e.next].prev = e.prev
	}
	s.free = append(s.free, i)
}

// clear gives all slots back.
func (s *slots[T]) clear() {
	clear(s.heads)
	s.free = s.free[:0]
	for i := len(s.list) - 1; i >= 0; i-- {
		s.free = append(s.free, int32(i))
	}
}

// of calls visit for what an agent runs, the last one started first.
func (s *slots[T]) of(agent int, visit func(*T)) {
	for i := s.first(agent); i >= 0; i = s.list[i].next {
		visit(s.at(i))
	}
}
