package world

import (
	"sort"
)

// Kind is the kind of a value.
type Kind uint8

const (
	KindBool Kind = iota + 1
	KindInt
	KindFloat
	KindEnum
	KindVec2
	KindObject
	KindText // arguments only: the index of a text among the schema's Literals
	KindList // arguments only: the index of a list of numbers or texts there; Type.ID is the Kind of its elements
)

// Type is the type of a value or parameter. Comparable with ==.
type Type struct {
	Kind   Kind
	ID     int32 // enum: index into Schema.Enums; object: index into Schema.Types; list: Kind of the elements
	Lo, Hi int64 // int: the range, both ends included; without a range math.MinInt64, math.MaxInt64
}

// Width returns how many Words a value of the type takes: 2 for vec2, else 1.
func (t Type) Width() int {
	if t.Kind == KindVec2 {
		return 2
	}
	return 1
}

// Scope is the owner of a symbol.
type Scope uint8

const (
	ScopeAgent Scope = iota
	ScopeSquad
	ScopeWorld

	scopes = 3
)

// Addr is the address of one value cell: either a slot among a state's dense words, or (top bit set) a
// key of the sparse table. Both are reached the same way: base + sum of index(i) * stride(i).
type Addr uint64

// SparseBit marks the addresses of cells in the sparse table.
const SparseBit Addr = 1 << 63

// ordinal returns which sparse symbol a sparse address belongs to.
func (a Addr) ordinal() int { return int(a >> sparseKeyBits & (MaxSparseSymbols - 1)) }

// Enum is a declared enumeration.
type Enum struct {
	Name   string
	Values []string
}

// ObjectType is a declared type of objects. Types with a common ancestor share a population: one index space of Max
// objects (index 0 is reserved for "none").
type ObjectType struct {
	ID         int32
	Name       string
	Parents    []int32 // object types
	Max        int     // maximum number of objects at one time in its population: the greatest that one of its types declares
	Population int32
	Subtypes   []uint64 // bit set of this type and its descendants
}

// Has reports whether the type with the given ID is this one or a descendant.
func (t *ObjectType) Has(id int32) bool {
	return id >= 0 && int(id>>6) < len(t.Subtypes) && t.Subtypes[id>>6]>>(id&63)&1 != 0
}

// SymbolDef is the declaration of a symbol.
type SymbolDef struct {
	Name    string
	Scope   Scope
	Sensed  bool // only the host or sensors write it; effects on it are expectations
	Params  []Type
	Type    Type
	Default [2]Word // initial value of every cell; the second word only for vec2
	// Recalled marks a symbol of which few cells differ from the default at a time, because it holds an agent's
	// memory: it has one parameter, an object. If there may be many objects ([RecallLimit]), only those cells take
	// memory.
	Recalled bool
	// Says marks a symbol of the engine, which no file declares and no text can name: it describes the meaning when
	// the symbol, a bool, is true. Empty for all other symbols.
	Says string
}

// Symbol is a symbol of a finished schema, with its place in the state.
type Symbol struct {
	SymbolDef
	ID      int32
	Base    Addr
	Strides []Addr // one for each parameter, falling; the last is the width of a value
	Cells   uint64 // number of cells (tuples), "none" indices included

	shapes []shape // one for each parameter
}

// shape is how an argument becomes an index.
type shape struct {
	kind       Kind
	lo         int64  // int: the least value
	size       uint64 // number of indices
	population Word   // object
}

// Sparse reports whether the symbol's cells live in the sparse table.
func (s *Symbol) Sparse() bool { return s.Base&SparseBit != 0 }

// Addr returns the address of the cell with the given arguments: the first of two for a vec2. It returns false if the
// number of arguments is wrong, or an argument is none, out of its range, or an object of another population. It does
// not check whether an object is alive.
func (s *Symbol) Addr(args ...Word) (Addr, bool) {
	if len(args) != len(s.shapes) {
		return 0, false
	}
	a := s.Base
	for i, w := range args {
		x, ok := s.shapes[i].index(w)
		if !ok {
			return 0, false
		}
		a += Addr(x) * s.Strides[i]
	}
	return a, true
}

func (p *shape) index(w Word) (uint64, bool) {
	switch p.kind {
	case KindObject:
		x := uint64(w & IndexMask)
		return x, x != 0 && x < p.size && w>>IndexBits&populationMask == p.population
	case KindInt:
		x := uint64(w) - uint64(p.lo)
		return x, x < p.size
	default:
		return uint64(w), uint64(w) < p.size
	}
}

