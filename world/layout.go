package world

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// layout is a schema in the making.
type layout struct {
	schema     *Schema
	denseLimit uint64
	faults     []Fault
}

func (l *layout) fault(subject Subject, id int, name, format string, args ...any) {
	l.faults = append(l.faults, Fault{subject, int32(id), name, fmt.Sprintf(format, args...)})
}

// unique records a name, or says that it is there already.
func (l *layout) unique(names map[string]int32, subject Subject, id int, name string) {
	if _, ok := names[name]; ok {
		l.fault(subject, id, name, "declared twice")
		return
	}
	names[name] = int32(id)
}

func (l *layout) checkEnums() {
	s := l.schema
	s.enums = make(map[string]int32, len(s.Enums))
	if len(s.Enums) > MaxEnums {
		l.fault(SubjectEnum, MaxEnums, s.Enums[MaxEnums].Name, "more than %d enums", MaxEnums)
	}
	for i, e := range s.Enums {
		l.unique(s.enums, SubjectEnum, i, e.Name)
		switch n := len(e.Values); {
		case n == 0:
			l.fault(SubjectEnum, i, e.Name, "has no values")
		case n > MaxEnumValues:
			l.fault(SubjectEnum, i, e.Name, "%d values are more than %d", n, MaxEnumValues)
		}
		seen := make(map[string]bool, len(e.Values))
		for _, v := range e.Values {
			if seen[v] {
				l.fault(SubjectEnum, i, e.Name, "value %s occurs twice", v)
			}
			seen[v] = true
		}
	}
}

// checkTypes reports whether types can be inherited from: every parent exists and none is its own ancestor.
func (l *layout) checkTypes() bool {
	s, before := l.schema, len(l.faults)
	s.types = make(map[string]int32, len(s.Types))
	if len(s.Types) > MaxTypes {
		l.fault(SubjectType, MaxTypes, s.Types[MaxTypes].Name, "more than %d object types", MaxTypes)
	}
	for i, t := range s.Types {
		l.unique(s.types, SubjectType, i, t.Name)
		if t.Max < 0 || t.Max > MaxObjects {
			l.fault(SubjectType, i, t.Name, "a maximum of %d objects is not within 1 and %d", t.Max, MaxObjects)
		}
		for _, p := range t.Parents {
			if p < 0 || int(p) >= len(s.Types) {
				l.fault(SubjectType, i, t.Name, "parent %d is not an object type", p)
			}
		}
	}
	if len(l.faults) == before {
		l.checkCycles()
	}
	return len(l.faults) == before
}

// checkCycles removes types whose parents are all removed; the rest is on or below a cycle.
func (l *layout) checkCycles() {
	types := l.schema.Types
	open := make([]int, len(types)) // parents not yet taken away
	children := make([][]int32, len(types))
	var queue []int32
	for i, t := range types {
		if open[i] = len(t.Parents); open[i] == 0 {
			queue = append(queue, int32(i))
		}
		for _, p := range t.Parents {
			children[p] = append(children[p], int32(i))
		}
	}
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		for _, c := range children[t] {
			if open[c]--; open[c] == 0 {
				queue = append(queue, c)
			}
		}
	}
	for i := range types {
		if open[i] > 0 {
			l.fault(SubjectType, i, types[i].Name, "is its own ancestor, or inherits from a type that is")
		}
	}
}

// inherit fills Subtypes and supers: every type's bit goes to itself and to all that can be reached upward.
func (l *layout) inherit() {
	s := l.schema
	s.supers = make([][]int32, len(s.Types))
	for i := range s.Types {
		s.Types[i].Subtypes = make([]uint64, (len(s.Types)+63)/64)
	}
	for i := range s.Types {
		l.climb(int32(i), int32(i))
		slices.Sort(s.supers[i])
	}
}

func (l *layout) climb(typ, super int32) {
	t := &l.schema.Types[super]
	if t.Has(typ) {
		return
	}
	t.Subtypes[typ>>6] |= 1 << (typ & 63)
	l.schema.supers[typ] = append(l.schema.supers[typ], super)
	for _, p := range t.Parents {
		l.climb(typ, p)
	}
}

