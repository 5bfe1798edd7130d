package arena

import (
	"fmt"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
)

// crowded is an arena with n characters on a map of 10 square metres for each, and a wall for every ten of them.
func crowded(tb testing.TB, n int, side float64) (*Arena, []ID) {
	tb.Helper()
	a := newArena(tb, Options{Map: town(tb, side, min(n/10, 400), 1), Seed: 1, Characters: n, Energy: Supply{100, 10, 5}})
	return a, populate(tb, a, n, walker)
}

// BenchmarkSight asks for 1,000 observers which of 1,000 characters they see, in sights of 20 m on a map of 200 by 200
// m: by the index, and by trying each.
func BenchmarkSight(b *testing.B) {
	a, ids := crowded(b, 1000, 200)
	var buf []ID
	index := 0
	b.Run("index", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			index = 0
			for _, id := range ids {
				buf = a.Seen(id, buf[:0])
				index += len(buf)
			}
		}
	})
	b.Run("brute", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			brute := 0
			for _, id := range ids {
				for _, other := range ids {
					if a.Sees(id, other) {
						brute++
					}
				}
			}
			if brute != index {
				b.Fatalf("%d seen, and %d by the index", brute, index)
			}
		}
	})
}

// BenchmarkStep moves 10,000 characters on a map of 400 by 400 m with 400 walls.
func BenchmarkStep(b *testing.B) {
	a, ids := crowded(b, 10000, 400)
	r := det.NewRand(1, 0, 0)
	steps := 0
	b.ReportAllocs()
	for b.Loop() {
		if steps%20 == 0 { // within two seconds few arrive
			b.StopTimer()
			roam(a, ids, &r)
			b.StartTimer()
		}
		steps++
		a.Step(0.1)
	}
}

// BenchmarkAvoid moves characters at the same density, one on 10 square metres with a wall for every ten, through each
// other and around each other.
func BenchmarkAvoid(b *testing.B) {
	for _, n := range []int{100, 1000, 4000, 16000} {
		side := det.Sqrt(float64(10 * n))
		for _, avoid := range []bool{false, true} {
			b.Run(fmt.Sprintf("%d/avoid=%v", n, avoid), func(b *testing.B) {
				a := newArena(b, Options{Map: town(b, side, min(n/10, 1000), 1), Seed: 1, Characters: n, Avoid: avoid, Space: 0.1})
				ids := populate(b, a, n, walker)
				r := det.NewRand(1, 0, 0)
				for range 20 {
					roam(a, ids, &r)
					a.Step(0.1)
				}
				steps := 0
				b.ReportAllocs()
				for b.Loop() {
					if steps%20 == 0 {
						b.StopTimer()
						roam(a, ids, &r)
						b.StartTimer()
					}
					steps++
					a.Step(0.1)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/character")
			})
		}
	}
}

// BenchmarkPath finds ways between random points of a map of 100 by 100 m with 100 walls.
func BenchmarkPath(b *testing.B) {
	m := town(b, 100, 100, 1)
	f := NewFinder(m)
	r := det.NewRand(1, 0, 0)
	var path []Point
	spot := func() Point {
		for {
			if p := (Point{r.Between(0, 100), r.Between(0, 100)}); m.Fits(p, 0.4) {
				return p
			}
		}
	}
	query := func() {
		path, _ = f.Path(spot(), spot(), 0.4, path[:0])
	}
	f.Prepare(0.4)
	for range 2000 { // grows the scratch
		query()
	}
	b.ReportAllocs()
	for b.Loop() {
		query()
	}
	b.ReportMetric(float64(len(f.graphs[0].nodes)), "nodes")
}

// BenchmarkNear looks for the characters within 10 m, among 10,000.
func BenchmarkNear(b *testing.B) {
	a, _ := crowded(b, 10000, 400)
	r := det.NewRand(1, 0, 0)
	var buf []ID
	b.ReportAllocs()
	for b.Loop() {
		buf = a.Near(Point{r.Between(0, 400), r.Between(0, 400)}, 10, buf[:0])
	}
}

func TestNothingIsAllocatedOnceWarm(t *testing.T) {
	a, ids := crowded(t, 200, 60)
	warm(t, a, ids)
	o := a.options
	o.Avoid, o.Space = true, 0.1
	a = newArena(t, o)
	warm(t, a, populate(t, a, 200, walker))
}

func warm(t *testing.T, a *Arena, ids []ID) {
	r := det.NewRand(1, 0, 0)
	var near, seen []ID
	var items []int
	var path []Point
	var save []byte
	turn := func() {
		roam(a, ids, &r)
		for i, id := range ids {
			c, _ := a.Character(id)
			seen = a.Seen(id, seen[:0])
			near = a.Near(c.At, 10, near[:0])
			items = a.NearItems(c.At, 10, items[:0])
			a.Hears(id, Point{30, 30}, 100)
			if len(seen) > 0 {
				a.Attack(id, seen[0])
			}
			if i < 10 {
				path, _ = a.PathTo(id, Point{r.Between(0, 60), r.Between(0, 60)}, path[:0])
			}
		}
		a.Step(0.1)
		a.Hash()
		save = a.Snapshot(save[:0])
	}
	for range 80 {
		turn()
	}
	a.PreparePaths(walker.Radius)
	if n := testing.AllocsPerRun(20, turn); n > 0 {
		t.Errorf("%v allocations in a turn", n)
	}
}
