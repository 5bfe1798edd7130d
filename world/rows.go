package world

import (
	"slices"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/codec/pool"
)

// Agents remember few of many objects, and squads know of few. The cells of recalled symbols ([SymbolDef].Recalled),
// and of symbols of squads, are therefore kept in rows, one for each object of which any such cell differs from its
// default, in order of objects: what an agent takes grows with what it remembers, and walking over what is remembered
// passes nothing else.

// rowGroup is the recalled symbols about the objects of one population.
type rowGroup struct {
	population int32
	defaults   []Word // of a row
	ordinals   []int  // of the symbols
}

// rowPlace is where the cells of a sparse symbol are.
type rowPlace struct {
	group int32 // or one of these
	first int32 // word in the row
	width int32
}

const (
	tableGroup = -1 // it is kept in the table
	placeGroup = -2 // it is kept in the table of places: see [Symbol.IsPlace]
)

// rows are the rows of a group of symbols.
type rows struct {
	ids   []int32 // indices of objects, ascending
	words []Word  // by place in ids, as many as the group has defaults
}

// find returns the place of an index, or where it would be.
func (r *rows) find(index int32) (int, bool) {
	low, n := 0, len(r.ids)
	for n > 1 {
		half := n >> 1
		if r.ids[low+half] <= index {
			low += half
		}
		n -= half
	}
	if n == 0 {
		return 0, false
	}
	switch at := r.ids[low]; {
	case at == index:
		return low, true
	case at < index:
		return low + 1, false
	}
	return low, false
}

// copyFrom makes r equal to src, in its own memory.
func (r *rows) copyFrom(src *rows) {
	r.ids, r.words = append(r.ids[:0], src.ids...), append(r.words[:0], src.words...)
}

// apart returns where the word at a sparse address is kept; nil: in the table.
func (s *Schema) apart(a Addr) *rowPlace {
	if i := a.ordinal(); i < len(s.rowPlaces) && s.rowPlaces[i].group != tableGroup {
		return &s.rowPlaces[i]
	}
	return nil
}

// rowOf returns where the word at a sparse address is kept; nil: in no row.
func (s *Schema) rowOf(a Addr) *rowPlace {
	if i := a.ordinal(); i < len(s.rowPlaces) && s.rowPlaces[i].group >= 0 {
		return &s.rowPlaces[i]
	}
	return nil
}

// Walked returns the address of a number for all cells of a symbol that is kept apart ([Symbol.InRows],
// [Symbol.IsPlace]): code that walked over them, or looked for near objects, notes it as read. It is the address of no
// cell.
func (sym *Symbol) Walked() Addr { return sym.Base | sparseKeyMask }

// isWalked reports whether an address is that of such a number.
func (a Addr) isWalked() bool { return a&sparseKeyMask == sparseKeyMask }

// split returns the index of the object that a word is about, and which word of its row it is.
func (p *rowPlace) split(a Addr) (index, word int32) {
	key := int32(a & sparseKeyMask)
	if p.width == 1 {
		return key, p.first
	}
	return key / p.width, p.first + key%p.width
}

// getRow returns the word at an address of a row.
func (st *State) getRow(p *rowPlace, a Addr) Word {
	if a.isWalked() {
		return st.recalledAt(p)
	}
	index, word := p.split(a)
	g := &st.schema.rowGroups[p.group]
	if st.far != nil && int(p.group) < len(st.rows) {
		r := &st.rows[p.group]
		if at, found := r.find(index); found {
			return r.words[at*len(g.defaults)+int(word)]
		}
	}
	return g.defaults[word]
}

// recalledAt returns a number for the objects whose cell of a symbol of one word differs from the default. It changes
// when the set does. See [Symbol.Walked].
func (st *State) recalledAt(p *rowPlace) Word {
	if st.far == nil || int(p.group) >= len(st.rows) {
		return 0
	}
	g, r := &st.schema.rowGroups[p.group], &st.rows[p.group]
	sum, width := uint64(0), len(g.defaults)
	for i, id := range r.ids {
		if w := r.words[i*width+int(p.first)]; w != g.defaults[p.first] {
			sum += det.Mix(uint64(id))
		}
	}
	return Word(sum)
}

