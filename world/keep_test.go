package world

import "testing"

// The cells of a removed object that is kept are not used again, in pictures too and after undoing.
func TestKeep(t *testing.T) {
	b := NewBuilder()
	enemy := b.ObjectType("enemy", nil, 3)
	b.Symbol(SymbolDef{Name: "hurt", Params: []Type{{Kind: KindObject, ID: enemy}}, Type: Type{Kind: KindBool}})
	schema, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	st := NewState(schema)
	add := func(st *State, name string) Object {
		t.Helper()
		o, err := st.AddObject(enemy, name)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	boss, other := add(st, "boss"), add(st, "other")
	st.Keep(boss)
	st.Forget()
	var picture State
	picture.CopyFrom(st)
	for _, s := range []*State{st, &picture} {
		start, hash := s.Mark(), s.Hash()
		s.RemoveObject(boss)
		s.RemoveObject(other)
		second, third := add(s, "second"), add(s, "third")
		if second&IndexMask != other&IndexMask || third&IndexMask == boss&IndexMask {
			t.Errorf("boss %#x, other %#x are followed by %#x, %#x", boss, other, second, third)
		}
		if _, err := s.AddObject(enemy, "fourth"); err == nil {
			t.Error("the kept index was given away")
		}
		s.Undo(start)
		if !s.Alive(boss) || !s.Alive(other) || s.Hash() != hash || s.CountMembers(enemy) != 2 {
			t.Error("undoing does not bring the objects back")
		}
		s.RemoveObject(boss)
		if o := add(s, "later"); o&IndexMask == boss&IndexMask {
			t.Error("undoing has forgotten that the object is kept")
		}
	}
}

func TestKeepWantsAnObject(t *testing.T) {
	b := NewBuilder()
	b.ObjectType("enemy", nil, 3)
	schema, _ := b.Build()
	defer func() {
		if recover() == nil {
			t.Error("keeping nobody does not panic")
		}
	}()
	NewState(schema).Keep(0)
}
