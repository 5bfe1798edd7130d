package world

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// TestAlbums: states that are written one after another come back equal, with memory that was used for something else,
// and share objects as they did.
func TestAlbums(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		addresses := addressList(s)
		rapid.Check(t, func(t *rapid.T) {
			now := NewState(s)
			var list []*State
			for range rapid.IntRange(1, 6).Draw(t, "pictures") {
				for range rapid.IntRange(0, 8).Draw(t, "steps") {
					live(t, now, addresses)
				}
				picture := NewState(s)
				picture.CopyFrom(now)
				list = append(list, picture)
			}
			var out, in Album
			var b []byte
			for _, st := range list {
				b = st.AppendTo(&out, b, now)
			}
			r := codec.NewReader(b)
			for i, st := range list {
				back := NewState(s)
				for range rapid.IntRange(0, 3).Draw(t, "detours") {
					live(t, back, addresses)
				}
				if back.ReadFrom(&in, (*Reader)(r), s, now); r.Err() != nil || !back.Equal(st) || dump(back) != dump(st) || back.Hash() != recomputedHash(back) {
					t.Fatalf("picture %d: %v\n%s\nwant\n%s", i, r.Err(), dump(back), dump(st))
				}
				for j := range i {
					if list[j].objects.part == st.objects.part && !list[j].keepsAs(back) {
						t.Fatalf("pictures %d and %d keep other indices", j, i)
					}
				}
			}
			if r.End(); r.Err() != nil || len(out.sets) != len(in.sets) {
				t.Fatalf("%v, %d sets of objects, want %d", r.Err(), len(in.sets), len(out.sets))
			}
			if out.Clear(); len(out.sets) != 0 {
				t.Fatal("a cleared album is not empty")
			}
		})
	})
}

// Many pictures of one moment take little more than one, however many objects there were, in bytes and in memory.
func TestAnAlbumHoldsObjectsOnce(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	now, picture := NewState(s), NewState(s)
	for range 5 {
		mustAdd(t, now, "animal", "")
	}
	picture.CopyFrom(now)
	mustAdd(t, now, "place", "home")
	var out, in Album
	b := picture.AppendTo(&out, nil, now)
	first := len(b)
	for range 100 {
		b = picture.AppendTo(&out, b, now)
	}
	if each := (len(b) - first) / 100; each > 4 || first < 10 {
		t.Errorf("the first of equal pictures takes %d bytes, each other %d", first, each)
	}
	r := codec.NewReader(b)
	one, other := &State{}, &State{}
	one.ReadFrom(&in, (*Reader)(r), s, now)
	if other.ReadFrom(&in, (*Reader)(r), s, now); r.Err() != nil || one.objects.part != other.objects.part {
		t.Errorf("%v: equal pictures have objects of their own", r.Err())
	}
}

// A number of an object set that has not been read is refused.
func TestAnAlbumWithoutTheSet(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	now := NewState(s)
	r := codec.NewReader([]byte{2, 0, 0})
	if (&State{}).ReadFrom(&Album{}, (*Reader)(r), s, now); r.Err() == nil {
		t.Error("an object set that is not in the album is read")
	}
}