// putRow writes a word to a row. A row that is as the defaults goes.
func (st *State) putRow(p *rowPlace, a Addr, w Word) {
	index, word := p.split(a)
	g := &st.schema.rowGroups[p.group]
	for len(st.rows) < len(st.schema.rowGroups) {
		st.rows = append(st.rows, rows{})
	}
	r, width := &st.rows[p.group], len(g.defaults)
	at, found := r.find(index)
	if !found {
		if w == g.defaults[word] {
			return
		}
		r.ids = slices.Insert(pool.Room(r.ids, 1), at, index)
		r.words = slices.Insert(pool.Room(r.words, width), at*width, g.defaults...)
	}
	row := r.words[at*width : (at+1)*width]
	if row[word] = w; w == g.defaults[word] && slices.Equal(row, g.defaults) {
		r.ids = slices.Delete(r.ids, at, at+1)
		r.words = slices.Delete(r.words, at*width, (at+1)*width)
	}
}

// RowWord returns which word of a row the first word of a symbol is; -1: its cells are not kept in rows. Symbols about
// the same objects share a row.
func (s *Schema) RowWord(sym *Symbol) int {
	if !sym.Sparse() {
		return -1
	}
	if p := s.rowOf(sym.Base); p != nil {
		return int(p.first)
	}
	return -1
}

// RowPlace returns which row has an object's cell of a symbol ([Symbol.InRows]), for [State.RowWords] and
// [State.SetInRow]; -1: all its cells have their defaults. It is valid until the next write.
func (st *State) RowPlace(sym *Symbol, o Object) int {
	p := st.schema.rowOf(sym.Base)
	if st.far == nil || int(p.group) >= len(st.rows) {
		return -1
	}
	if at, found := st.rows[p.group].find(int32(o & IndexMask)); found {
		return at
	}
	return -1
}

// RowWords returns an object's row, by its place. It belongs to the state and is valid until the next write.
func (st *State) RowWords(sym *Symbol, at int) []Word {
	p := st.schema.rowOf(sym.Base)
	width := len(st.schema.rowGroups[p.group].defaults)
	return st.rows[p.group].words[at*width : (at+1)*width]
}

// SetInRow is [State.Set] for a word of an object's cell of a symbol ([Symbol.InRows]), by its address and the place of
// the row. It returns the place of the row after that.
func (st *State) SetInRow(sym *Symbol, o Object, at int, a Addr, w Word) int {
	p := st.schema.rowOf(sym.Base)
	_, word := p.split(a)
	if at < 0 || w == st.schema.rowGroups[p.group].defaults[word] { // the row may come or go
		st.Set(a, w)
		return st.RowPlace(sym, o)
	}
	cell := &st.RowWords(sym, at)[word]
	if old := *cell; old != w {
		st.hash += mixWord(a, w) - mixWord(a, old)
		st.record(a, old)
		*cell = w
	}
	return at
}

// copyRows makes the rows of st those of another state.
func (st *State) copyRows(src *far) {
	if len(st.rows) != len(src.rows) {
		for len(st.rows) < len(src.rows) {
			st.rows = append(st.rows, rows{})
		}
		for i := len(src.rows); i < len(st.rows); i++ {
			st.rows[i].ids, st.rows[i].words = st.rows[i].ids[:0], st.rows[i].words[:0]
		}
	}
	for i := range src.rows {
		st.rows[i].copyFrom(&src.rows[i])
	}
}

// eachRow calls visit for each word of rows that differs from its default, row by row.
func (f *far) eachRow(s *Schema, visit func(a Addr, w Word)) {
	for i := range f.rows {
		r, g := &f.rows[i], &s.rowGroups[i]
		for at := range r.ids {
			f.eachOfRow(s, g, r, at, visit)
		}
	}
}

