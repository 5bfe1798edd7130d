package world

import "sync/atomic"

// shared is a part of a state that its copies share. A state that is its only holder may write to it.
type shared[T any] struct {
	holders atomic.Int32
	value   T
}

// share is one state's hold on a shared part, with retired parts kept to be used again: so a state that changes
// between one picture and the next allocates nothing, once there are enough of them.
type share[T any] struct {
	part   *shared[T] // nil: empty
	spares []*shared[T]
}

// alone reports whether no other state holds the part. Others may only let go meanwhile, not join: to join, they would
// have to copy this state while it is being written, which is not allowed.
func (s *share[T]) alone() bool { return s.part.holders.Load() == 1 }

// join gives up the part held and holds another state's instead.
func (s *share[T]) join(other *share[T]) {
	if s.part == other.part {
		return
	}
	if part := s.part; part != nil {
		// Only the last holder knows that no other state reads it any more.
		if s.alone() {
			s.keep(part)
		} else if part.holders.Add(-1) == 0 {
			part.holders.Store(1)
			s.keep(part)
		}
	}
	if s.part = other.part; s.part != nil {
		s.part.holders.Add(1)
	}
}

// renew puts a part of its own, with whatever contents, instead of the one held, which it returns. That one stays among
// the spares: it can be used again as soon as no copy holds it.
func (s *share[T]) renew() (old *shared[T]) {
	old = s.part
	s.part = s.fresh()
	if old != nil {
		s.keep(old)
	}
	return old
}

// fresh returns a spare that no other state holds any more, or a new part.
func (s *share[T]) fresh() *shared[T] {
	for i, spare := range s.spares {
		if spare.holders.Load() == 1 {
			n := copy(s.spares[i:], s.spares[i+1:])
			s.spares[i+n] = nil
			s.spares = s.spares[:i+n]
			return spare
		}
	}
	part := &shared[T]{}
	part.holders.Store(1)
	return part
}

func (s *share[T]) keep(part *shared[T]) {
	if len(s.spares) == maxSpares {
		s.spares[0].holders.Add(-1)
		copy(s.spares, s.spares[1:])
		s.spares = s.spares[:maxSpares-1]
	}
	s.spares = append(s.spares, part)
}
