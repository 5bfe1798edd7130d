package arena

import (
	"math"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"pgregory.net/rapid"
)

// outside checks a character against every wall.
func outside(t interface{ Fatalf(string, ...any) }, m *Map, c Character) {
	for i := range m.walls {
		w := &m.walls[i]
		far := math.Inf(1)
		lines, n := w.edges()
		for _, line := range lines[:n] {
			far = min(far, c.At.Distance(nearestOn(line[0], line[1], c.At)))
		}
		inside := w.Solid && c.At.X > w.A.X && c.At.X < w.B.X && c.At.Y > w.A.Y && c.At.Y < w.B.Y
		if inside || far < c.Body.Radius || !m.layout.inside(c.At) {
			t.Fatalf("a character of radius %v at %v is %v m from wall %+v (inside: %v)", c.Body.Radius, c.At, far, *w, inside)
		}
	}
}

func TestNobodyIsEverInsideAWall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		a, err := New(Options{Map: m, Characters: 8})
		if err != nil {
			t.Fatal(err)
		}
		r := det.NewRand(rapid.Uint64().Draw(t, "seed"), 0, 0)
		for range 8 {
			spawnAny(t, a)
		}
		ids := a.IDs(nil)
		for range 60 {
			roam(a, ids, &r)
			before := make([]Character, len(ids))
			for i, id := range ids {
				before[i], _ = a.Character(id)
			}
			a.Step(0.1)
			for i, id := range ids {
				c, _ := a.Character(id)
				outside(t, m, c)
				if far := before[i].At.Distance(c.At); far > c.Body.Speed*0.1*(1+1e-6) {
					t.Fatalf("it went %v m in 0.1 s at %v m/s", far, c.Body.Speed)
				}
			}
		}
	})
}

func TestNoSpeedLeadsOutOfAClosedRoom(t *testing.T) {
	m := parse(t, `
size 30 30
wall 10 10 20 10
wall 20 10 22 15.5
wall 22 15.5 15 21
wall 15 21 10 10
`)
	for _, speed := range []float64{3, 100, 1e5} {
		a := newArena(t, Options{Map: m})
		b := walker
		b.Speed, b.Radius = speed, 0.05
		id := spawn(t, a, b, Point{15, 14})
		r := det.NewRand(9, 0, 0)
		for range 5000 {
			roam(a, []ID{id}, &r)
			a.Step(0.1)
		}
		c, _ := a.Character(id)
		for _, line := range m.Walls() {
			if cross(line.B.minus(line.A), c.At.minus(line.A)) <= 0 {
				t.Errorf("at %v m/s it got out, to %v", speed, c.At)
			}
		}
		outside(t, m, c)
	}
}

func TestMovement(t *testing.T) {
	m := parse(t, "size 20 20\nwall 10 0 10 12\nbox 14 8 16 10\n")
	for _, c := range []struct {
		name       string
		from, goal Point
		speed      float64
		steps      int
		want       Point
	}{
		{"goes straight", Point{2, 2}, Point{6, 5}, 5, 5, Point{4, 3.5}},
		{"stops at its goal", Point{2, 2}, Point{6, 5}, 5, 11, Point{6, 5}},
		{"is held by its speed limit", Point{2, 2}, Point{2, 18}, 1e9, 10, Point{2, 12}},
		{"stands still at no speed", Point{2, 2}, Point{2, 18}, 0, 10, Point{2, 2}},
		{"stops before a wall", Point{8, 5}, Point{12, 5}, 10, 10, Point{9.5, 5}},
		{"slides along a wall", Point{9, 5}, Point{12, 8}, 10, 2, Point{9.5, 6.3831}},
		{"slides off the end of a wall", Point{9, 11}, Point{18, 15}, 10, 30, Point{18, 15}},
		{"stops in a corner of the map", Point{2, 18}, Point{-5, 25}, 10, 10, Point{0.5, 19.5}},
		{"stops before a box", Point{15, 15}, Point{15, 5}, 10, 20, Point{15, 10.5}},
	} {
		a := newArena(t, Options{Map: m})
		b := walker
		b.Radius, b.Speed = 0.5, 10
		id := spawn(t, a, b, c.from)
		a.MoveTowards(id, c.goal, c.speed)
		for range c.steps {
			a.Step(0.1)
		}
		got, _ := a.Character(id)
		if got.At.Distance(c.want) > 1e-3 {
			t.Errorf("%s: it is at %v, want %v", c.name, got.At, c.want)
		}
	}
}