func (f *far) eachOfRow(s *Schema, g *rowGroup, r *rows, at int, visit func(a Addr, w Word)) {
	row := r.words[at*len(g.defaults) : (at+1)*len(g.defaults)]
	for _, ordinal := range g.ordinals {
		p := &s.rowPlaces[ordinal]
		for k := range p.width {
			if w := row[p.first+k]; w != g.defaults[p.first+k] {
				visit(s.sparse[ordinal].Base+Addr(r.ids[at]*p.width+k), w)
			}
		}
	}
}

// collectRows appends the addresses of the words of rows that differ from their default and that want accepts, in
// order.
func (f *far) collectRows(s *Schema, list []Addr, want func(a Addr, w Word) bool) []Addr {
	first := len(list)
	f.eachRow(s, func(a Addr, w Word) {
		if want(a, w) {
			list = append(list, a)
		}
	})
	if len(list) > first {
		slices.Sort(list)
	}
	return list
}

// clearRow gives their default to the recalled cells about an object.
func (st *State) clearRow(pop int32, index int) {
	if st.far == nil {
		return
	}
	for i := range st.rows {
		g := &st.schema.rowGroups[i]
		if g.population != pop {
			continue
		}
		if at, found := st.rows[i].find(int32(index)); found {
			list := st.scratch[:0]
			st.eachOfRow(st.schema, g, &st.rows[i], at, func(a Addr, _ Word) { list = append(list, a) })
			st.scratch = list
			for _, a := range list {
				st.setSparse(a, st.schema.defaults[a.ordinal()][a&1])
			}
		}
	}
}

// NextRecalled returns the next object of a type or its subtypes, after the given one, whose cell of a symbol is not at
// its default, in order of index; start with 0. The symbol has one parameter, of the object's population, and a value
// of one word. It returns 0 at the end. If the symbol is recalled ([SymbolDef].Recalled), the time grows with the
// number of rows, not with the number of objects.
func (st *State) NextRecalled(sym *Symbol, typ int32, after Object) Object {
	t := &st.objects.part.value
	m := &t.members[typ]
	p := &t.populations[m.population]
	index := int(after & IndexMask)
	if sym.Base&SparseBit == 0 {
		cells := st.words[sym.Base : sym.Base+Addr(sym.Cells)]
		for i := index + 1; i < len(cells); i++ {
			if cells[i] != sym.Default[0] && t.has(m, i, st.remembers) {
				return p.refs[i]
			}
		}
		return 0
	}
	if st.schema.rowOf(sym.Base) == nil {
		o := st.NextMember(typ, after)
		for o != 0 && st.Get(sym.Base+Addr(o&IndexMask)) == sym.Default[0] {
			o = st.NextMember(typ, o)
		}
		return o
	}
	return st.NextRow(sym.Base, typ, after)
}

// NextRow is [State.NextRecalled] for a symbol that is kept in rows ([Symbol.InRows]), by its Base.
func (st *State) NextRow(base Addr, typ int32, after Object) Object {
	place := st.schema.rowOf(base)
	if st.far == nil || int(place.group) >= len(st.rows) {
		return 0
	}
	g, r := &st.schema.rowGroups[place.group], &st.rows[place.group]
	t := &st.objects.part.value
	m := &t.members[typ]
	p := &t.populations[m.population]
	at, found := r.find(int32(after & IndexMask))
	if found {
		at++
	}
	for ; at < len(r.ids); at++ {
		if i := int(r.ids[at]); r.words[at*len(g.defaults)+int(place.first)] != g.defaults[place.first] && t.has(m, i, st.remembers) {
			return p.refs[i]
		}
	}
	return 0
}

// placeApart makes a sparse symbol one of a group of rows, or of places.
func (l *layout) placeApart(sym *Symbol, ordinal int) {
	s := l.schema
	for len(s.rowPlaces) <= ordinal {
		s.rowPlaces = append(s.rowPlaces, rowPlace{group: tableGroup})
	}
	if sym.IsPlace() {
		s.rowPlaces[ordinal].group = placeGroup
		return
	}
	pop := s.Types[sym.Params[0].ID].Population
	at := slices.IndexFunc(s.rowGroups, func(g rowGroup) bool { return g.population == pop })
	if at < 0 {
		at = len(s.rowGroups)
		s.rowGroups = append(s.rowGroups, rowGroup{population: pop})
	}
	g, width := &s.rowGroups[at], sym.Type.Width()
	s.rowPlaces[ordinal] = rowPlace{group: int32(at), first: int32(len(g.defaults)), width: int32(width)}
	g.defaults = append(g.defaults, sym.Default[:width]...)
	g.ordinals = append(g.ordinals, ordinal)
}

