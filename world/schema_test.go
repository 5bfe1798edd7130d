package world

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestLayoutIsContiguousByScope(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	next := Addr(0)
	for _, scope := range []Scope{ScopeAgent, ScopeSquad, ScopeWorld} {
		lo, hi := s.Segment(scope)
		if lo != next {
			t.Errorf("scope %d starts at %d, want %d", scope, lo, next)
		}
		for i := range s.Symbols {
			sym := &s.Symbols[i]
			if inside := sym.Base >= lo && sym.Base < hi; inside != (sym.Scope == scope) {
				t.Errorf("%s: base %d, scope %d is %d..%d", sym.Name, sym.Base, scope, lo, hi)
			}
		}
		next = hi
	}
	if next != Addr(s.Words) {
		t.Errorf("scopes end at %d, words at %d", next, s.Words)
	}
}

func TestEveryTupleHasItsOwnAddress(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		seen := map[Addr]string{}
		for _, a := range addressList(s) {
			sym := s.SymbolAt(a)
			if other, ok := seen[a]; ok {
				t.Fatalf("%s and %s share %x", sym.Name, other, a)
			}
			seen[a] = sym.Name
			if a < sym.Base || a >= sym.Base+Addr(sym.Cells)*Addr(sym.Type.Width()) {
				t.Fatalf("SymbolAt(%x) = %s at %x", a, sym.Name, sym.Base)
			}
		}
		if len(seen) < 400 {
			t.Errorf("only %d words", len(seen))
		}
	})
}

func TestAddrRefusesWhatIsNoCell(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		st := NewState(s)
		cat, den := mustAdd(t, st, "animal", "cat"), mustAdd(t, st, "place", "den")
		for _, c := range []struct {
			symbol string
			args   []Word
			ok     bool
		}{
			{"money", nil, true},
			{"money", []Word{1}, false},
			{"at", []Word{cat}, true},
			{"at", []Word{0}, false},
			{"at", []Word{den}, false},
			{"at", nil, false},
			{"at", []Word{makeObject(0, 7, 1)}, false},
			{"level", []Word{-2, 0}, true},
			{"level", []Word{2, 2}, true},
			{"level", []Word{3, 0}, false},
			{"level", []Word{-3, 0}, false},
			{"level", []Word{0, 3}, false},
			{"level", []Word{math.MinInt64, 0}, false},
			{"flag", []Word{1, den}, true},
			{"flag", []Word{2, den}, false},
		} {
			if _, ok := s.Symbol(c.symbol).Addr(c.args...); ok != c.ok {
				t.Errorf("%s%v: %v, want %v", c.symbol, c.args, ok, c.ok)
			}
		}
	})
}

// For enums, objects and truth values compiled expressions work the address out themselves.
func TestAddressIsBasePlusIndicesTimesStrides(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		st := NewState(s)
		mustAdd(t, st, "animal", "cat")
		dog := mustAdd(t, st, "animal", "dog")
		sym := s.Symbol("link")
		want := sym.Base + Addr(dog&IndexMask)*(sym.Strides[0]+sym.Strides[1]+sym.Strides[2])
		if got := mustAddr(t, s, "link", dog, dog, dog); got != want {
			t.Errorf("%x, want %x", got, want)
		}
		if args := st.Args(sym, want, nil); !slices.Equal(args, []Word{dog, dog, dog}) {
			t.Errorf("arguments %x", args)
		}
	})
}

func TestVec2TakesTwoAdjacentWords(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		sym := s.Symbol("spot")
		if sym.Strides[0] != 2 {
			t.Errorf("stride %d", sym.Strides[0])
		}
		st := NewState(s)
		a := mustAddr(t, s, "spot", mustAdd(t, st, "tool", "axe"))
		if x, y := st.Get(a).Float(), st.Get(a+1).Float(); x != 1 || y != -2 {
			t.Errorf("default (%v, %v)", x, y)
		}
	})
}

