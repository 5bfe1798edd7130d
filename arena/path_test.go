package arena

import (
	"math"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"pgregory.net/rapid"
)

// pathCount counts the kinds of paths of a test.
type pathCount struct{ found, around, narrow int }

// checkPath compares a path with the slow reference.
func checkPath(t interface {
	Helper()
	Fatalf(string, ...any)
}, m *Map, radius float64, from, to Point, n *pathCount) {
	t.Helper()
	path, ok := NewFinder(m).Path(from, to, radius, nil)
	least := newShortest(m, radius).length(from, to)
	if !ok {
		if wider := newShortest(m, radius*1.01+0.002).length(from, to); !math.IsInf(wider, 1) {
			t.Fatalf("no path from %v to %v for %v among %v, but there is one of %v m", from, to, radius, m.Walls(), wider)
		}
		return
	}
	n.found++
	if len(path) > 1 {
		n.around++
	}
	at := from
	for _, p := range path {
		if !m.Clear(at, p, radius) {
			t.Fatalf("the path from %v over %v touches a wall at %v", from, path, p)
		}
		for i := range m.walls {
			if m.walls[i].crosses(at, p) {
				t.Fatalf("the path from %v over %v crosses %v", from, path, m.walls[i])
			}
		}
		at = p
	}
	if at != to {
		t.Fatalf("the path ends at %v, not at %v", at, to)
	}
	long := pathLength(from, path)
	if long < least*(1-1e-9) {
		t.Fatalf("a path of %v m from %v to %v is shorter than the shortest: %v", long, from, to, least)
	}
	if long > 1.1*least+10*skin {
		// the shapes of the reference lie within the true ones: its way may lead through a gap that is too narrow
		n.narrow++
		if wider := newShortest(m, radius*1.01+0.002).length(from, to); long > 1.1*wider {
			t.Fatalf("a path of %v m from %v to %v over %v for %v among %v; the shortest has %v, for a wider body %v",
				long, from, to, path, radius, m.Walls(), least, wider)
		}
	}
}

func TestPathsAreClearAndShort(t *testing.T) {
	var n pathCount
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		radius := rapid.SampledFrom([]float64{0.2, 0.4, 0.7}).Draw(t, "radius")
		from, ok1 := drawSpot(t, m, radius)
		to, ok2 := drawSpot(t, m, radius)
		if ok1 && ok2 {
			checkPath(t, m, radius, from, to, &n)
		}
	})
	t.Logf("%+v", n)
}

// TestPathsAmongManyWalls takes denser maps than the test above, whose cases tend to be simple.
func TestPathsAmongManyWalls(t *testing.T) {
	var n pathCount
	maps := uint64(150)
	if testing.Short() {
		maps = 40
	}
	for seed := range maps {
		m := town(t, 20, 4+int(seed%10), seed)
		a := newArena(t, Options{Map: m, Seed: seed})
		for _, radius := range [...]float64{0.2, 0.5} {
			from, ok1 := a.FreeSpot(radius)
			to, ok2 := a.FreeSpot(radius)
			if ok1 && ok2 {
				checkPath(t, m, radius, from, to, &n)
			}
		}
	}
	t.Logf("%+v", n)
	if n.around < int(maps)/3 {
		t.Errorf("only %d paths lead around a wall", n.around)
	}
}

func TestPathsOnFixedMaps(t *testing.T) {
	for _, c := range []struct {
		name, text string
		from, to   Point
		radius     float64
		least      float64 // the true shortest way; 0: none
	}{
		{"straight", "size 20 20", Point{1, 1}, Point{19, 1}, 0.5, 18},
		{"around the end of a wall", "size 20 20\nwall 10 0 10 10", Point{5, 10}, Point{15, 10}, 1, 2*math.Sqrt(24) + 2*math.Asin(0.2)},
		{"around a box", "size 20 20\nbox 8 4 12 20", Point{2, 10}, Point{18, 10}, 0.5, 2*math.Hypot(6, 6) - 0.1 + 4},
		{"next to the corner", "size 20 20\nwall 10 0 10 10", Point{9.4999, 10}, Point{10.5001, 10}, 0.5, 0.5 * math.Pi},
		{"closed in", "size 20 20\nwall 10 0 10 20", Point{5, 10}, Point{15, 10}, 0.5, 0},
		{"through a door", "size 20 20\nwall 10 0 10 9\nwall 10 10.01 10 20", Point{5, 5}, Point{15, 5}, 0.5, 2 * math.Hypot(5, 4.5)},
		{"too wide for the door", "size 20 20\nwall 10 0 10 9\nwall 10 10 10 20", Point{5, 5}, Point{15, 5}, 0.51, 0},
		{"walls that meet without a shared corner", "size 20 20\nwall 0 10 15 10\nwall 8 2 8 10", Point{7, 9}, Point{9, 9}, 0.5, 15.6},
		{"nothing between boxes that touch", "size 20 20\nbox 0 0 10 10\nbox 10 10 20 20", Point{15, 5}, Point{5, 15}, 0.1, 0},
		{"a start in a wall", "size 20 20\nbox 0 0 10 10", Point{5, 5}, Point{5, 15}, 0.1, 0},
		{"a goal off the map", "size 20 20", Point{5, 5}, Point{5, 30}, 0.5, 14.4},
		{"a goal in a wall", "size 20 20\nbox 8 8 12 12", Point{5, 10}, Point{9, 10.2}, 0.5, 2.5},
		{"a goal between walls that leave no room", "size 20 20\nwall 0 10 20 10\nwall 0 10.5 20 10.5", Point{5, 5}, Point{9, 10.2}, 0.5, 0},
		{"a goal that is no point", "size 20 20", Point{5, 5}, Point{math.NaN(), 1}, 0.5, 0},
		{"no radius", "size 20 20", Point{5, 5}, Point{9, 9}, 0, 0},
		{"a goal on a wall", "size 20 20\nwall 8 8 8 12", Point{5, 10}, Point{8, 10}, 0.5, 2.5},
	} {
		m := parse(t, c.text)
		path, ok := NewFinder(m).Path(c.from, c.to, c.radius, nil)
		if ok != (c.least > 0) {
			t.Errorf("%s: found: %v", c.name, ok)
			continue
		}
		if long := pathLength(c.from, path); ok && (long < 0.98*c.least || long > 1.1*c.least) {
			t.Errorf("%s: %v m over %v, want about %v", c.name, long, path, c.least)
		}
	}
}

