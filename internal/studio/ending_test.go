package studio

import "testing"

// TestARunPausesAtItsEnd: where one team is left, once; who plays on sees the winners walk about.
func TestARunPausesAtItsEnd(t *testing.T) {
	s := open(t, "../../examples/skirmish/skirmish.krk", Options{Seed: 1})
	s.playing = true
	for s.playing {
		if s.step(); s.stage.Crowd().Tick() > 1800 {
			t.Fatal("the run goes on")
		}
	}
	if s.paused != "the run is over: team 2 is left" || s.over {
		t.Errorf("it has paused because %q", s.paused)
	}
	s.goOn()
	if s.step(); s.paused != "" {
		t.Errorf("a tick later it pauses again: %s", s.paused)
	}
}
