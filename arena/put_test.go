package arena

import (
	"math"
	"testing"
)

// A character that is put somewhere stands there, clear of walls and on the map, and is found there.
func TestPut(t *testing.T) {
	m, err := NewMap(Layout{Width: 20, Height: 10, Walls: []Wall{{A: Point{8, 2}, B: Point{12, 6}, Solid: true}}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(Options{Map: m})
	if err != nil {
		t.Fatal(err)
	}
	id, err := a.Spawn(Body{Radius: 0.5, Speed: 4, Health: 1}, Point{2, 2})
	if err != nil {
		t.Fatal(err)
	}
	a.MoveTowards(id, Point{2, 8}, 4)
	a.Step(0.1)
	for to, near := range map[Point]float64{
		{15, 8}:   0,   // free
		{9, 4}:    1.6, // in the box
		{-5, 100}: math.Inf(1),
	} {
		at, ok := a.Put(id, to)
		if !ok || !m.Fits(at, 0.5) || at.Distance(to) > near {
			t.Errorf("to %v: %v %v", to, at, ok)
		}
		if c, _ := a.Character(id); c.At != at || c.Going != 0 || c.Velocity != (Point{}) {
			t.Errorf("it is at %v", c)
		}
		if found := a.Near(at, 0.1, nil); len(found) != 1 {
			t.Errorf("at %v are %v", at, found)
		}
		a.Step(0.1)
		if c, _ := a.Character(id); c.At != at {
			t.Errorf("it goes on to %v", c.At)
		}
	}
	if _, ok := a.Put(id, Point{math.NaN(), 1}); ok {
		t.Error("it is nowhere")
	}
	if _, ok := a.Put(id+1, Point{1, 1}); ok {
		t.Error("nobody is put somewhere")
	}
}
