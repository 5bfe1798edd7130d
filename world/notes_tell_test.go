package world

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// heard is a report about reads.
type heard struct {
	cells []Interval
	types []int32
}

func (h *heard) Read(a Addr, lo, hi Word) { h.cells = append(h.cells, Interval{a, lo, hi}) }
func (h *heard) Members(t Type)           { h.types = append(h.types, t.ID) }
func (h *heard) Marked(sym *Symbol)       { h.types = append(h.types, sym.ID|markBit) }

// TestNotesAreToldAndTaken: reads of dense and sparse cells and of members are reported to other readers and taken into
// sets alike, and a set that was taken holds as long as each cell stays within its interval.
func TestNotesAreToldAndTaken(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		st := NewState(s)
		thing := mustAdd(t, st, "thing", "it")
		money, link := mustAddr(t, s, "money"), mustAddr(t, s, "link", thing, thing, thing)
		for name, begin := range map[string]func(n *Notes){
			"begun on a new log": func(n *Notes) { st.Forget(); n.Begin(st) },
			"begun for reading, whatever was written before": func(n *Notes) {
				st.Set(money, 9)
				st.Set(money, 7)
				st.Set(link, 1)
				st.Set(link, 0)
				n.BeginReading(st)
			},
		} {
			var n Notes
			begin(&n)
			n.Read(money, 5, 9)
			n.Read(money, 6, 20)
			n.Read(link, -1, 3)
			n.Members(Type{Kind: KindObject, ID: 1})
			n.Members(Type{Kind: KindEnum, ID: 0})
			want := []Interval{{money, 6, 9}, {link, -1, 3}}
			var h heard
			n.ReportTo(&h)
			if !sameCells(h.cells, want) || !slices.Equal(h.types, []int32{1}) {
				t.Errorf("%s: told %v, want %v", name, h, want)
			}
			var r ReadSet
			var pool ReadPool
			r.Take(&n, &pool)
			var taken []Interval
			for i := range r.All {
				taken = append(taken, i)
			}
			if !sameCells(taken, want) {
				t.Errorf("%s: taken %v, want %v", name, taken, want)
			}
			for range r.All {
				break // asking for the first one alone is all right
			}
			for w, holds := range map[Word]bool{5: false, 6: true, 9: true, 10: false} {
				mark := st.Mark()
				if st.Set(money, w); r.Holds(st) != holds {
					t.Errorf("%s: with %d the reads hold: %t", name, w, !holds)
				}
				if got := r.Affected(st, st.Changes(mark)); w != 7 && got == holds {
					t.Errorf("%s: with %d the reads are affected: %t", name, w, got)
				}
				st.Undo(mark)
			}
		}
	})
}

func sameCells(a, b []Interval) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	order := func(x, y Interval) int {
		if x.Addr < y.Addr {
			return -1
		}
		return 1
	}
	slices.SortFunc(a, order)
	slices.SortFunc(b, order)
	return slices.Equal(a, b)
}

// TestNotesAreFinalWhenNothingElseCanBeNoted: a cell that must stay as it is needs no further reads, one with a range
// does, and a new computation begins anew.
func TestNotesAreFinalWhenNothingElseCanBeNoted(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	st := NewState(s)
	money, hungry := mustAddr(t, s, "money"), mustAddr(t, s, "hungry")
	var n Notes
	n.Begin(st)
	n.Read(money, 5, 9)
	if n.IsFinal(money) || n.IsFinal(hungry) {
		t.Error("a range is final")
	}
	n.Read(money, 7, 7)
	n.Read(hungry, 0, 0)
	if !n.IsFinal(money) || !n.IsFinal(hungry) || n.IsFinal(mustAddr(t, s, "home")) {
		t.Error("a single value is final, and what was not read is not")
	}
	if n.Begin(st); n.IsFinal(money) {
		t.Error("what was final is so in the next computation")
	}
}

// TestSchemasThatContradictThemselvesAreRefused reads schemas with a name twice, and types that are not declared.
func TestSchemasThatContradictThemselvesAreRefused(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	for _, c := range [][2]string{{"hungry", "wiggle"}, {"hungry", "hungry"}} {
		b := bytes.Replace(s.Append(nil), []byte("level"), []byte(c[1][:5]), 1)
		b = bytes.Replace(b, []byte("money"), []byte(c[1][:5]), 1)
		r := codec.NewReader(b)
		if back := ReadSchema((*Reader)(r)); back != nil || !r.Failed() {
			t.Errorf("a schema with %s twice is read", c[1][:5])
		}
	}
	for typ, ok := range map[Type]bool{
		{Kind: KindEnum, ID: 0}: true, {Kind: KindEnum, ID: 1}: false, {Kind: KindObject, ID: 4}: true, {Kind: KindObject, ID: 5}: false, {Kind: KindBool}: true,
		{Kind: KindInt, Lo: 2, Hi: 2}: true, {Kind: KindInt, Lo: 2, Hi: 1}: false, {Kind: 0}: false, {Kind: KindList + 1}: false,
		TextType: true, IntsType: true, TextsType: true, {Kind: KindList}: false, {Kind: KindList, ID: int32(KindBool)}: false,
	} {
		r := codec.NewReader(typ.Append(nil))
		if got := s.ReadType((*Reader)(r)); r.Failed() == ok || ok && got != typ {
			t.Errorf("%+v is read as %+v: %v", typ, got, r.Err())
		}
	}
}

// TestMatchedObjects: objects of a state that lives already are those of the same name, and those without a name that
// are the same; all others are lost, which is said.
func TestMatchedObjects(t *testing.T) {
	from, declared := houseOld.build(t)
	to, live := houseOld.with(func(d *model) { d.objects = []string{"saw:tool", "home:place"} }).build(t)
	old := &State{}
	old.CopyFrom(declared)
	nameless, gone, other := mustAdd(t, old, "place", ""), mustAdd(t, old, "place", "well"), mustAdd(t, old, "shop", "")
	for range 2 {
		mustAdd(t, live, "place", fmt.Sprint("p", live.CountMembers(0)))
	}
	same := mustAdd(t, live, "place", "")
	m, err := NewMigration(from, to)
	if err != nil {
		t.Fatal(err)
	}
	m.Match(live, old, func(o Object) Object { return o })
	home, _, _ := old.ObjectNamed("home")
	want, _, _ := live.ObjectNamed("home")
	if now, ok := m.Object(home); !ok || now != want {
		t.Errorf("home is %x, want %x", now, want)
	}
	if _, ok := m.Object(gone); ok {
		t.Error("what has no namesake is found")
	}
	for _, o := range []Object{nameless, other} {
		now, ok := m.Object(o)
		if lives := live.TypeOf(o) >= 0 && m.Type(old.TypeOf(o)) == live.TypeOf(o); ok != lives || ok && now != o {
			t.Errorf("what has no name, %x, is %x, %t; it lives: %t", o, now, ok, lives)
		}
	}
	if text := textOf(m.Notes()); live.TypeOf(same) < 0 || !bytes.Contains([]byte(text), []byte("well")) {
		t.Errorf("notes: %s", text)
	}
}
