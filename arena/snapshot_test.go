package arena

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"pgregory.net/rapid"
)

// live runs an arena for some steps: characters roam, hit the ones that they see, and come and go. Random numbers come
// from r.
func live(tb interface{ Fatal(...any) }, a *Arena, r *det.Rand, steps int) {
	var ids, seen []ID
	for range steps {
		if at, ok := a.FreeSpot(0.4); ok && r.Chance(0.1) {
			if _, err := a.Spawn(walker, at); err != nil && err != ErrFull {
				tb.Fatal(err)
			}
		}
		ids = a.IDs(ids[:0])
		roam(a, ids, r)
		for _, id := range ids {
			seen = a.Seen(id, seen[:0])
			for _, other := range seen {
				a.Attack(id, other)
			}
			if c, _ := a.Character(id); !c.Alive() && r.Chance(0.1) {
				a.Remove(id)
			}
		}
		a.Step(0.1)
	}
}

func livingArena(tb testing.TB, seed uint64) (*Arena, det.Rand) {
	a := newArena(tb, Options{Map: town(tb, 30, 12, 7), Seed: seed, Characters: 30, Energy: Supply{8, 25, 3}, Power: Supply{4, 20, 5}})
	populate(tb, a, 20, walker)
	r := det.NewRand(seed, 0, 5)
	return a, r
}

func TestEqualRunsHaveEqualHashes(t *testing.T) {
	for seed := range uint64(3) {
		a, r := livingArena(t, seed)
		b, q := livingArena(t, seed)
		c, s := livingArena(t, seed+100)
		for range 10 {
			live(t, a, &r, 10)
			live(t, b, &q, 10)
			live(t, c, &s, 10)
			if a.Hash() != b.Hash() {
				t.Fatalf("seed %d: hashes differ at %v s", seed, a.Now())
			}
			if a.Hash() == c.Hash() {
				t.Fatalf("another seed gives the same hash at %v s", a.Now())
			}
		}
	}
}

// TestTheHashOfARunIsKnown fails on a platform whose arithmetic differs, and when the rules change.
func TestTheHashOfARunIsKnown(t *testing.T) {
	a, r := livingArena(t, 1)
	live(t, a, &r, 300)
	const want = 0x3d2dbd5bbee2b4c2
	if got := a.Hash(); got != want {
		t.Errorf("the hash is %#x, want %#x: if the rules of the arena were changed on purpose, write the new one here", got, uint64(want))
	}
}

func TestTheHashSeesEveryPartOfTheState(t *testing.T) {
	a, r := livingArena(t, 1)
	live(t, a, &r, 50)
	id := a.IDs(nil)[0]
	before := a.Hash()
	c := a.get(id)
	for i, f := range c.floats() {
		old := *f
		*f = math.Nextafter(old, math.Inf(1))
		if a.Hash() == before {
			t.Errorf("number %d of a character makes no difference", i)
		}
		*f = old
	}
	if a.Hash() != before {
		t.Error("the hash is not a function of the state")
	}
	a.items[3].There = !a.items[3].There
	if a.Hash() == before {
		t.Error("an item makes no difference")
	}
}

func TestARestoredArenaGoesOnTheSame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64Range(0, 20).Draw(rt, "seed")
		a, r := livingArena(t, seed)
		live(rt, a, &r, rapid.IntRange(0, 80).Draw(rt, "before"))
		save := a.Snapshot([]byte("head"))[4:]
		b := newArena(t, a.options)
		if err := b.Restore(save); err != nil {
			rt.Fatal(err)
		}
		if again := b.Snapshot(nil); !bytes.Equal(save, again) || a.Hash() != b.Hash() {
			rt.Fatal("the restored arena is another")
		}
		q := r
		for range 6 {
			live(rt, a, &r, 5)
			live(rt, b, &q, 5)
			if a.Hash() != b.Hash() {
				rt.Fatalf("they differ at %v s", a.Now())
			}
		}
		if err := a.Restore(save); err != nil || !bytes.Equal(a.Snapshot(nil), save) {
			rt.Fatal("it cannot be taken back", err)
		}
	})
}

func TestFaultySnapshotsAreRefusedAndChangeNothing(t *testing.T) {
	a, r := livingArena(t, 1)
	live(t, a, &r, 50)
	save := a.Snapshot(nil)
	live(t, a, &r, 5)
	before := a.Hash()
	refuse := func(name string, b []byte, why string) {
		t.Helper()
		if err := a.Restore(b); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", name, err)
		}
		if a.Hash() != before {
			t.Fatalf("%s: the arena has changed", name)
		}
	}
	refuse("nothing", nil, "not the expected kind of file")
	refuse("cut short", save[:len(save)-1], "truncated")
	other, _ := livingArena(t, 2)
	refuse("of another seed", other.Snapshot(nil), "the map or the options are different")
	const head = 20 // bytes of the frame
	payload := save[head:]
	sealed := func(change func(b []byte) []byte) []byte {
		return codec.Seal(append(codec.Begin(nil, snapshotMagic, snapshotVersion), change(bytes.Clone(payload))...), 0)
	}
	refuse("longer", sealed(func(b []byte) []byte { return append(b, 0) }), "extra bytes after the end")
	refuse("shorter", sealed(func(b []byte) []byte { return b[:len(b)-1] }), "truncated")
	refuse("time backward", sealed(func(b []byte) []byte {
		binary.LittleEndian.PutUint64(b[8:], math.Float64bits(-1))
		return b
	}), "the time is invalid")
	faults := map[string]func(c *character){
		"inside of a wall":    func(c *character) { w := a.m.Walls()[0]; c.At = w.A.plus(w.B).times(0.5) },
		"nowhere":             func(c *character) { c.At.X = math.NaN() },
		"without a direction": func(c *character) { c.Facing = Point{} },
		"more than healthy":   func(c *character) { c.Health = c.Body.Health + 1 },
		"too fast":            func(c *character) { c.Going = c.Body.Speed + 1 },
		"endless":             func(c *character) { c.ReadyAt = math.Inf(1) },
		"too large":           func(c *character) { c.Body.Radius = 1e9 },
	}
	for name, fault := range faults {
		b := newArena(t, a.options)
		if err := b.Restore(save); err != nil {
			t.Fatal(err)
		}
		fault(b.get(b.IDs(nil)[0]))
		refuse(name, b.Snapshot(nil), "has invalid values")
	}
	b := newArena(t, a.options)
	b.items[0].At = Point{-1, 5}
	refuse("an item off the map", b.Snapshot(nil), "item 0 has invalid values")
}

func FuzzRestore(f *testing.F) {
	m := town(f, 30, 12, 7)
	o := Options{Map: m, Characters: 10, Energy: Supply{2, 25, 3}}
	for seed := range uint64(3) {
		a := newArena(f, o)
		r := det.NewRand(seed, 0, 0)
		populate(f, a, int(seed)*4, walker)
		live(f, a, &r, 20)
		f.Add(a.appendState(nil))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		a := newArena(t, o)
		snapshot := codec.Seal(append(codec.Begin(nil, snapshotMagic, snapshotVersion), payload...), 0)
		if a.Restore(snapshot) != nil {
			return
		}
		if again := a.Snapshot(nil); a.Restore(again) != nil {
			t.Fatal("what was restored and saved cannot be restored")
		}
		r := det.NewRand(1, 0, 0)
		live(t, a, &r, 3)
		for _, id := range a.IDs(nil) {
			c, _ := a.Character(id)
			outside(t, m, c)
		}
	})
}
