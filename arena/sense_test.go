package arena

import (
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"pgregory.net/rapid"
)

func TestSight(t *testing.T) {
	m := parse(t, "size 40 40\nwall 20 0 20 15\nbox 20 25 22 27")
	wide := Body{Radius: 0.4, Sight: 12, Health: 1}
	narrow := wide
	narrow.ViewAngle = math.Pi / 2
	for _, c := range []struct {
		name   string
		body   Body
		at     Point
		facing Point
		other  Point
		want   bool
	}{
		{"near by", wide, Point{10, 20}, Point{11, 20}, Point{15, 20}, true},
		{"at the limit", wide, Point{10, 20}, Point{11, 20}, Point{22, 20}, true},
		{"beyond the limit", wide, Point{10, 20}, Point{11, 20}, Point{22.01, 20}, false},
		{"behind its back, all around", wide, Point{10, 20}, Point{11, 20}, Point{5, 20}, true},
		{"behind its back", narrow, Point{10, 20}, Point{11, 20}, Point{5, 20}, false},
		{"inside of the cone", narrow, Point{10, 20}, Point{11, 20}, Point{15, 24.9}, true},
		{"outside of the cone", narrow, Point{10, 20}, Point{11, 20}, Point{15, 25.1}, false},
		{"inside of a turned cone", narrow, Point{10, 20}, Point{10, 25}, Point{12, 25}, true},
		{"where it stands", narrow, Point{10, 20}, Point{11, 20}, Point{10, 20}, true},
		{"behind a wall", wide, Point{18, 10}, Point{19, 10}, Point{22, 10}, false},
		{"past the end of a wall", wide, Point{18, 16}, Point{19, 16}, Point{22, 16}, true},
		{"behind a box", wide, Point{18, 26}, Point{19, 26}, Point{24, 26}, false},
	} {
		a := newArena(t, Options{Map: m})
		id, other := spawn(t, a, c.body, c.at), spawn(t, a, wide, c.other)
		a.Face(id, c.facing, 1)
		if got := a.Sees(id, other); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if got := a.SeesPoint(id, c.other); got != c.want {
			t.Errorf("%s, as a point: %v", c.name, got)
		}
		if got := slices.Contains(a.Seen(id, nil), other); got != c.want {
			t.Errorf("%s, among all: %v", c.name, got)
		}
		if a.Sees(id, id) || a.Sees(id, 12345) || a.Sees(12345, id) || a.SeesPoint(id, Point{math.NaN(), 0}) {
			t.Errorf("%s: it sees itself, or who is not there", c.name)
		}
	}
}

func TestHearing(t *testing.T) {
	m := parse(t, "size 40 20\nwall 10 0 10 20\nbox 12 0 14 20\nwall 20 0 20 20")
	for _, c := range []struct {
		name    string
		hearing float64
		damping float64
		at      Point
		metres  float64
		want    bool
	}{
		{"in the open", 1, 0, Point{9, 10}, 4, true},
		{"too far away", 1, 0, Point{9, 10}, 3.9, false},
		{"with good ears", 2, 0, Point{9, 10}, 2, true},
		{"deaf", 0, 0, Point{5, 10}, 100, false},
		{"behind a wall", 1, 0, Point{11, 10}, 12, true},
		{"too far behind a wall", 1, 0, Point{11, 10}, 11.9, false},
		{"behind a wall and a box", 1, 0, Point{15, 10}, 40, true},
		{"too far behind both", 1, 0, Point{15, 10}, 39.9, false},
		{"behind thick walls", 1, 0.1, Point{11, 10}, 59, false},
		{"loud behind thick walls", 1, 0.1, Point{11, 10}, 61, true},
		{"no sound", 1, 0, Point{9, 10}, math.NaN(), false},
	} {
		a := newArena(t, Options{Map: m, WallDamping: c.damping})
		b := walker
		b.Hearing = c.hearing
		id := spawn(t, a, b, Point{5, 10})
		if got := a.Hears(id, c.at, c.metres); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestManyWallsAreCountedUpToABound(t *testing.T) {
	l := Layout{Width: 100, Height: 10}
	for i := range 80 {
		l.Walls = append(l.Walls, Wall{A: Point{float64(10 + i), 0}, B: Point{float64(10 + i), 10}})
	}
	m, err := NewMap(l)
	if err != nil {
		t.Fatal(err)
	}
	if n := m.WallsBetween(Point{1, 5}, Point{12.5, 5}); n != 3 {
		t.Errorf("%d walls, want 3", n)
	}
	if n := m.WallsBetween(Point{1, 5}, Point{99, 5}); n != maxCrossed {
		t.Errorf("%d walls, want %d", n, maxCrossed)
	}
}

// TestTheIndexFindsWhatLookingAtAllFinds moves, removes and adds characters and compares every look-up with one that
// tries all.
func TestTheIndexFindsWhatLookingAtAllFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		a, err := New(Options{Map: m, Characters: 40, IndexMetres: rapid.SampledFrom([]float64{0.5, 3, 50}).Draw(t, "cell"), Energy: Supply{Count: 10, Amount: 1}})
		if err != nil {
			t.Fatal(err)
		}
		r := det.NewRand(rapid.Uint64().Draw(t, "seed"), 0, 0)
		b := walker
		b.Radius = 0.1
		for range 30 {
			if at, ok := a.FreeSpot(b.Radius); ok && r.Chance(0.8) {
				if _, err := a.Spawn(b, at); err != nil && err != ErrFull {
					t.Fatal(err)
				}
			}
			ids := a.IDs(nil)
			if len(ids) > 0 && r.Chance(0.2) {
				a.Remove(ids[r.Intn(len(ids))])
			}
			ids = a.IDs(nil)
			roam(a, ids, &r)
			a.Step(0.3)
			p, radius := Point{r.Between(-3, 23), r.Between(-3, 19)}, r.Between(0, 8)
			compareLookUps(t, a, ids, p, radius)
		}
	})
}

