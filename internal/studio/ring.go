package studio

import (
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// words makes the texts of events later, provided that all objects that they are about were there from the start.
type words struct {
	texts agent.Texts
	names *world.State // the state at the start, which never changes
}

// told is an event as it occurred. It has no pointers, so keeping many costs the garbage collector nothing.
type told[E any] struct {
	seq   int64
	who   int32 // the agent's number in the journal
	by    int32 // index of the journal's words for its text; for a spelt event its complement, below 0
	event E
}

// spelt reports whether the text was made when the event occurred and is kept in the journal.
func (t *told[E]) spelt() bool { return t.by < 0 }

// words returns the index of the words that it occurred with.
func (t *told[E]) words() int32 {
	if t.by < 0 {
		return ^t.by
	}
	return t.by
}

// ring keeps the last events of a family, in order.
type ring[E any] struct {
	list  []told[E]
	first int     // index of the oldest, once the ring is full
	count int64   // number of events so far
	spelt []int64 // numbers of the events whose texts were made when they occurred, in order
}

// next returns the memory for another event. In a full ring it is that of the oldest, which next does not read: it has
// long left the CPU caches.
func (r *ring[E]) next() *told[E] {
	r.count++
	n := len(r.list)
	if n == cap(r.list) {
		if n == 0 {
			r.list = make([]told[E], 1, MaxEntries) // growing would copy everything repeatedly
			return &r.list[0]
		}
		at := r.first
		if r.first++; r.first == n {
			r.first = 0
		}
		return &r.list[at]
	}
	r.list = r.list[:n+1] // this memory has not been used yet
	return &r.list[n]
}

// at returns the event with a number, counted from 1; nil: it is no longer kept.
func (r *ring[E]) at(number int64) *told[E] {
	if number <= 0 || number > r.count || r.count-number >= int64(len(r.list)) {
		return nil
	}
	return r.back(int(r.count - number))
}

// back returns the i-th event from the end, or nil.
func (r *ring[E]) back(i int) *told[E] {
	if i >= len(r.list) {
		return nil
	}
	return &r.list[(r.first+len(r.list)-1-i)%len(r.list)]
}

// seqBack returns the number of that event, or 0.
func (r *ring[E]) seqBack(i int) int64 {
	if t := r.back(i); t != nil {
		return t.seq
	}
	return 0
}

// oldest returns the words that the oldest event needs; none if there are no events.
func (r *ring[E]) oldest(none int32) int32 {
	if len(r.list) == 0 {
		return none
	}
	return r.list[r.first].words()
}