func TestLargeRelationsTakeNoMemoryForTheirTuples(t *testing.T) {
	b := NewBuilder()
	o := Type{Kind: KindObject, ID: b.ObjectType("thing", nil, 500)}
	b.Symbol(SymbolDef{Name: "between", Params: []Type{o, o, o, o}, Type: Type{Kind: KindBool}})
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	sym := s.Symbol("between")
	if !sym.Sparse() || sym.Cells != 501*501*501*501 || s.Words != 0 {
		t.Errorf("sparse %v, %d cells, %d dense words", sym.Sparse(), sym.Cells, s.Words)
	}
	st := NewState(s)
	a := mustAddr(t, s, "between", makeObject(0, 500, 1), makeObject(0, 1, 1), makeObject(0, 499, 1), makeObject(0, 500, 1))
	st.Set(a, 1)
	if n := len(st.sparse.base.part.value.entries); st.Get(a) != 1 || n > tableMin {
		t.Errorf("value %d, %d entries", st.Get(a), n)
	}
}

func TestTypesThatShareAnAncestorShareAPopulation(t *testing.T) {
	b := NewBuilder()
	b.ObjectType("late", []int32{3}, 0) // its parent comes later
	b.ObjectType("alone", nil, 0)
	b.ObjectType("left", nil, 9)
	b.ObjectType("root", nil, 5)
	b.ObjectType("both", []int32{2, 3}, 0) // joins left and root
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if n := s.Populations(); n != 2 {
		t.Errorf("%d populations", n)
	}
	for name, want := range map[string]struct {
		population int32
		max        int
		subtypes   string
	}{
		"late":  {0, 9, "late"},
		"alone": {1, DefaultMaxObjects, "alone"},
		"left":  {0, 9, "left both"},
		"root":  {0, 9, "late root both"},
		"both":  {0, 9, "both"},
	} {
		typ := s.ObjectType(name)
		var subs []string
		for i := range s.Types {
			if typ.Has(int32(i)) {
				subs = append(subs, s.Types[i].Name)
			}
		}
		if typ.Population != want.population || typ.Max != want.max || strings.Join(subs, " ") != want.subtypes {
			t.Errorf("%s: population %d, max %d, subtypes %v, want %v", name, typ.Population, typ.Max, subs, want)
		}
	}
}

func TestBuildSaysWhatIsWrong(t *testing.T) {
	boolean := Type{Kind: KindBool}
	symbol := func(def SymbolDef) func(b *Builder) {
		return func(b *Builder) {
			b.ObjectType("thing", nil, 1000)
			b.Enum("color", []string{"red", "green"})
			def.Name = "s"
			b.Symbol(def)
		}
	}
	thing := Type{Kind: KindObject}
	for _, c := range []struct {
		want  string
		build func(b *Builder)
	}{
		{"type a: is its own ancestor", func(b *Builder) { b.ObjectType("a", []int32{0}, 0) }},
		{"type a: is its own ancestor", func(b *Builder) { b.ObjectType("a", []int32{1}, 0); b.ObjectType("b", []int32{0}, 0) }},
		{"type a: parent 5 is not an object type", func(b *Builder) { b.ObjectType("a", []int32{5}, 0) }},
		{"type a: a maximum of -1 objects", func(b *Builder) { b.ObjectType("a", nil, -1) }},
		{"type a: a maximum of 1048576 objects", func(b *Builder) { b.ObjectType("a", nil, 1<<20) }},
		{"type a: declared twice", func(b *Builder) { b.ObjectType("a", nil, 0); b.ObjectType("a", nil, 0) }},
		{"enum e: has no values", func(b *Builder) { b.Enum("e", nil) }},
		{"enum e: value x occurs twice", func(b *Builder) { b.Enum("e", []string{"x", "x"}) }},
		{"symbol s: declared twice", func(b *Builder) {
			b.Symbol(SymbolDef{Name: "s", Type: boolean})
			b.Symbol(SymbolDef{Name: "s", Type: boolean})
		}},
		{"more than 1024", func(b *Builder) {
			for i := range MaxPopulations + 1 {
				b.ObjectType(fmt.Sprint("t", i), nil, 1)
			}
		}},
		{"more than 4096 object types", func(b *Builder) {
			for i := range MaxTypes + 1 {
				b.ObjectType(fmt.Sprint("t", i), []int32{0}[:min(i, 1)], 1)
			}
		}},
		{"scope 3 does not exist", symbol(SymbolDef{Type: boolean, Scope: 3})},
		{"kind 0 does not exist", symbol(SymbolDef{})},
		{"enum 7 does not exist", symbol(SymbolDef{Type: Type{Kind: KindEnum, ID: 7}})},
		{"object type 7 does not exist", symbol(SymbolDef{Type: Type{Kind: KindObject, ID: 7}})},
		{"the range 3..2 is empty", symbol(SymbolDef{Type: Type{Kind: KindInt, Lo: 3, Hi: 2}})},
		{"the default is not a value", symbol(SymbolDef{Type: boolean, Default: [2]Word{2}})},
		{"the default is not a value", symbol(SymbolDef{Type: Type{Kind: KindEnum}, Default: [2]Word{2}})},
		{"the default is not a value", symbol(SymbolDef{Type: Type{Kind: KindInt, Lo: 1, Hi: 2}})},
		{"the default is not a value", symbol(SymbolDef{Type: thing, Default: [2]Word{5}})},
		{"parameter 2: only bool", symbol(SymbolDef{Type: boolean, Params: []Type{boolean, {Kind: KindFloat}}})},
		{"parameter 1: an int parameter needs a range", symbol(SymbolDef{Type: boolean, Params: []Type{anyInt}})},
		{"9 parameters are more than 8", symbol(SymbolDef{Type: boolean, Params: slices.Repeat([]Type{boolean}, 9)})},
		{"has more than 2^50 tuples", symbol(SymbolDef{Type: boolean, Params: slices.Repeat([]Type{thing}, 6)})},
		{"has more than 2^50 tuples", symbol(SymbolDef{Type: boolean, Params: []Type{{Kind: KindInt, Lo: 1, Hi: math.MaxInt64}, thing}})},
	} {
		b := NewBuilder()
		c.build(b)
		_, err := b.Build()
		var all *SchemaError
		if !errors.As(err, &all) {
			t.Errorf("want %q, got %v", c.want, err)
			continue
		}
		if !strings.Contains(err.Error(), c.want) {
			t.Errorf("want %q, got %v", c.want, err)
		}
	}
}

