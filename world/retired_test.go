package world

import "testing"

// What is retired has gone for all states of an object set but those that remember; its name is free at once, its
// number once it is released. Pictures are as what they are taken of, and what is saved is read again.
func TestRetired(t *testing.T) {
	eachStorage(t, func(t *testing.T, schema *Schema) {
		st, mindful := NewState(schema), &State{}
		mindful.Join(st.ObjectSet())
		mindful.CopyFrom(st)
		mindful.Remember(true)
		saw, axe := mustAdd(t, st, "tool", "saw"), mustAdd(t, st, "tool", "axe")
		typ := st.TypeOf(saw)
		before := [2]uint64{st.ObjectsHash(), mindful.ObjectsHash()}
		if !st.Retire(saw) || st.Retire(saw) || st.RemoveObject(saw) {
			t.Error("it goes once")
		}
		if st.ObjectsHash() == before[0] || mindful.ObjectsHash() != before[1] {
			t.Error("the hash of who remembers is to stay, that of the others is not")
		}
		var picture State
		picture.CopyFrom(mindful)
		for _, c := range []struct {
			name  string
			st    *State
			there bool
			count int
		}{{"who does not remember", st, false, 1}, {"who remembers", mindful, true, 2}, {"a picture", &picture, true, 2}} {
			first := c.st.NextMember(typ, 0)
			if c.st.Alive(saw) != c.there || c.st.CountMembers(typ) != c.count || len(c.st.Objects(typ)) != c.count || (first == saw) != c.there || (c.st.TypeOf(saw) == typ) != c.there {
				t.Errorf("for %s there are %v, of %d", c.name, c.st.Objects(typ), c.st.CountMembers(typ))
			}
			if c.st.ObjectName(saw, typ) != "saw" || !c.st.IsRetired(saw) || c.st.IsRetired(axe) || len(c.st.Retired(nil)) != 1 {
				t.Errorf("%s calls it %s", c.name, c.st.ObjectName(saw, typ))
			}
		}
		if _, _, named := mindful.ObjectNamed("saw"); named {
			t.Error("its name is taken still")
		}
		again := mustAdd(t, st, "tool", "saw")
		if again&IndexMask == saw&IndexMask {
			t.Error("its number is given to another")
		}
		mark := st.Mark()
		saved := st.Append(nil, nil)
		if !st.Release(saw) || st.Release(saw) || mindful.Alive(saw) || len(st.Retired(nil)) != 0 {
			t.Error("it is there still")
		}
		if third := mustAdd(t, st, "tool", ""); third&IndexMask != saw&IndexMask {
			t.Error("its number is not free")
		}
		st.Undo(mark)
		if !mindful.Alive(saw) || st.Alive(saw) || string(st.Append(nil, nil)) != string(saved) {
			t.Error("taken back it is not as it was")
		}
		var read State
		read.Read(NewReader(saved), schema, nil)
		if !read.IsRetired(saw) || read.Alive(saw) || read.Hash() != st.Hash() {
			t.Error("read again it is not as it was")
		}
	})
}
