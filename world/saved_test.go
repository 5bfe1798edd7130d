package world

import (
	"fmt"
	"math"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"pgregory.net/rapid"
)

// anyWord draws a value that a cell of a state may have.
func anyWord(t *rapid.T, st *State, typ Type) Word {
	switch typ.Kind {
	case KindBool:
		return Word(rapid.IntRange(0, 1).Draw(t, "bool"))
	case KindEnum:
		return Word(rapid.IntRange(0, len(st.schema.Enums[typ.ID].Values)-1).Draw(t, "enum"))
	case KindObject:
		return rapid.SampledFrom(append(st.Objects(typ.ID), 0)).Draw(t, "object")
	case KindInt:
		return Word(rapid.Int64Range(max(typ.Lo, -1<<40), min(typ.Hi, 1<<40)).Draw(t, "int"))
	}
	return Float(rapid.Float64().Draw(t, "float"))
}

// live does something random to a state.
func live(t *rapid.T, st *State, addresses []Addr) {
	switch rapid.IntRange(0, 9).Draw(t, "what") {
	case 0, 1:
		typ := int32(rapid.IntRange(0, len(st.schema.Types)-1).Draw(t, "type"))
		o, err := st.AddObject(typ, rapid.SampledFrom([]string{"", "a", "b", "c", "d"}).Draw(t, "name"))
		if err == nil && len(st.log) == 1 {
			st.Keep(o)
		}
	case 2:
		typ := int32(rapid.IntRange(0, len(st.schema.Types)-1).Draw(t, "type"))
		if list := st.Objects(typ); len(list) > 0 {
			st.RemoveObject(rapid.SampledFrom(list).Draw(t, "object"))
		}
	case 3:
		st.Forget()
	default:
		a := rapid.SampledFrom(addresses).Draw(t, "address")
		st.Set(a, anyWord(t, st, st.schema.SymbolAt(a).Type))
	}
}

// readBack returns the state that the bytes of another give.
func readBack(t testing.TB, st, base *State) *State {
	t.Helper()
	r := codec.NewReader(st.Append(nil, base))
	back := &State{}
	back.Read((*Reader)(r), st.schema, base)
	if r.End(); r.Err() != nil {
		t.Fatal(r.Err())
	}
	return back
}

// TestSavedStates: a state comes back from its bytes equal in all that can be seen of it, its log and what is to be
// undone included, and continues alike.
func TestSavedStates(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		addresses := addressList(s)
		rapid.Check(t, func(t *rapid.T) {
			st, base := NewState(s), NewState(s)
			for range rapid.IntRange(0, 30).Draw(t, "steps") {
				live(t, st, addresses)
				if rapid.IntRange(0, 9).Draw(t, "base") == 0 {
					base.CopyFrom(st)
				}
			}
			for _, from := range []*State{nil, base, st} {
				r := codec.NewReader(st.Append(nil, from))
				back := NewState(s)
				for range rapid.IntRange(0, 5).Draw(t, "detours") { // memory that was used for something else
					live(t, back, addresses)
				}
				if back.Read((*Reader)(r), s, from); r.Err() != nil {
					t.Fatal(r.Err())
				}
				if r.End(); r.Err() != nil || !back.Equal(st) || dump(back) != dump(st) || fmt.Sprint(back.log) != fmt.Sprint(st.log) {
					t.Fatalf("%v\n%s\nwant\n%s", r.Err(), dump(back), dump(st))
				}
				if got := back.Hash(); got != recomputedHash(back) {
					t.Fatalf("hash %x, want %x", got, recomputedHash(back))
				}
				sameFuture(t, back, st)
			}
		})
	})
}

// A state that was read with changes in its log, which have come back to the defaults, can be taken back to where they
// began.
func TestUndoOfAStateThatWasRead(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		st, cell := NewState(s), s.Symbol("link").Base
		st.Set(cell, 3)
		st.Forget()
		st.Set(cell, 0)
		back := readBack(t, st, nil)
		st.Undo(Mark{})
		if back.Undo(Mark{}); back.Get(cell) != 3 || back.Hash() != st.Hash() {
			t.Errorf("the cell is %d with hash %x, want 3 and %x", back.Get(cell), back.Hash(), st.Hash())
		}
	})
}

