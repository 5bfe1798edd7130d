package playground

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/arena"
)

// The picture is that of the arena, with what lies about.
func TestDraw(t *testing.T) {
	p := stage(t, doingThis("move_to(vec2(5, 4))"), `size 10 5
box 7 0 8 2
start 2 1
energy 1 4
power 5 1
items energy 1 as item
items power 1 as item
cast doer 1
`, 1)
	p.Step()
	want := `
┌────────────────────┐
│              ██    │
│    1     !   ██    │
│     ↘              │
│                    │
│  +                 │
└────────────────────┘
0.1s  1 of 1 characters  2 items
`
	if got := "\n" + p.Draw(arena.View{}); got != want {
		t.Errorf("%s\nwant%s", got, want)
	}
	if small := p.Draw(arena.View{Cols: 4, Rows: 2}); strings.Count(small, "\n") != 5 {
		t.Errorf("a small one:\n%s", small)
	}
}

// A character's path and senses can be shown.
func TestWaysAndCones(t *testing.T) {
	p := stage(t, seers("move_to(vec2(15, 5))"), "size 20 10\nwall 10 2 10 8\nstart 2 5\ncast doer 1\n", 1)
	id := p.Character(0).Agent
	if p.Step(); len(p.Way(id, nil)) < 3 {
		t.Errorf("it walks around the wall by %v", p.Way(id, nil))
	}
	if cones := p.Cones(id, nil); len(cones) != 1 || cones[0].Range != 12 || cones[0].Angle < 1.57 || cones[0].Angle > 1.58 {
		t.Errorf("%v", cones)
	}
	p.outcome(20)
	if way := p.Way(id, nil); len(way) != 0 {
		t.Errorf("it has arrived, and walks by %v", way)
	}
	if place, ok := p.PlaceOf(id); !ok || place != 0 {
		t.Error("it has no place")
	}
}
