package bt_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// TestLoopsWithinLoopsAreBoundedTogether: they continue in the next tick, and end.
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
	if least := 50 * 50 * 50 / bt.MaxTurns; status != bt.Success || ticks < least || ticks > 4*least { // the loops around one that continues later wait a tick each
		t.Errorf("%s after %d ticks, of %d or a few more", status, ticks, least)
	}
}

// TestLoopsGoOnInTheNextTick: exactly so many repetitions that take no time begin in a tick.
func TestLoopsGoOnInTheNextTick(t *testing.T) {
	for _, c := range []struct {
		tree    string
		members int
		ticks   int
		status  bt.Status
	}{
		{"repeat 1024 { succeed }", 0, 1, bt.Success}, {"repeat 1025 { succeed }", 0, 2, bt.Success}, {"repeat 2049 { succeed }", 0, 3, bt.Success},
		{"retry 1025 { fail }", 0, 2, bt.Failure},
		{"each s: star { succeed }", 0, 1, bt.Success}, {"each s: star { succeed }", bt.MaxLoops - 1, 1, bt.Success}, {"each s: star { succeed }", bt.MaxLoops, 2, bt.Success},
		{"each s: star { succeed }", 2*bt.MaxLoops - 1, 2, bt.Success}, {"each s: star { succeed }", 2 * bt.MaxLoops, 3, bt.Success},
		{"invert { each s: star { succeed skip_if !a } }", bt.MaxLoops + 1, 2, bt.Failure},
	} {
		th := newTheatre(t, prelude+"type star max 4000\ntree main { "+c.tree+" }")
		for range c.members {
			if _, err := th.state.AddObject(th.info.Schema.ObjectType("star").ID, ""); err != nil {
				t.Fatal(err)
			}
		}
		th.silent = true
		ticks, status := 1, th.step()
		for ; status == bt.Running && ticks < 10; ticks++ {
			status = th.step()
		}
		if ticks != c.ticks || status != c.status {
			t.Errorf("%s of %d: %s after %d ticks, want %s after %d", c.tree, c.members, status, ticks, c.status, c.ticks)
		}
	}
}

// TestNoTreeRunsNothing: a tree that was never reset, or does not run, has nothing.
func TestNoTreeRunsNothing(t *testing.T) {
	var none bt.Tree
	th := newTheatre(t, prelude+"tree main { play uninterrupted }")
	for _, tree := range []*bt.Tree{&none, &th.tree} {
		if tree.Uninterrupted() || len(tree.Handles(nil)) > 0 {
			t.Error("something runs")
		}
	}
}
