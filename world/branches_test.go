package world

import (
	"fmt"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// TestSameCells compares the cells of one scope in two states, whichever way they are kept: what other scopes hold is
// no matter.
func TestSameCells(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		write := map[Scope]func(st *State, w Word){
			ScopeWorld: func(st *State, w Word) { put(t, st, "open", 1-w, mustNamed(t, st, "inn")) },
			ScopeSquad: func(st *State, w Word) { put(t, st, "mood", 1+w) },
			ScopeAgent: func(st *State, w Word) { put(t, st, "at", w*mustNamed(t, st, "inn"), mustNamed(t, st, "tom")) },
		}
		scopes := []Scope{ScopeWorld, ScopeSquad, ScopeAgent}
		for _, written := range scopes {
			a := NewState(s)
			mustAdd(t, a, "animal", "tom")
			mustAdd(t, a, "place", "inn")
			b := &State{}
			b.CopyFrom(a)
			write[written](a, 1)
			for _, scope := range scopes {
				if same := a.SameCells(b, scope); same != (scope != written) || b.SameCells(a, scope) != same {
					t.Errorf("scope %d was written: scope %d is the same: %t", written, scope, same)
				}
			}
			write[written](b, 1)
			if !a.SameCells(b, written) {
				t.Errorf("scope %d holds the same in both, but is not the same", written)
			}
			write[written](a, 0)
			if a.SameCells(b, written) {
				t.Errorf("scope %d is at its defaults in one, and still the same", written)
			}
		}
	})
}

func put(t *testing.T, st *State, symbol string, w Word, args ...Word) {
	t.Helper()
	a, ok := st.Schema().Symbol(symbol).Addr(args...)
	if !ok {
		t.Fatalf("%s%v is no cell", symbol, args)
	}
	st.Set(a, w)
}

func mustNamed(t *testing.T, st *State, name string) Object {
	t.Helper()
	o, _, ok := st.ObjectNamed(name)
	if !ok {
		t.Fatal("nobody is called " + name)
	}
	return o
}

// TestPackedReadSets: a set that takes notes holds the intervals that were read, whether they are close enough for a
// bit each or not, and is the same after packing and unpacking, whatever the set held before.
func TestPackedReadSets(t *testing.T) {
	b := NewBuilder()
	b.Symbol(SymbolDef{Name: "cell", Params: []Type{{Kind: KindInt, Lo: 0, Hi: 999}}, Type: anyInt})
	b.DenseLimit = 2000
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	st := NewState(s)
	var pool ReadPool
	var set, again ReadSet
	var notes Notes
	for _, c := range []struct{ cells, apart int }{{0, 1}, {1, 1}, {300, 1}, {130, 2}, {4, 200}, {200, 1}} {
		notes.Begin(st)
		var want []Interval
		for i := range c.cells {
			read := Interval{s.Symbol("cell").Base + Addr(i*c.apart), Word(-i % 3), Word(i % 5)}
			notes.Read(read.Addr, read.Lo, read.Hi)
			want = append(want, read)
		}
		set.Take(&notes, &pool)
		in := codec.NewReader(set.Pack(nil))
		if again.Unpack((*Reader)(in), &pool); in.Failed() || len(in.Rest()) > 0 {
			t.Fatalf("%v, %d bytes left", in.Err(), len(in.Rest()))
		}
		for name, r := range map[string]*ReadSet{"taken": &set, "unpacked": &again} {
			if got := slices.Collect(r.All); !slices.Equal(got, want) {
				t.Errorf("%d cells %d apart, %s: %v, want %v", c.cells, c.apart, name, got, want)
			}
		}
	}
}

// TestMigratedAddresses: a symbol without parameters is where the one of its name is now, the first as well; one that
// is gone is nowhere.
func TestMigratedAddresses(t *testing.T) {
	from, _ := houseOld.build(t)
	to, _ := houseOld.with(func(d *model) {
		d.symbols = append([]SymbolDef{{Name: "mood", Type: mood}, {Name: "new", Type: boolean}}, d.symbols[0])
	}).build(t)
	m, err := NewMigration(from, to)
	if err != nil {
		t.Fatal(err)
	}
	for i := range from.Symbols {
		was := &from.Symbols[i]
		if len(was.Params) > 0 {
			continue
		}
		is := to.Symbol(was.Name)
		now, ok := m.Addr(was.Base)
		if ok != (is != nil) || ok && now != is.Base {
			t.Errorf("%s is at %d, %t; it is %v", was.Name, now, ok, is)
		}
	}
	if _, ok := m.Addr(from.Symbol("sharp").Base + 1000); ok {
		t.Error("what is no address is somewhere")
	}
}

