package world

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// many returns a schema with so many objects, of which an agent remembers a few, and which lie somewhere; recalled says
// whether symbols may be kept in rows and as places.
func many(t testing.TB, objects int, apart bool) (s *Schema, known, at, spot *Symbol) {
	t.Helper()
	b := NewBuilder()
	thing := Type{Kind: KindObject, ID: b.ObjectType("thing", nil, objects)}
	b.ObjectType("rare", []int32{thing.ID}, 0)
	b.Symbol(SymbolDef{Name: "known", Sensed: true, Params: []Type{thing}, Type: Type{Kind: KindBool}, Recalled: apart})
	b.Symbol(SymbolDef{Name: "at", Sensed: apart, Params: []Type{thing}, Type: Type{Kind: KindVec2}, Recalled: apart})
	b.Symbol(SymbolDef{Name: "spot", Scope: ScopeWorld, Sensed: apart, Params: []Type{thing}, Type: Type{Kind: KindVec2}})
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return s, s.Symbol("known"), s.Symbol("at"), s.Symbol("spot")
}

// Rows and places hold what a table holds: a state that keeps its cells in rows is as one that does not, whatever is
// written, taken back, copied, removed, saved and read.
func TestRowsAreAsATable(t *testing.T) {
	const objects = 2 * RecallLimit
	rapid.Check(t, func(r *rapid.T) {
		schema, known, at, spot := many(t, objects, true)
		plain, plainKnown, plainAt, plainSpot := many(t, objects, false)
		if !known.InRows() || !at.InRows() || !spot.IsPlace() || plainKnown.InRows() || plainAt.InRows() || plainSpot.IsPlace() {
			t.Fatal("symbols are not kept as they are to be")
		}
		st, other := NewState(schema), NewState(plain)
		var live []Object
		for i := range 40 {
			o, _ := st.AddObject(int32(i%2), "")
			p, _ := other.AddObject(int32(i%2), "")
			if o != p {
				t.Fatal("objects differ")
			}
			live = append(live, o)
		}
		set := func(i int, o Object, x, y float64) {
			pairs := [...][2]*Symbol{{known, plainKnown}, {at, plainAt}, {spot, plainSpot}}
			a, _ := pairs[i][0].Addr(o)
			b, _ := pairs[i][1].Addr(o)
			if i == 0 {
				st.Set(a, Bool(x > 0))
				other.Set(b, Bool(x > 0))
				return
			}
			for k, v := range [...]float64{x, y} {
				st.Set(a+Addr(k), Float(v))
				other.Set(b+Addr(k), Float(v))
			}
		}
		mark, otherMark := st.Mark(), other.Mark()
		for range rapid.IntRange(1, 60).Draw(r, "steps") {
			o := rapid.SampledFrom(live).Draw(r, "object")
			switch rapid.IntRange(0, 6).Draw(r, "step") {
			case 0, 1, 2:
				set(rapid.IntRange(0, 2).Draw(r, "symbol"), o, float64(rapid.IntRange(0, 3).Draw(r, "x")), float64(rapid.IntRange(-3, 3).Draw(r, "y")))
			case 3:
				st.Undo(mark)
				other.Undo(otherMark)
			case 4:
				picture, second := &State{}, &State{}
				picture.CopyFrom(st)
				second.CopyFrom(other)
				set(1, o, 7, 7) // the picture stays as it is
				st, other = picture, second
				mark, otherMark = st.Mark(), other.Mark()
			case 5:
				if st.Forget(); len(live) > 20 {
					st.RemoveObject(o)
					other.RemoveObject(o)
					live = live[:0]
					live = append(live, st.Objects(0)...)
				}
				st.Forget()
				other.Forget()
				mark, otherMark = st.Mark(), other.Mark()
			case 6:
				saved := st.Append(nil, nil)
				read, in := &State{}, codec.NewReader(saved)
				if read.Read((*Reader)(in), schema, nil); in.Err() != nil || !read.Equal(st) || !st.Equal(read) {
					t.Fatalf("read otherwise than saved: %v", in.Err())
				}
			}
			compareRows(t, st, other, [][2]*Symbol{{known, plainKnown}, {at, plainAt}, {spot, plainSpot}})
		}
	})
}

func compareRows(t *testing.T, st, other *State, pairs [][2]*Symbol) {
	t.Helper()
	for i := range st.seen().rows {
		g := &st.schema.rowGroups[i]
		for at := range st.seen().rows[i].ids {
			if width := len(g.defaults); slices.Equal(st.rows[i].words[at*width:(at+1)*width], g.defaults) {
				t.Fatal("there is a row of which nothing differs from the defaults")
			}
		}
	}
	for _, typ := range []int32{0, 1} {
		o := Object(0)
		for p := other.NextRecalled(pairs[0][1], typ, 0); ; p = other.NextRecalled(pairs[0][1], typ, p) {
			if o = st.NextRecalled(pairs[0][0], typ, o); o != p {
				t.Fatalf("type %d: %d is remembered, not %d", typ, o, p)
			}
			if p == 0 {
				break
			}
		}
		for _, near := range [][3]float64{{2, 2, 1.5}, {3, -3, 0.5}, {9, 9, 20}} {
			compareNear(t, st, pairs[2][0], typ, near[0], near[1], near[2])
		}
	}
	for _, pair := range pairs {
		var cells [2][]Word
		for i, s := range []*State{st, other} {
			s.Cells(pair[i], func(args, words []Word) bool {
				cells[i] = append(append(cells[i], args...), words...)
				return true
			})
		}
		if len(cells[0]) != len(cells[1]) {
			t.Fatalf("%s: %d words, not %d", pair[0].Name, len(cells[0]), len(cells[1]))
		}
		for k := range cells[0] {
			if cells[0][k] != cells[1][k] {
				t.Fatalf("%s: %v, not %v", pair[0].Name, cells[0], cells[1])
			}
		}
	}
}

