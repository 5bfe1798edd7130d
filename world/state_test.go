package world

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
)

func TestCellsStartAtTheirDefault(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		st := NewState(s)
		for _, a := range addressList(s) {
			if st.Get(a) != s.Default(a) {
				t.Errorf("%s at %x: %d", s.SymbolAt(a).Name, a, st.Get(a))
			}
		}
		if st.Hash() != 0 {
			t.Errorf("hash %x", st.Hash())
		}
		if got := st.Get(mustAddr(t, s, "money")); got != 7 {
			t.Errorf("money %d", got)
		}
	})
}

func TestSetIsLoggedOnlyWhenSomethingChanges(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		st := NewState(s)
		a := mustAddr(t, s, "money")
		st.Set(a, 7)
		st.Set(a, 8)
		m := st.Mark()
		st.Set(a, 8)
		st.Set(a, 9)
		st.Set(a, 8)
		if got, want := st.Changes(m), []Change{{a, 8}, {a, 9}}; !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		if got := st.Changes(Mark{}); len(got) != 3 {
			t.Errorf("%v", got)
		}
		st.Forget()
		if got := st.Changes(st.Mark()); len(got) != 0 || st.Get(a) != 8 {
			t.Errorf("%v, money %d", got, st.Get(a))
		}
	})
}

func TestUndoOfTheWholeLog(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		st := NewState(s)
		st.Set(mustAddr(t, s, "money"), 8)
		st.Forget()
		before := dump(st)
		st.Set(mustAddr(t, s, "hungry"), 1)
		mustAdd(t, st, "robot", "r2")
		st.Undo(Mark{})
		if got := dump(st); got != before {
			t.Errorf("%s\nwant\n%s", got, before)
		}
	})
}

func TestMisusePanics(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	for name, misuse := range map[string]func(st *State){
		"undo to a mark that was undone": func(st *State) {
			st.Set(0, 1)
			m := st.Mark()
			st.Undo(Mark{})
			st.Undo(m)
		},
		"address of no symbol": func(st *State) { st.Get(Addr(s.Words)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			misuse(NewState(s))
		}()
	}
}

func TestCellsGivesWhatDiffersInOrder(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		st := NewState(s)
		cat, axe := mustAdd(t, st, "animal", "cat"), mustAdd(t, st, "tool", "axe")
		st.Set(mustAddr(t, s, "link", axe, cat, cat), 3)
		st.Set(mustAddr(t, s, "link", cat, axe, cat), 2)
		st.Set(mustAddr(t, s, "link", cat, cat, axe), 1)
		st.Set(mustAddr(t, s, "link", cat, cat, cat), 9)
		st.Set(mustAddr(t, s, "link", cat, cat, cat), 0)
		st.Set(mustAddr(t, s, "spot", axe)+1, Float(5))
		st.Set(mustAddr(t, s, "spot", cat), Float(4))
		st.Set(mustAddr(t, s, "spot", cat)+1, Float(4))
		st.Set(mustAddr(t, s, "level", -1, 2), Float(4))
		var got []string
		for _, name := range []string{"link", "spot", "level", "money"} {
			sym := s.Symbol(name)
			st.Cells(sym, func(args, words []Word) bool {
				a, ok := sym.Addr(args...)
				if !ok {
					t.Errorf("%s%v", name, args)
				}
				got = append(got, FormatCell(st, sym, a)+" = "+FormatWord(s, st, sym.Type, words))
				return true
			})
		}
		want := []string{"link(cat, cat, axe) = 1", "link(cat, axe, cat) = 2", "link(axe, cat, cat) = 3",
			"spot(cat) = (4, 4)", "spot(axe) = (1, 5)", "level(-1, angry) = 4"}
		if !slices.Equal(got, want) {
			t.Errorf("%q\nwant %q", got, want)
		}
		n := 0
		st.Cells(s.Symbol("link"), func(_, _ []Word) bool { n++; return false })
		if n != 1 {
			t.Errorf("yield was called %d times after it had returned false", n-1)
		}
	})
}