// TestNamelessObjectsOfATypeThatIsGone are lost in a state that lives already.
func TestNamelessObjectsOfATypeThatIsGone(t *testing.T) {
	from, declared := houseOld.build(t)
	to, live := houseOld.with(func(d *model) {
		d.types, d.symbols, d.objects = d.types[:2], d.symbols[:5], d.objects[:2]
	}).build(t)
	old := &State{}
	old.CopyFrom(declared)
	nail := mustAdd(t, old, "tool", "")
	m, err := NewMigration(from, to)
	if err != nil {
		t.Fatal(err)
	}
	if m.Match(live, old, func(o Object) Object { return o }); m.Type(old.TypeOf(nail)) >= 0 {
		t.Fatal("the type is not gone")
	}
	if now, ok := m.Object(nail); ok {
		t.Errorf("what has neither name nor type is %x", now)
	}
}

// TestHasIsAskedOfAnyType: one whose number is the first behind the bit sets, too.
func TestHasIsAskedOfAnyType(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	for i := range s.Types {
		for id := int32(len(s.Types)); id < 200; id++ {
			if s.Types[i].Has(id) {
				t.Errorf("%s has type %d", s.Types[i].Name, id)
			}
		}
	}
}

// TestNamesTellStatesApart: states whose objects have other names, of whatever letters, have other hashes.
func TestNamesTellStatesApart(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	seen := map[uint64]string{}
	for i := range 40 * 40 {
		name := fmt.Sprintf("%c%cx", 'A'+i/40, 'A'+i%40)
		st := NewState(s)
		mustAdd(t, st, "animal", name)
		if other, known := seen[st.Hash()]; known {
			t.Fatalf("%s and %s", name, other)
		}
		seen[st.Hash()] = name
	}
}

// TestPicturesShareUntilMuchIsWritten: the first write to a copy does not move what it shares, and many writes do not
// accumulate in the overlay.
func TestPicturesShareUntilMuchIsWritten(t *testing.T) {
	b := NewBuilder()
	b.DenseLimit = 0
	b.Symbol(SymbolDef{Name: "cell", Params: []Type{{Kind: KindInt, Lo: 0, Hi: 9999}}, Type: anyInt})
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	st := NewState(s)
	for i := range Word(1000) {
		put(t, st, "cell", i+1, i)
	}
	picture := &State{}
	picture.CopyFrom(st)
	put(t, picture, "cell", -1, 0)
	if picture.seen().sparse.base.part != st.seen().sparse.base.part {
		t.Error("a single write copied what is shared")
	}
	for i := range Word(5000) {
		put(t, picture, "cell", -i-1, i)
		if p := &picture.seen().sparse; p.base.part == st.seen().sparse.base.part && p.overlay().used > overlayLimit(1000) {
			t.Fatalf("%d words lie beside the %d that are shared", p.overlay().used, p.base.part.value.used)
		}
	}
}

// TestWhatIsGoneLeavesNoDifference: the type and name of a removed object do not affect whether two states are equal;
// those of living objects do.
func TestWhatIsGoneLeavesNoDifference(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	of := func(typ, name string, stays bool) *State {
		st := NewState(s)
		if o := mustAdd(t, st, typ, name); !stays {
			st.RemoveObject(o)
		}
		return st
	}
	for _, c := range []struct {
		a, b *State
		want bool
	}{
		{of("animal", "tom", false), of("tool", "saw", false), true},
		{of("animal", "tom", false), of("animal", "", false), true},
		{of("animal", "tom", true), of("animal", "tom", true), true},
		{of("animal", "tom", true), of("animal", "tim", true), false},
		{of("animal", "", true), of("tool", "", true), false},
		{of("animal", "tom", true), of("animal", "tom", false), false},
	} {
		if got := c.a.Equal(c.b); got != c.want || c.b.Equal(c.a) != got {
			t.Errorf("%v and %v are equal: %t", c.a.Objects(0), c.b.Objects(0), got)
		}
		if c.want && c.a.Hash() != c.b.Hash() {
			t.Error("equal states have different hashes")
		}
	}
}
