package world

// State holds the values of all cells of a schema and the existing objects. Make one with [NewState], or copy another:
// the zero State is ready for [State.CopyFrom].
//
// Not safe for concurrent use while it is written. While no goroutine writes it, any number of goroutines may read it
// and copy it. A State must not be copied by assignment.
type State struct {
	words   []Word
	schema  *Schema
	hash    uint64 // of the cells; that of the objects is the object set's
	log     []Change
	*far               // nil until a sparse cell is written, or an object comes or goes
	objects *ObjectSet // nil in the zero State
	flag    int32      // 1 + the number of its flag, among those of its object set; 0: changes are not flagged
	joined  bool       // others share the object set
	follows bool       // and it never changes that itself

	remembers bool // what is retired is there: see State.Remember
}

// far holds the parts that many states never need: sparse cells, and the data about objects that come and go.
type far struct {
	sparse  sparse
	rows    []rows   // by group
	common  sparse   // cells of places
	trail   []record // for each notice in the log, the object's record before; none if it follows an object set
	scratch []Addr
	gone    int // objects that went while what mentions them was not computed
	looked  int // sparse words looked at for objects that went
}

// noFar is shared by all states without a far part of their own. It is never written to.
var noFar far

// needFar makes room for that.
func (st *State) needFar() {
	if st.far == nil {
		st.far = &far{}
	}
}

// seen returns that to be looked at.
func (st *State) seen() *far {
	if st.far == nil {
		return &noFar
	}
	return st.far
}

// NewState returns a state without objects in which every cell has its default.
func NewState(schema *Schema) *State {
	st := &State{schema: schema, words: append([]Word(nil), schema.initial...), objects: &ObjectSet{}}
	if len(schema.Types) > 0 {
		st.objects.renew()
		st.objects.part.value.init(schema)
	}
	return st
}

// Use sets the memory for the dense words of a zero State; nothing else may use it. If it is too small for a schema,
// the state allocates its own.
func (st *State) Use(words []Word) { st.words = words }

// Dense returns the words at the dense addresses, by address, for reading: it saves callers that read several of them a
// call each. It is valid until the state is copied to or read.
func (st *State) Dense() []Word { return st.words }

// Schema returns the schema of the state.
func (st *State) Schema() *Schema { return st.schema }

// Get returns the word at an address of the state's schema. About 1 ns for dense addresses, 5 ns for sparse ones.
func (st *State) Get(a Addr) Word {
	if a < Addr(len(st.words)) {
		return st.words[a]
	}
	return st.getSparse(a)
}

func (st *State) getSparse(a Addr) Word {
	if a&SparseBit != 0 {
		if p := st.schema.apart(a); p != nil {
			if p.group == placeGroup {
				return st.getPlace(a)
			}
			return st.getRow(p, a)
		}
	}
	if st.far != nil {
		if w := st.sparse.find(a); w != nil {
			return *w
		}
	}
	if a&SparseBit == 0 {
		panic("world: address beyond the state; is it of another schema?")
	}
	return st.schema.defaults[a.ordinal()][a&1]
}

// Set writes the word at an address, and logs the change if the word differs. It does not check that the word is a
// value of the cell's type.
func (st *State) Set(a Addr, w Word) {
	if a >= Addr(len(st.words)) {
		st.setSparse(a, w)
		return
	}
	old := st.words[a]
	if old == w {
		return
	}
	st.words[a] = w
	st.hash += mixWord(a, w) - mixWord(a, old)
	st.record(a, old)
}

func (st *State) setSparse(a Addr, w Word) {
	old := st.getSparse(a)
	if old == w {
		return
	}
	st.hash += mixWord(a, w) - mixWord(a, old)
	st.record(a, old)
	st.putFar(a, w)
}

// putFar stores a sparse word.
func (st *State) putFar(a Addr, w Word) {
	st.needFar()
	if p := st.schema.apart(a); p != nil {
		if p.group == placeGroup {
			st.common.put(a, w, st.schema)
			return
		}
		st.putRow(p, a, w)
		return
	}
	st.sparse.put(a, w, st.schema)
}

// Hash returns a hash of all cells and objects, which each change updates. Equal states have equal hashes, on every
// platform and whatever their history; different states have different hashes except for 1 in 2^64. The hash does not
// resist deliberate collisions.
func (st *State) Hash() uint64 { return st.hash + st.objects.sum(st.remembers) }

// ObjectsHash returns the part of [State.Hash] that depends on the objects: it changes when an object is added or
// removed.
func (st *State) ObjectsHash() uint64 { return st.objects.sum(st.remembers) }

