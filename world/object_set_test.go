package world

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// A state that has joined another's object set is as one to which everything was done itself: the same objects, cells
// and hash. Pictures of it stay as they were.
func TestStatesThatJoinAnObjectSetAreAsIfChangedThemselves(t *testing.T) {
	eachStorage(t, func(t *testing.T, schema *Schema) {
		addresses := addressList(schema)
		rapid.Check(t, func(rt *rapid.T) {
			src, follower, own := NewState(schema), &State{}, NewState(schema)
			if follower.Join(src.ObjectSet()); rapid.Bool().Draw(rt, "follows") {
				follower.Follow(src.ObjectSet())
			}
			follower.CopyFrom(src)
			for i := range rapid.IntRange(1, 20).Draw(rt, "rounds") {
				a, w := rapid.SampledFrom(addresses).Draw(rt, "address"), Word(rapid.Int64Range(-1, 3).Draw(rt, "word"))
				follower.Set(a, w)
				own.Set(a, w)
				var picture State
				picture.CopyFrom(follower)
				before := dump(&picture)
				for k := range rapid.IntRange(0, 3).Draw(rt, "births") {
					typ := int32(rapid.IntRange(0, len(schema.Types)-1).Draw(rt, "type"))
					name := fmt.Sprint("o", i, k)
					if o, err := src.AddObject(typ, name); err == nil {
						own.AddObject(typ, name)
						follower.Notice(o)
					}
				}
				for _, o := range src.Objects(0) {
					if rapid.Bool().Draw(rt, "gone") {
						src.RemoveObject(o)
						own.RemoveObject(o)
						follower.Forsake(o)
						follower.Notice(o)
					}
				}
				if got, want := dump(follower), dump(own); got != want {
					rt.Fatalf("got\n%s\nwant\n%s", got, want)
				}
				if !follower.Equal(own) || follower.Hash() != own.Hash() {
					rt.Fatal("it is not equal to the state that was changed itself")
				}
				if got, want := fmt.Sprint(follower.Changes(Mark{})), fmt.Sprint(own.Changes(Mark{})); got != want {
					rt.Fatalf("log %s, want %s", got, want)
				}
				if dump(&picture) != before {
					rt.Fatal("a picture has changed with it")
				}
			}
		})
	})
}

// Object sets that share their memory become independent once one of them has been copied.
func TestObjectSetsApart(t *testing.T) {
	schema := zoo(t, DefaultDenseLimit)
	src, st := NewState(schema), NewState(schema)
	st.Join(src.ObjectSet())
	mustAdd(t, src, "tool", "saw")
	var apart ObjectSet
	apart.CopyFrom(src.ObjectSet())
	common := src.ObjectSet()
	src.Join(&apart)
	axe := mustAdd(t, src, "tool", "axe")
	if st.Alive(axe) || !src.Alive(axe) || st.Hash() == src.Hash() {
		t.Fatal("what was added apart is there for all")
	}
	common.CopyFrom(&apart)
	src.Join(common)
	apart.Clear()
	if !st.Alive(axe) || st.Hash() != src.Hash() {
		t.Fatal("what was added apart does not come to all")
	}
}
