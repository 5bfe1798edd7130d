package studio

import (
	"github.com/karakuri-ai/karakuri/agent"
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
	by    int32 // which of the journal's words makes its text
	event E
	spelt bool // its text was made when it came: it is among those of the journal
}

// ring keeps the last events of a family, in the order in which they came.
type ring[E any] struct {
	list  []told[E]
	first int   // the oldest, once it is full
	count int64 // so far
}

// next returns the place of another event, which takes that of the oldest where there is no room; spelt tells which one that was, if its text is kept.
func (r *ring[E]) next() (t *told[E], spelt int64) {
	r.count++
	if r.list == nil {
		r.list = make([]told[E], 0, MaxEntries) // to grow would be to copy again and again
	}
	if len(r.list) < MaxEntries {
		r.list = append(r.list, told[E]{})
		return &r.list[len(r.list)-1], 0
	}
	t = &r.list[r.first]
	if r.first++; r.first == len(r.list) {
		r.first = 0
	}
	if t.spelt {
		spelt = t.seq
	}
	return t, spelt
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
	return r.list[r.first].by
}
