package world

import (
	"fmt"
	"testing"
)

// TestTypesBeyondTheFirstWord has more types than bits in a word: each has itself and those below it, and no others.
func TestTypesBeyondTheFirstWord(t *testing.T) {
	b := NewBuilder()
	const count = 200
	for i := range count {
		var parents []int32
		if i%70 > 0 { // three chains
			parents = []int32{int32(i - 1)}
		}
		b.ObjectType(fmt.Sprintf("t%d", i), parents, 4)
	}
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	for i := range count {
		for k := range count {
			if want := k >= i && k/70 == i/70; s.Types[i].Has(int32(k)) != want {
				t.Fatalf("type %d has %d: %t", i, k, !want)
			}
		}
		if s.Types[i].Has(-1) || s.Types[i].Has(count) || s.Types[i].Has(1000) {
			t.Errorf("type %d has types that are not there", i)
		}
	}
}

// TestUnknownNames: what has no name, and what no object has, is of type -1.
func TestUnknownNames(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	st := NewState(s)
	tom := mustAdd(t, st, "animal", "tom")
	mustAdd(t, st, "animal", "")
	for _, name := range []string{"", "jerry"} {
		if o, typ, ok := st.ObjectNamed(name); o != 0 || typ != -1 || ok {
			t.Errorf("%q: %x of type %d, %t", name, o, typ, ok)
		}
	}
	if st.TypeOf(0) != -1 || st.TypeOf(tom+1<<generationShift) != -1 {
		t.Error("objects that are not there have a type")
	}
	st.RemoveObject(tom)
	if _, typ, ok := st.ObjectNamed("tom"); typ != -1 || ok {
		t.Error("the name of an object that is gone is known")
	}
}

// TestReadSetGoesByTheTypeOfWhatCame: readers of the members of one branch of a population are not concerned by another
// branch, whichever of the types was declared first, unless the type is forgotten.
func TestReadSetGoesByTheTypeOfWhatCame(t *testing.T) {
	b := NewBuilder()
	first := b.ObjectType("first", []int32{2}, 4)
	second := b.ObjectType("second", []int32{2}, 4)
	b.ObjectType("root", nil, 4)
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	for _, read := range []int32{first, second} {
		for _, came := range []int32{first, second} {
			st := NewState(s)
			o := mustAdd(t, st, s.Types[came].Name, "o")
			var r ReadSet
			r.Members(read)
			if got := r.Affected(st, st.Changes(Mark{})); got != (read == came) {
				t.Errorf("type %d read, %d came: %t", read, came, got)
			}
			st.Forget()
			st.RemoveObject(o)
			mustAdd(t, st, s.Types[1-came].Name, "")
			st.RemoveObject(mustAdd(t, st, s.Types[1-read].Name, ""))
			if !r.Affected(st, st.Changes(Mark{})[:1]) {
				t.Errorf("type %d read, %d went and its index was given to another: not noticed", read, came)
			}
		}
	}
}

// TestMigratedWords translates single words of each kind.
func TestMigratedWords(t *testing.T) {
	from, _ := houseOld.build(t)
	to, _ := houseOld.with(func(d *model) { d.enums = map[string][]string{"mood": {"angry", "calm"}} }).build(t)
	m, err := NewMigration(from, to)
	if err != nil {
		t.Fatal(err)
	}
	vec, float := Type{Kind: KindVec2}, Type{Kind: KindFloat}
	for _, c := range []struct {
		was, is     Type
		in, out     [2]Word
		clamped, ok bool
	}{
		{intOf(0, 100), intOf(10, 50), [2]Word{7}, [2]Word{10}, true, true},
		{intOf(0, 100), intOf(10, 50), [2]Word{51}, [2]Word{50}, true, true},
		{intOf(0, 100), intOf(10, 50), [2]Word{10}, [2]Word{10}, false, true},
		{mood, mood, [2]Word{0}, [2]Word{1}, false, true},
		{mood, mood, [2]Word{2}, [2]Word{0}, false, true},
		{mood, mood, [2]Word{1}, [2]Word{}, false, false},
		{mood, mood, [2]Word{3}, [2]Word{}, false, false},
		{mood, mood, [2]Word{-1}, [2]Word{}, false, false},
		{vec, vec, [2]Word{Float(1), Float(-2)}, [2]Word{Float(1), Float(-2)}, false, true},
		{float, float, [2]Word{Float(1.5)}, [2]Word{Float(1.5)}, false, true},
		{boolean, boolean, [2]Word{1}, [2]Word{1}, false, true},
		{boolean, float, [2]Word{1}, [2]Word{}, false, false},
		{place, place, [2]Word{}, [2]Word{}, false, true},
		{place, place, [2]Word{3}, [2]Word{}, false, false},
	} {
		out, clamped, ok := m.Words(c.was, c.is, c.in)
		if clamped != c.clamped || ok != c.ok || ok && out != c.out {
			t.Errorf("%v to %v, %v: %v, clamped %t, ok %t", c.was, c.is, c.in, out, clamped, ok)
		}
	}
}