// compareNear compares the grid with a look at all.
func compareNear(t *testing.T, st *State, spot *Symbol, typ int32, x, y, radius float64) {
	t.Helper()
	got, ok := st.Near(spot, typ, x, y, radius, nil)
	if !ok {
		if !isWithin([2]float64{}, x, y, radius) || st.far != nil && st.common.base.part != nil {
			t.Fatal("it cannot tell")
		}
		return
	}
	var want []Object
	for o := st.NextMember(typ, 0); o != 0; o = st.NextMember(typ, o) {
		a, _ := spot.Addr(o)
		if isWithin([2]float64{st.Get(a).Float(), st.Get(a + 1).Float()}, x, y, radius) {
			want = append(want, o)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("near (%v, %v): %v, want %v", x, y, got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("near (%v, %v): %v, want %v", x, y, got, want)
		}
	}
}

// Who walked over what is remembered, or over what is near, is affected by what comes, goes or moves there, and by
// nothing else.
func TestWalksOverRowsAreRead(t *testing.T) {
	schema, known, at, spot := many(t, 2*RecallLimit, true)
	st := NewState(schema)
	var list []Object
	for range 4 {
		o, _ := st.AddObject(0, "")
		list = append(list, o)
	}
	cell := func(sym *Symbol, i int) Addr { a, _ := sym.Addr(list[i]); return a }
	st.Set(cell(known, 0), 1)
	st.Set(cell(spot, 0), Float(3))
	for _, c := range []struct {
		what     string
		sym      *Symbol
		write    func()
		affected bool
	}{
		{"another is known", known, func() { st.Set(cell(known, 1), 1) }, true},
		{"one is forgotten", known, func() { st.Set(cell(known, 0), 0) }, true},
		{"one moves in memory", known, func() { st.Set(cell(at, 0), Float(5)) }, false},
		{"one is forgotten and known again", known, func() { st.Set(cell(known, 0), 0); st.Set(cell(known, 0), 1) }, false},
		{"a place comes", spot, func() { st.Set(cell(spot, 2)+1, Float(2)) }, true},
		{"a place moves", spot, func() { st.Set(cell(spot, 0), Float(4)) }, true},
		{"something is known", spot, func() { st.Set(cell(known, 2), 1) }, false},
	} {
		mark := st.Mark()
		var reads ReadSet
		all := st.Get(c.sym.Walked())
		reads.Read(c.sym.Walked(), all, all)
		if c.write(); reads.Affected(st, st.Changes(mark)) != c.affected {
			t.Errorf("%s: affected is %v", c.what, !c.affected)
		}
		if st.Get(c.sym.Base) != c.sym.Default[0] {
			t.Errorf("%s: the cell of none holds %d", c.what, st.Get(c.sym.Base))
		}
		if st.Undo(mark); st.Get(c.sym.Walked()) != all {
			t.Errorf("%s: the number for all is another one after going back", c.what)
		}
	}
}

// What an agent takes grows with what it remembers, not with what there may be.
func TestRowsTakeWhatTheyHold(t *testing.T) {
	for _, objects := range []int{2 * RecallLimit, 100 * RecallLimit} {
		schema, known, at, _ := many(t, objects, true)
		st := NewState(schema)
		for range 20 {
			o, _ := st.AddObject(0, "")
			a, _ := known.Addr(o)
			st.Set(a, 1)
			a, _ = at.Addr(o)
			st.Set(a, Float(1))
		}
		if st.Forget(); st.Bytes() > 8<<10 {
			t.Errorf("of %d objects, 20 in mind take %d bytes", objects, st.Bytes())
		}
	}
}

// A picture of a state with rows, and a write to it, take no memory once warm.
func TestRowsDoNotAllocate(t *testing.T) {
	schema, known, _, spot := many(t, 2*RecallLimit, true)
	st, picture := NewState(schema), &State{}
	var list []Object
	for range 20 {
		o, _ := st.AddObject(0, "")
		list = append(list, o)
		a, _ := spot.Addr(o)
		st.Set(a, Float(float64(len(list))))
	}
	buf := make([]Object, 0, 64)
	if n := testing.AllocsPerRun(100, func() {
		for _, o := range list {
			a, _ := known.Addr(o)
			st.Set(a, 1)
		}
		picture.CopyFrom(st)
		buf, _ = picture.Near(spot, 0, 9, 3, 4, buf[:0])
		for _, o := range list {
			a, _ := known.Addr(o)
			st.Set(a, 0)
		}
		st.Forget()
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