// has reports whether the object of an index is a member that is there for a state.
func (t *objectTable) has(m *memberSet, i int, remembers bool) bool {
	return hasBit(m.bits, i) && (m.retired == 0 || remembers || !t.populations[m.population].infos[i].retired)
}

// InRows reports whether the cells of a symbol are kept in rows: it is recalled, belongs to squads, or has numbers that
// the host tells an agent of objects, such as what is near; and there may be many objects. The cell of none
// ([Symbol].Base) then holds a number that changes with the set of objects whose value is not the default, so that code
// that enumerated them can note that cell as read.
func (sym *Symbol) InRows() bool {
	return (sym.isOfObjects() || sym.isTold()) && sym.Cells > RecallLimit
}

// isOfObjects reports whether a symbol is recalled, or belongs to squads, and says something of each object.
func (sym *Symbol) isOfObjects() bool {
	return (sym.Recalled && sym.Scope == ScopeAgent || sym.Scope == ScopeSquad) && len(sym.Params) == 1 && sym.Params[0].Kind == KindObject && sym.Type.Kind != KindObject
}

// isTold reports whether a symbol has numbers that the host tells an agent of objects.
func (sym *Symbol) isTold() bool {
	if !sym.Sensed || sym.Scope != ScopeAgent || len(sym.Params) != 1 || sym.Params[0].Kind != KindObject {
		return false
	}
	return sym.Type.Kind == KindFloat || sym.Type.Kind == KindInt || sym.Type.Kind == KindVec2
}

// Marks reports whether a symbol marks objects: it is a bool with one object as its parameter, false by default, and
// its cells are kept together: code that enumerates only marked objects can note that ([Notes.Marked]) instead of the
// members.
func (sym *Symbol) Marks() bool {
	return sym.isOfObjects() && sym.Type.Kind == KindBool && sym.Default[0] == 0 && !sym.Sparse()
}

// Walked notes that the computation walked over all cells of a symbol that is kept apart, except what the computation
// itself has written: see [Symbol.Walked]. The base is the symbol's.
func (n *Notes) Walked(st *State, base Addr) {
	sym := st.schema.sparse[base.ordinal()]
	all := st.Get(sym.Walked())
	for k := range n.outer {
		all += n.unwritten(st, sym, n.outer[k].log, k)
	}
	if len(n.wrote.used) > 0 {
		all += n.unwritten(st, sym, n.state.log, len(n.outer))
	}
	n.Read(sym.Walked(), all, all)
}

// unwritten returns the difference between the number of a symbol now and before the changes of a log, without changes
// that an earlier log has.
func (n *Notes) unwritten(st *State, sym *Symbol, log []Change, earlier int) (by Word) {
	for i := range log {
		a := log[i].Addr
		if a&SparseBit == 0 || a.ordinal() != sym.Base.ordinal() || logged(log[:i], a) {
			continue
		}
		if slices.ContainsFunc(n.outer[:earlier], func(o *State) bool { return logged(o.log, a) }) || earlier == len(n.outer) && !n.Written(a) {
			continue
		}
		by += sym.numberOf(st.schema, a, log[i].Old) - sym.numberOf(st.schema, a, st.Get(a))
	}
	return by
}

// numberOf returns what a word adds to the number for all cells of a symbol.
func (sym *Symbol) numberOf(s *Schema, a Addr, w Word) Word {
	p := s.apart(a)
	if p.group == placeGroup {
		return Word(mixWord(a, w))
	}
	if index, word := p.split(a); w != s.rowGroups[p.group].defaults[word] {
		return Word(det.Mix(uint64(index)))
	}
	return 0
}
