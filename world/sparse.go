package world

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
)

// table is a hash table of words by sparse address: open addressing, linear probing, at most half full. Entries are
// never removed: one whose word is its default counts as absent and is dropped when the table is rebuilt.
type table struct {
	entries []entry // a power of two; a key of 0 is free, since sparse addresses have their top bit set
	spare   []entry // of the last rebuilding
	used    int
	shift   uint8 // 64 - log2(len(entries))

	mentions mentions      // if listed
	later    laterMentions // what they leave out
	places   []*placeIndex // that have been asked for; see [State.Near]
	listed   atomic.Bool
	listing  sync.Mutex // while mentions are computed
}

type entry struct {
	addr Addr
	word Word
}

const tableMin = 8 // entries of the smallest table

// home returns where the search for an address starts. Multiplying by the golden ratio spreads runs of addresses;
// folding the high half first keeps tuples that differ in their first arguments apart.
func (t *table) home(a Addr) uint64 {
	x := uint64(a)
	x = (x ^ x>>29) * 0x9e3779b97f4a7c15
	return (x ^ x>>32) * 0xd6e8feb86659fd93 >> (t.shift & 63)
}

// find returns the word of an address, or nil.
func (t *table) find(a Addr) *Word {
	if t.used == 0 {
		return nil
	}
	mask := uint64(len(t.entries) - 1)
	for i := t.home(a); ; i++ {
		switch e := &t.entries[i&mask]; e.addr {
		case a:
			return &e.word
		case 0:
			return nil
		}
	}
}

// put stores a word. With defaults given, a rebuilding drops entries that are at theirs.
func (t *table) put(a Addr, w Word, defaults [][2]Word) {
	if t.places != nil {
		t.places = nil
	}
	if len(t.entries) > 0 {
		mask := uint64(len(t.entries) - 1)
		for i := t.home(a); ; i++ {
			e := &t.entries[i&mask]
			if e.addr == a {
				e.word = w
				return
			}
			if e.addr == 0 {
				if 2*t.used >= len(t.entries) {
					break
				}
				*e = entry{a, w}
				t.used++
				return
			}
		}
	}
	t.rebuild(defaults)
	t.put(a, w, defaults)
}

// rebuild makes room: in a table of the same size if a quarter of it is enough, else in a larger one.
func (t *table) rebuild(defaults [][2]Word) {
	live := 0
	for _, e := range t.entries {
		if e.stays(defaults) {
			live++
		}
	}
	size := max(len(t.entries), tableMin)
	for 4*live > size {
		size *= 2
	}
	old := t.entries
	t.entries = resize(t.spare, size)
	clear(t.entries)
	t.spare, t.used, t.shift = old, 0, uint8(64-bits.TrailingZeros(uint(size)))
	for _, e := range old {
		if e.stays(defaults) {
			t.put(e.addr, e.word, nil)
		}
	}
}

func (e *entry) stays(defaults [][2]Word) bool {
	return e.addr != 0 && (defaults == nil || e.word != defaults[e.addr.ordinal()][e.addr&1])
}

// copyFrom makes t equal to src, in its own memory.
func (t *table) copyFrom(src *table) {
	t.entries = resize(t.entries, len(src.entries))
	copy(t.entries, src.entries)
	t.used, t.shift, t.places = src.used, src.shift, nil
	t.copyMentions(src)
}

func (t *table) reset() {
	clear(t.entries)
	t.used, t.places = 0, nil
	t.forgetMentions()
}

// resize returns a slice of n elements with arbitrary contents, in the memory of s if it is enough.
func resize[T any](s []T, n int) []T {
	if cap(s) >= n {
		return s[:n]
	}
	return make([]T, n)
}

// sparse is the sparse side of a state: a table that copies may share, beneath a small private one.
type sparse struct {
	base share[table]
	over *table // see overlay; nil: nothing yet
}

// overlay is what was written while base was shared: its entries hide those of base, defaults included. It is for
// reading.
func (s *sparse) overlay() *table {
	if s.over == nil {
		return &noTable
	}
	return s.over
}

// ownOverlay is overlay, for writing.
func (s *sparse) ownOverlay() *table {
	if s.over == nil {
		s.over = &table{}
	}
	return s.over
}

// noTable is the overlay of all that have written nothing. It is never written to.
var noTable table

// isKept reports whether any word has been stored.
func (s *sparse) isKept() bool { return s.base.part != nil || s.overlay().used > 0 }

// find returns the word stored for an address, or nil if it is at its default.
func (s *sparse) find(a Addr) *Word {
	if s.over != nil {
		if w := s.over.find(a); w != nil {
			return w
		}
	}
	if s.base.part == nil {
		return nil
	}
	return s.base.part.value.find(a)
}

// put stores a word: in the base if no other state shares it, else in the overlay, which is merged into a base of its
// own when it has grown.
func (s *sparse) put(a Addr, w Word, schema *Schema) {
	if s.base.part == nil {
		s.base.renew()
		s.base.part.value.reset()
	}
	if s.base.alone() {
		if s.overlay().used > 0 {
			s.merge(schema)
		}
		s.putBase(a, w, schema)
		return
	}
	over := s.ownOverlay()
	over.put(a, w, nil)
	if over.used > overlayLimit(s.base.part.value.used) {
		old := s.base.renew()
		s.base.part.value.copyFrom(&old.value)
		s.merge(schema)
	}
}

// putBase stores a word in the base, which must be held alone.
func (s *sparse) putBase(a Addr, w Word, schema *Schema) {
	base := &s.base.part.value
	if w != schema.defaults[a.ordinal()][a&1] {
		base.note(schema, a, w)
	}
	base.put(a, w, schema.defaults)
}

// overlayLimit grows as the square root of the base: that balances what copying the overlay costs each picture with
// what copying the base costs each merge.
func overlayLimit(base int) int { return overlayMin + 1<<(bits.Len(uint(base))/2) }

// merge moves the overlay into the base, which must be held alone.
func (s *sparse) merge(schema *Schema) {
	for _, e := range s.overlay().entries {
		if e.addr != 0 {
			s.putBase(e.addr, e.word, schema)
		}
	}
	s.ownOverlay().reset()
}

// copyFrom makes s a copy of src.
func (s *sparse) copyFrom(src *sparse) {
	s.base.join(&src.base)
	if over := src.overlay(); s.overlay().used+over.used > 0 {
		s.ownOverlay().copyFrom(over)
	}
}

// each visits what is stored, entries at their default included, in no particular order.
func (s *sparse) each(visit func(a Addr, w Word)) {
	for _, e := range s.overlay().entries {
		if e.addr != 0 {
			visit(e.addr, e.word)
		}
	}
	if s.base.part == nil {
		return
	}
	for _, e := range s.base.part.value.entries {
		if e.addr != 0 && s.overlay().find(e.addr) == nil {
			visit(e.addr, e.word)
		}
	}
}

// collect appends the addresses of the words that differ from their default and that want accepts, in order.
func (s *sparse) collect(list []Addr, defaults [][2]Word, want func(a Addr, w Word) bool) []Addr {
	s.each(func(a Addr, w Word) {
		if w != defaults[a.ordinal()][a&1] && want(a, w) {
			list = append(list, a)
		}
	})
	slices.Sort(list)
	return list
}
