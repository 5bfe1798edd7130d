package town

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func village() *Frame {
	l := newLayout(1)
	f := &Frame{Time: 12300 * time.Millisecond, Title: "meal.krk, seed 1"}
	for _, name := range []string{"home", "shop", "office"} {
		f.Places = append(f.Places, Place{Name: name, At: l.next()})
	}
	f.Places = append(f.Places, Place{Name: "crate", At: l.next(), Thing: true})
	f.World = []string{"raining", "hour=7"}
	f.Agents = []AgentView{
		{Name: "villager#1", At: f.Places[0].At.Toward(f.Places[1].At, 6), State: []string{"hungry", "!has_meal", "money=5"}, Goal: "dine",
			Steps: []StepView{{"work", Done}, {"buy", Now}, {"eat", ToCome}}},
		{Name: "villager#2", At: f.Places[2].At, State: []string{"hungry", "money=0"},
			Idle: "idle: wander\nno plan for dine\n  buy: money >= price: money was 0"},
		{Name: "villager#3", At: f.Places[2].At, State: []string{"!hungry"}, Idle: "idle"},
	}
	return f
}

func TestFrame(t *testing.T) {
	for name, draw := range map[string]func() string{
		"frame":       func() string { return village().Draw(80, 0) },
		"frame_small": func() string { return village().Draw(34, 19) },
		"frame_empty": func() string { return (&Frame{}).Draw(80, 24) },
		"frame_log": func() string {
			f := village()
			f.Log = []string{"0.0s one", "0.1s two", "0.2s three"}
			return f.Draw(80, 27)
		},
		"frame_crowd":  func() string { return crowded().Draw(60, 24) },
		"frame_places": func() string { return manyPlaces().Draw(60, 24) },
	} {
		t.Run(name, func(t *testing.T) { golden(t, name, draw()) })
	}
}

// crowded is a frame with more agents than fit.
func crowded() *Frame {
	f := village()
	for len(f.Agents) < 40 {
		a := f.Agents[0]
		a.At = f.Places[len(f.Agents)%3].At
		f.Agents = append(f.Agents, a)
	}
	return f
}

// manyPlaces is a frame with more places than have room for a name.
func manyPlaces() *Frame {
	l := newLayout(3)
	f := &Frame{}
	for i := range 60 {
		f.Places = append(f.Places, Place{Name: "place_" + string(rune('a'+i%26)), At: l.next()})
	}
	return f
}

func TestFrameFitsTheTerminal(t *testing.T) {
	for cols := minCols; cols < 120; cols += 7 {
		for rows := 1; rows < 40; rows += 3 {
			text := crowded().Draw(cols, rows)
			lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			if len(lines) > rows {
				t.Fatalf("%d lines in a terminal of %d", len(lines), rows)
			}
			for _, line := range lines {
				if n := utf8.RuneCountInString(line); n > cols {
					t.Fatalf("a line of %d characters in a terminal of %d: %q", n, cols, line)
				}
			}
		}
	}
}

func TestLayoutKeepsPlacesApartAndOnTheMap(t *testing.T) {
	for seed := range uint64(50) {
		l := newLayout(seed)
		for range 8 {
			l.next()
		}
		for i, p := range l.spots {
			if p.X < 0 || p.X > Width || p.Y < 0 || p.Y > Height {
				t.Errorf("seed %d: place %d lies at %v, off the map", seed, i, p)
			}
			for k, q := range l.spots[:i] {
				if p.Distance(q) < 3 {
					t.Errorf("seed %d: places %d and %d are %.1f m apart", seed, i, k, p.Distance(q))
				}
			}
		}
	}
}

func TestLayoutDependsOnTheSeedAlone(t *testing.T) {
	a, b, c := newLayout(7), newLayout(7), newLayout(8)
	differ := false
	for range 5 {
		p, q, r := a.next(), b.next(), c.next()
		if p != q {
			t.Errorf("the same seed gives %v and %v", p, q)
		}
		differ = differ || p != r
	}
	if !differ {
		t.Error("another seed gives the same map")
	}
}

func TestToward(t *testing.T) {
	a, b := Point{0, 0}, Point{3, 4}
	if got := a.Toward(b, 2.5); got.Distance(Point{1.5, 2}) > 1e-9 {
		t.Errorf("half way: %v", got)
	}
	if got := a.Toward(b, 9); got != b {
		t.Errorf("past the target: %v", got)
	}
	if got := b.Toward(b, 1); got != b {
		t.Errorf("already there: %v", got)
	}
}
