package bt_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// nobody ignores mistakes: the events before the first one that a lifecycle sees are not known.
type nobody struct{}

func (nobody) Helper()               {}
func (nobody) Errorf(string, ...any) {}
func (nobody) Fatalf(string, ...any) {}
func (nobody) Fatal(...any)          {}

// reads makes a tree what another has saved.
func (th *theatre) reads(b []byte, shift int64) (lost string, err error) {
	r := codec.NewReader(b)
	rs := th.env.Instances.Restorer((*world.Reader)(r), th.info.Schema, nil)
	_, lost = th.tree.Read(r, &bt.Saved{Instances: th.env.Instances, Restorer: rs, Shift: shift}, th.program.ID())
	r.End()
	return lost, r.Err()
}

// TestTreesThatCannotBeAreRefused tampers with a tree before it is saved: what no tree leaves behind is not read, and
// nothing of it runs.
func TestTreesThatCannotBeAreRefused(t *testing.T) {
	for _, tc := range bt.Tampers {
		t.Run(tc.Name, func(t *testing.T) {
			th := newTheatre(t, prelude+"tree main { "+tc.Tree+" }")
			th.silent = true
			for _, line := range []string{"add thing egg", "add thing orc", "act linger 99 success", "run 1"} {
				th.follow(line)
			}
			if !th.tree.Running() {
				t.Fatal("it does not run")
			}
			tc.Alter(&th.tree)
			b := th.saved()
			other := newTheatreOf(t, th.info)
			other.state.CopyFrom(th.state)
			other.tick, other.env.Sink = th.tick, nil
			lost, err := other.reads(b, 0)
			if (err == nil) != tc.Fits || lost != "" {
				t.Fatalf("%v, lost %q", err, lost)
			}
			if !tc.Fits && other.tree.Running() {
				t.Error("what was refused runs")
			}
			if tc.Fits && !bytes.Equal(other.saved(), b) {
				t.Error("it is saved differently")
			}
			other.silent = true
			for range 3 {
				other.step()
			}
		})
	}
}

// TestShiftedTreesAreAsIfTheyHadBegunLater: all times in a tree's memory are shifted, and nothing else. That a cooldown
// was never started may show in a new snapshot, but not in the tree's behaviour.
func TestShiftedTreesAreAsIfTheyHadBegunLater(t *testing.T) {
	const later = 1000
	for _, tree := range []string{
		"wait 5s", "sequence { wait 0.2s; delay 0.3s { work } }", "timeout 5s { work }", "selector { sequence { cooldown 5s { succeed }; fail }; wait 9s }",
		"selector { cooldown 0.3s { rest while a }; work }", "repeat { cooldown 0.5s { work } }",
		"repeat 3 { each i in 1, 2 { work } }", "parallel { service every 0.3s look; work; play }", "repeat { service every 0.5s set n += 1; work }",
		"repeat { utility selector select best inertia 0.5 fade 1s { work score n; play score 2 } }",
		"sequence { wait 0.2s; utility selector select best inertia 0.5 fade 1s { work score n; play score 2 } }",
		"selector { sequence abort lower { if a; work }; sequence { play uninterrupted; rest } }", "limit 3 { once { work } }",
		"timeout 0.2s { linger }", "parallel succeed 1 { linger; sequence { wait 0.2s; drag } }",
	} {
		tree = "tree main { " + tree + " }"
		now, then := newTheatre(t, prelude+tree), newTheatre(t, prelude+tree)
		then.tick = later
		for _, th := range []*theatre{now, then} {
			th.silent = true
			for _, name := range []string{"work", "play"} {
				th.results[name] = []result{{3, "success"}, {2, "failure"}, {9, "success"}}
			}
		}
		for tick := range 12 {
			read := newTheatreOf(t, now.info)
			if lost, err := read.reads(now.saved(), later); lost != "" || err != nil {
				t.Fatal(lost, err)
			}
			if a, b := read.saved(), then.saved(); !bytes.Equal(a, b) && !strings.Contains(tree, "cooldown") {
				t.Errorf("%s\nafter %d ticks a tree that is shifted is another than one that began later:\n%v\n%v", tree, tick, a, b)
				break
			}
			later := newTheatreOf(t, now.info)
			if lost, err := later.reads(then.saved(), 0); lost != "" || err != nil {
				t.Fatal(lost, err)
			}
			for _, th := range []*theatre{read, later} {
				th.tick, th.starts, th.stops, th.check = then.tick, then.starts, then.stops, &lifecycle{t: nobody{}, running: map[int32]bool{}}
				for range 9 {
					th.state.CopyFrom(then.state)
					th.step()
				}
			}
			if a, b := read.log.String(), later.log.String(); a != b {
				t.Errorf("%s\nafter %d ticks a tree that is shifted goes on otherwise than one that began later:\n%s\n%s", tree, tick, a, b)
				break
			}
			for _, th := range []*theatre{now, then} {
				if th.step(); tick == 4 {
					th.assign("a = true, n = 5")
				}
			}
		}
	}
}

// TestWhatEndsASavedTree: when a saved tree continues in another program, each change ends only what it concerns.
func TestWhatEndsASavedTree(t *testing.T) {
	for _, c := range []struct {
		before, after string
		cut           string // what ends, and why; empty: nothing does
	}{
		{"sequence { if a; work }", "sequence { if b; work }", ""},
		{"sequence { if a; work }", "sequence abort self { if a; work }", ""},
		{"sequence abort lower { if a; work }", "sequence { if a; work }", ""},
		{"sequence { succeed; work }", "selector { succeed; work }", "sequence: it is gone"},
		{"sequence { succeed; work; rest }", "sequence { succeed; work; play }", ""},
		{"sequence { sequence { work }; play }", "sequence { sequence { work; play } }", ""},
		{"repeat 3 { work }", "repeat 5 { work }", ""},
		{"repeat 3 { work }", "retry 3 { work }", "repeat: it is gone"},
		{"each i in 1, 2 { work }", "each i in 1, 2, 3 { work }", ""},
		{"each v: mood { work }", "each v in glad, cross { work }", "each: it has changed"},
		{"each v: mood { work }", "each w: mood { work }", "each: it has changed"},
		{"sequence { service every 1s look; work }", "sequence { service every 2s look; work }", ""},
		{"sequence { service every 1s look; work }", "sequence { service every 1s dig; work }", ""},
		{"sequence { service every 1s look; work }", "sequence { work }", ""},
		{"sequence { wait 0.5s; work }", "sequence { wait 0.1s..0.2s; work }", ""},
		{"utility selector { work score 1; play score 0 }", "utility selector { work score 2; play score n }", ""},
	} {
		_, cuts, lost := saveAndLoad(t, "tree main { "+c.before+" }", "tree main { "+c.after+" }", 3)
		got := lost
		for _, cut := range cuts {
			got += cut.Label + ": " + cut.Why
		}
		if got != c.cut {
			t.Errorf("from %s to %s: it says %q, not %q", c.before, c.after, got, c.cut)
		}
	}
}
