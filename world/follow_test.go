package world

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// A state that follows another is as one to which everything was done itself: the same objects, cells, log and hash, also after it is
// taken back.
func TestFollowersAreAsIfChangedThemselves(t *testing.T) {
	eachStorage(t, func(t *testing.T, schema *Schema) {
		addresses := addressList(schema)
		rapid.Check(t, func(rt *rapid.T) {
			src, follower, own := NewState(schema), &State{}, &State{}
			follower.CopyFrom(src)
			own.CopyFrom(src)
			start := dump(own)
			for i := range rapid.IntRange(1, 20).Draw(rt, "rounds") {
				a, w := rapid.SampledFrom(addresses).Draw(rt, "address"), Word(rapid.Int64Range(-1, 3).Draw(rt, "word"))
				follower.Set(a, w)
				own.Set(a, w)
				var came, gone []Object
				for k := range rapid.IntRange(0, 3).Draw(rt, "births") {
					typ := int32(rapid.IntRange(0, len(schema.Types)-1).Draw(rt, "type"))
					name := fmt.Sprint("o", i, k)
					if o, err := src.AddObject(typ, name); err == nil {
						came = append(came, o)
						own.AddObject(typ, name)
					}
				}
				follower.FollowBirths(src, came)
				for _, o := range src.Objects(0) {
					if rapid.Bool().Draw(rt, "gone") {
						gone = append(gone, o)
						src.RemoveObject(o)
						own.RemoveObject(o)
					}
				}
				follower.FollowDeaths(src, gone)
				if got, want := dump(follower), dump(own); got != want {
					rt.Fatalf("got\n%s\nwant\n%s", got, want)
				}
				if got, want := fmt.Sprint(follower.Changes(Mark{})), fmt.Sprint(own.Changes(Mark{})); got != want {
					rt.Fatalf("log %s, want %s", got, want)
				}
			}
			want := dump(src)
			if follower.Undo(Mark{}); dump(follower) != start {
				rt.Fatal("what was followed cannot be taken back")
			}
			if dump(src) != want {
				rt.Fatal("taking it back has changed what was followed")
			}
		})
	})
}

func TestFollowersOfAnotherStatePanic(t *testing.T) {
	schema := zoo(t, DefaultDenseLimit)
	src, st := NewState(schema), NewState(schema)
	st.RemoveObject(mustAdd(t, st, "tool", "saw"))
	o := mustAdd(t, src, "tool", "axe")
	defer func() {
		if recover() == nil {
			t.Error("a state with other objects follows")
		}
	}()
	st.FollowBirths(src, []Object{o})
}
