package world

import (
	"math/bits"
	"slices"
)

// Notes collects the reads of a computation; a [ReadSet] keeps them when the computation is done. Noting a read of a
// dense cell costs about as much as the read. Notes ignores reads of words that the computation itself has written. A
// computation begins with [Notes.Begin] or [Notes.BeginReading]. Notes reuses its memory. Not safe for concurrent use.
type Notes struct {
	state  *State   // whose log records writes
	outer  []*State // those of the computations that it is part of
	cells  []note   // by dense address
	noted  []uint64 // bit set of dense addresses
	schema *Schema
	final  []uint64 // those of which no more can be noted, since they must stay as they are
	far    farNotes // sparse cells
	wrote  farNotes // sparse cells that were written: Lo is where in the log, as note.written
	types  []uint64 // bit set
	marks  []int32  // numbers of symbols: see Marked

	looked int // entries of logs looked at; for tests
}

// note is the notes' entry for a dense cell.
type note struct {
	lo, hi  Word
	written int // place in the log of its first write, if the log has it there
}

// Begin empties the notes for a computation on a state with an empty log.
func (n *Notes) Begin(st *State) {
	n.state, n.outer = st, n.outer[:0]
	n.clear(st)
}

// BeginReading empties the notes for a computation that writes nothing, whatever is in the state's log.
func (n *Notes) BeginReading(st *State) {
	n.state, n.outer = &unwritten, n.outer[:0]
	n.clear(st)
}

// unwritten is a state with an empty log, which is never written to.
var unwritten State

func (n *Notes) clear(st *State) {
	n.schema = st.schema
	if len(n.cells) != len(st.words) {
		n.cells = resize(n.cells, len(st.words))
		n.noted = resize(n.noted, (len(st.words)+63)/64)
		n.final = resize(n.final, len(n.noted))
	}
	n.types = resize(n.types, (len(st.schema.Types)+63)/64)
	clear(n.noted)
	clear(n.final)
	clear(n.types)
	n.marks = n.marks[:0]
	n.far.clear()
	n.wrote.clear()
}

// Looked returns how many entries of logs, and other notes of sparse cells, have been examined so far, for tests of how
// that number grows.
func (n *Notes) Looked() int { return n.looked + n.far.collisions + n.wrote.collisions }

// Nest begins a computation within the present one, on a state of its own with an empty log. Notes ignores cells that
// either has written.
func (n *Notes) Nest(st *State) { n.outer, n.state = append(n.outer, n.state), st }

// Unnest ends the innermost computation.
func (n *Notes) Unnest() {
	last := len(n.outer) - 1
	n.state, n.outer = n.outer[last], n.outer[:last]
	n.Wrote(Mark{})
}

// Wrote notes that the computation wrote the cells in its state's log since a mark.
func (n *Notes) Wrote(since Mark) {
	log := n.state.log
	n.looked += len(log) - since.length
	for i := since.length; i < len(log); i++ {
		switch a := log[i].Addr; {
		case a >= Addr(len(n.cells)):
			if !n.isWrittenFar(a, log) {
				n.wrote.set(a, Word(i))
			}
		case !n.cells[a].isWritten(a, log):
			n.cells[a].written = i
		}
	}
}

// isWritten reports whether a log has a change of the cell at an address. Going back in the log needs no report.
func (c *note) isWritten(a Addr, log []Change) bool {
	return uint(c.written) < uint(len(log)) && log[c.written].Addr == a
}

// Written reports whether the computation has written the word at an address.
func (n *Notes) Written(a Addr) bool {
	if a < Addr(len(n.cells)) {
		return n.cells[a].isWritten(a, n.state.log) || n.writtenOutside(a)
	}
	return n.isWrittenFar(a, n.state.log) || n.writtenOutside(a)
}

// isWrittenFar is note.isWritten of a sparse cell.
func (n *Notes) isWrittenFar(a Addr, log []Change) bool {
	if len(n.wrote.used) == 0 {
		return false
	}
	s := n.wrote.find(a)
	return s.stamp == n.wrote.stamp && uint(s.Lo) < uint(len(log)) && log[s.Lo].Addr == a
}

func (n *Notes) writtenOutside(a Addr) bool {
	for _, st := range n.outer {
		n.looked += len(st.log)
		if logged(st.log, a) {
			return true
		}
	}
	return false
}

func logged(log []Change, a Addr) bool {
	return slices.ContainsFunc(log, func(c Change) bool { return c.Addr == a })
}

// IsFinal reports whether another read of the word at an address would add nothing to the notes.
func (n *Notes) IsFinal(a Addr) bool {
	i := a >> 6
	return i < Addr(len(n.final)) && n.final[i]>>(a&63)&1 != 0
}

// Read notes that the outcome remains while the word at a, which has not been written, is within lo and hi. Several
// intervals of one address intersect.
func (n *Notes) Read(a Addr, lo, hi Word) {
	if a < Addr(len(n.cells)) && len(n.outer) == 0 {
		if c := &n.cells[a]; !c.isWritten(a, n.state.log) {
			n.add(c, a, lo, hi)
		}
	} else if !n.Written(a) {
		n.Add(a, lo, hi)
	}
}

