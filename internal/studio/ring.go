package studio

import (
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// words turns events into texts at any time after they have come, as long as all objects that they are about were there from the start.
type words struct {
	texts agent.Texts
	names *world.State // of the start: it never changes
}

// told is an event as it came. It has no pointers, so that many of them cost nothing to keep.
type told[E any] struct {
	seq   int64
	who   int32 // among those that the journal knows
	by    int32 // which of the journal's words makes its text; of one that is spelt the complement, below 0
	event E
}

// spelt reports whether its text was made when it came: it is among those of the journal.
func (t *told[E]) spelt() bool { return t.by < 0 }

// words returns which of the journal's words it came with.
func (t *told[E]) words() int32 {
	if t.by < 0 {
		return ^t.by
	}
	return t.by
}

// ring keeps the last events of a family, in the order in which they came.
type ring[E any] struct {
	list  []told[E]
	first int     // the oldest, once it is full
	count int64   // so far
	spelt []int64 // numbers of those whose texts were made when they came, in order
}

// next returns the place of another event. Where there is no room it is that of the oldest, of which nothing is looked at: it is long since not at hand.
func (r *ring[E]) next() *told[E] {
	r.count++
	n := len(r.list)
	if n == cap(r.list) {
		if n == 0 {
			r.list = make([]told[E], 1, MaxEntries) // to grow would be to copy again and again
			return &r.list[0]
		}
		at := r.first
		if r.first++; r.first == n {
			r.first = 0
		}
		return &r.list[at]
	}
	r.list = r.list[:n+1] // nothing has been there yet
	return &r.list[n]
}

// at returns the event of a number, which counts from 1; nil: it is no longer kept.
func (r *ring[E]) at(number int64) *told[E] {
	if number <= 0 || number > r.count || r.count-number >= int64(len(r.list)) {
		return nil
	}
	return r.back(int(r.count - number))
}

// back returns the i-th event from the last on; nil: there is none.
func (r *ring[E]) back(i int) *told[E] {
	if i >= len(r.list) {
		return nil
	}
	return &r.list[(r.first+len(r.list)-1-i)%len(r.list)]
}

// seqBack returns its number; 0: there is none.
func (r *ring[E]) seqBack(i int) int64 {
	if t := r.back(i); t != nil {
		return t.seq
	}
	return 0
}

// oldest returns which words the oldest event needs, or those that are given where there is none.
func (r *ring[E]) oldest(none int32) int32 {
	if len(r.list) == 0 {
		return none
	}
	return r.list[r.first].words()
}
