package world

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/codec/pool"
	"github.com/karakuri-ai/karakuri/internal/sorting"
)

// ReadSet records what a computation read: for each cell the interval of values that leaves its outcome unchanged, and
// the types whose members it enumerated. The zero ReadSet is empty. It is compact and reuses its memory: once warm, it
// allocates nothing. Add reads one by one, if there are few, or all at once from [Notes]; adding a read to a set from
// Notes allocates. Not safe for concurrent use.
type ReadSet struct {
	packed packedReads // cells with the lowest addresses, or none
	cells  []Interval  // the others, in order of address
	types  []int32     // in order: object types, then symbols, with markBit: see Marked
}

// markBit is in the number of a symbol among the types of a set.
const markBit = 1 << 30

// Interval is one entry of a ReadSet: the outcome stays as long as the word at Addr is at least Lo and at most Hi. An
// interval with Lo > Hi is empty: its readers wanted different things of the word, and any change matters.
type Interval struct {
	Addr   Addr
	Lo, Hi Word
}

// ReadPool is memory that read sets reuse, one after the other. The zero ReadPool is empty. Not safe for concurrent
// use.
type ReadPool struct {
	words     pool.Slices[Word]
	intervals pool.Slices[Interval]
}

// Reset empties the set.
func (r *ReadSet) Reset() {
	r.packed.clear()
	r.cells, r.types = r.cells[:0], r.types[:0]
}

// position returns where in the list of cells an address is, or would be.
func (r *ReadSet) position(a Addr) (int, bool) {
	return slices.BinarySearchFunc(r.cells, a, func(i Interval, a Addr) int { return cmp.Compare(i.Addr, a) })
}

// find returns the interval of an address.
func (r *ReadSet) find(a Addr) (i Interval, found bool) {
	if r.packed.covers(a) {
		return r.packed.find(a)
	}
	at, found := r.position(a)
	if found {
		i = r.cells[at]
	}
	return i, found
}

// unpack puts all cells into the list.
func (r *ReadSet) unpack() {
	if r.packed.count == 0 {
		return
	}
	all := slices.Collect(r.All)
	r.packed.clear()
	r.cells = all
}

// Read notes that the outcome stays while the word at a is within lo and hi. Several intervals of one address
// intersect. Reads in order of address cost least.
func (r *ReadSet) Read(a Addr, lo, hi Word) {
	r.unpack()
	n := len(r.cells)
	if n == 0 || r.cells[n-1].Addr < a {
		r.cells = append(r.cells, Interval{a, lo, hi})
		return
	}
	i, found := r.position(a)
	if !found {
		r.cells = slices.Insert(r.cells, i, Interval{a, lo, hi})
		return
	}
	c := &r.cells[i]
	c.Lo, c.Hi = max(c.Lo, lo), min(c.Hi, hi)
}

// Members notes that the members of an object type were enumerated or counted.
func (r *ReadSet) Members(typ int32) {
	if i, ok := slices.BinarySearch(r.types, typ); !ok {
		r.types = slices.Insert(r.types, i, typ)
	}
}

// Marked notes that only the members of an object type for which a symbol holds were enumerated: see [Symbol.Marks].
func (r *ReadSet) Marked(sym *Symbol) { r.Members(sym.ID | markBit) }

// Take makes the set a copy of the notes, in memory of a pool, which gets the set's former memory.
func (r *ReadSet) Take(n *Notes, s *ReadPool) {
	listed := len(n.far.used)
	packed := r.packed.take(n, &s.words)
	if !packed {
		listed += n.dense()
	}
	if r.types = r.types[:0]; listed > 0 || cap(r.cells) > 0 {
		r.cells = s.intervals.Fit(r.cells, listed)
	}
	if !packed {
		n.eachDense(func(i Interval) { r.cells = append(r.cells, i) })
	}
	dense := len(r.cells)
	for _, at := range n.far.used {
		r.cells = append(r.cells, n.far.slots[at].Interval)
	}
	sorting.InPlace(r.cells[dense:], func(a, b Interval) int { return cmp.Compare(a.Addr, b.Addr) })
	for i, w := range n.types {
		for ; w != 0; w &= w - 1 {
			r.types = append(r.types, int32(i<<6+bits.TrailingZeros64(w)))
		}
	}
	for _, id := range n.marks {
		r.Members(id | markBit)
	}
}

// Free empties the set, and gives its memory to a pool.
func (r *ReadSet) Free(s *ReadPool) {
	r.Reset()
	r.packed.words, r.cells = s.words.Fit(r.packed.words, 0), s.intervals.Fit(r.cells, 0)
}

// Affected reports whether any of the changes, as returned by [State.Changes], may change the outcome: a read cell has
// a word in st outside its interval, or an object was added to or removed from an enumerated type.
func (r *ReadSet) Affected(st *State, changes []Change) bool {
	for i := range changes {
		c := &changes[i]
		if pop, ok := c.Notice(); ok {
			if r.membersAffected(st, pop, c.Old) {
				return true
			}
			continue
		}
		if at, found := r.find(c.Addr); found && !at.holds(st) {
			return true
		}
		if r.markAffected(st, c) {
			return true
		}
		if c.Addr&SparseBit != 0 && r.recalledAffected(st, c.Addr) {
			return true
		}
	}
	return false
}

