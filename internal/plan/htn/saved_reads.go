package htn

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// Flags of a saved interval: most are open on one side, or a single value.
const (
	savedLo = 1 << iota
	savedHi
	savedOne // Lo and Hi are the same
)

// AppendBinary appends what a result depends on in a compact form for [Reads.Decode]. The error is always nil. It must
// not be called while a search is paused that writes to r.
func (r *Reads) AppendBinary(b []byte) ([]byte, error) {
	var c codec.Coder
	r.code(c.Write(append(b, savedForm)), nil)
	return c.Written(), nil
}

// Decode reads what AppendBinary wrote at the start of b, and returns the rest. If b is recognizably something else,
// or of another schema, the error is a [*DecodeError], and r is empty. Decode reuses r's memory.
func (r *Reads) Decode(schema *world.Schema, b []byte) (rest []byte, err error) {
	in := newReader("reads", b)
	r.Cells.Reset()
	r.code(in.Coder(), schema)
	if err := in.failure(); err != nil {
		r.Cells.Reset()
		r.everything = false
		return nil, err
	}
	return in.Rest(), nil
}

// code saves what a result depends on, or reads it into an empty set of a schema.
func (r *Reads) code(c *codec.Coder, schema *world.Schema) {
	c.Bool(&r.everything)
	if c.Reader() != nil {
		r.readTypes(c, schema)
		r.readCells(c, schema)
		return
	}
	types := r.Cells.Enumerated()
	c.Len(len(types), codec.NoLimit)
	for _, t := range types {
		codec.Whole(c, &t)
	}
	c.Len(r.Cells.Len()-len(types), codec.NoLimit)
	last := world.Addr(0)
	for i := range r.Cells.All {
		if i.Lo == i.Hi && c.Short(uint64(i.Addr-last), savedOne, uint64(i.Lo)) {
			last = i.Addr
			continue
		}
		last = codeCell(c, last, &i)
	}
}

func (r *Reads) readTypes(c *codec.Coder, schema *world.Schema) {
	last := int32(-1)
	for n := c.Len(0, codec.NoLimit); n > 0; n-- {
		t := int32(0)
		if codec.Whole(c, &t); c.Reads() && (t <= last || !schema.CanEnumerate(t)) {
			c.Fail("types are out of order")
		}
		if c.Failed() {
			return
		}
		r.Cells.Members(t)
		last = t
	}
}

func (r *Reads) readCells(c *codec.Coder, schema *world.Schema) {
	last := world.Addr(0)
	for i, n := 0, c.Len(0, codec.NoLimit); i < n && !c.Failed(); i++ {
		before, cell := last, world.Interval{Lo: math.MinInt64, Hi: math.MaxInt64}
		last = codeCell(c, last, &cell)
		switch {
		case c.Failed():
		case i > 0 && cell.Addr <= before:
			c.Fail("cells are out of order")
		case schema.SymbolAt(cell.Addr) == nil:
			c.Fail("a cell belongs to no symbol")
		default:
			r.Cells.Read(cell.Addr, cell.Lo, cell.Hi)
		}
	}
}

// codeCell codes what was read of a cell after that of an address, and returns its own. One that is read has an open
// interval before.
func codeCell(c *codec.Coder, last world.Addr, i *world.Interval) world.Addr {
	step, kind := i.Addr-last, savedKind(i)
	codec.Uint(c, &step)
	codec.Below(c, &kind, savedOne+1)
	if kind&savedLo != 0 || kind == savedOne {
		codec.Int(c, &i.Lo)
	}
	if kind&savedHi != 0 {
		codec.Int(c, &i.Hi)
	}
	if c.Reader() != nil {
		if i.Addr = last + step; kind == savedOne {
			i.Hi = i.Lo
		}
	}
	return last + step
}

func savedKind(i *world.Interval) (kind byte) {
	if i.Lo == i.Hi {
		return savedOne
	}
	if i.Lo != math.MinInt64 {
		kind |= savedLo
	}
	if i.Hi != math.MaxInt64 {
		kind |= savedHi
	}
	return kind
}
