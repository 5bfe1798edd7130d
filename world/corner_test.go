package world

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// TestBytesOfStates: each part of a state that grows is counted, with the size of its content.
func TestBytesOfStates(t *testing.T) {
	s := zoo(t, 0) // all relations are sparse
	for _, c := range []struct {
		name string
		grow func(st *State) int // by how many bytes
	}{
		{"nothing", func(st *State) int { return 0 }},
		{"dense words", func(st *State) int {
			was := cap(st.words)
			st.words = append(make([]Word, 0, 3*was+7), st.words...)
			return 8 * (cap(st.words) - was)
		}},
		{"the log", func(st *State) int {
			was := cap(st.log)
			st.log = append(st.log[:cap(st.log)], Change{})
			return 16 * (cap(st.log) - was)
		}},
		{"sparse cells that a picture does not share", func(st *State) int {
			st.needFar()
			st.sparse.ownOverlay().entries = make([]entry, 5)
			st.sparse.ownOverlay().spare = make([]entry, 3)
			return int(unsafe.Sizeof(*st.far)) + int(unsafe.Sizeof(table{})) + 8*int(unsafe.Sizeof(entry{}))
		}},
		{"objects that came or went", func(st *State) int {
			st.needFar()
			st.trail = make([]record, 2, 9)
			return int(unsafe.Sizeof(*st.far)) + 9*int(unsafe.Sizeof(record{}))
		}},
	} {
		st := NewState(s)
		if st.far != nil {
			t.Fatal("it keeps room for what it does not need yet")
		}
		before := st.Bytes()
		if by := c.grow(st); st.Bytes()-before != by || before < int(unsafe.Sizeof(*st))+8*s.Words {
			t.Errorf("%s: %d bytes more than %d, want %d more", c.name, st.Bytes()-before, before, by)
		}
	}
}

// TestCellsThatAreNotThere have no address: the number of arguments is wrong, or one is the object none, out of range
// or of another population.
func TestCellsThatAreNotThere(t *testing.T) {
	b := NewBuilder()
	place := Type{Kind: KindEnum, ID: b.Enum("place", []string{"home", "shop"})}
	cat, dog := Type{Kind: KindObject, ID: b.ObjectType("cat", nil, 3)}, Type{Kind: KindObject, ID: b.ObjectType("dog", nil, 3)}
	b.Symbol(SymbolDef{Name: "first", Type: Type{Kind: KindBool}})
	b.Symbol(SymbolDef{Name: "at", Params: []Type{cat, place, {Kind: KindInt, Lo: -1, Hi: 2}, {Kind: KindBool}}, Type: Type{Kind: KindVec2}})
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	st := NewState(s)
	tom, _ := st.AddObject(cat.ID, "tom")
	rex, _ := st.AddObject(dog.ID, "rex")
	at, seen := s.Symbol("at"), map[Addr]bool{}
	for _, c := range []struct {
		args []Word
		ok   bool
	}{
		{[]Word{tom, 0, -1, 0}, true}, {[]Word{tom, 1, 2, 1}, true}, {[]Word{tom, 1, 2, 0}, true}, {[]Word{tom, 0, 0, 1}, true},
		{nil, false}, {[]Word{tom, 0, 0}, false}, {[]Word{tom, 0, 0, 0, 0}, false}, {[]Word{0, 0, 0, 0}, false}, {[]Word{rex, 0, 0, 0}, false},
		{[]Word{tom, 2, 0, 0}, false}, {[]Word{tom, -1, 0, 0}, false}, {[]Word{tom, 0, 3, 0}, false}, {[]Word{tom, 0, -2, 0}, false}, {[]Word{tom, 0, 0, 2}, false},
	} {
		a, ok := at.Addr(c.args...)
		if ok != c.ok || !ok && a != 0 || ok && (seen[a] || a < at.Base || a >= at.Base+Addr(2*at.Cells)) {
			t.Errorf("%v: %d, %t", c.args, a, ok)
		}
		seen[a] = true
	}
}

// TestFaultsAreCounted by the message of a schema's error.
func TestFaultsAreCounted(t *testing.T) {
	for n, want := range map[int]string{
		1: "world: symbol s0: its type is missing",
		2: "world: symbol s0: its type is missing (and 1 more)",
		4: "world: symbol s0: its type is missing (and 3 more)",
	} {
		e := &SchemaError{}
		for i := range n {
			e.Faults = append(e.Faults, Fault{Subject: SubjectSymbol, Name: fmt.Sprint("s", i), Message: "its type is missing"})
		}
		if e.Error() != want {
			t.Errorf("got  %s\nwant %s", e, want)
		}
	}
}

