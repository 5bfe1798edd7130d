package studio

import (
	"runtime"
	"strings"
	"testing"
)

// TestSweep: two sets of constants are measured over seeds, in the background, and a sweep can be cancelled.
func TestSweep(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 1)
	var s Sweep
	ask := Request{Op: "sweep", Seed: 1, Count: 3, Until: 60, Tuned: []Setting{{"price", "1"}}, Sets: []Setting{{"price", "50"}}}
	for c.ask(ask, &s); !s.Done; {
		runtime.Gosched()
		s = Sweep{}
		c.ask(Request{Op: "swept"}, &s)
	}
	if s.Error != "" || s.Ran != 6 || s.Of != 6 || !strings.HasPrefix(s.Text, "A against B: seeds 1..3") {
		t.Errorf("%+v", s)
	}
	ask.Count, ask.Until = 200, 3600
	c.ask(ask, nil)
	c.ask(Request{Op: "unsweep"}, nil)
	if _, wrong := c.try(Request{Op: "swept"}); wrong == "" {
		t.Error("it goes on")
	}
	ask.Count = 201
	if _, wrong := c.try(ask); !strings.Contains(wrong, "from 1 to 200 seeds") {
		t.Error(wrong)
	}
	ask.Count, ask.Tuned = 1, []Setting{{"price", "nothing"}}
	for c.ask(ask, &s); !s.Done; {
		runtime.Gosched()
		c.ask(Request{Op: "swept"}, &s)
	}
	if s.Error == "" {
		t.Error("a value that is none was taken")
	}
}
