package search

import (
	"iter"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

const (
	// slice is how much a strand works before another one may have its turn, in units of work: some milliseconds.
	slice = 4_000
	// headStart is how much the first strand works before any other, and without paying for it: depth-first search solves most
	// problems in that time, and nothing is instantiated then.
	headStart = 20_000

	// What counts as a unit of work, about a microsecond. The competition's problems differ from these by up to three times.
	nodesPerWork = 2   // of the depth-first search
	stepsPerWork = 6   // of instantiating
	looksPerWork = 125 // of the best-first search: operators looked at
)

// strand is a search that runs a slice at a time, so that others can run between.
type strand struct {
	by     string
	weight int64 // its share of the work, of the sum over all strands
	next   func() (struct{}, bool)
	stop   func()

	work  int64 // done so far
	spent int64 // what the scheduler goes by: time in nanoseconds where there is a clock, else work
	bytes int64 // taken at present
	end   ending
}

// ending is how a search ended.
type ending struct {
	status Status // 0: it says nothing about the problem
	limit  string // of Limit
	plan   *lifted.Plan
}

// pauser is called by a search with the work done since the last time and the bytes taken. It returns when the search may go
// on, or false if it has to end.
type pauser func(work, bytes int64) bool

// strand makes a strand of a search.
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

// race runs the strands by turns, always the one that has used the least for its weight, until one has an answer or all have
// ended. So a search has its answer after what it needs alone, divided by its share, and the head
// start, whatever the limits are.
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

// advance lets a strand work for a slice. It reports whether there is more to do.
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

// turn returns the strand whose turn it is. Of equal ones it is the first.
func (s *solver) turn() int {
	best := 0
	for i, t := range s.strands {
		if b := s.strands[best]; t.spent*b.weight < b.spent*t.weight {
			best = i
		}
	}
	return best
}

// full reports whether the strands together take more memory than they may.
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

// dropLargest ends the strand that takes the most memory.
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

// drop ends a strand and forgets it, so that its memory is free.
func (s *solver) drop(i int) {
	s.strands[i].stop()
	s.strands = append(s.strands[:i:i], s.strands[i+1:]...)
}

// ended takes the result of a strand that came to its end. It reports whether that ends all others, too.
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
