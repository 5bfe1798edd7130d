package gbfs

import "math/bits"

// radixHeap is a priority queue of integers for keys that never fall below the last one taken.
type radixHeap struct {
	buckets [33][]entry // entries whose key differs from last in that bit at most
	last    uint32
	size    int
	goesOn  func(done int) bool // nil: always
}

type entry struct {
	key   uint32
	value int32
}

func (h *radixHeap) reset() {
	for i := range h.buckets {
		h.buckets[i] = h.buckets[i][:0]
	}
	h.last, h.size = 0, 0
}

func (h *radixHeap) push(key uint32, value int32) {
	b := bits.Len32(key ^ h.last)
	h.buckets[b] = append(h.buckets[b], entry{key, value})
	h.size++
}

// pop takes an entry with the least key. The heap must not be empty.
func (h *radixHeap) pop() entry {
	if len(h.buckets[0]) == 0 {
		h.refill()
	}
	n := len(h.buckets[0]) - 1
	e := h.buckets[0][n]
	h.buckets[0] = h.buckets[0][:n]
	h.size--
	return e
}

// refill moves the least keys into the first bucket.
func (h *radixHeap) refill() {
	i := 1
	for len(h.buckets[i]) == 0 {
		i++
	}
	list := h.buckets[i]
	h.last = list[0].key
	for _, e := range list[1:] {
		h.last = min(h.last, e.key)
	}
	h.buckets[i] = list[:0]
	for n, e := range list {
		if n%pollStretch == pollStretch-1 && h.goesOn != nil && !h.goesOn(pollStretch) {
			h.buckets[0] = append(h.buckets[0], list[0]) // their order no longer matters
			return
		}
		b := bits.Len32(e.key ^ h.last) // always below i
		h.buckets[b] = append(h.buckets[b], e)
	}
}
