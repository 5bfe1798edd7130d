package search

import (
	"iter"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

const (
	// slice is the work of a strand before another may run: some milliseconds.
	slice = 4_000
	// headStart is the work of the first strand before any other runs, which does not count towards its share.
	// Depth-first search solves most problems in that time, before anything is grounded.
	headStart = 20_000

	// Units of work, about a microsecond each. The competition's problems differ from these by up to three times.
	nodesPerWork = 2   // of the depth-first search
	stepsPerWork = 6   // of grounding
	looksPerWork = 125 // of best-first search: operators examined
)

// strand is a search that runs in slices, so that others can run in between.
type strand struct {
	by     string
	weight int64 // its share of the work, relative to the sum over all strands
	next   func() (struct{}, bool)
	stop   func()

	work  int64 // done so far
	spent int64 // the scheduler's measure: nanoseconds if there is a clock, else work
	bytes int64 // currently allocated
	end   ending
}

// ending is the outcome of a strand.
type ending struct {
	status Status // 0: no answer
	limit  string // if Limit
	plan   *lifted.Plan
}

// pauser is called by a search with the work done since the last call and the bytes allocated. It returns true when the
// search may continue, or false if it must end.
type pauser func(work, bytes int64) bool

// strand creates a strand for a search.
func (s *solver) strand(by string, weight int64, run func(*strand, pauser)) {
	t := &strand{by: by, weight: weight}
	t.next, t.stop = iter.Pull(func(yield func(struct{}) bool) {
		until := int64(slice)
		if t == s.first {
			until = headStart
		}
		run(t, func(work, bytes int64) bool {
			t.work, t.bytes = t.work+work, bytes
			if t.work < until && !s.full() {
				return true
			}
			until = t.work + slice
			return yield(struct{}{})
		})
	})
	s.strands = append(s.strands, t)
}

// race alternates between the strands. It always runs the one that has used the least for its weight, until one has an
// answer or all have ended. So a search has its answer after the time that it needs alone, divided by its share, plus
// the head start, whatever the limits are.
func (s *solver) race() {
	defer func() {
		for len(s.strands) > 0 {
			s.drop(0)
		}
	}()
	s.first = s.strands[0]
	for len(s.strands) > 0 {
		i := s.turn()
		t := s.strands[i]
		more := s.advance(t)
		switch {
		case !more && s.ended(t):
			return
		case !more:
			s.drop(i)
		case s.full():
			s.dropLargest()
		}
	}
}

// advance runs a strand for a slice. It reports whether the strand has more to do.
func (s *solver) advance(t *strand) (more bool) {
	began, before := s.elapsed(), t.work
	_, more = t.next()
	s.result.Stats.Work += t.work - before
	switch {
	case before == 0 && t == s.first:
	case s.o.Clock == nil:
		t.spent += t.work - before
	default:
		t.spent += int64(s.elapsed() - began)
	}
	return more
}

// turn returns the index of the strand to run; on a tie the first.
func (s *solver) turn() int {
	best := 0
	for i, t := range s.strands {
		if b := s.strands[best]; t.spent*b.weight < b.spent*t.weight {
			best = i
		}
	}
	return best
}

// full reports whether the strands together exceed the memory limit.
func (s *solver) full() bool {
	if s.o.Memory == 0 {
		return false
	}
	sum := int64(0)
	for _, t := range s.strands {
		sum += t.bytes
	}
	return sum > s.o.Memory
}

// dropLargest ends the strand that uses the most memory.
func (s *solver) dropLargest() {
	largest := 0
	for i, t := range s.strands {
		if t.bytes > s.strands[largest].bytes {
			largest = i
		}
	}
	s.limit("memory")
	s.drop(largest)
}

// drop ends a strand and releases its memory.
func (s *solver) drop(i int) {
	s.strands[i].stop()
	s.strands = append(s.strands[:i:i], s.strands[i+1:]...)
}

// ended records the result of a strand that has ended. It reports whether that ends the others too.
func (s *solver) ended(t *strand) bool {
	switch t.end.status {
	case Found:
		s.found(t.end.plan, t.by)
	case None:
		s.none(t.by)
	case Limit:
		s.limit(t.end.limit)
		return t.end.limit == "time" || t.end.limit == "cancelled"
	default:
		return false
	}
	return true
}
