package world

import (
	"math"
	"math/bits"
	"slices"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/sorting"
)

// Where things of the world are that stay there, such as cover, is a sensed symbol of the world with one object and a
// point. If there may be many ([RecallLimit]), what is near a point is found by a grid, which is computed when it is
// first asked for and shared by all states that share the cells.

// placeIndex finds the cells of one symbol by their values.
type placeIndex struct {
	ordinal int
	sum     uint64 // of all cells
	cell    float64
	low     [2]float64
	cols    int
	rows    int
	first   []int32 // by cell of the grid, plus one: where its entries begin
	entries []placed
	listed  []uint64 // bit set of the objects that have an entry
}

// placed is an object, by its index, with its position.
type placed struct {
	index int32
	at    [2]float64
}

const (
	// placesPerCell is the average number of places in a cell of the grid.
	placesPerCell = 2
	maxPlaceSide  = 1024 // cells of a side
)

// IsPlace reports whether the symbol supports searching for objects near a point: see [State.Near].
func (sym *Symbol) IsPlace() bool {
	return sym.Scope == ScopeWorld && sym.Sensed && len(sym.Params) == 1 && sym.Params[0].Kind == KindObject && sym.Type.Kind == KindVec2 && sym.Cells > RecallLimit
}

// isApart reports whether the cells of a symbol are kept neither among the dense words nor in the table.
func (sym *Symbol) isApart() bool { return sym.InRows() || sym.IsPlace() }

// getPlace returns the word at an address of a symbol of places.
func (st *State) getPlace(a Addr) Word {
	if a.isWalked() {
		return st.placesAt(a.ordinal())
	}
	if st.far != nil {
		if w := st.common.find(a); w != nil {
			return *w
		}
	}
	return st.schema.defaults[a.ordinal()][a&1]
}

// clearPlace gives their default to the cells of places about an object.
func (st *State) clearPlace(pop int32, index int) {
	for ordinal := range st.schema.rowPlaces {
		sym := st.schema.sparse[ordinal]
		if st.schema.rowPlaces[ordinal].group != placeGroup || st.schema.Types[sym.Params[0].ID].Population != pop {
			continue
		}
		at := sym.Base + Addr(index)*2
		st.Set(at, sym.Default[0])
		st.Set(at+1, sym.Default[1])
	}
}

// placesOf returns the index of a symbol. States that share the table may ask at the same time.
func (t *table) placesOf(s *Schema, ordinal int) *placeIndex {
	t.listing.Lock()
	defer t.listing.Unlock()
	for _, x := range t.places {
		if x.ordinal == ordinal {
			return x
		}
	}
	x := newPlaceIndex(t, s, ordinal)
	t.places = append(t.places, x)
	return x
}

func newPlaceIndex(t *table, s *Schema, ordinal int) *placeIndex {
	x := &placeIndex{ordinal: ordinal}
	sym := s.sparse[ordinal]
	var list []placed
	for _, e := range t.entries {
		if e.addr == 0 || e.addr.ordinal() != ordinal {
			continue
		}
		index := int32((e.addr - sym.Base) / 2)
		x.sum += mixWord(e.addr, e.word) - mixWord(e.addr, sym.Default[e.addr&1])
		if first := e.addr &^ 1; e.addr != first {
			if w := t.find(first); w != nil {
				continue // it has been listed with its first word
			}
		}
		list = append(list, placed{index, t.pointAt(sym, index)})
	}
	sorting.InPlace(list, func(a, b placed) int { return int(a.index - b.index) })
	for _, p := range list {
		x.listed = setBit(x.listed, int(p.index), true)
	}
	x.arrange(list)
	return x
}

// pointAt returns the value of a cell of a symbol.
func (t *table) pointAt(sym *Symbol, index int32) (p [2]float64) {
	for k := range p {
		w := sym.Default[k]
		if of := t.find(sym.Base + Addr(index)*2 + Addr(k)); of != nil {
			w = *of
		}
		p[k] = w.Float()
	}
	return p
}

// arrange sorts the entries by cells of a grid.
func (x *placeIndex) arrange(list []placed) {
	if len(list) == 0 {
		return
	}
	low, high := list[0].at, list[0].at
	for _, p := range list {
		for k := range low {
			low[k], high[k] = min(low[k], p.at[k]), max(high[k], p.at[k])
		}
	}
	width, height := high[0]-low[0], high[1]-low[1]
	x.low = low
	x.cell = max(det.Sqrt(max(width, 1e-3)*max(height, 1e-3)*placesPerCell/float64(len(list))), max(width, height)/(maxPlaceSide-1), 1e-6)
	x.cols, x.rows = x.at(0, high[0], maxPlaceSide)+1, x.at(1, high[1], maxPlaceSide)+1
	x.first = make([]int32, x.cols*x.rows+1)
	x.entries = make([]placed, len(list))
	for _, p := range list {
		x.first[x.cellOf(p)+1]++
	}
	for i := 1; i < len(x.first); i++ {
		x.first[i] += x.first[i-1]
	}
	next := slices.Clone(x.first)
	for _, p := range list {
		c := x.cellOf(p)
		x.entries[next[c]] = p
		next[c]++
	}
}

