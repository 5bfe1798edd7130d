package world

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestReadSetIntersectsIntervals(t *testing.T) {
	var r ReadSet
	r.Read(9, 0, 10)
	r.Read(4, 1, 1)
	r.Read(9, 5, 20)
	r.Members(3)
	r.Members(1)
	r.Members(3)
	var got []Interval
	r.All(func(i Interval) bool { got = append(got, i); return true })
	if want := []Interval{{4, 1, 1}, {9, 5, 10}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if r.Len() != 4 || !r.Has(4) || r.Has(5) || !slices.Equal(r.Types(), []int32{1, 3}) {
		t.Errorf("length %d, types %v", r.Len(), r.Types())
	}
	var other ReadSet
	other.Read(77, 0, 0)
	other.CopyFrom(&r)
	r.Reset()
	if r.Len() != 0 || r.Has(4) || len(r.Types()) != 0 {
		t.Error("not empty after Reset")
	}
	if other.Len() != 4 || !other.Has(9) || other.Has(77) {
		t.Error("the copy differs")
	}
}

// A computation that compares read cells with thresholds has another outcome only if its read set says so.
func TestReadSetWatchesOutcomes(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		addresses := addressList(s)
		rapid.Check(t, func(t *rapid.T) {
			st := NewState(s)
			type test struct {
				a    Addr
				bar  Word
				more bool
			}
			var tests []test
			var r ReadSet
			for range rapid.IntRange(0, 70).Draw(t, "reads") {
				c := test{a: rapid.SampledFrom(addresses).Draw(t, "read"), bar: Word(rapid.Int64Range(-3, 12).Draw(t, "bar"))}
				w := st.Get(c.a)
				if c.more = w > c.bar; c.more {
					r.Read(c.a, c.bar+1, 1<<62)
				} else {
					r.Read(c.a, -1<<62, c.bar)
				}
				tests = append(tests, c)
			}
			m := st.Mark()
			for range rapid.IntRange(0, 20).Draw(t, "writes") {
				a := rapid.SampledFrom(addresses).Draw(t, "write")
				st.Set(a, Word(rapid.Int64Range(-5, 15).Draw(t, "word")))
			}
			changed := false
			for _, c := range tests {
				changed = changed || st.Get(c.a) > c.bar != c.more
			}
			if got := r.Affected(st, st.Changes(m)); got != changed {
				t.Fatalf("affected: %v, outcome changed: %v", got, changed)
			}
		})
	})
}

func TestReadSetWatchesMembers(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	for _, c := range []struct {
		read, added string
		want        bool
	}{
		{"thing", "robot", true}, {"animal", "robot", true}, {"tool", "robot", true}, {"robot", "robot", true},
		{"robot", "tool", false}, {"animal", "tool", false}, {"place", "robot", false}, {"thing", "place", false},
	} {
		st := NewState(s)
		var r ReadSet
		r.Members(s.ObjectType(c.read).ID)
		m := st.Mark()
		o := mustAdd(t, st, c.added, "o")
		if got := r.Affected(st, st.Changes(m)); got != c.want {
			t.Errorf("%s read, %s added: %v", c.read, c.added, got)
		}
		m = st.Mark()
		st.RemoveObject(o)
		if got := r.Affected(st, st.Changes(m)); got != c.want {
			t.Errorf("%s read, %s removed: %v", c.read, c.added, got)
		}
	}
}

// When an index was given away again, the type of its former owner is forgotten: the population decides.
func TestReadSetIsCautiousAboutForgottenTypes(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	st := NewState(s)
	o := mustAdd(t, st, "animal", "")
	st.Forget()
	var r ReadSet
	r.Members(s.ObjectType("animal").ID)
	st.RemoveObject(o)
	mustAdd(t, st, "tool", "")
	if !r.Affected(st, st.Changes(Mark{})) {
		t.Error("the animal that went was not noticed")
	}
}

func TestEmptyIntervalIsAffectedByAnyChange(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	st := NewState(s)
	a := mustAddr(t, s, "money")
	var r ReadSet
	r.Read(a, 5, 5)
	r.Read(a, 7, 7)
	if r.Affected(st, nil) {
		t.Error("affected by nothing")
	}
	st.Set(a, 5)
	if !r.Affected(st, st.Changes(Mark{})) {
		t.Error("not affected")
	}
}

// A set that only marked members count for is not affected by members that come and go, but by what marks them.
func TestReadSetWatchesMarks(t *testing.T) {
	b := NewBuilder()
	b.ObjectType("animal", nil, 8)
	b.Symbol(SymbolDef{Name: "seen", Type: Type{Kind: KindBool}, Params: []Type{{Kind: KindObject}}, Scope: ScopeSquad})
	b.Symbol(SymbolDef{Name: "other", Type: Type{Kind: KindBool}, Params: []Type{{Kind: KindObject}}, Scope: ScopeSquad})
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	seen, other := s.Symbol("seen"), s.Symbol("other")
	st := NewState(s)
	var notes Notes
	notes.Begin(st)
	notes.Marked(seen)
	notes.Marked(seen)
	var r, copied ReadSet
	r.Take(&notes, &ReadPool{})
	copied.CopyFrom(&r)
	if len(copied.Types()) != 0 || len(copied.Enumerated()) != 1 || !s.CanEnumerate(copied.Enumerated()[0]) || s.CanEnumerate(markBit+2) || s.CanEnumerate(1) || s.CanEnumerate(-1) {
		t.Error(copied.Types(), copied.Enumerated())
	}
	at := func(sym *Symbol, o Object) Addr { a, _ := sym.Addr(o); return a }
	var o Object
	for _, c := range []struct {
		what string
		do   func()
		want bool
	}{
		{"one comes", func() { o = mustAdd(t, st, "animal", "o") }, false},
		{"another symbol holds for it", func() { st.Set(at(other, o), 1) }, false},
		{"it is marked", func() { st.Set(at(seen, o), 1) }, true},
		{"a marked one goes", func() { st.RemoveObject(o) }, true},
		{"one comes again, and goes", func() { st.RemoveObject(mustAdd(t, st, "animal", "p")) }, false},
	} {
		m := st.Mark()
		if c.do(); copied.Affected(st, st.Changes(m)) != c.want {
			t.Errorf("%s: affected %t", c.what, !c.want)
		}
	}
}
