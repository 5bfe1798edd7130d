package bt

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// always is the bit of what may change without notice, since the host is asked.
const always = 1 << 63

// readTable says which watches may be concerned by a change, as a set of bits. Watches share bits if there are many.
type readTable struct {
	lo          world.Addr
	blocks      []uint16 // by (address - lo) / pageWords: page
	pages       [][pageWords]uint64
	sparse      []uint64 // by symbol; nil if no sparse symbol is read
	populations []uint64
	schema      *world.Schema
}

const pageWords = 64

// of returns the watches that a change may concern.
func (t *readTable) of(c *world.Change) uint64 {
	if i := (c.Addr - t.lo) / pageWords; i < world.Addr(len(t.blocks)) {
		return t.pages[t.blocks[i]][(c.Addr-t.lo)%pageWords]
	}
	if c.Addr&(world.SparseBit|world.NoticeMembers) == 0 {
		return 0
	}
	return t.far(c)
}

func (t *readTable) far(c *world.Change) uint64 {
	if pop, ok := c.Notice(); ok {
		return t.populations[pop]
	}
	if t.sparse == nil {
		return 0
	}
	return t.sparse[t.schema.SymbolAt(c.Addr).ID]
}

// reader collects what conditions read.
type reader struct {
	table *readTable
	dense map[world.Addr]uint64
	next  int // watch
}

func newReader(schema *world.Schema) *reader {
	return &reader{table: &readTable{schema: schema, populations: make([]uint64, schema.Populations())}, dense: map[world.Addr]uint64{}}
}

// mask returns the bits of a watch that reads some terms, nil ones among them.
func (r *reader) mask(terms ...*expr.Term) uint64 {
	bit := uint64(1) << (r.next % 63)
	w := &readWalk{reader: r, bit: bit, seen: map[*expr.Derived]bool{}}
	for _, t := range terms {
		w.term(t)
	}
	if !w.reads {
		return w.mask
	}
	r.next++
	return w.mask | bit
}

type readWalk struct {
	*reader
	bit   uint64
	mask  uint64
	reads bool
	seen  map[*expr.Derived]bool
}

func (w *readWalk) term(t *expr.Term) {
	t.Walk(func(t *expr.Term) bool {
		switch t.Kind {
		case expr.TermCell:
			w.cell(t)
		case expr.TermDerived:
			if !w.seen[t.Derived] {
				w.seen[t.Derived] = true
				w.term(t.Derived.Body)
			}
		case expr.TermFunc:
			w.mask |= always
		case expr.TermIs:
			w.members(t.TypeID)
		case expr.TermQuant:
			for _, v := range t.Vars {
				if v.Type.Kind == world.KindObject {
					w.members(v.Type.ID)
				}
			}
		}
		return true
	})
}

func (w *readWalk) members(typ int32) {
	w.reads = true
	w.table.populations[w.table.schema.Types[typ].Population] |= w.bit
}

// cell notes the cell that a term reads, or all cells of the symbol where that depends.
func (w *readWalk) cell(t *expr.Term) {
	w.reads = true
	sym := t.Symbol
	if sym.Sparse() {
		if w.table.sparse == nil {
			w.table.sparse = make([]uint64, len(w.table.schema.Symbols))
		}
		w.table.sparse[sym.ID] |= w.bit
		return
	}
	lo, n := sym.Base, world.Addr(sym.Cells)*world.Addr(sym.Type.Width())
	var args [world.MaxParams]world.Word
	constant := true
	for i, a := range t.Args {
		words, ok := a.Const()
		args[i], constant = words[0], constant && ok
	}
	if constant {
		at, ok := sym.Addr(args[:len(t.Args)]...)
		if !ok {
			return // there is no such cell: the default, always
		}
		lo, n = at, world.Addr(sym.Type.Width())
	}
	for a := lo; a < lo+n; a++ {
		w.dense[a] |= w.bit
	}
}

// finish lays the table out in pages, equal ones once.
func (r *reader) finish() readTable {
	t := r.table
	if len(r.dense) == 0 {
		return *t
	}
	hi := world.Addr(0)
	t.lo = ^world.Addr(0)
	for a := range r.dense {
		t.lo, hi = min(t.lo, a), max(hi, a)
	}
	for from := t.lo; from <= hi; from += pageWords {
		var page [pageWords]uint64
		for i := range page {
			page[i] = r.dense[from+world.Addr(i)]
		}
		at := slices.Index(t.pages, page)
		if at < 0 {
			at = len(t.pages)
			t.pages = append(t.pages, page)
		}
		t.blocks = append(t.blocks, uint16(at))
	}
	return *t
}