// add notes a read of a dense cell.
func (n *Notes) add(c *note, a Addr, lo, hi Word) {
	if word, bit := &n.noted[a>>6], uint64(1)<<(a&63); *word&bit == 0 {
		*word |= bit
		c.lo, c.hi = lo, hi
	} else {
		c.lo, c.hi = max(c.lo, lo), min(c.hi, hi)
	}
	if c.lo == c.hi {
		n.final[a>>6] |= 1 << (a & 63)
	}
}

// Add is Read, but also notes a word that the computation has written.
func (n *Notes) Add(a Addr, lo, hi Word) {
	if a >= Addr(len(n.cells)) {
		n.far.read(a, lo, hi)
		return
	}
	n.add(&n.cells[a], a, lo, hi)
}

// Members notes that the members of an object type were enumerated or counted.
func (n *Notes) Members(t Type) {
	if t.Kind == KindObject {
		n.types[t.ID>>6] |= 1 << (t.ID & 63)
	}
}

// Marked notes that the computation enumerated only the members of an object type for which a symbol holds: see
// [Symbol.Marks]. Adding or removing other members then changes nothing; a change of a cell of the symbol may.
func (n *Notes) Marked(sym *Symbol) {
	if !slices.Contains(n.marks, sym.ID) {
		n.marks = append(n.marks, sym.ID)
	}
}

// ReportTo passes all notes to another reader, cells in no particular order.
func (n *Notes) ReportTo(r interface {
	Read(a Addr, lo, hi Word)
	Members(t Type)
	Marked(sym *Symbol)
}) {
	n.eachDense(func(i Interval) { r.Read(i.Addr, i.Lo, i.Hi) })
	for _, at := range n.far.used {
		s := &n.far.slots[at]
		r.Read(s.Addr, s.Lo, s.Hi)
	}
	for i, w := range n.types {
		for ; w != 0; w &= w - 1 {
			r.Members(Type{Kind: KindObject, ID: int32(i<<6 + bits.TrailingZeros64(w))})
		}
	}
	for _, id := range n.marks {
		r.Marked(&n.schema.Symbols[id])
	}
}

// farNotes are notes of sparse cells: open addressing, a power of two, at most half full.
type farNotes struct {
	slots []farNote
	used  []int32 // places of the slots that are in use
	stamp uint32  // of the slots that are in use; others count as free

	collisions int // for tests
}

type farNote struct {
	Interval
	stamp uint32
}

func (f *farNotes) clear() {
	f.used = f.used[:0]
	if f.stamp++; f.stamp == 0 {
		clear(f.slots)
		f.stamp = 1
	}
}

// place returns the place of an address, or the free one where it would be; the table must not be empty.
func (f *farNotes) place(a Addr) int32 {
	mask := uint64(len(f.slots) - 1)
	for i := mixWord(a, 0); ; i++ {
		if s := &f.slots[i&mask]; s.stamp != f.stamp || s.Addr == a {
			return int32(i & mask)
		}
		f.collisions++
	}
}

// find returns the slot of an address, or the free one where it would be; the table must not be empty.
func (f *farNotes) find(a Addr) *farNote { return &f.slots[f.place(a)] }

// slot returns the slot of an address: for a new address, an empty interval with the stamp of none.
func (f *farNotes) slot(a Addr) (s *farNote, isNew bool) {
	if 2*(len(f.used)+1) > len(f.slots) {
		f.grow()
	}
	at := f.place(a)
	s = &f.slots[at]
	if isNew = s.stamp != f.stamp; isNew {
		f.used = append(f.used, at)
		s.stamp = f.stamp
	}
	return s, isNew
}

// set makes lo all that is known of an address.
func (f *farNotes) set(a Addr, lo Word) {
	if s, isNew := f.slot(a); isNew {
		s.Interval = Interval{Addr: a, Lo: lo}
	} else {
		s.Lo = lo
	}
}

func (f *farNotes) read(a Addr, lo, hi Word) {
	if s, isNew := f.slot(a); isNew {
		s.Interval = Interval{a, lo, hi}
	} else {
		s.Lo, s.Hi = max(s.Lo, lo), min(s.Hi, hi)
	}
}

func (f *farNotes) grow() {
	old := f.slots
	f.slots = make([]farNote, max(2*len(old), 32))
	f.stamp = max(f.stamp, 1)
	for i, at := range f.used {
		f.used[i] = f.place(old[at].Addr)
		f.slots[f.used[i]] = old[at]
	}
}

// dense returns how many dense cells are noted.
func (n *Notes) dense() int {
	count := 0
	for _, w := range n.noted {
		count += bits.OnesCount64(w)
	}
	return count
}

// eachDense calls visit for each dense cell, in order of address.
func (n *Notes) eachDense(visit func(Interval)) {
	for i, w := range n.noted {
		for ; w != 0; w &= w - 1 {
			a := Addr(i<<6 + bits.TrailingZeros64(w))
			visit(Interval{a, n.cells[a].lo, n.cells[a].hi})
		}
	}
}
