package pool

import "sync"

// Shelf holds scratch memory that is not in use, for work that any number of goroutines do at the same time: as many
// pieces as ever were in use at once.
type Shelf[T any] struct {
	turn sync.Mutex
	free []T
}

// Take returns a piece, to be put back; the zero value if none is free.
func (s *Shelf[T]) Take() (it T) {
	s.turn.Lock()
	defer s.turn.Unlock()
	if n := len(s.free); n > 0 {
		it, s.free = s.free[n-1], s.free[:n-1]
	}
	return it
}

// Put puts a piece back.
func (s *Shelf[T]) Put(it T) {
	s.turn.Lock()
	s.free = append(s.free, it)
	s.turn.Unlock()
}
