package world

import (
	"fmt"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// TestFlagsOne: a raised flag is raised, and no other.
func TestFlagsOne(t *testing.T) {
	var f Flags
	f.Fit(20)
	for i := range 20 {
		f.Raise(i)
		for k := range 20 {
			if f.Raised(k) != (k == i) {
				t.Errorf("flag %d raised: %t, after %d was", k, f.Raised(k), i)
			}
		}
		if f.Next(0) != i || f.Next(i+1) != -1 {
			t.Errorf("the next flag is %d, and then %d", f.Next(0), f.Next(i+1))
		}
		f.Lower(i)
	}
}

// TestLogsFromACount: changes are counted as they are made, and given from a count on.
func TestLogsFromACount(t *testing.T) {
	s, st := houseOld.build(t)
	money, at := s.Symbol("money").Base, s.Symbol("at").Base
	var counts []int32
	for i := range Word(4) {
		counts = append(counts, st.Logged())
		st.Set(money, i+1)
	}
	st.Set(at, st.Get(at)) // nothing changes
	if fmt.Sprint(counts, st.Logged()) != "[0 1 2 3] 4" {
		t.Errorf("%v, then %d", counts, st.Logged())
	}
	for _, n := range counts {
		changes := st.ChangesFrom(n)
		if len(changes) != 4-int(n) || changes[0] != (Change{Addr: money, Old: Word(n)}) {
			t.Errorf("from %d on: %v", n, changes)
		}
	}
	if st.Forget(); st.Logged() != 0 || len(st.ChangesFrom(0)) != 0 {
		t.Error("something is left of what was forgotten")
	}
}

// TestNoticesAreRetracted: the last of them, and nothing else of the log.
func TestNoticesAreRetracted(t *testing.T) {
	s, st := houseOld.build(t)
	other := NewState(s)
	other.Join(st.ObjectSet())
	follower := &State{}
	follower.CopyFrom(other)
	follower.Follow(st.ObjectSet())
	other.Set(s.Symbol("money").Base, 3)
	list := []Object{mustAdd(t, st, "place", "well"), mustAdd(t, st, "tool", "axe"), mustAdd(t, st, "place", "pond")}
	for _, o := range list {
		other.Notice(o)
		follower.Notice(o)
	}
	if follower.Retract(2); follower.Logged() != 1 || len(follower.seen().trail) > 0 {
		t.Errorf("a state that follows has %v in its log and keeps %d records", follower.Changes(Mark{}), len(follower.seen().trail))
	}
	all := slices.Clone(other.Changes(Mark{}))
	other.Retract(2)
	if got := other.Changes(Mark{}); !slices.Equal(got, all[:2]) || len(other.trail) != 1 {
		t.Errorf("%v, want %v", got, all[:2])
	}
	other.Notice(list[1])
	if got := other.Changes(Mark{}); !slices.Equal(got, all[:3]) || len(other.trail) != 2 {
		t.Errorf("%v, want %v", got, all[:3])
	}
}

// TestStatesInMemoryOfOthers: a state uses the memory that it is given, if that is large enough.
func TestStatesInMemoryOfOthers(t *testing.T) {
	_, st := houseOld.build(t)
	st.Set(st.schema.Symbol("money").Base, 42)
	for spare, fits := range map[int]bool{-1: false, 0: true, 3: true} {
		words := make([]Word, len(st.words)+spare)
		var picture State
		picture.Use(words)
		picture.CopyFrom(st)
		if !picture.Equal(st) || (words[st.schema.Symbol("money").Base] == 42) != fits {
			t.Errorf("with %d words to spare: equal %t", spare, picture.Equal(st))
		}
	}
}

// TestHashOfTheObjects: it changes when one comes or goes, and not with cells; the whole hash is that of the cells and
// of the objects.
func TestHashOfTheObjects(t *testing.T) {
	s, st := houseOld.build(t)
	cells, objects := st.Hash()-st.ObjectsHash(), st.ObjectsHash()
	st.Set(s.Symbol("money").Base, 7)
	if st.ObjectsHash() != objects || st.Hash()-st.ObjectsHash() == cells {
		t.Error("a cell changes the hash of the cells alone")
	}
	o := mustAdd(t, st, "place", "well")
	with := st.ObjectsHash()
	if st.RemoveObject(o); with == objects || st.ObjectsHash() == with {
		t.Error("an object that comes or goes changes the hash of the objects")
	}
	var empty State
	if empty.ObjectsHash() != 0 {
		t.Error("without objects it is 0")
	}
}

// TestSavedNamesAreUnique: an object of a name that there is already is refused; those without names may be many.
func TestSavedNamesAreUnique(t *testing.T) {
	s, _ := houseOld.build(t)
	for _, c := range []struct {
		names []string
		fits  bool
	}{{[]string{"a", "b", "c"}, true}, {[]string{"", "", ""}, true}, {[]string{"a", "", "a"}, false}, {[]string{"", "a", ""}, true}, {[]string{"a", "a"}, false}} {
		table := &objectTable{}
		table.init(s)
		r := codec.NewReader(nil)
		for i, name := range c.names {
			table.restore(s, record{info: objectInfo{name: name, hash: hashName(name), alive: true}, population: 0, index: i + 1}, i == 1, r)
		}
		if r.Failed() == c.fits {
			t.Errorf("%q: %v", c.names, r.Err())
		}
		if c.fits && (!hasBit(table.populations[0].kept, 2) || hasBit(table.populations[0].kept, 1) || !hasBit(table.populations[0].taken, 2)) {
			t.Errorf("%q: what is kept is not the second", c.names)
		}
	}
}

// TestWhatAMigrationKnows: where types, symbols and addresses are now, in the words of its notes and errors.
func TestWhatAMigrationKnows(t *testing.T) {
	from, _ := houseOld.build(t)
	to, _ := houseOld.with(func(d *model) {
		d.types = []string{"tool", "place", "shop:place"}
		d.objects = nil
		place, tool := Type{Kind: KindObject, ID: 1}, Type{Kind: KindObject, ID: 0}
		d.symbols = []SymbolDef{{Name: "at", Type: place}, {Name: "money", Type: intOf(0, 50)}, {Name: "sharp", Params: []Type{tool}, Type: boolean}, {Name: "seen", Params: []Type{place}, Type: boolean}, {Name: "mood", Type: mood}}
	}).build(t)
	m, err := NewMigration(from, to)
	if err != nil {
		t.Fatal(err)
	}
	for i := range from.Symbols {
		old := &from.Symbols[i]
		now, want := m.Symbol(old), to.Symbol(old.Name)
		if now != want {
			t.Errorf("%s is %v", old.Name, now)
		}
		addr, ok := m.Addr(old.Base)
		if len(old.Params) == 0 && (!ok || addr != want.Base) || want == nil && ok {
			t.Errorf("%s lies at %d, %t", old.Name, addr, ok)
		}
	}
	if _, ok := m.Addr(1 << 50); ok {
		t.Error("there is something where nothing was")
	}
	for _, c := range []struct {
		was, now Type
		ok       bool
	}{{place, Type{Kind: KindObject, ID: 1}, true}, {Type{Kind: KindObject, ID: 2}, Type{Kind: KindObject, ID: 0}, true}, {mood, mood, true}, {intOf(2, 5), intOf(2, 5), true}, {boolean, boolean, true}} {
		if now, ok := m.TypeNow(c.was); ok != c.ok || now != c.now {
			t.Errorf("%v is %v now, %t", c.was, now, ok)
		}
	}
	if m.Type(0) != 1 || m.Type(1) != 2 || m.Type(2) != 0 {
		t.Error("types go by their names")
	}
	for kind, want := range map[NoteKind]string{0: "", Gone: "gone", New: "new", Clamped: "clamped", Reset: "reset", Lost: "lost", Lost + 1: "NoteKind(6)"} {
		if kind.String() != want {
			t.Errorf("%s, want %s", kind, want)
		}
	}
	if n := (Note{Kind: Gone, What: "symbol hungry", Text: "it is gone"}); n.String() != "symbol hungry: it is gone" {
		t.Error(n)
	}
	if e := (&MigrationError{Reasons: []string{"a", "b"}}); e.Error() != "world: a; b" {
		t.Error(e)
	}
	if values(1) != "1 value" || values(0) != "0 values" || values(2) != "2 values" {
		t.Error(values(1), values(0), values(2))
	}
}

// TestFarReadsOfManyComputations: noting very many sparse cells keeps each once, with the narrowest bounds; after a new
// beginning none is left, whatever the stamp.
func TestFarReadsOfManyComputations(t *testing.T) {
	var f farNotes
	for _, stamp := range []uint32{0, 5, 1<<32 - 2} {
		if stamp > 0 {
			f.stamp = stamp
		}
		for range 3 {
			f.clear()
			for n := range Addr(100) {
				f.read(SparseBit|n*7, -5, Word(n))
				f.read(SparseBit|n*7, Word(n)-1, 200)
			}
			if len(f.used) != 100 {
				t.Fatalf("%d are kept", len(f.used))
			}
			for n := range Addr(100) {
				if s := f.find(SparseBit | n*7); s.stamp != f.stamp || s.Lo != max(-5, Word(n)-1) || s.Hi != Word(n) {
					t.Fatalf("%d: %+v", n, s)
				}
			}
			if s := f.find(SparseBit | 3); s.stamp == f.stamp {
				t.Fatal("what was not noted is there")
			}
		}
	}
}

// TestSharedPartsAreUsedAgain: a part that a picture has let go of is a spare of its last holder, which no other
// picture can have.
func TestSharedPartsAreUsedAgain(t *testing.T) {
	var a, b, c share[int]
	a.renew()
	part := a.part
	b.join(&a)
	c.join(&b)
	if part.holders.Load() != 3 || a.alone() {
		t.Errorf("%d hold it", part.holders.Load())
	}
	var none share[int]
	b.join(&none)
	if part.holders.Load() != 2 || len(b.spares) != 0 || b.part != nil {
		t.Errorf("%d hold it, %d spares", part.holders.Load(), len(b.spares))
	}
	a.join(&none)
	if !c.alone() || len(a.spares) != 0 {
		t.Errorf("%d hold it", part.holders.Load())
	}
	c.join(&none)
	if len(c.spares) != 1 || part.holders.Load() != 1 || c.fresh() != part || len(c.spares) != 0 {
		t.Errorf("%d spares, %d hold it", len(c.spares), part.holders.Load())
	}
	if other := c.fresh(); other == part || other.holders.Load() != 1 {
		t.Error("a fresh part is somebody else's")
	}
	c.join(&c)
}