// at returns the column or row of a coordinate; those outside belong to the cells at the border.
func (x *placeIndex) at(k int, v float64, n int) int {
	v = (v - x.low[k]) / x.cell
	switch {
	case !(v > 0):
		return 0
	case v >= float64(n):
		return n - 1
	}
	return int(v)
}

func (x *placeIndex) cellOf(p placed) int {
	return x.at(1, p.at[1], x.rows)*x.cols + x.at(0, p.at[0], x.cols)
}

// isWithin reports whether a point is within a radius of another, or may be for rounding.
func isWithin(p [2]float64, x, y, radius float64) bool {
	dx, dy := p[0]-x, p[1]-y
	reach := float64(radius*(1+1e-6)) + 1e-6
	return float64(dx*dx)+float64(dy*dy) <= float64(reach*reach)
}

// Near appends the objects of a type or its subtypes for which a symbol ([Symbol.IsPlace]) holds a point within a
// radius of another point, in order of index, and perhaps some that are slightly farther away. The caller notes the
// number at [Symbol.Walked] as read. The time grows with the number of near objects. Near returns false if it cannot
// search: the caller then tests all objects.
func (st *State) Near(sym *Symbol, typ int32, x, y, radius float64, buf []Object) (list []Object, ok bool) {
	origin := [2]float64{sym.Default[0].Float(), sym.Default[1].Float()}
	atOrigin := isWithin(origin, x, y, radius) // objects without a cell of their own are there
	if !(radius <= math.MaxFloat32) || atOrigin && (st.far == nil || st.common.base.part == nil) {
		return buf, false
	}
	if radius < 0 || st.far == nil {
		return buf, true
	}
	t := &st.objects.part.value
	m := &t.members[typ]
	p := &t.populations[m.population]
	first, ordinal := len(buf), sym.Base.ordinal()
	take := func(index int32) {
		if t.has(m, int(index), st.remembers) {
			buf = append(buf, p.refs[index])
		}
	}
	hidden := st.common.overlay().used > 0
	if st.common.base.part != nil {
		index := st.common.base.part.value.placesOf(st.schema, ordinal)
		index.near(x, y, radius, func(e *placed) {
			if !hidden || !st.isOverlaid(sym, e.index) {
				take(e.index)
			}
		})
		for w := 0; atOrigin && w < len(m.bits); w++ {
			rest := m.bits[w]
			if w < len(index.listed) {
				rest &^= index.listed[w]
			}
			for ; rest != 0; rest &= rest - 1 {
				if i := int32(w<<6 + bits.TrailingZeros64(rest)); !hidden || !st.isOverlaid(sym, i) {
					take(i)
				}
			}
		}
	}
	for i := 0; hidden && i < len(st.common.overlay().entries); i++ {
		e := &st.common.overlay().entries[i]
		if e.addr == 0 || e.addr.ordinal() != ordinal {
			continue
		}
		index := int32((e.addr - sym.Base) / 2)
		if e.addr&1 == 1 && st.common.overlay().find(e.addr&^1) != nil {
			continue // with its first word
		}
		at := sym.Base + Addr(index)*2
		if isWithin([2]float64{st.Get(at).Float(), st.Get(at + 1).Float()}, x, y, radius) {
			take(index)
		}
	}
	sorting.InPlace(buf[first:], func(a, b Object) int { return int(a&IndexMask) - int(b&IndexMask) })
	return buf, true
}

// isOverlaid reports whether a word of a cell has been written over the shared table.
func (st *State) isOverlaid(sym *Symbol, index int32) bool {
	at := sym.Base + Addr(index)*2
	return st.common.overlay().find(at) != nil || st.common.overlay().find(at+1) != nil
}

// near visits the entries within a radius of a point.
func (x *placeIndex) near(px, py, radius float64, visit func(*placed)) {
	if len(x.entries) == 0 {
		return
	}
	from, to := x.at(0, px-radius-1e-3, x.cols), x.at(0, px+radius+1e-3, x.cols)
	for row, last := x.at(1, py-radius-1e-3, x.rows), x.at(1, py+radius+1e-3, x.rows); row <= last; row++ {
		run := x.entries[x.first[row*x.cols+from]:x.first[row*x.cols+to+1]]
		for i := range run {
			if isWithin(run[i].at, px, py, radius) {
				visit(&run[i])
			}
		}
	}
}

// placesAt returns a number for all cells of a symbol of places. It changes when one of them holds another point. See
// [Symbol.Walked].
func (st *State) placesAt(ordinal int) Word {
	sum := uint64(0)
	if st.far == nil {
		return 0
	}
	if st.common.base.part != nil {
		sum = st.common.base.part.value.placesOf(st.schema, ordinal).sum
	}
	for i := 0; st.common.overlay().used > 0 && i < len(st.common.overlay().entries); i++ {
		if e := &st.common.overlay().entries[i]; e.addr != 0 && e.addr.ordinal() == ordinal {
			was := st.schema.defaults[ordinal][e.addr&1]
			if w := st.common.base.part; w != nil {
				if of := w.value.find(e.addr); of != nil {
					was = *of
				}
			}
			sum += mixWord(e.addr, e.word) - mixWord(e.addr, was)
		}
	}
	return Word(sum)
}
