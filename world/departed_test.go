package world

import (
	"math/rand/v2"
	"testing"
)

// remembered returns a schema with so many things, which states mention in rows alone, and places, which they do not;
// and the types of both.
func remembered(t *testing.T, objects int) (s *Schema, thing, place int32) {
	t.Helper()
	b := NewBuilder()
	thing, place = b.ObjectType("thing", nil, objects), b.ObjectType("place", nil, 8)
	b.Symbol(SymbolDef{Name: "known", Sensed: true, Params: []Type{{Kind: KindObject, ID: thing}}, Type: Type{Kind: KindBool}, Recalled: true})
	b.Symbol(SymbolDef{Name: "near", Params: []Type{{Kind: KindObject, ID: place}}, Type: Type{Kind: KindBool}})
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return s, thing, place
}

// TestRowsOfWhatIsGone compares HasRowOf with what a state holds, for random states and sets of objects.
func TestRowsOfWhatIsGone(t *testing.T) {
	const objects = 2 * RecallLimit
	s, thing, place := remembered(t, objects)
	known, r, held := s.Symbol("known"), rand.New(rand.NewPCG(1, 1)), 0
	st := NewState(s)
	var all []Object
	for range objects {
		o, err := st.AddObject(thing, "")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, o)
	}
	elsewhere, err := st.AddObject(place, "")
	if err != nil {
		t.Fatal(err)
	}
	var gone Departed
	if gone.Add(s, elsewhere) || gone.Len() > 0 {
		t.Error("places have cells of their own, which are in no row")
	}
	for round := range 300 {
		o := all[r.IntN(objects)]
		a, _ := known.Addr(o)
		st.Set(a, Bool(r.IntN(2) == 0))
		want := false
		for range r.IntN(10) {
			o := all[r.IntN(objects)]
			if !gone.Add(s, o) {
				t.Fatal("a thing is mentioned in rows alone")
			}
			a, _ := known.Addr(o)
			want = want || st.Get(a).Bool()
		}
		if got := st.HasRowOf(&gone); got != want {
			t.Fatalf("round %d: %t, want %t", round, got, want)
		}
		if want {
			held++
		}
		if gone.Clear(); st.HasRowOf(&gone) {
			t.Fatal("a set that was cleared has objects")
		}
	}
	if held < 50 || held > 250 {
		t.Errorf("%d of 300 sets had an object that the state has a row about", held)
	}
}

// TestDepartedOfALargerSchema: a set that held objects of one schema takes those of another, as after a reload.
func TestDepartedOfALargerSchema(t *testing.T) {
	var gone Departed
	for _, objects := range []int{2 * RecallLimit, 8 * RecallLimit} {
		s, thing, _ := remembered(t, objects)
		st := NewState(s)
		var last Object
		for range objects {
			last, _ = st.AddObject(thing, "")
		}
		a, _ := s.Symbol("known").Addr(last)
		st.Set(a, Bool(true))
		if gone.Clear(); !gone.Add(s, last) || !st.HasRowOf(&gone) {
			t.Errorf("of %d objects, the row of the last is not found", objects)
		}
	}
}
