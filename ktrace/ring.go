package ktrace

// Ring keeps the last events of an agent. The zero Ring keeps none. Not safe for concurrent use.
type Ring struct {
	events []Event
	next   int // index for the next event once the ring is full
	size   int
}

// Reset empties the ring and sets its size. It reuses memory.
func (r *Ring) Reset(size int) {
	r.size, r.next = max(size, 0), 0
	r.events = r.events[:0]
}

// Add stores a copy of an event, which replaces the oldest if the ring is full. It allocates nothing once warm.
func (r *Ring) Add(e *Event) {
	switch {
	case r.size == 0:
	case len(r.events) < r.size:
		r.grow()
		r.events[len(r.events)-1].CopyFrom(e)
	default:
		r.events[r.next].CopyFrom(e)
		if r.next++; r.next == r.size {
			r.next = 0
		}
	}
}

// grow adds an event, reusing the memory of an event before a Reset.
func (r *Ring) grow() {
	if len(r.events) < cap(r.events) {
		r.events = r.events[:len(r.events)+1]
		return
	}
	r.events = append(r.events, Event{})
}

// Len returns the number of events.
func (r *Ring) Len() int { return len(r.events) }

// At returns an event: 0 is the oldest. It belongs to the ring and is valid until the next Add.
func (r *Ring) At(i int) *Event {
	if len(r.events) == r.size {
		i = (r.next + i) % r.size
	}
	return &r.events[i]
}
