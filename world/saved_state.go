package world

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// Append appends the state in a compact form for [State.Read]: its cells, its objects with their generations, and its
// log. With a base, another state of the schema, it writes only the differences; nil means a new state. Append does not
// change the state.
func (st *State) Append(b []byte, base *State) []byte {
	if base == nil {
		base = NewState(st.schema)
	}
	same := st.sameObjects(base)
	if b = codec.AppendBool(b, same); !same {
		b = st.objects.part.value.append(b)
	}
	b = st.appendDense(b, base)
	b = st.appendSparse(b, base)
	return st.appendLog(b)
}

// sameObjects reports whether two states have the same objects, also those that no longer exist.
func (st *State) sameObjects(other *State) bool {
	return st.objects.part == other.objects.part || st.equalObjects(other) && st.keepsAs(other)
}

// keepsAs reports whether two states keep the same indices for objects that no longer exist.
func (st *State) keepsAs(other *State) bool {
	for pop := range st.schema.populations {
		p, q := &st.objects.part.value.populations[pop], &other.objects.part.value.populations[pop]
		for i := range p.refs {
			if hasBit(p.kept, i) != hasBit(q.kept, i) || p.refs[i] != 0 && p.infos[i].typ != q.infos[i].typ {
				return false
			}
		}
	}
	return true
}

// stride is the number of words that are compared at once: most of them are the same.
const stride = 16

// appendDense writes the dense words that differ, each with its distance from the one before.
func (st *State) appendDense(b []byte, base *State) []byte {
	words, others := st.words, base.words[:len(st.words)]
	next := 0
	for i := 0; i < len(words); {
		if i+stride <= len(words) && [stride]Word(words[i:]) == [stride]Word(others[i:]) {
			i += stride
			continue
		}
		for end := min(i+stride, len(words)); i < end; i++ {
			if w := words[i]; w != others[i] {
				b = codec.AppendUint(b, i+1-next)
				b = codec.AppendInt(b, w)
				next = i + 1
			}
		}
	}
	return append(b, 0)
}

// appendSparse writes the sparse words that differ, in order.
func (st *State) appendSparse(b []byte, base *State) []byte {
	var list []Addr
	if own, other := st.seen(), base.seen(); own.sparse.base.part != other.sparse.base.part || own.sparse.overlay().used+other.sparse.overlay().used > 0 ||
		own.common.base.part != other.common.base.part || own.common.overlay().used+other.common.overlay().used > 0 ||
		len(own.rows)+len(other.rows) > 0 {
		list = st.differing(base)
	}
	b = codec.AppendUint(b, len(list))
	last := SparseBit
	for _, a := range list {
		b = codec.AppendUint(b, uint64(a-last))
		b = codec.AppendInt(b, st.getSparse(a))
		last = a
	}
	return b
}

// differing returns the addresses whose sparse words differ between two states of one schema, in order.
func (st *State) differing(other *State) []Addr {
	list := st.seen().collect(st.schema, func(a Addr, w Word) bool { return other.getSparse(a) != w })
	more := other.seen().collect(st.schema, func(a Addr, w Word) bool {
		mine := st.getSparse(a)
		return mine != w && mine == st.schema.defaults[a.ordinal()][a&1] // else it is in the list
	})
	if len(more) > 0 {
		list = append(list, more...)
		slices.Sort(list)
	}
	return list
}

// cellsOf returns the addresses of the words of a sparse symbol that differ from their default, in order.
func (f *far) cellsOf(s *Schema, sym *Symbol) []Addr {
	ordinal := sym.Base.ordinal()
	want := func(a Addr, _ Word) bool { return a.ordinal() == ordinal }
	switch p := s.apart(sym.Base); {
	case p == nil:
		return f.sparse.collect(nil, s.defaults, want)
	case p.group == placeGroup:
		return f.common.collect(nil, s.defaults, want)
	}
	return f.collectRows(s, nil, want)
}

// collect returns the addresses of the sparse words that differ from their default and that want accepts, in order.
func (f *far) collect(s *Schema, want func(a Addr, w Word) bool) []Addr {
	list := f.sparse.collect(nil, s.defaults, want)
	if f.common.isKept() {
		list = append(list, f.common.collect(nil, s.defaults, want)...)
		slices.Sort(list)
	}
	return f.collectRows(s, list, want)
}

// SameCells reports whether the cells of a scope have the same values in two states of one schema.
func (st *State) SameCells(other *State, scope Scope) bool {
	for a, end := st.schema.Segment(scope); a < end; a++ {
		if st.words[a] != other.words[a] {
			return false
		}
	}
	for _, a := range st.differing(other) {
		if st.schema.SymbolAt(a).Scope == scope {
			return false
		}
	}
	return true
}