// The hash at the beginning of a log is found again from its changes, however many they are and however often they
// change the same cell.
func TestHashAtTheBeginningOfALog(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		addresses := addressList(s)
		rapid.Check(t, func(t *rapid.T) {
			st := NewState(s)
			for range rapid.IntRange(0, 20).Draw(t, "steps before") {
				live(t, st, addresses)
			}
			st.Forget()
			begin, cells := st.Mark(), st.hash
			for range rapid.IntRange(0, 100).Draw(t, "steps") {
				a := rapid.SampledFrom(addresses).Draw(t, "address")
				st.Set(a, anyWord(t, st, s.SymbolAt(a).Type))
			}
			if got := st.startHash(); got != cells {
				t.Fatalf("%d changes: hash %x, want %x", len(st.Changes(begin)), got, cells)
			}
		})
	})
}

// A state whose changes do not lead to its cells is refused: a byte of either was damaged.
func TestChangesThatDoNotLeadToTheCells(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		st := NewState(s)
		st.Set(mustAddr(t, s, "money"), 3)
		bytes := st.Append(nil, nil)
		bytes[len(bytes)-1] ^= 1
		r := codec.NewReader(bytes)
		if new(State).Read((*Reader)(r), s, nil); r.Err() == nil {
			t.Error("it is not refused")
		}
	})
}

// sameFuture wants the next objects of each type to be the same in both states, and undoing everything to lead to the
// same.
func sameFuture(t *rapid.T, a, b *State) {
	x, y := &State{}, &State{}
	x.CopyFrom(a)
	y.CopyFrom(b)
	for typ := range a.schema.Types {
		for range 3 {
			o, err := x.AddObject(int32(typ), "")
			if p, other := y.AddObject(int32(typ), ""); o != p || (err == nil) != (other == nil) {
				t.Fatalf("the next object is %x, want %x", o, p)
			}
		}
	}
	u, v := &State{}, &State{}
	u.Read(NewReader(a.Append(nil, nil)), a.schema, nil)
	v.Read(NewReader(b.Append(nil, nil)), b.schema, nil)
	u.Undo(Mark{})
	v.Undo(Mark{})
	if dump(u) != dump(v) || u.Hash() != recomputedHash(u) {
		t.Fatalf("undone\n%s\nwant\n%s", dump(u), dump(v))
	}
}

// TestSavedSchemas: a schema comes back from its bytes with everything in the same place.
func TestSavedSchemas(t *testing.T) {
	for _, limit := range []int{0, 30, DefaultDenseLimit} {
		s := zoo(t, limit)
		b := s.Append(nil)
		r := codec.NewReader(b)
		back := ReadSchema((*Reader)(r))
		if r.End(); r.Err() != nil || fmt.Sprint(addressList(back)) != fmt.Sprint(addressList(s)) || string(back.Append(nil)) != string(b) {
			t.Errorf("%v", r.Err())
		}
	}
}

func TestASavedStateIsSmall(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	st := NewState(s)
	if n := len(st.Append(nil, nil)); n > 12 {
		t.Errorf("a new state takes %d bytes", n)
	}
	mustAdd(t, st, "animal", "cat")
	st.Set(mustAddr(t, s, "hungry"), 1)
	st.Forget()
	if n := len(st.Append(nil, nil)); n > 24 {
		t.Errorf("an object and a cell take %d bytes", n)
	}
}

// FuzzRead: whatever is read, nothing panics, and a state that can be read can be used.
func FuzzRead(f *testing.F) {
	schema := zoo(f, 30)
	st := NewState(schema)
	f.Add(st.Append(nil, nil), schema.Append(nil))
	cat := mustAdd(f, st, "animal", "cat")
	mustAdd(f, st, "place", "")
	st.Forget()
	mustAdd(f, st, "robot", "r")
	st.Set(mustAddr(f, schema, "link", cat, cat, cat), math.MinInt64)
	st.Set(mustAddr(f, schema, "mood"), 2)
	st.RemoveObject(cat)
	f.Add(st.Append(nil, nil), zoo(f, 0).Append(nil))
	f.Fuzz(func(t *testing.T, state, text []byte) {
		back := &State{}
		r := codec.NewReader(state)
		if back.Read((*Reader)(r), schema, nil); r.Err() == nil {
			dump(back)
			again := readBack(t, back, nil)
			if !again.Equal(back) {
				t.Fatal("it reads differently the second time")
			}
		}
		r = codec.NewReader(text)
		if s := ReadSchema((*Reader)(r)); s != nil && s.Words < 1<<16 {
			if m, err := NewMigration(s, schema); err == nil {
				old, now := NewState(s), NewState(schema)
				m.Objects(now, NewState(schema), old, old)
				m.Cells(now, old)
				m.Notes()
			}
		}
	})
}
