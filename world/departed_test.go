package world

import (
	"math/rand/v2"
	"testing"
)

// TestRowsOfWhatIsGone compares HasRowOf with what a state holds, for random states and sets of objects.
func TestRowsOfWhatIsGone(t *testing.T) {
	const objects = 2 * RecallLimit
	b := NewBuilder()
	thing := Type{Kind: KindObject, ID: b.ObjectType("thing", nil, objects)}
	place := Type{Kind: KindObject, ID: b.ObjectType("place", nil, 8)}
	b.Symbol(SymbolDef{Name: "known", Sensed: true, Params: []Type{thing}, Type: Type{Kind: KindBool}, Recalled: true})
	b.Symbol(SymbolDef{Name: "near", Params: []Type{place}, Type: Type{Kind: KindBool}})
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	known, r, held := s.Symbol("known"), rand.New(rand.NewPCG(1, 1)), 0
	st := NewState(s)
	var all []Object
	for range objects {
		o, err := st.AddObject(thing.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, o)
	}
	elsewhere, err := st.AddObject(place.ID, "")
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