// appendLog writes what has changed since the log began, so that its next readers see what they would have seen.
func (st *State) appendLog(b []byte) []byte {
	var c codec.Coder
	c.Write(b)
	c.Len(len(st.log), codec.NoLimit)
	notices := 0
	for _, change := range st.log {
		if change.code(&c); !change.isNotice() {
			continue
		}
		old, kept := st.objects.part.value.at(splitObject(change.Old)), false
		if !st.follows {
			old = st.trail[notices]
		}
		codec.Whole(&c, &old.index)
		old.code(&c, nil, &kept)
		notices++
	}
	start := st.startHash()
	c.Fixed(&start)
	return c.Written()
}

func (ch *Change) code(c *codec.Coder) {
	codec.Uint(c, &ch.Addr)
	codec.Int(c, &ch.Old)
}

func (ch *Change) isNotice() bool {
	_, ok := ch.Notice()
	return ok
}

// Read reads what [State.Append] has written, with the same schema and an equal base. If the bytes are recognizably
// wrong, the reader has an error afterwards, and st must not be used. Read reuses the memory of st.
func (st *State) Read(in *Reader, schema *Schema, base *State) {
	r := (*codec.Reader)(in)
	if base == nil {
		base = NewState(schema)
	}
	st.CopyFrom(base)
	switch same := r.Bool(); {
	case same || r.Failed():
	case st.joined:
		r.Fail("the agent's state has objects, but shares those of the world")
		return
	default:
		st.readObjects(r)
	}
	st.readDense(r)
	st.readSparse(r)
	st.Forget()
	st.readLog(r.Coder())
}

func (st *State) readDense(r *codec.Reader) {
	next, symbol := 0, 0
	for step := r.Below(len(st.words) + 1); step > 0; step = r.Below(len(st.words) + 1 - next) {
		i := next + step - 1
		w := Word(r.Int())
		for symbol+1 < len(st.schema.dense) && st.schema.dense[symbol+1].Base <= Addr(i) {
			symbol++
		}
		if !st.schema.Fits(st.schema.dense[symbol].Type, w) {
			r.Fail("a value of %s has the wrong type", st.schema.dense[symbol].Name)
			return
		}
		st.Set(Addr(i), w)
		next = i + 1
	}
}

func (st *State) readSparse(r *codec.Reader) {
	a := SparseBit
	for i, n := 0, r.Count(); i < n && !r.Failed(); i++ {
		step, w := Addr(r.Uint()), Word(r.Int())
		if a += step; step == 0 && i > 0 || a&SparseBit == 0 || !st.schema.has(a) {
			r.Fail("a cell belongs to no symbol")
			return
		}
		if sym := st.schema.SymbolAt(a); !st.schema.Fits(sym.Type, w) {
			r.Fail("a value of %s has the wrong type", sym.Name)
			return
		}
		st.Set(a, w)
	}
}

// has reports whether an address is that of a cell.
func (s *Schema) has(a Addr) bool {
	if a&SparseBit == 0 {
		return a < Addr(s.Words)
	}
	i := a.ordinal()
	return a>>62 == SparseBit>>62 && i < len(s.sparse) && uint64(a-s.sparse[i].Base) < s.sparse[i].Cells*uint64(s.sparse[i].Type.Width())
}

func (st *State) readLog(c *codec.Coder) {
	for i, n := 0, c.Len(0, codec.NoLimit); i < n && !c.Failed(); i++ {
		var ch Change
		ch.code(c)
		if pop, ok := ch.Notice(); ok {
			st.readNotice(c, pop)
		} else if !st.schema.has(ch.Addr) || !st.schema.Fits(st.schema.SymbolAt(ch.Addr).Type, ch.Old) {
			c.Fail("a change belongs to no symbol")
		}
		st.log = append(st.log, ch)
	}
	var start uint64
	if c.Fixed(&start); c.Reads() && start != st.startHash() {
		c.Fail("the changes do not match the cells")
	}
}

func (st *State) readNotice(c *codec.Coder, pop int32) {
	if int(pop) >= len(st.schema.populations) {
		c.Fail("a change belongs to no population of objects")
		return
	}
	rec, kept := record{population: pop}, false
	codec.Below(c, &rec.index, len(st.objects.part.value.populations[pop].refs))
	rec.code(c, st.schema, &kept)
	if !st.follows {
		st.needFar()
		st.trail = append(st.trail, rec)
	}
}