func TestBuildReportsEverythingAtOnce(t *testing.T) {
	b := NewBuilder()
	b.Enum("e", nil)
	b.ObjectType("a", []int32{0}, 0)
	id := b.Symbol(SymbolDef{Name: "s", Type: anyInt, Params: []Type{anyInt}})
	_, err := b.Build()
	var all *SchemaError
	if !errors.As(err, &all) || len(all.Faults) != 3 {
		t.Fatalf("%v", err)
	}
	if last := all.Faults[2]; last.Subject != SubjectSymbol || last.ID != id || last.Name != "s" {
		t.Errorf("%+v", last)
	}
}

func TestDenseWordsAreBounded(t *testing.T) {
	b := NewBuilder()
	b.DenseLimit = MaxDenseWords
	half := Type{Kind: KindInt, Lo: 1, Hi: MaxDenseWords / 2}
	for i := range 3 {
		b.Symbol(SymbolDef{Name: fmt.Sprint("s", i), Params: []Type{half}, Type: Type{Kind: KindBool}})
	}
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if s.Words != MaxDenseWords || s.Symbols[1].Sparse() || !s.Symbols[2].Sparse() {
		t.Errorf("%d words, third sparse: %v", s.Words, s.Symbols[2].Sparse())
	}
}

func TestUnknownNamesAndAddresses(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	if s.Symbol("x") != nil || s.ObjectType("x") != nil {
		t.Error("something has the name x")
	}
	if e, id := s.Enum("x"); e != nil || id != -1 {
		t.Error("an enum has the name x")
	}
	for _, a := range []Addr{Addr(s.Words), NoticeMembers | 1, SparseBit | 5<<sparseKeyBits} {
		if sym := s.SymbolAt(a); sym != nil {
			t.Errorf("%x is of %s", a, sym.Name)
		}
	}
	if st := NewState(s); st.Schema() != s || st.Alive(0) || st.Alive(-1) || st.Alive(makeObject(900, 1, 1)) || !Bool(true).Bool() || Bool(false).Bool() {
		t.Error("nothing is alive in a new state")
	}
}

func TestSymbolsBeyondTheSparseLimit(t *testing.T) {
	b := NewBuilder()
	b.DenseLimit = 0
	for i := range MaxSparseSymbols + 1 {
		b.Symbol(SymbolDef{Name: fmt.Sprint("s", i), Type: Type{Kind: KindBool}})
	}
	if _, err := b.Build(); err == nil || !strings.Contains(err.Error(), "more than 4096 symbols") {
		t.Errorf("%v", err)
	}
}
