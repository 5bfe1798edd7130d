package world

import "testing"

// TestNameObjects: objects without a name of their own get the one that a function gives them, in all states that share
// or copy the objects; names change no hash.
func TestNameObjects(t *testing.T) {
	b := NewBuilder()
	b.ObjectType("person", nil, 0)
	schema, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	st := NewState(schema)
	kane, _ := st.AddObject(0, "kane")
	other, _ := st.AddObject(0, "")
	third, _ := st.AddObject(0, "")
	hash := st.Hash()
	st.ObjectSet().NameObjects(func(o Object) string {
		if o == third {
			return ""
		}
		return "guard#1"
	})
	joined, copied := NewState(schema), NewState(schema)
	joined.Join(st.ObjectSet())
	copied.CopyFrom(st)
	for _, s := range []*State{st, joined, copied} {
		for o, want := range map[Object][2]string{kane: {"kane", "kane"}, other: {"guard#1", "person#2"}, third: {"person#3", "person#3"}, 0: {"none", "none"}} {
			if s.ObjectName(o, 0) != want[0] || s.PlainName(o, 0) != want[1] {
				t.Errorf("%s, plainly %s, want %s", s.ObjectName(o, 0), s.PlainName(o, 0), want)
			}
		}
	}
	if st.Hash() != hash {
		t.Error("a name changes the hash")
	}
	mine := NewState(schema)
	mine.ObjectSet().NameObjects(func(Object) string { return "mine" })
	if mine.CopyFrom(st); mine.ObjectName(other, 0) != "mine" {
		t.Error("a copy loses the function that it had")
	}
}
