package sense

import "sync"

// desk is scratch memory of one observer's turn.
type desk struct {
	near    []Spot
	tracks  []track
	order   []place
	sorted  []candidate
	sounds  []int32
	numbers []int32 // of facts, by slot
}

// place is where a candidate stands in its list.
type place struct {
	object ObjectID
	at     int
}

// desks are those that are free. There are as many as goroutines that ever worked at once: observers need none of their
// own.
type desks struct {
	turn sync.Mutex
	free []*desk
}

// take returns a desk, to be put back. One that a panic of the host keeps from coming back is replaced.
func (s *desks) take() *desk {
	s.turn.Lock()
	defer s.turn.Unlock()
	n := len(s.free)
	if n == 0 {
		return &desk{}
	}
	d := s.free[n-1]
	s.free = s.free[:n-1]
	return d
}

func (s *desks) put(d *desk) {
	s.turn.Lock()
	s.free = append(s.free, d)
	s.turn.Unlock()
}
