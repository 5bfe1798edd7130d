package sense

import "github.com/karakuri-ai/karakuri/internal/codec/pool"

// desk is scratch memory of one observer's turn.
type desk struct {
	near    []Spot
	tracks  []track
	list    []candidate // of the observer, while it gathers
	spots   []candidate // likewise
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

// desks are those that are free: observers need none of their own.
type desks struct{ pool.Shelf[*desk] }

// take returns a desk, to be put back. One that a panic of the host keeps from coming back is replaced.
func (s *desks) take() *desk {
	if d := s.Take(); d != nil {
		return d
	}
	return &desk{}
}
