package bt_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/bt"
)

// TestLoopsWithinLoopsAreBoundedTogether: they go on in the next tick, and come to their end.
func TestLoopsWithinLoopsAreBoundedTogether(t *testing.T) {
	th := newTheatre(t, prelude+"tree main { repeat 1000 { repeat 1000 { repeat 1000 { repeat 1000 { succeed } } } } }")
	th.silent = true
	if s := th.step(); s != bt.Running {
		t.Error(s)
	}
	th = newTheatre(t, prelude+"tree main { repeat 50 { repeat 50 { repeat 50 { succeed } } } }")
	th.silent = true
	ticks, status := 1, th.step()
	for ; status == bt.Running && ticks < 100; ticks++ {
		status = th.step()
	}
	if least := 50 * 50 * 50 / bt.MaxTurns; status != bt.Success || ticks < least || ticks > 4*least { // the loops around one that goes on later wait a tick each
		t.Errorf("%s after %d ticks, of %d or a few more", status, ticks, least)
	}
}
