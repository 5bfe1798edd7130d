package arena

import (
	"testing"

	"pgregory.net/rapid"
)

// A line through the open finds no walls, and every other line finds those that it would find by looking at all.
func TestLinesFindAllWalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		width, height := m.Size()
		point := func(name string) Point {
			return Point{rapid.Float64Range(0, width).Draw(t, name), rapid.Float64Range(0, height).Draw(t, name)}
		}
		for range 20 {
			p, q, radius := point("from"), point("to"), rapid.Float64Range(0.05, 3).Draw(t, "radius")
			if q.before(p) {
				p, q = q, p
			}
			crossed, clear := 0, true
			for i := range m.walls {
				if m.walls[i].crosses(p, q) {
					crossed++
				}
				if m.walls[i].distance2ToLine(p, q) < square(radius) {
					clear = false
				}
			}
			if got := m.Visible(p, q); got != (crossed == 0) {
				t.Fatalf("visible from %v to %v: %v, though the line crosses %d walls", p, q, got, crossed)
			}
			if got := m.WallsBetween(p, q); got != min(crossed, maxCrossed) {
				t.Fatalf("%d walls between %v and %v; there are %d", got, p, q, crossed)
			}
			if got := m.Clear(p, q, radius); got != clear {
				t.Fatalf("clear from %v to %v with %v around: %v", p, q, radius, got)
			}
		}
	})
}

// In the open no walls are looked at; beside a wall they are.
func TestLinesInTheOpenLookAtNoWalls(t *testing.T) {
	m, err := NewMap(Layout{Width: 20, Height: 16, Walls: []Wall{{A: Point{10, 0}, B: Point{10, 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, any := m.narrow(Point{4, 8}, Point{16, 9}, 1); any {
		t.Error("a line through the open is said to come near walls")
	}
	if _, _, any := m.narrow(Point{4, 0.5}, Point{16, 0.5}, 1); !any {
		t.Error("a line through a wall is said to lead through the open")
	}
}
