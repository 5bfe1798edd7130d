package arena

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"pgregory.net/rapid"
)

// avoiding are the options of an arena in which characters avoid each other.
func avoiding(m *Map) Options { return Options{Map: m, Avoid: true, Space: 0.1, Characters: 64} }

// apart fails if two living characters overlap, or one is inside a wall.
func apart(t interface{ Fatalf(string, ...any) }, a *Arena) {
	var all []Character
	for _, id := range a.IDs(nil) {
		if c, _ := a.Character(id); c.Alive() {
			outside(t, a.m, c)
			all = append(all, c)
		}
	}
	for i, c := range all {
		for _, o := range all[:i] {
			if gap := c.At.Distance(o.At) - c.Body.Radius - o.Body.Radius; gap < -Overlap {
				t.Fatalf("%.1fs: characters %d and %d at %v and %v overlap by %v m", a.Now(), o.ID.Slot(), c.ID.Slot(), o.At, c.At, -gap)
			}
		}
	}
}

// crossing is a number of characters with a goal each.
type crossing struct {
	name    string
	m       string
	from    []Point
	to      []Point
	seconds float64 // after which all must have arrived
}

func circle(n int, radius float64) (from, to []Point) {
	for i := range n {
		d := direction(float64(float64(i) * 2 * math.Pi / float64(n)))
		from, to = append(from, along(Point{20, 20}, d, radius)), append(to, along(Point{20, 20}, d, -radius))
	}
	return from, to
}

// swapped are two groups in rows of five, each of which goes to where the other is.
func swapped(n int, mixed bool) (from, to []Point) {
	var left, right []Point
	for i := range n {
		row, col := i%5, i/5
		left = append(left, Point{float64(4 - 2*col), float64(6 + 2*row)})
		right = append(right, Point{float64(16 + 2*col), float64(6 + 2*row)})
	}
	return apposed(left, right, mixed)
}

// apposed are two groups, each of which goes to where the other is: the left one first, or mixed.
func apposed(left, right []Point, mixed bool) (from, to []Point) {
	if !mixed {
		return append(append(from, left...), right...), append(append(to, right...), left...)
	}
	for i := range left {
		from, to = append(from, left[i], right[i]), append(to, right[i], left[i])
	}
	return from, to
}

func crossings() (list []crossing) {
	add := func(name, m string, seconds float64, from, to []Point) {
		list = append(list, crossing{name, m, from, to, seconds})
	}
	add("head on in the open", "size 20 20", 6, []Point{{4, 10}, {16, 10}}, []Point{{16, 10}, {4, 10}})
	add("four at a crossing", "size 20 20", 6,
		[]Point{{4, 10}, {16, 10}, {10, 4}, {10, 16}}, []Point{{16, 10}, {4, 10}, {10, 16}, {10, 4}})
	const corridor = "size 30 20\nbox 8 0 22 9.5\nbox 8 10.5 22 20"
	add("two in a corridor one body wide", corridor, 20, []Point{{4, 10}, {26, 10}}, []Point{{26, 10}, {4, 10}})
	add("the same, the other one first", corridor, 20, []Point{{26, 10}, {4, 10}}, []Point{{4, 10}, {26, 10}})
	add("three against two in a corridor", corridor, 40,
		[]Point{{26, 10}, {4, 10}, {3, 10}, {27, 10}, {2, 10}}, []Point{{4, 10}, {26, 10}, {27, 10}, {3, 10}, {28, 10}})
	const long = "size 40 20\nbox 10 0 30 9.5\nbox 10 10.5 30 20"
	for _, mixed := range []bool{false, true} {
		var left, right []Point
		for i := range 10 {
			row, col := i%5, i/5
			left, right = append(left, Point{float64(7 - 2*col), float64(6 + 2*row)}), append(right, Point{float64(33 + 2*col), float64(6 + 2*row)})
		}
		from, to := apposed(left, right, mixed)
		add(fmt.Sprintf("a corridor of 20 m with ten on each side, mixed: %v", mixed), long, 240, from, to)
	}
	const dead = "size 40 20\nbox 8 0 32 9.5\nbox 8 10.5 32 20\nwall 30 9 30 11"
	add("in and out of a dead end", dead, 30, []Point{{29, 10}, {4, 10}}, []Point{{4, 10}, {29, 10}})
	add("the same, the other one first", dead, 30, []Point{{4, 10}, {29, 10}}, []Point{{29, 10}, {4, 10}})
	add("one into a dead end that two leave", dead, 30, []Point{{4, 10}, {28, 10}, {29, 10}}, []Point{{29, 10}, {4, 8}, {4, 12}})
	const door = "size 20 20\nbox 9.8 0 10.2 9.4\nbox 9.8 10.6 10.2 20"
	from, to := swapped(10, false)
	add("a doorway with ten on each side", door, 90, from, to)
	from, to = swapped(10, true)
	add("the same, with mixed numbers", door, 90, from, to)
	for _, radius := range []float64{4, 8, 10, 12} {
		for _, n := range []int{2, 3, 8, 12, 18, 19, 22, 24, 26, 30, 32, 36, 38, 42, 44, 48, 54, 56, 58} {
			if 2*math.Pi*radius < 1.05*float64(n) { // there is no room for so many
				continue
			}
			from, to = circle(n, radius)
			add(fmt.Sprintf("a circle of %v m of %d swaps", radius, n), "size 40 40", 40, from, to)
		}
	}
	const pocket = "size 20 20\nbox 12 0 13 9.6" // its lower edge and those who stand make a pocket
	add("two that stand beside a wall", pocket, 12, []Point{{10.6, 4}, {11.5, 8.5}, {10.5, 8.8}}, []Point{{11.5, 14}, {11.5, 8.5}, {10.5, 8.8}})
	add("a row of five that stand", "size 20 20", 15, []Point{{10, 4}, {8, 10}, {9, 10}, {10, 10}, {11, 10}, {12, 10}},
		[]Point{{10, 16}, {8, 10}, {9, 10}, {10, 10}, {11, 10}, {12, 10}})
	from, to = nil, nil
	for i := range 12 {
		from, to = append(from, Point{1 + float64(i)*1.6, 3}), append(to, Point{10, 15})
	}
	add("twelve go to one point", "size 20 20", 12, from, to)
	return list
}