// TestRelationsAsLargeAsThereMayBe: one with as many words as can be addressed is built, one with more is not.
func TestRelationsAsLargeAsThereMayBe(t *testing.T) {
	bits := func(n int) Type { return Type{Kind: KindInt, Lo: 0, Hi: 1<<n - 1} }
	for _, c := range []struct {
		params []Type
		typ    Kind
		ok     bool
	}{
		{[]Type{bits(16), bits(16), bits(16), bits(2)}, KindBool, true},
		{[]Type{bits(16), bits(16), bits(16), bits(1)}, KindVec2, true},
		{[]Type{bits(16), bits(16), bits(16), bits(2)}, KindVec2, false},
		{[]Type{bits(16), bits(16), bits(16), bits(3)}, KindBool, false},
		{[]Type{bits(16), bits(16), bits(16), bits(2), {Kind: KindBool}}, KindBool, false},
		{[]Type{bits(16), bits(16), bits(16), {Kind: KindInt, Lo: 0, Hi: 4}}, KindBool, false},
	} {
		b := NewBuilder()
		b.Symbol(SymbolDef{Name: "r", Params: c.params, Type: Type{Kind: c.typ}})
		if _, err := b.Build(); (err == nil) != c.ok {
			t.Errorf("%v of %v: %v", c.params, c.typ, err)
		}
	}
}

// TestMoreObjectsThanThereMayBeAreNotRead from a save.
func TestMoreObjectsThanThereMayBeAreNotRead(t *testing.T) {
	schemaOf := func(most int) *Schema {
		b := NewBuilder()
		b.ObjectType("cat", nil, most)
		b.ObjectType("dog", nil, 2)
		s, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for n := range 6 {
		st := NewState(schemaOf(5))
		for range n {
			mustAdd(t, st, "cat", "")
		}
		r := codec.NewReader(st.Append(nil, nil))
		var back State
		back.Read((*Reader)(r), schemaOf(3), nil)
		if r.End(); (r.Err() == nil) != (n <= 3) {
			t.Errorf("%d objects where there may be 3: %v", n, r.Err())
		}
	}
}

// TestPopulationsThatCellsKnow: a cell takes objects of a population, or holds them, or none does.
func TestPopulationsThatCellsKnow(t *testing.T) {
	for _, limit := range []int{0, DefaultDenseLimit} {
		b := NewBuilder()
		b.DenseLimit = limit
		var of []Type
		names := []string{"none", "taken once", "taken", "held", "held in a relation", "both"}
		for _, name := range names {
			of = append(of, Type{Kind: KindObject, ID: b.ObjectType(name, nil, 3)})
		}
		child := b.ObjectType("child of held", []int32{3}, 0)
		for i, s := range []SymbolDef{
			{Params: []Type{of[1]}, Type: Type{Kind: KindBool}},
			{Params: []Type{of[2], of[2]}, Type: Type{Kind: KindInt, Lo: 0, Hi: 9}}, {Params: []Type{{Kind: KindBool}, of[2]}, Type: Type{Kind: KindVec2}},
			{Type: of[3]},
			{Params: []Type{{Kind: KindBool}}, Type: of[4]},
			{Params: []Type{of[5]}, Type: of[5]},
		} {
			s.Name = fmt.Sprint("s", i)
			b.Symbol(s)
		}
		s, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		st := NewState(s)
		for i, name := range names {
			if got := s.HasCells(mustAdd(t, st, name, "")); got != (i > 0) {
				t.Errorf("limit %d: cells know the population of %q: %t", limit, name, got)
			}
		}
		if !s.HasCells(mustAdd(t, st, s.Types[child].Name, "")) {
			t.Errorf("limit %d: no cell knows the population of a child", limit)
		}
	}
}

// TestFarReadsAreTakenFromThePool: dense cells that lie far apart are listed, and sets that take them again and again
// allocate nothing.
func TestFarReadsAreTakenFromThePool(t *testing.T) {
	b := NewBuilder()
	b.Symbol(SymbolDef{Name: "cell", Params: []Type{{Kind: KindInt, Lo: 0, Hi: 2999}}, Type: Type{Kind: KindInt, Lo: 0, Hi: 9}})
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	st, cell := NewState(s), s.Symbol("cell").Base
	for _, count := range []int{0, 1, 12, 29} {
		var n Notes
		n.BeginReading(st)
		for k := range count {
			n.Read(cell+Addr(100*k), -5, 9)
		}
		var pool ReadPool
		var sets [3]ReadSet
		take := func() {
			for i := range sets {
				sets[i].Take(&n, &pool)
			}
		}
		take()
		if allocs := testing.AllocsPerRun(100, take); allocs > 0 {
			t.Errorf("%d cells: taking them allocates %g times", count, allocs)
		}
		for i := range sets {
			at := 0
			for interval := range sets[i].All {
				if want := (Interval{cell + Addr(100*at), -5, 9}); interval != want {
					t.Errorf("%d cells: %v is cell %d, want %v", count, interval, at, want)
				}
				at++
			}
			if at != count || sets[i].Len() != count {
				t.Errorf("%d cells: set %d has %d of them", count, i, at)
			}
		}
	}
}