func TestObjectsComeAndGo(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		st := NewState(s)
		cat, axe, bot := mustAdd(t, st, "animal", "cat"), mustAdd(t, st, "tool", "axe"), mustAdd(t, st, "robot", "")
		typ := func(name string) int32 { return s.ObjectType(name).ID }
		for name, want := range map[string][]Object{
			"thing": {cat, axe, bot}, "animal": {cat, bot}, "tool": {axe, bot}, "robot": {bot}, "place": {},
		} {
			if got := st.Objects(typ(name)); !slices.Equal(got, want) || st.CountMembers(typ(name)) != len(want) {
				t.Errorf("%s: %x, want %x", name, got, want)
			}
		}
		if _, err := st.AddObject(typ("place"), "cat"); !errors.Is(err, ErrDuplicateName) {
			t.Errorf("second cat: %v", err)
		}
		if _, err := st.AddObject(99, "x"); !errors.Is(err, ErrUnknownType) {
			t.Errorf("type 99: %v", err)
		}
		m := st.Mark()
		if !st.RemoveObject(cat) || st.RemoveObject(cat) || st.Alive(cat) || st.TypeOf(cat) != -1 {
			t.Error("the cat is still there")
		}
		if _, _, ok := st.ObjectNamed("cat"); ok {
			t.Error("its name is still there")
		}
		owl := mustAdd(t, st, "animal", "cat")
		if owl&IndexMask != cat&IndexMask || owl == cat || st.Alive(cat) || !st.Alive(owl) {
			t.Errorf("the second cat is %x, the first was %x", owl, cat)
		}
		if got, want := st.Changes(m), []Change{{NoticeMembers, cat}, {NoticeMembers, owl}}; !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		if name := st.ObjectName(bot, typ("thing")); name != "robot#3" {
			t.Errorf("a robot without name is called %s", name)
		}
		st.Undo(m)
		if o, own, ok := st.ObjectNamed("cat"); !ok || o != cat || own != typ("animal") {
			t.Errorf("after undo the cat is %x", o)
		}
	})
}

func TestRemovingAnObjectResetsItsCells(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		for _, shared := range []bool{false, true} {
			st := NewState(s)
			cat, axe, den := mustAdd(t, st, "animal", "cat"), mustAdd(t, st, "tool", "axe"), mustAdd(t, st, "place", "den")
			set := func(w Word, symbol string, args ...Word) Addr {
				a := mustAddr(t, s, symbol, args...)
				st.Set(a, w)
				return a
			}
			gone := []Addr{
				set(den, "at", axe), set(Float(3), "spot", axe), set(axe, "holds"),
				set(1, "link", axe, cat, cat), set(2, "link", cat, axe, cat), set(3, "link", cat, cat, axe), set(4, "link", axe, axe, axe),
				set(axe, "flag", 1, den),
			}
			stay := []Addr{set(den, "at", cat), set(5, "link", cat, cat, cat), set(cat, "flag", 0, den), set(9, "money")}
			before := dump(st)
			var picture State
			if shared {
				picture.CopyFrom(st)
			}
			m := st.Mark()
			st.RemoveObject(axe)
			for _, a := range gone {
				if st.Get(a) != s.Default(a) {
					t.Errorf("%s at %x is still %d", s.SymbolAt(a).Name, a, st.Get(a))
				}
			}
			for _, a := range stay {
				if st.Get(a) == s.Default(a) {
					t.Errorf("%s at %x was reset", s.SymbolAt(a).Name, a)
				}
			}
			changes := st.Changes(m)
			if last := changes[len(changes)-1]; len(changes) != len(gone)+1 || last != (Change{NoticeMembers, axe}) {
				t.Errorf("changes %v", changes)
			}
			st.Undo(m)
			if got := dump(st); got != before {
				t.Errorf("%s\nwant\n%s", got, before)
			}
			if shared && dump(&picture) != before {
				t.Error("the picture changed")
			}
		}
	})
}

func TestPopulationsAreBounded(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		st := NewState(s)
		var list []Object
		for range 6 {
			list = append(list, mustAdd(t, st, "thing", ""))
		}
		before := dump(st)
		if _, err := st.AddObject(0, "one too many"); !errors.Is(err, ErrPopulationFull) || dump(st) != before {
			t.Errorf("%v", err)
		}
		st.RemoveObject(list[4])
		st.RemoveObject(list[1])
		for _, want := range []int{2, 5} {
			if o := mustAdd(t, st, "tool", ""); int(o&IndexMask) != want {
				t.Errorf("index %d, want the lowest free one: %d", o&IndexMask, want)
			}
		}
	})
}