func compareLookUps(t *rapid.T, a *Arena, ids []ID, p Point, radius float64) {
	var near, seen []ID
	var items []int
	for _, id := range ids {
		if c, _ := a.Character(id); within(c.At, p, radius) {
			near = append(near, id)
		}
	}
	if got := a.Near(p, radius, nil); !slices.Equal(got, near) {
		t.Fatalf("within %v of %v are %v, want %v", radius, p, got, near)
	}
	for i, item := range a.Items() {
		if item.There && within(item.At, p, radius) {
			items = append(items, i)
		}
	}
	if got := a.NearItems(p, radius, nil); !slices.Equal(got, items) {
		t.Fatalf("within %v of %v are items %v, want %v", radius, p, got, items)
	}
	if len(ids) == 0 {
		return
	}
	for _, id := range ids {
		if a.Sees(ids[0], id) {
			seen = append(seen, id)
		}
	}
	if got := a.Seen(ids[0], nil); !slices.Equal(got, seen) {
		t.Fatalf("seen are %v, want %v", got, seen)
	}
}

func TestManyMayLookAtOnce(t *testing.T) {
	a, ids := crowded(t, 100, 40)
	look := func() (sum int) {
		var buf []ID
		for _, id := range ids {
			c, _ := a.Character(id)
			buf = a.Near(c.At, 5, a.Seen(id, buf[:0]))
			sum += len(buf) + len(a.NearItems(c.At, 5, nil))
			if a.Hears(id, Point{20, 20}, 30) {
				sum++
			}
		}
		return sum
	}
	want := look()
	got := make([]int, 4)
	var group sync.WaitGroup
	for i := range got {
		group.Go(func() { got[i] = look() })
	}
	group.Wait()
	for _, n := range got {
		if n != want {
			t.Errorf("%d seen, heard and near; alone it were %d", n, want)
		}
	}
}

func TestLookUpsOfNonsenseFindNothing(t *testing.T) {
	a := newArena(t, Options{Map: parse(t, "size 20 20")})
	spawn(t, a, walker, Point{5, 5})
	for _, r := range []float64{-1, math.NaN()} {
		if got := a.Near(Point{5, 5}, r, nil); len(got) > 0 {
			t.Errorf("within %v: %v", r, got)
		}
	}
	if got := a.Near(Point{math.NaN(), 5}, 10, nil); len(got) > 0 {
		t.Errorf("near nowhere: %v", got)
	}
	if got := a.Near(Point{5, 5}, math.Inf(1), nil); len(got) != 1 {
		t.Errorf("everywhere: %v", got)
	}
}