// markAffected reports whether a change may be of a symbol that says which members count.
func (r *ReadSet) markAffected(st *State, c *Change) bool {
	for i := len(r.types) - 1; i >= 0 && r.types[i]&markBit != 0; i-- {
		sym := &st.schema.Symbols[r.types[i]&^markBit]
		if c.Addr >= sym.Base && c.Addr < sym.Base+Addr(sym.Cells) && st.Get(c.Addr) != c.Old {
			return true
		}
	}
	return false
}

// recalledAffected reports whether a change may be of what was walked over: see [Symbol.InRows] and [Symbol.IsPlace].
func (r *ReadSet) recalledAffected(st *State, a Addr) bool {
	if p := st.schema.apart(a); p == nil || p.group != placeGroup && st.schema.sparse[a.ordinal()].Type.Kind != KindBool {
		return false
	}
	at, found := r.find(st.schema.sparse[a.ordinal()].Walked())
	return found && !at.holds(st)
}

func (i *Interval) holds(st *State) bool {
	w := st.Get(i.Addr)
	return w >= i.Lo && w <= i.Hi
}

// Holds reports whether every cell of a state has a value within its interval. It ignores members of types.
func (r *ReadSet) Holds(st *State) bool {
	for i := range r.All {
		if !i.holds(st) {
			return false
		}
	}
	return true
}

// membersAffected reports whether an object that came or went belongs to a type that was read. Where its type is no
// longer known, its population decides.
func (r *ReadSet) membersAffected(st *State, pop int32, o Object) bool {
	if len(r.types) == 0 {
		return false
	}
	typ := st.LastType(o)
	for _, id := range r.Types() {
		t := &st.schema.Types[id]
		if t.Population == pop && (typ < 0 || t.Has(typ)) {
			return true
		}
	}
	return false
}

// Touch reads a little of the set's memory, for a caller that will need it soon and has something else to do until it
// is there.
func (r *ReadSet) Touch() (sum int) {
	if len(r.packed.words) > 0 {
		sum = int(r.packed.words[0])
	}
	return sum
}

// Len returns the number of cells and types in the set.
func (r *ReadSet) Len() int { return r.packed.count + len(r.cells) + len(r.types) }

// Has reports whether the word at an address was read.
func (r *ReadSet) Has(a Addr) bool {
	_, found := r.find(a)
	return found
}

// Types returns the object types whose members were read, in order. The slice belongs to the set.
func (r *ReadSet) Types() []int32 {
	n := len(r.types)
	for n > 0 && r.types[n-1]&markBit != 0 {
		n--
	}
	return r.types[:n]
}

// Enumerated returns the object types whose members were read, and the numbers of symbols that said which of them
// count, in order, for [ReadSet.Members] of another set of the same schema. The slice belongs to the set.
func (r *ReadSet) Enumerated() []int32 { return r.types }

// CanEnumerate reports whether a number is one that [ReadSet.Enumerated] may return.
func (s *Schema) CanEnumerate(n int32) bool {
	if n&markBit == 0 {
		return n >= 0 && int(n) < len(s.Types)
	}
	n &^= markBit
	return n >= 0 && int(n) < len(s.Symbols) && s.Symbols[n].Marks()
}

// All calls yield for each cell, in order of address, until yield returns false. The set must not change meanwhile.
func (r *ReadSet) All(yield func(Interval) bool) {
	if !r.packed.all(yield) {
		return
	}
	for _, i := range r.cells {
		if !yield(i) {
			return
		}
	}
}

// CopyFrom makes r equal to other, in its own memory.
func (r *ReadSet) CopyFrom(other *ReadSet) {
	r.packed.copyFrom(&other.packed)
	r.cells, r.types = append(r.cells[:0], other.cells...), append(r.types[:0], other.types...)
}

// Pack appends the set for [ReadSet.Unpack] in a run of the same program. Unpack does not check the bytes.
func (r *ReadSet) Pack(b []byte) []byte {
	var c codec.Coder
	r.pack(c.Write(b), nil)
	return c.Written()
}

// Unpack reads a packed set into memory of a pool, which gets the set's former memory.
func (r *ReadSet) Unpack(from *Reader, s *ReadPool) {
	var c codec.Coder
	r.pack(c.Read((*codec.Reader)(from)), s)
}

// pack is the list of what is packed.
func (r *ReadSet) pack(c *codec.Coder, s *ReadPool) {
	p := &r.packed
	words, cells, types := len(p.words), len(r.cells), len(r.types)
	codec.Whole(c, &words)
	codec.Whole(c, &p.span)
	codec.Whole(c, &p.count)
	codec.Whole(c, &cells)
	codec.Whole(c, &types)
	if c.Reader() != nil {
		p.words = s.words.Fit(p.words, words)[:words]
		r.cells = s.intervals.Fit(r.cells, cells)[:cells]
		r.types = slices.Grow(r.types[:0], types)[:types]
	}
	codec.Row(c, p.words)
	for i := range r.cells {
		cell := &r.cells[i]
		codec.Uint(c, &cell.Addr)
		codec.Int(c, &cell.Lo)
		codec.Int(c, &cell.Hi)
	}
	codec.Row(c, r.types)
}