func TestManyObjects(t *testing.T) {
	b := NewBuilder()
	typ := b.ObjectType("thing", nil, 5000)
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	st := NewState(s)
	for i := range 5000 {
		mustAdd(t, st, "thing", fmt.Sprint("o", i))
	}
	for i := 0; i < 5000; i += 3 {
		o, _, _ := st.ObjectNamed(fmt.Sprint("o", i))
		st.RemoveObject(o)
	}
	for i := range 5000 {
		if _, _, ok := st.ObjectNamed(fmt.Sprint("o", i)); ok != (i%3 != 0) {
			t.Fatalf("o%d: %v", i, ok)
		}
	}
	if n := len(st.Objects(typ)); n != 3333 || st.CountMembers(typ) != n {
		t.Errorf("%d objects", n)
	}
	if o := mustAdd(t, st, "thing", "new"); o&IndexMask != 1 {
		t.Errorf("index %d", o&IndexMask)
	}
}

// Many pictures of one state are taken and written at once, while others let go of older ones.
func TestPicturesInParallel(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		live := NewState(s)
		var things []Object
		for range 5 {
			things = append(things, mustAdd(t, live, "thing", ""))
		}
		pictures := make([]State, 4)
		for round := range 50 {
			live.Set(mustAddr(t, s, "link", things[round%5], things[round/5%5], things[0]), Word(round+1))
			if round%7 == 0 {
				live.RemoveObject(things[4])
				things[4] = mustAdd(t, live, "animal", "")
			}
			live.Forget()
			want := live.Hash()
			var wait sync.WaitGroup
			for i := range pictures {
				wait.Go(func() {
					p := &pictures[i]
					p.CopyFrom(live)
					m := p.Mark()
					for k := range 100 {
						p.Set(mustAddr(t, s, "link", things[k%5], things[k/5%5], things[k/25%5]), Word(i+k))
					}
					p.RemoveObject(things[i])
					p.Undo(m)
					if p.Hash() != want || !p.Equal(live) {
						t.Errorf("round %d: picture %d differs", round, i)
					}
				})
			}
			wait.Wait()
			// Let go in parallel with the next write of the live state.
			other := NewState(s)
			for i := range pictures[:2] {
				wait.Go(func() { pictures[i].CopyFrom(other) })
			}
			live.Set(mustAddr(t, s, "link", things[1], things[2], things[3]), Word(-round))
			wait.Wait()
		}
	})
}

func TestNothingIsAllocatedOnceWarm(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		live := NewState(s)
		var things []Object
		for range 5 {
			things = append(things, mustAdd(t, live, "thing", ""))
		}
		link := s.Symbol("link")
		var pictures [2]State
		var set ReadSet
		round := 0
		step := func() {
			round++
			for k := range 20 {
				n := round*20 + k
				a, _ := link.Addr(things[n%5], things[n/5%5], things[n/25%5])
				live.Set(a, Word(n%3))
			}
			live.RemoveObject(things[round%5])
			things[round%5], _ = live.AddObject(0, "again")
			live.RemoveObject(things[round%5])
			things[round%5], _ = live.AddObject(0, "")
			live.Forget()
			for i := range pictures {
				p := &pictures[i]
				p.CopyFrom(live)
				m := p.Mark()
				for k := range 90 {
					a, _ := link.Addr(things[k%5], things[k/5%5], things[k/25%5])
					p.Set(a, Word(k))
					set.Read(a, 0, 1)
				}
				p.RemoveObject(things[1])
				set.Members(0)
				set.Affected(p, p.Changes(m))
				p.Undo(m)
				set.Reset()
			}
		}
		for range 200 {
			step()
		}
		if n := testing.AllocsPerRun(100, step); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

// An index whose generations are used up is never given out again.
func TestGenerationsDoNotRunOver(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	st := NewState(s)
	st.RemoveObject(mustAdd(t, st, "place", ""))
	st.objects.part.value.populations[1].refs[1] = makeObject(1, 1, 1<<generationBits-2)
	last := mustAdd(t, st, "place", "last")
	if last <= 0 || last&IndexMask != 1 {
		t.Fatalf("%x", last)
	}
	st.RemoveObject(last)
	if o := mustAdd(t, st, "place", "next"); o&IndexMask != 2 {
		t.Errorf("index %d", o&IndexMask)
	}
}