// CopyFrom makes st a copy of src: the same values and objects, independent of later writes to either, and an empty
// log. Dense words are copied; sparse cells and objects are shared until one of the two writes. CopyFrom reuses memory:
// once warm, it allocates nothing, also if src has changed since the last copy.
func (st *State) CopyFrom(src *State) {
	if st == src {
		return
	}
	st.words = resize(st.words, len(src.words))
	copy(st.words, src.words)
	st.schema, st.hash = src.schema, src.hash
	st.log = st.log[:0]
	if st.far != nil || src.far != nil && (src.sparse.isKept() || src.common.isKept() || len(src.rows) > 0) {
		st.copyFar(src.seen())
	}
	st.copyObjects(src)
}

func (st *State) copyFar(src *far) {
	st.needFar()
	if len(st.trail) > 0 {
		clear(st.trail)
		st.trail = st.trail[:0]
	}
	st.sparse.copyFrom(&src.sparse)
	if st.common.isKept() || src.common.isKept() {
		st.common.copyFrom(&src.common)
	}
	if len(st.rows)+len(src.rows) > 0 {
		st.copyRows(src)
	}
}

// Shrink frees the memory that a state has grown beside its dense words. Copy another one to it before it is used
// again.
func (st *State) Shrink() {
	st.log = nil
	if st.far != nil {
		st.copyFar(&noFar) // lets go of what it shares
		st.far = nil
	}
}

// Equal reports whether two states of one schema hold the same: every cell, every object with its name, and the
// generations that objects added later will get. Logs are not compared.
func (st *State) Equal(other *State) bool {
	if st.schema != other.schema || st.Hash() != other.Hash() {
		return false
	}
	for i, w := range st.words {
		if other.words[i] != w {
			return false
		}
	}
	return st.coversSparse(other) && other.coversSparse(st) && st.equalObjects(other)
}

// coversSparse reports whether other has every sparse word that is stored in st.
func (st *State) coversSparse(other *State) bool {
	same := true
	st.seen().sparse.each(func(a Addr, w Word) { same = same && other.getSparse(a) == w })
	st.seen().common.each(func(a Addr, w Word) { same = same && other.getSparse(a) == w })
	st.seen().eachRow(st.schema, func(a Addr, w Word) { same = same && other.getSparse(a) == w })
	return same
}

// Cells calls yield for each cell of a symbol that differs from its default, in order of its arguments, until yield
// returns false. The slices are valid during the call only. The state must not be written meanwhile.
func (st *State) Cells(sym *Symbol, yield func(args, words []Word) bool) {
	width, room := Addr(sym.Type.Width()), new(cellRoom)
	if sym.Sparse() {
		list := st.seen().cellsOf(st.schema, sym)
		done := Addr(0)
		for _, a := range list {
			if a -= (a - sym.Base) % width; a == done {
				continue // the second word of a vec2
			}
			if done = a; !st.yieldCell(sym, a, room, yield) {
				return
			}
		}
		return
	}
	for a := sym.Base; a < sym.Base+Addr(sym.Cells)*width; a += width {
		differs := st.words[a] != sym.Default[0] || width == 2 && st.words[a+1] != sym.Default[1]
		if differs && !st.yieldCell(sym, a, room, yield) {
			return
		}
	}
}

// cellRoom is where what is passed to a yield of [State.Cells] lies.
type cellRoom struct {
	args  [MaxParams]Word
	words [2]Word
}

func (st *State) yieldCell(sym *Symbol, a Addr, room *cellRoom, yield func(args, words []Word) bool) bool {
	room.words = [2]Word{st.Get(a)}
	if sym.Type.Kind == KindVec2 {
		room.words[1] = st.Get(a + 1)
	}
	return yield(st.Args(sym, a, room.args[:0]), room.words[:sym.Type.Width()])
}

// Fits reports whether a word is a value of a type of the state's schema (one of two words for a vec2): an int within
// its range, none, or an existing object of the type. See also [Schema.Fits].
func (st *State) Fits(t Type, w Word) bool {
	switch t.Kind {
	case KindInt:
		return int64(w) >= t.Lo && int64(w) <= t.Hi
	case KindObject:
		if w == 0 {
			return true
		}
		typ := st.TypeOf(w)
		return typ >= 0 && st.schema.Types[t.ID].Has(typ)
	}
	return st.schema.Fits(t, w)
}

// Args appends to buf the arguments of a symbol's cell. Objects are those that have the index now, or had it last.
func (st *State) Args(sym *Symbol, a Addr, buf []Word) []Word {
	if sym.Sparse() && a.isWalked() {
		a = sym.Base // of all of them
	}
	for i := range sym.shapes {
		p, x := &sym.shapes[i], sym.indexAt(i, a)
		switch p.kind {
		case KindObject:
			buf = append(buf, st.objectAt(int32(p.population), int(x)))
		case KindInt:
			buf = append(buf, Word(p.lo)+Word(x))
		default:
			buf = append(buf, Word(x))
		}
	}
	return buf
}
