package arena

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// addDisc adds a body of which the middle of a character stays at a distance.
func (s *shortest) addDisc(at Point, room float64) {
	var all []Point
	for k := range shapeCorners {
		all = append(all, along(at, direction(2*math.Pi*float64(k)/shapeCorners), room))
	}
	s.shapes = append(s.shapes, hull(all))
}

// TestPathsAroundBodies compares paths around characters that stand with the shortest ways: with true sizes, no path is
// shorter; with slightly larger ones, a way that exists is found, and is hardly longer.
func TestPathsAroundBodies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, err := New(avoiding(drawMap(t)))
		if err != nil {
			t.Fatal(err)
		}
		radius := walker.Radius
		from, ok := drawSpot(t, a.m, radius)
		to, fits := drawSpot(t, a.m, radius)
		if !ok || !fits {
			t.Skip("no room")
		}
		id, err := a.Spawn(walker, from)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 12).Draw(t, "bodies") {
			if at, ok := a.FreeSpot(radius); ok && at.Distance(to) > 2*radius+0.2 && at.Distance(from) < aroundMetres {
				_, _ = a.Spawn(walker, at)
			}
		}
		exact, larger := newShortest(a.m, radius), newShortest(a.m, radius*1.03+0.01)
		for _, o := range a.IDs(nil) {
			if c, _ := a.Character(o); o != id {
				exact.addDisc(c.At, 2*radius-1e-6)
				larger.addDisc(c.At, 2*radius*1.03+0.01)
			}
		}
		path, found := a.PathAround(id, to, nil)
		bound := detourShare*newShortest(a.m, radius).length(from, to) + detourMetres
		if most := larger.length(from, to); !found {
			if larger.clear(from, from) && larger.clear(to, to) && most < bound {
				t.Fatalf("no path from %v to %v, but there is one of %v m", from, to, most)
			}
			return
		} else if far := pathLength(from, path); far > 1.15*most {
			t.Fatalf("the path from %v to %v has %v m: %v; the shortest has %v", from, to, far, path, most)
		}
		at := from
		for _, p := range path {
			if !a.m.Clear(at, p, radius) || at != from && !exact.clear(at, p) {
				t.Fatalf("the path from %v to %v leads through something: %v", from, to, path)
			}
			at = p
		}
		if least := exact.length(from, to); !math.IsInf(least, 1) && pathLength(from, path) < least-1e-6 {
			t.Fatalf("the path from %v to %v is shorter than the shortest: %v", from, to, path)
		}
	})
}

// TestAGoalThatBodiesCloseOffCostsLittle: the search stays near it, however large the map is.
func TestAGoalThatBodiesCloseOffCostsLittle(t *testing.T) {
	a := newArena(t, avoiding(town(t, 400, 400, 1)))
	goal, ok := a.FreeSpot(6)
	if !ok {
		t.Fatal("no room")
	}
	id := spawn(t, a, walker, goal.plus(Point{5, 0}))
	for k := range 8 {
		spawn(t, a, walker, along(goal, direction(2*math.Pi*float64(k)/8), 2.4*walker.Radius+0.2))
	}
	if path, found := a.PathAround(id, goal, nil); found {
		t.Fatalf("there is a path: %v; the test needs a goal without one", path)
	}
	if all, seen := len(a.finder.graph(walker.Radius).nodes), len(a.finder.touched); seen > all/10 {
		t.Errorf("the search came to %d of %d corners", seen, all)
	}
}

// TestPathsAroundThoseInTheWay: who walks, is dead, is far or stands at the goal is not in the way.
func TestPathsAroundThoseInTheWay(t *testing.T) {
	for _, c := range []struct {
		name     string
		at, goal Point
		act      func(a *Arena, o ID)
		straight bool
	}{
		{"stands", Point{10, 10}, Point{16, 10}, func(*Arena, ID) {}, false},
		{"walks", Point{10, 10}, Point{16, 10}, func(a *Arena, o ID) { a.MoveTowards(o, Point{10, 4}, 1) }, true},
		{"is dead", Point{10, 10}, Point{16, 10}, func(a *Arena, o ID) { a.get(o).Health = 0 }, true},
		{"is far", Point{20, 10}, Point{30, 10}, func(*Arena, ID) {}, true},
		{"stands at the goal", Point{10, 10}, Point{10.5, 10}, func(*Arena, ID) {}, true},
	} {
		a := newArena(t, avoiding(parse(t, "size 40 20")))
		id, o := spawn(t, a, walker, Point{4, 10}), spawn(t, a, walker, c.at)
		c.act(a, o)
		path, ok := a.PathAround(id, c.goal, nil)
		if !ok || (len(path) == 1) != c.straight || path[len(path)-1] != c.goal {
			t.Errorf("%s: %v", c.name, path)
		}
	}
}

// TestBodiesAreInTheWayOfOnePath: a path around them that there is not leaves other paths as they are.
func TestBodiesAreInTheWayOfOnePath(t *testing.T) {
	a := newArena(t, avoiding(parse(t, "size 40 20\nbox 10 6 11 20\nwall 30 4 36 4\nwall 36 4 36 12\nwall 36 12 30 12\nwall 30 12 30 4")))
	id := spawn(t, a, walker, Point{4, 10})
	spawn(t, a, walker, Point{9.8, 5.6})
	want, ok := a.PathTo(id, Point{16, 10}, nil)
	if !ok {
		t.Fatal("there is no path past the box")
	}
	if path, found := a.PathAround(id, Point{33, 8}, nil); found {
		t.Fatalf("there is a path into the closed room: %v", path)
	}
	if got, ok := a.PathTo(id, Point{16, 10}, nil); !ok || !slices.Equal(got, want) {
		t.Errorf("then the path past the box is %v, before it was %v", got, want)
	}
}

// TestArrivingBesideAnother: a character that arrives where another stands reports which.
func TestArrivingBesideAnother(t *testing.T) {
	a := newArena(t, avoiding(parse(t, "size 40 20")))
	id, o := spawn(t, a, walker, Point{4, 10}), spawn(t, a, walker, Point{10, 10})
	for _, c := range []struct {
		goal   Point
		beside ID
	}{{Point{8, 10}, 0}, {Point{10, 10}, o}, {Point{4, 10}, 0}} {
		a.MoveTowards(id, c.goal, 4)
		for range 40 {
			a.Step(0.1)
		}
		if ch, _ := a.Character(id); ch.Going != 0 || ch.Beside != c.beside || (ch.At == c.goal) != (c.beside == 0) {
			t.Errorf("to %v: it is at %v, going %v, beside %v", c.goal, ch.At, ch.Going, ch.Beside)
		}
	}
}