// TestMigratedArgumentsThatAreNew: cells whose arguments the older model did not have keep what a new game starts with.
func TestMigratedArgumentsThatAreNew(t *testing.T) {
	level := func(lo, hi int64) model {
		return houseOld.with(func(d *model) {
			d.symbols = append(d.symbols, SymbolDef{Name: "level", Params: []Type{intOf(lo, hi)}, Type: intOf(0, 9), Default: [2]Word{1}})
		})
	}
	from, declared := level(2, 3).build(t)
	to, initial := level(1, 4).build(t)
	for n := Word(1); n <= 4; n++ {
		initial.Set(mustAddr(t, to, "level", n), 7)
	}
	initial.Forget()
	m, err := NewMigration(from, to)
	if err != nil {
		t.Fatal(err)
	}
	dst := &State{}
	m.Objects(dst, initial, declared, declared)
	m.Cells(dst, declared)
	for n, want := range []Word{7, 1, 1, 7} {
		if got := dst.Get(mustAddr(t, to, "level", Word(n+1))); got != want {
			t.Errorf("level(%d) is %d, want %d", n+1, got, want)
		}
	}
}

// TestMigratedObjectsWhoseIndexIsTaken: an object whose index the newer model has given to another lives on at another
// index, with what holds it; one for which there is no room is lost, and that is said.
func TestMigratedObjectsWhoseIndexIsTaken(t *testing.T) {
	from, declared := houseOld.build(t)
	old := &State{}
	old.CopyFrom(declared)
	well := mustAdd(t, old, "place", "well")
	old.Set(mustAddr(t, from, "at"), well)
	old.Set(mustAddr(t, from, "seen", well), 1)
	for _, c := range []struct {
		more  []string // objects that the newer model declares in addition
		alive bool
	}{
		{[]string{"inn:place"}, true},
		{[]string{"inn:place", "mill:place", "barn:place", "yard:place", "pond:place", "wood:place"}, false},
	} {
		to, initial := houseOld.with(func(d *model) { d.objects = append(d.objects[:len(d.objects):len(d.objects)], c.more...) }).build(t)
		m, err := NewMigration(from, to)
		if err != nil {
			t.Fatal(err)
		}
		dst := &State{}
		m.Objects(dst, initial, old, declared)
		m.Cells(dst, old)
		now, _, ok := dst.ObjectNamed("well")
		moved, known := m.Object(well)
		if ok != c.alive || known != c.alive {
			t.Fatalf("%d more objects: the well is there: %t, and known: %t", len(c.more), ok, known)
		}
		if !c.alive {
			if text := textOf(m.Notes()); dst.Get(mustAddr(t, to, "at")) != 0 || text == "" {
				t.Errorf("what held it is %x: %s", dst.Get(mustAddr(t, to, "at")), text)
			}
			continue
		}
		if now == well || moved != now || dst.Get(mustAddr(t, to, "at")) != now || dst.Get(mustAddr(t, to, "seen", now)) != 1 {
			t.Errorf("the well was %x, is %x, goes by %x", well, now, moved)
		}
	}
}
