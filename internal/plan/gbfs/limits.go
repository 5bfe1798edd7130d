package gbfs

import "math"

const (
	// workPerLook is the work between two checks of the limits, in operators visited: a few milliseconds.
	workPerLook = 1 << 18
	// workPerPoll is the work between two checks of the clock and the cancellation, also within one estimate: less than
	// a millisecond.
	workPerPoll = 1 << 14
)

// long returns the work for a long condition or effect, in operators visited. A short one is part of the work for its
// owner.
func long(facts int) int {
	if facts < 64 {
		return 0
	}
	return facts / 8
}

// limited ends the search at a limit. It checks nodes and memory each time, the other limits from time to time.
func (s *search) limited() bool {
	s.work++
	switch {
	case s.o.Nodes > 0 && s.opened >= s.o.Nodes:
		s.end("nodes")
	case s.o.Memory > 0 && s.bytes() > s.o.Memory || s.nets.full() || s.nodes.Len() > math.MaxInt32-enoughNodes:
		s.end("memory")
	case s.work+s.relaxed.work >= workPerLook:
		s.look()
	case s.work+s.relaxed.work >= s.polled+workPerPoll:
		s.poll()
	}
	return s.result.Outcome != 0
}

// poll checks for cancellation, and for the deadline in a long estimate. It reports whether the search may continue.
func (s *search) poll() bool {
	if s.polled = s.work; s.relaxed != nil {
		s.polled += s.relaxed.work
	}
	switch {
	case s.result.Outcome != 0:
	case s.polled >= 2*workPerLook && s.o.Clock != nil && s.o.Deadline > 0 && s.o.Clock() >= s.o.Deadline:
		s.end("time")
	case s.cancelled():
		s.end("cancelled")
	}
	return s.result.Outcome == 0
}

// look checks all limits, and lets others work. It reports whether the search may continue.
func (s *search) look() bool {
	work, bytes := s.work, s.bytes()
	s.polled = 0
	if s.work = 0; s.relaxed != nil {
		work += s.relaxed.work
		s.relaxed.work = 0
	}
	switch {
	case s.result.Outcome != 0:
	case s.o.Memory > 0 && bytes > s.o.Memory:
		s.end("memory")
	case s.o.Clock != nil && s.o.Deadline > 0 && s.o.Clock() >= s.o.Deadline:
		s.end("time")
	case s.cancelled(), s.o.Pause != nil && !s.o.Pause(int64(work), bytes):
		s.end("cancelled")
	case s.o.Progress != nil && s.opened > 0:
		s.progress()
	}
	return s.result.Outcome == 0
}

func (s *search) end(limit string) { s.result.Outcome, s.result.Limit = Limited, limit }

func (s *search) cancelled() bool {
	select {
	case <-s.o.Cancel:
		return true
	default:
		return false
	}
}

func (s *search) progress() {
	open, least := 0, int32(-1)
	for _, q := range s.queues {
		open = max(open, q.size)
		least = q.best
	}
	s.o.Progress(s.opened, open, least)
}

// bytes returns the memory that the search uses.
func (s *search) bytes() int64 {
	sum := s.fixed + s.states.bytes() + s.nets.bytes() + s.seen.room + s.nodes.Bytes()
	for _, q := range s.queues {
		sum += q.bytes()
	}
	return sum
}