func TestGoalsThatMakeNoSenseAreRefused(t *testing.T) {
	a := newArena(t, Options{Map: parse(t, "size 20 20")})
	id := spawn(t, a, walker, Point{5, 5})
	for _, goal := range []Point{{math.NaN(), 1}, {1, math.Inf(1)}, {1e9, 1}} {
		if a.MoveTowards(id, goal, 1) || a.Face(id, goal, 1) {
			t.Errorf("it goes to %v", goal)
		}
	}
	if a.MoveTowards(id, Point{1, 1}, math.NaN()) || a.MoveTowards(id, Point{1, 1}, -1) || a.MoveTowards(99, Point{1, 1}, 1) {
		t.Error("it moves at no speed at all")
	}
	for _, seconds := range []float64{0, -1, math.NaN()} {
		if a.Step(seconds); a.Now() != 0 {
			t.Errorf("after a step of %v it is %v", seconds, a.Now())
		}
	}
	if a.Step(100); a.Now() != MaxStepSeconds {
		t.Errorf("a step lasted %v s", a.Now())
	}
}

func TestFacing(t *testing.T) {
	a := newArena(t, Options{Map: parse(t, "size 20 20")})
	quick, slow := walker, walker
	slow.Turn = math.Pi / 2 // a quarter in a second
	for _, c := range []struct {
		name    string
		body    Body
		toward  Point
		seconds float64
		want    float64 // angle
	}{
		{"at once", quick, Point{10, 20}, 0.1, math.Pi / 2},
		{"a part of the way", slow, Point{10, 20}, 0.5, math.Pi / 4},
		{"the other way round", slow, Point{10, 0}, 0.5, -math.Pi / 4},
		{"no farther than asked", slow, Point{10, 20}, 5, math.Pi / 2},
		{"where it is: as before", quick, Point{10, 10}, 1, 0},
	} {
		id := spawn(t, a, c.body, Point{10, 10})
		a.Face(id, c.toward, c.seconds)
		got, _ := a.Character(id)
		if math.Abs(math.Atan2(got.Facing.Y, got.Facing.X)-c.want) > 1e-9 || math.Abs(length(got.Facing)-1) > 1e-12 {
			t.Errorf("%s: it looks along %v, want %v", c.name, got.Facing, c.want)
		}
		a.Remove(id)
	}
	id := spawn(t, a, slow, Point{10, 10})
	a.MoveTowards(id, Point{10, 20}, 1)
	a.Step(0.5)
	if c, _ := a.Character(id); math.Abs(math.Atan2(c.Facing.Y, c.Facing.X)-math.Pi/4) > 1e-9 || c.Velocity.Distance(Point{0, 1}) > 1e-9 {
		t.Errorf("while it moves it looks along %v; velocity %v", c.Facing, c.Velocity)
	}
}

func TestStop(t *testing.T) {
	m := parse(t, "size 20 20\nwall 10 0 10 20")
	a := newArena(t, Options{Map: m})
	id := spawn(t, a, walker, Point{5, 5})
	a.MoveTowards(id, Point{5, 15}, 4)
	a.Step(0.5)
	a.Stop(id)
	a.Stop(id + 1) // no such character
	a.Step(0.5)
	if c, _ := a.Character(id); c.At.Distance(Point{5, 7}) > 1e-9 || c.Velocity != (Point{}) {
		t.Errorf("it is %+v", c)
	}
	if a.Map() != m || a.Visible(Point{5, 5}, Point{15, 5}) || !a.Visible(Point{5, 5}, Point{9, 5}) {
		t.Error("the arena has another map")
	}
}