// TestCrossings runs the hard cases of avoidance. The straight path is also a path around walls in all of them, but at
// doors: there a host would walk by PathTo.
func TestCrossings(t *testing.T) {
	for _, c := range crossings() {
		t.Run(c.name, func(t *testing.T) {
			a := newArena(t, avoiding(parse(t, c.m)))
			var ids []ID
			for _, p := range c.from {
				ids = append(ids, spawn(t, a, walker, p))
			}
			took := 0.0
			for left := len(ids); left > 0; {
				if left = 0; a.Now() > c.seconds {
					for i, id := range ids {
						if ch, _ := a.Character(id); ch.At.Distance(c.to[i]) > 0.1 {
							t.Logf("character %d is at %v on its way from %v to %v, blocked for %.1f s", i, ch.At, c.from[i], c.to[i], ch.Blocked)
						}
					}
					t.Fatalf("not all have arrived after %v s\n%s", c.seconds, (&View{}).Draw(a))
				}
				for i, id := range ids {
					if !there(a, id, c.to[i]) {
						left++
					}
				}
				took = a.Now()
				a.Step(0.1)
				apart(t, a)
			}
			t.Logf("all arrived after %.1f s", took)
		})
	}
}

// there sends a character on toward a goal, around walls, and reports whether it has arrived.
func there(a *Arena, id ID, goal Point) bool {
	ch, _ := a.Character(id)
	if ch.Going == 0 && (ch.At == goal || ch.Goal == goal && a.Now() > 0) {
		return true
	}
	if path, ok := a.PathTo(id, goal, nil); ok && len(path) > 0 {
		a.MoveTowards(id, path[0], ch.Body.Speed)
	}
	return false
}

// TestADeadEndAtAWalk: the one that comes out of a long dead end keeps its turn, however slow it is.
func TestADeadEndAtAWalk(t *testing.T) {
	slow := walker
	slow.Speed = 1.2
	a := newArena(t, avoiding(parse(t, "size 60 20\nbox 8 0 52 9.5\nbox 8 10.5 52 20\nwall 50 9 50 11")))
	outer, inner := spawn(t, a, slow, Point{4, 10}), spawn(t, a, slow, Point{49, 10})
	for in, out := false, false; !in || !out; a.Step(0.1) {
		in, out = there(a, outer, Point{49, 10}), there(a, inner, Point{4, 10})
		if apart(t, a); a.Now() > 150 {
			t.Fatalf("after %.1f s one is in: %v, the other out: %v", a.Now(), in, out)
		}
	}
}

// TestAStandingBodyBlocks fills a corridor one body wide with a character that stands: it stays, and the other reports
// that it gets no further. A dead one is passed.
func TestAStandingBodyBlocks(t *testing.T) {
	a := newArena(t, avoiding(parse(t, "size 30 20\nbox 8 0 22 9.5\nbox 8 10.5 22 20")))
	guard, id := spawn(t, a, walker, Point{15, 10}), spawn(t, a, walker, Point{4, 10})
	goal := Point{26, 10}
	for range 100 {
		there(a, id, goal)
		a.Step(0.1)
		apart(t, a)
	}
	c, _ := a.Character(id)
	if g, _ := a.Character(guard); g.At != (Point{15, 10}) || c.At.X > 15 || c.Blocked < 5 || c.Going == 0 {
		t.Errorf("the guard is at %v, the other at %v, blocked for %v s, going %v", g.At, c.At, c.Blocked, c.Going)
	}
	for a.Attack(id, guard) != Kill {
		a.Step(0.1)
	}
	for range 60 {
		there(a, id, goal)
		a.Step(0.1)
	}
	if c, _ = a.Character(id); c.At != goal || c.Blocked != 0 {
		t.Errorf("it is at %v, blocked for %v s", c.At, c.Blocked)
	}
}

