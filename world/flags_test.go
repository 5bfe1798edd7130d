package world

import (
	"slices"
	"testing"
)

// raisedOf returns the flags that are raised.
func raisedOf(f *Flags) []int {
	var list []int
	for i := f.Next(0); i >= 0; i = f.Next(i + 1) {
		list = append(list, i)
	}
	return list
}

func TestFlagsAreFoundInOrder(t *testing.T) {
	var f Flags
	f.Fit(100)
	for _, want := range [][]int{nil, {0}, {7, 8}, {0, 15, 16, 17, 63, 64, 99}, {99}, {96}} {
		for _, i := range want {
			f.Raise(i)
		}
		if got := raisedOf(&f); !slices.Equal(got, want) {
			t.Errorf("%v are raised, want %v", got, want)
		}
		for _, i := range want {
			f.Lower(i)
		}
	}
}

// Whatever changes a state raises its flag, and nothing else does.
func TestChangesRaiseTheFlag(t *testing.T) {
	eachStorage(t, func(t *testing.T, schema *Schema) {
		var f Flags
		f.Fit(3)
		states := [3]*State{NewState(schema), NewState(schema), NewState(schema)}
		for i, st := range states {
			st.Flag(&f, i)
		}
		st := states[1]
		tool := schema.ObjectType("tool").ID
		dense, sparse := mustAddr(t, schema, "money"), schema.Symbol("link").Base
		var picture State
		for _, c := range []struct {
			what    string
			do      func()
			changes bool
		}{
			{"a write", func() { st.Set(dense, 3) }, true},
			{"a write of what is there", func() { st.Set(dense, 3) }, false},
			{"a write to a relation", func() { st.Set(sparse, 3) }, true},
			{"a new object", func() { mustAdd(t, st, "tool", "saw") }, true},
			{"reading", func() { st.Get(dense); st.Objects(tool); st.Hash(); picture.CopyFrom(st) }, false},
			{"a write to a picture", func() { picture.Set(dense, 4) }, false},
			{"forgetting", func() { st.Forget() }, false},
			{"removing the object", func() { st.RemoveObject(st.Objects(tool)[0]) }, true},
		} {
			c.do()
			switch got := raisedOf(&f); {
			case c.changes && !slices.Equal(got, []int{1}):
				t.Errorf("%s raises %v", c.what, got)
			case !c.changes && len(got) > 0:
				t.Errorf("%s raises %v though nothing has changed", c.what, got)
			}
			f.Lower(1)
		}
		st.Flag(nil, 0)
		if st.Set(dense, 9); len(raisedOf(&f)) > 0 {
			t.Error("a state without a flag raises one")
		}
	})
}
