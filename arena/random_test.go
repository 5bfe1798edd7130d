package arena

import (
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"pgregory.net/rapid"
)

// decimetres draws a coordinate that walls often share.
func decimetres(t *rapid.T, most int, name string) float64 {
	return float64(rapid.IntRange(0, most*10).Draw(t, name)) / 10
}

// drawMap draws a map of 20 by 16 metres with a few lines and boxes that may cross and touch.
func drawMap(t *rapid.T) *Map {
	l := Layout{Width: 20, Height: 16}
	for range rapid.IntRange(0, 8).Draw(t, "walls") {
		w := Wall{A: Point{decimetres(t, 20, "x"), decimetres(t, 16, "y")}, B: Point{decimetres(t, 20, "x"), decimetres(t, 16, "y")}}
		if rapid.Bool().Draw(t, "solid") {
			low, high := w.bounds()
			w = Wall{low, high, true}
		}
		if w.A.X != w.B.X && w.A.Y != w.B.Y || !w.Solid && w.A != w.B {
			l.Walls = append(l.Walls, w)
		}
	}
	m, err := NewMap(l)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// drawSpot draws a point at which a body fits; ok is false when many tries fail.
func drawSpot(t *rapid.T, m *Map, radius float64) (Point, bool) {
	r := det.NewRand(rapid.Uint64().Draw(t, "spot"), 0, 0)
	for range 200 {
		p := Point{r.Between(0, 20), r.Between(0, 16)}
		if m.Fits(p, radius+skin) {
			return p, true
		}
	}
	return Point{}, false
}

// town is a large map for benchmarks and long tests: blocks and fences, by the seed.
func town(tb testing.TB, side float64, walls int, seed uint64) *Map {
	tb.Helper()
	r := det.NewRand(seed, 0, 0)
	l := Layout{Width: side, Height: side}
	for i := range walls {
		at := Point{r.Between(0, side-8), r.Between(0, side-8)}
		w := Wall{A: at, B: at.plus(Point{r.Between(1, 6), r.Between(1, 6)}), Solid: i%2 == 0}
		l.Walls = append(l.Walls, w)
	}
	m, err := NewMap(l)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// walker is an ordinary body.
var walker = Body{Radius: 0.4, Speed: 4, Sight: 20, ViewAngle: 2, Hearing: 1, Reach: 1, Damage: 10, Cooldown: 0.5, Health: 100}

// populate puts characters at random spots.
func populate(tb testing.TB, a *Arena, n int, body Body) []ID {
	tb.Helper()
	var ids []ID
	for range n {
		at, ok := a.FreeSpot(body.Radius)
		if !ok {
			tb.Fatal("no room")
		}
		id, err := a.Spawn(body, at)
		if err != nil {
			tb.Fatal(err)
		}
		ids = append(ids, id)
	}
	return ids
}

// roam sends every character that is not moving to a random point, straight on.
func roam(a *Arena, ids []ID, r *det.Rand) {
	w, h := a.m.Size()
	for _, id := range ids {
		if c, _ := a.Character(id); c.Going == 0 || r.Chance(0.05) {
			a.MoveTowards(id, Point{r.Between(0, w), r.Between(0, h)}, c.Body.Speed)
		}
	}
}

// spawnAny spawns a character of random size and speed at a free spot, if there is one.
func spawnAny(t *rapid.T, a *Arena) {
	b := walker
	b.Radius = rapid.SampledFrom([]float64{0.05, 0.4, 1}).Draw(t, "radius")
	b.Speed = rapid.SampledFrom([]float64{1, 5, 300}).Draw(t, "speed")
	if at, ok := a.FreeSpot(b.Radius); ok {
		if _, err := a.Spawn(b, at); err != nil {
			t.Fatal(err)
		}
	}
}

func newArena(tb testing.TB, o Options) *Arena {
	tb.Helper()
	a, err := New(o)
	if err != nil {
		tb.Fatal(err)
	}
	return a
}

func parse(tb testing.TB, text string) *Map {
	tb.Helper()
	m, err := ParseMap("test.map", text)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

func spawn(tb testing.TB, a *Arena, b Body, at Point) ID {
	tb.Helper()
	id, err := a.Spawn(b, at)
	if err != nil {
		tb.Fatal(err)
	}
	return id
}
