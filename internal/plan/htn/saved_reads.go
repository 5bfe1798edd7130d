package htn

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// What is written of an interval is told by a bit set: most are open on one side, or a single value.
const (
	savedLo = 1 << iota
	savedHi
	savedOne // Lo and Hi are the same
)

// AppendBinary appends what a result depends on in a compact form for [Reads.Decode]. The error is always nil. It must not be
// called while a search is paused that writes to r.
func (r *Reads) AppendBinary(b []byte) ([]byte, error) {
	b = codec.AppendBool(append(b, savedForm), r.everything)
	types := r.Cells.Types()
	b = codec.AppendUint(b, len(types))
	for _, t := range types {
		b = codec.AppendUint(b, t)
	}
	b = codec.AppendUint(b, r.Cells.Len()-len(types))
	last := world.Addr(0)
	r.Cells.All(func(i world.Interval) bool {
		b = codec.AppendUint(b, i.Addr-last)
		b = appendInterval(b, i)
		last = i.Addr
		return true
	})
	return b, nil
}

func appendInterval(b []byte, i world.Interval) []byte {
	if i.Lo == i.Hi {
		return codec.AppendInt(append(b, savedOne), i.Lo)
	}
	kind := byte(0)
	if i.Lo != math.MinInt64 {
		kind |= savedLo
	}
	if i.Hi != math.MaxInt64 {
		kind |= savedHi
	}
	b = append(b, kind)
	if kind&savedLo != 0 {
		b = codec.AppendInt(b, i.Lo)
	}
	if kind&savedHi != 0 {
		b = codec.AppendInt(b, i.Hi)
	}
	return b
}

// Decode makes r what AppendBinary has written at the start of b, and returns what follows. Where b is something else, or of
// another schema as far as that shows, the error is a [*DecodeError], and r is empty. It reuses r's memory.
func (r *Reads) Decode(schema *world.Schema, b []byte) (rest []byte, err error) {
	in := newReader("reads", b)
	r.Cells.Reset()
	r.everything = in.Bool()
	last := -1
	for n := in.Count(); n > 0; n-- {
		t := in.Below(len(schema.Types))
		if t <= last {
			in.Fail("its types are out of order")
			break
		}
		r.Cells.Members(int32(t))
		last = t
	}
	r.decodeCells(in, schema)
	if err := in.failure(); err != nil {
		r.Cells.Reset()
		r.everything = false
		return nil, err
	}
	return in.Rest(), nil
}

func (r *Reads) decodeCells(in *reader, schema *world.Schema) {
	addr := world.Addr(0)
	for i, n := 0, in.Count(); i < n && !in.Failed(); i++ {
		step := world.Addr(in.Uint())
		if i > 0 && (step == 0 || addr+step < addr) {
			in.Fail("its cells are out of order")
			return
		}
		addr += step
		if schema.SymbolAt(addr) == nil {
			in.Fail("a cell in it is of no symbol")
			return
		}
		lo, hi := in.interval()
		if !in.Failed() {
			r.Cells.Read(addr, lo, hi)
		}
	}
}

func (in *reader) interval() (lo, hi world.Word) {
	lo, hi = math.MinInt64, math.MaxInt64
	switch kind := in.Below(savedOne + 1); kind {
	case savedOne:
		lo = world.Word(in.Int())
		hi = lo
	default:
		if kind&savedLo != 0 {
			lo = world.Word(in.Int())
		}
		if kind&savedHi != 0 {
			hi = world.Word(in.Int())
		}
	}
	return lo, hi
}