func TestAPathIsAppendedAndTheSameWhateverWasAskedBefore(t *testing.T) {
	m := town(t, 60, 40, 3)
	fresh := func(from, to Point, radius float64) []Point {
		path, _ := NewFinder(m).Path(from, to, radius, nil)
		return path
	}
	warm := NewFinder(m)
	r := det.NewRand(1, 0, 0)
	before := []Point{{1, 2}}
	for i := range 60 {
		radius := 0.3 + float64(i%(maxGraphs+2))/50
		from, to := Point{r.Between(0, 60), r.Between(0, 60)}, Point{r.Between(0, 60), r.Between(0, 60)}
		got, ok := warm.Path(from, to, radius, before)
		if !slices.Equal(got[1:], fresh(from, to, radius)) || got[0] != before[0] || !ok && len(got) != 1 {
			t.Fatalf("from %v to %v: %v", from, to, got)
		}
	}
	if len(warm.graphs) != maxGraphs {
		t.Errorf("it keeps %d graphs", len(warm.graphs))
	}
}

// TestShortPathsFirst compares the search among short paths with one among all: also for goals that cannot be reached,
// and on maps of which most lies outside the first search.
func TestShortPathsFirst(t *testing.T) {
	for seed := range uint64(6) {
		m := town(t, 90, 30, seed)
		f, all := NewFinder(m), NewFinder(m)
		all.Prepare(0.4)
		r, detours := det.NewRand(seed, 0, 0), 0
		for range 80 {
			from, to := Point{r.Between(0, 90), r.Between(0, 30)}, Point{r.Between(0, 90), r.Between(0, 30)}
			if !m.Fits(from, 0.4) || !m.Fits(to, 0.4) {
				continue
			}
			a, b := f.graph(0.4), all.graph(0.4)
			found, want := f.find(a, from, to, math.Inf(1)), all.search(b, from, to, math.Inf(1))
			if found != want || found && !slices.Equal(f.chain, all.chain) {
				t.Fatalf("seed %d, from %v to %v: %v %v, want %v %v", seed, from, to, found, f.chain, want, all.chain)
			}
			if found && all.cost[len(b.nodes)+1] > firstDetour*from.Distance(to)+8*b.reach {
				detours++
			}
		}
		if f.graph(0.4).edges >= all.graph(0.4).edges {
			t.Errorf("seed %d: paths needed all edges", seed)
		}
		if detours == 0 {
			t.Errorf("seed %d: no path was long", seed)
		}
	}
}

func TestForgettingEdgesChangesNoPath(t *testing.T) {
	m := town(t, 40, 30, 5)
	f := NewFinder(m)
	from, to := Point{1, 1}, Point{39, 39}
	first, ok := f.Path(from, to, 0.3, nil)
	if !ok {
		t.Fatal("no path")
	}
	f.graphs[0].edges = maxEdges + 1
	clear(f.graphs[0].neighbors[:len(f.graphs[0].neighbors)/2])
	if again, _ := f.Path(from, to, 0.3, nil); !slices.Equal(first, again) {
		t.Errorf("%v, then %v", first, again)
	}
	if f.graphs[0].edges > maxEdges {
		t.Error("nothing was forgotten")
	}
}

// TestPathsCanBeWalked follows paths with characters: each arrives, in about the time that the path's length takes.
func TestPathsCanBeWalked(t *testing.T) {
	for seed := range uint64(20) {
		m := town(t, 40, 40, seed)
		a := newArena(t, Options{Map: m, Seed: seed})
		ids := populate(t, a, 10, walker)
		for _, id := range ids {
			c, _ := a.Character(id)
			goal, _ := a.FreeSpot(walker.Radius)
			path, ok := a.PathTo(id, goal, nil)
			if !ok {
				continue
			}
			limit := pathLength(c.At, path)/walker.Speed + float64(len(path)+1)*0.1
			begin := a.Now()
			for _, p := range path {
				a.MoveTowards(id, p, walker.Speed)
				for c, _ = a.Character(id); c.Going > 0 && a.Now() < begin+limit; c, _ = a.Character(id) {
					a.Step(0.1)
				}
			}
			if c.At.Distance(goal) > 1e-6 {
				t.Fatalf("seed %d: after %v s it is at %v, not at %v, by %v", seed, a.Now()-begin, c.At, goal, path)
			}
		}
	}
}