// TestArrivingWhereSomebodyStands: a character arrives when it touches one that stands at its goal. One that stopped on
// its way is no place to arrive at.
func TestArrivingWhereSomebodyStands(t *testing.T) {
	for _, c := range []struct {
		name    string
		at      Point
		arrives bool
	}{
		{"on the goal", Point{10, 10}, true},
		{"beside it, so that there is no room", Point{10.6, 10}, true},
		{"just far enough", Point{11, 10}, false}, // it goes to the goal itself
	} {
		a := newArena(t, avoiding(parse(t, "size 20 20")))
		id := spawn(t, a, walker, Point{4, 10})
		spawn(t, a, walker, c.at)
		for range 60 {
			there(a, id, Point{10, 10})
			a.Step(0.1)
			apart(t, a)
		}
		ch, _ := a.Character(id)
		if ch.Going != 0 || (ch.At == Point{10, 10}) == c.arrives || ch.At.Distance(Point{10, 10}) > 1.1 {
			t.Errorf("%s: it is at %v, going %v", c.name, ch.At, ch.Going)
		}
	}
	a := newArena(t, avoiding(parse(t, "size 20 1.2")))
	first, id := spawn(t, a, walker, Point{6, 0.6}), spawn(t, a, walker, Point{4, 0.6})
	goal := Point{18, 0.6}
	a.MoveTowards(first, goal, 1)
	a.Step(0.1)
	a.Stop(first)
	for range 50 {
		a.MoveTowards(id, goal, 4)
		a.Step(0.1)
	}
	if ch, _ := a.Character(id); ch.Going == 0 || ch.Blocked < 2 {
		t.Errorf("behind one that stopped it is going %v, blocked for %v s", ch.Going, ch.Blocked)
	}
}

func TestBodiesTakeRoom(t *testing.T) {
	a := newArena(t, avoiding(parse(t, "size 20 20")))
	id := spawn(t, a, walker, Point{10, 10})
	if _, err := a.Spawn(walker, Point{10.5, 10}); err != ErrTaken || a.Free(Point{10.5, 10}, 0.4) || !a.Free(Point{11, 10}, 0.4) {
		t.Errorf("a second body half over the first: %v", err)
	}
	other := spawn(t, a, walker, Point{5, 5})
	if at, ok := a.Put(other, Point{10, 10}); !ok || at.Distance(Point{10, 10}) > 1.3 {
		t.Errorf("put onto another it is at %v, %v", at, ok)
	}
	apart(t, a)
	save := a.Snapshot(nil)
	a.get(other).At = Point{10.2, 10}
	if err := newArena(t, avoiding(a.m)).Restore(a.Snapshot(nil)); err == nil {
		t.Error("a snapshot with overlapping characters was restored")
	}
	if err := newArena(t, Options{Map: a.m, Characters: 64}).Restore(save); err == nil {
		t.Error("a snapshot was restored without avoidance")
	}
	a.Remove(id)
}

func TestNobodyOverlaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		a, err := New(avoiding(m))
		if err != nil {
			t.Fatal(err)
		}
		r := det.NewRand(rapid.Uint64().Draw(t, "seed"), 0, 0)
		for range rapid.IntRange(2, 60).Draw(t, "characters") {
			spawnAny(t, a)
		}
		ids := a.IDs(nil)
		for range 60 {
			roam(a, ids, &r)
			for _, id := range ids {
				if r.Chance(0.02) {
					a.Put(id, Point{r.Between(-1, 21), r.Between(-1, 17)})
				}
				if r.Chance(0.02) {
					a.Stop(id)
				}
				if r.Chance(0.1) {
					a.Attack(id, ids[r.Intn(len(ids))])
				}
			}
			a.Step(r.Between(0.02, 0.3))
			apart(t, a)
		}
	})
}

// TestAvoidanceContinuesFromASnapshot compares a run with one that is restored after each second: the order in which
// the index finds neighbours must not matter.
func TestAvoidanceContinuesFromASnapshot(t *testing.T) {
	o := avoiding(town(t, 30, 12, 7))
	a, b := newArena(t, o), newArena(t, o)
	populate(t, a, 50, walker)
	if err := b.Restore(a.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	ids := a.IDs(nil)
	r, q := det.NewRand(1, 0, 0), det.NewRand(1, 0, 0)
	blocked := 0
	for i := range 400 {
		roam(a, ids, &r)
		roam(b, ids, &q)
		a.Step(0.1)
		b.Step(0.1)
		for _, id := range ids {
			if c := a.get(id); c.yields != 0 {
				blocked++
			}
		}
		if i%10 == 9 {
			if err := b.Restore(b.Snapshot(nil)); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(a.Snapshot(nil), b.Snapshot(nil)) {
			t.Fatalf("after %v s the runs differ", a.Now())
		}
	}
	if blocked == 0 {
		t.Error("no character made way: the test does not cover that state")
	}
}