// indexAt returns the index of parameter i in the cell at a.
func (s *Symbol) indexAt(i int, a Addr) uint64 {
	return uint64((a-s.Base)/s.Strides[i]) % s.shapes[i].size
}

// Schema is the finished layout of world states. Immutable and safe for concurrent use; made by [Builder.Build].
type Schema struct {
	Enums   []Enum
	Types   []ObjectType
	Symbols []Symbol
	Words   int // number of dense words of a state
	// Literals are the texts and lists that the program gives to actions; nil if it has none.
	Literals *Literals

	denseLimit  int // as the Builder had it
	populations []populationInfo
	supers      [][]int32 // of each type: the types it is a member of, itself included, rising
	segments    [scopes][2]Addr
	initial     []Word     // default of each dense word
	dense       []*Symbol  // in order of address
	sparse      []*Symbol  // by ordinal
	rowPlaces   []rowPlace // of sparse symbols, by ordinal
	rowGroups   []rowGroup
	defaults    [][2]Word // of sparse symbols, by ordinal; both words are the same unless it is a vec2
	symbols     map[string]int32
	types       map[string]int32
	enums       map[string]int32
}

// populationInfo lists what removing an object of a population must look through.
type populationInfo struct {
	max       int
	arguments []argument // dense symbols that take its objects
	holders   []*Symbol  // dense symbols whose value is one of its objects
	sparse    bool       // a sparse symbol takes or holds its objects
	rows      bool       // a symbol that is kept in rows takes its objects
	places    bool       // a symbol of places does
	marks     []*Symbol  // of those kept in rows, what [State.Holds] looks at
	held      bool       // it looks at anything
}

type argument struct {
	symbol *Symbol
	param  int
}

// Symbol returns the symbol with a name, or nil.
func (s *Schema) Symbol(name string) *Symbol {
	if id, ok := s.symbols[name]; ok {
		return &s.Symbols[id]
	}
	return nil
}

// ObjectType returns the object type with a name, or nil.
func (s *Schema) ObjectType(name string) *ObjectType {
	if id, ok := s.types[name]; ok {
		return &s.Types[id]
	}
	return nil
}

// Enum returns the enum with a name, and its index, or nil.
func (s *Schema) Enum(name string) (*Enum, int32) {
	if id, ok := s.enums[name]; ok {
		return &s.Enums[id], id
	}
	return nil, -1
}

// Segment returns the dense addresses of a scope's symbols: lo up to, not including, hi.
func (s *Schema) Segment(scope Scope) (lo, hi Addr) {
	return s.segments[scope][0], s.segments[scope][1]
}

// HasCells reports whether any cell takes or holds objects of the population of o.
func (s *Schema) HasCells(o Object) bool {
	pop, _ := splitObject(o)
	info := &s.populations[pop]
	return info.sparse || info.rows || info.places || len(info.arguments) > 0 || len(info.holders) > 0
}

// NumberOf returns a small number for an object, to index lists with. Objects that exist at one time have different
// numbers. It is less than the number of populations times (1 + the maximum number of objects of a population).
func (s *Schema) NumberOf(o Object) int {
	pop, index := splitObject(o)
	return index*len(s.populations) + int(pop)
}

// Numbers returns a number that is greater than all results of [Schema.NumberOf].
func (s *Schema) Numbers() int {
	most := 0
	for i := range s.populations {
		most = max(most, s.populations[i].max+1)
	}
	return most * len(s.populations)
}

// Populations returns the number of populations; they are numbered from 0.
func (s *Schema) Populations() int { return len(s.populations) }

// SymbolAt returns the symbol that an address belongs to, or nil for a [NoticeMembers] or an address of no symbol.
func (s *Schema) SymbolAt(a Addr) *Symbol {
	switch {
	case a&SparseBit != 0:
		if i := a.ordinal(); i < len(s.sparse) {
			return s.sparse[i]
		}
	case a < Addr(s.Words):
		i := sort.Search(len(s.dense), func(i int) bool { return s.dense[i].Base > a })
		return s.dense[i-1]
	}
	return nil
}

// Default returns the value that the word at an address of the schema starts with.
func (s *Schema) Default(a Addr) Word {
	if a&SparseBit != 0 {
		return s.defaults[a.ordinal()][a&1]
	}
	return s.initial[a]
}