// populate numbers the connected components of types in order of their first type.
func (l *layout) populate() {
	s := l.schema
	root := make([]int32, len(s.Types)) // union-find; the root of a component is its least type
	for i := range root {
		root[i] = int32(i)
	}
	find := func(i int32) int32 {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for i, t := range s.Types {
		for _, p := range t.Parents {
			a, b := find(int32(i)), find(p)
			root[max(a, b)] = min(a, b)
		}
	}
	for i := range s.Types {
		t, first := &s.Types[i], find(int32(i))
		if int(first) == i {
			t.Population = int32(len(s.populations))
			s.populations = append(s.populations, populationInfo{})
		}
		t.Population = s.Types[first].Population
		info := &s.populations[t.Population]
		info.max = max(info.max, t.Max)
	}
	if n := len(s.populations); n > MaxPopulations {
		l.fault(SubjectType, 0, s.Types[0].Name, "%d types without a common ancestor are more than %d", n, MaxPopulations)
	}
	for i := range s.Types {
		info := &s.populations[s.Types[i].Population]
		if info.max == 0 {
			info.max = DefaultMaxObjects
		}
		s.Types[i].Max = info.max
	}
}

func (l *layout) checkSymbols() {
	s := l.schema
	s.symbols = make(map[string]int32, len(s.Symbols))
	if len(s.Symbols) > MaxSymbols {
		l.fault(SubjectSymbol, MaxSymbols, s.Symbols[MaxSymbols].Name, "more than %d symbols", MaxSymbols)
	}
	for i := range s.Symbols {
		sym := &s.Symbols[i]
		l.unique(s.symbols, SubjectSymbol, i, sym.Name)
		if sym.Scope >= scopes {
			l.fault(SubjectSymbol, i, sym.Name, "scope %d does not exist", sym.Scope)
		}
		if len(sym.Params) > MaxParams {
			l.fault(SubjectSymbol, i, sym.Name, "%d parameters are more than %d", len(sym.Params), MaxParams)
		}
		if message := l.badType(sym.Type); message != "" {
			l.fault(SubjectSymbol, i, sym.Name, "%s", message)
		} else if !l.fits(sym.Type, sym.Default[0]) {
			l.fault(SubjectSymbol, i, sym.Name, "the default is not a value of its type")
		}
		l.shape(sym)
	}
}

// badType returns the mistake in a type, or "".
func (l *layout) badType(t Type) string {
	switch {
	case t.Kind == KindEnum && (t.ID < 0 || int(t.ID) >= len(l.schema.Enums)):
		return fmt.Sprintf("enum %d does not exist", t.ID)
	case t.Kind == KindObject && (t.ID < 0 || int(t.ID) >= len(l.schema.Types)):
		return fmt.Sprintf("object type %d does not exist", t.ID)
	case t.Kind == KindInt && t.Lo > t.Hi:
		return fmt.Sprintf("the range %d..%d is empty", t.Lo, t.Hi)
	case t.IsLiteral():
		return "texts and lists can only be arguments"
	case t.Kind < KindBool || t.Kind > KindObject:
		return fmt.Sprintf("kind %d does not exist", t.Kind)
	}
	return ""
}

// fits reports whether a word is a value that a cell of the type may start with. Objects start as none: a new
// state has no objects.
func (l *layout) fits(t Type, w Word) bool {
	switch t.Kind {
	case KindBool:
		return w == 0 || w == 1
	case KindInt:
		return w >= Word(t.Lo) && w <= Word(t.Hi)
	case KindEnum:
		return w >= 0 && w < Word(len(l.schema.Enums[t.ID].Values))
	case KindObject:
		return w == 0
	}
	return true
}

// shape fills a symbol's shapes, Cells and Strides.
func (l *layout) shape(sym *Symbol) {
	n := len(sym.Params)
	sym.shapes, sym.Strides = make([]shape, n), make([]Addr, n)
	sym.Cells = 1
	stride, over := uint64(sym.Type.Width()), uint64(0)
	for i := n - 1; i >= 0; i-- {
		p, message := l.shapeOf(sym.Params[i])
		if message != "" {
			l.fault(SubjectSymbol, int(sym.ID), sym.Name, "parameter %d: %s", i+1, message)
			return
		}
		sym.shapes[i], sym.Strides[i] = p, Addr(stride)
		over, stride = bits.Mul64(stride, p.size)
		sym.Cells *= p.size
		if over != 0 || stride > MaxSparseWords {
			l.fault(SubjectSymbol, int(sym.ID), sym.Name, "has more than 2^%d tuples, too many to address", sparseKeyBits)
			return
		}
	}
}

func (l *layout) shapeOf(t Type) (shape, string) {
	if message := l.badType(t); message != "" {
		return shape{}, message
	}
	p := shape{kind: t.Kind}
	switch t.Kind {
	case KindBool:
		p.size = 2
	case KindEnum:
		p.size = uint64(len(l.schema.Enums[t.ID].Values))
	case KindObject:
		typ := &l.schema.Types[t.ID]
		p.size, p.population = uint64(max(typ.Max, 0))+1, Word(typ.Population)
	case KindInt:
		if uint64(t.Hi)-uint64(t.Lo) == math.MaxUint64 {
			return p, "an int parameter needs a range"
		}
		p.lo, p.size = t.Lo, uint64(t.Hi)-uint64(t.Lo)+1
	default:
		return p, "only bool, ranged int, enum and object types can be parameters"
	}
	return p, ""
}

// place gives every symbol its base: dense ones scope by scope, sparse ones a number of their own.
func (l *layout) place() {
	s := l.schema
	for scope := range Scope(scopes) {
		lo := Addr(len(s.initial))
		for i := range s.Symbols {
			if sym := &s.Symbols[i]; sym.Scope == scope {
				l.placeSymbol(sym)
			}
		}
		s.segments[scope] = [2]Addr{lo, Addr(len(s.initial))}
	}
	s.Words = len(s.initial)
}

func (l *layout) placeSymbol(sym *Symbol) {
	s, width := l.schema, sym.Type.Width()
	if words := sym.Cells * uint64(width); !sym.isApart() && words <= l.denseLimit && words+uint64(len(s.initial)) <= MaxDenseWords {
		sym.Base = Addr(len(s.initial))
		for range sym.Cells {
			s.initial = append(s.initial, sym.Default[:width]...)
		}
		s.dense = append(s.dense, sym)
		return
	}
	if len(s.sparse) == MaxSparseSymbols {
		l.fault(SubjectSymbol, int(sym.ID), sym.Name, "more than %d symbols have too many tuples to be dense", MaxSparseSymbols)
		return
	}
	sym.Base = SparseBit | Addr(len(s.sparse))<<sparseKeyBits
	def := sym.Default
	if width == 1 {
		def[1] = def[0]
	}
	if sym.isApart() {
		l.placeApart(sym, len(s.sparse))
	}
	s.sparse, s.defaults = append(s.sparse, sym), append(s.defaults, def)
}

// note writes down which symbols take or hold the objects of each population.
func (l *layout) note() {
	s := l.schema
	for i := range s.Symbols {
		sym := &s.Symbols[i]
		for k, p := range sym.Params {
			if p.Kind == KindObject {
				info := &s.populations[s.Types[p.ID].Population]
				if sym.isApart() {
					info.rows = info.rows || sym.InRows()
					if sym.InRows() && sym.lasts() && sym.Type.Kind == KindBool {
						info.marks, info.held = append(info.marks, sym), true
					}
					info.places = info.places || sym.IsPlace()
				} else if sym.Sparse() {
					info.sparse = true
				} else {
					info.arguments = append(info.arguments, argument{sym, k})
					info.held = info.held || sym.lasts()
				}
			}
		}
		if sym.Type.Kind == KindObject {
			info := &s.populations[s.Types[sym.Type.ID].Population]
			if sym.Sparse() {
				info.sparse = true
			} else {
				info.holders = append(info.holders, sym)
				info.held = info.held || !sym.Sensed
			}
		}
	}
}
