package arena

import (
	"testing"

	"pgregory.net/rapid"
)

// A line through the open finds no walls, and every other line finds those that it would find by looking at all.
func TestLinesFindAllWalls(t *testing.T) {
	short := 0
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
			if _, _, any := m.narrow(p, q, 0); !any {
				short++
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
	if short == 0 {
		t.Error("no line was found to lead through the open")
	}
}
