package bt_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// nobody is told what is wrong: the beginning of what a lifecycle looks at is not known.
type nobody struct{}

func (nobody) Helper()               {}
func (nobody) Errorf(string, ...any) {}
func (nobody) Fatalf(string, ...any) {}
func (nobody) Fatal(...any)          {}

// reads makes a tree what another has saved.
func (th *theatre) reads(b []byte, shift int64) (lost string, err error) {
	r := codec.NewReader(b)
	rs := th.env.Instances.Restorer((*world.Reader)(r), th.info.Schema, nil)
	lost = th.tree.Read(r, &bt.Saved{Instances: th.env.Instances, Restorer: rs, Shift: shift}, th.program.ID())
	r.End()
	return lost, r.Err()
}

// TestTreesThatCannotBeAreRefused tampers with a tree before it is saved: what no tree leaves behind is not read, and nothing of it runs.
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

// TestShiftedTreesAreAsIfTheyHadBegunLater: all that a tree remembers of time is shifted, and nothing else. That a cooldown was never begun may show in what is
// saved again, but not in what the tree does.
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

// TestWhatEndsASavedTree: each part of a node that what it remembers depends on is told apart, and nothing else.
func TestWhatEndsASavedTree(t *testing.T) {
	const changed = "tree main has changed from its node %d (%s) on"
	for _, c := range []struct {
		before, after string
		node          int    // that has changed; 0: none
		label         string // of it
	}{
		{"sequence { if a; work }", "sequence { if b; work }", 0, ""},
		{"sequence { if a; work }", "sequence abort self { if a; work }", 1, "sequence"},
		{"sequence abort self { if a; work }", "sequence abort both { if a; work }", 1, "sequence"},
		{"sequence abort lower { if a; work }", "sequence { if a; work }", 1, "sequence"},
		{"sequence { if a abort self; work }", "sequence { if a; work }", 2, "if a"},
		{"sequence { succeed; work }", "selector { succeed; work }", 1, "selector"},
		{"sequence { work; rest }", "sequence { work; play }", 3, "play"},
		{"sequence { sequence { work }; play }", "sequence { sequence { work; play } }", 4, "play"},
		{"repeat 3 { work }", "repeat 5 { work }", 0, ""},
		{"repeat 3 { work }", "retry 3 { work }", 1, "retry"},
		{"each i in 1, 2 { work }", "each i in 1, 2, 3 { work }", 0, ""},
		{"each v: mood { work }", "each v in glad, cross { work }", 1, "each"},
		{"sequence { service every 1s look; work }", "sequence { service every 2s look; work }", 0, ""},
		{"sequence { service every 1s look; work }", "sequence { service every 1s dig; work }", 1, "sequence"},
		{"sequence { service every 1s look; work }", "sequence { service every 1s set n = 1; work }", 1, "sequence"},
		{"sequence { service every 1s look; work }", "sequence { work }", 1, "sequence"},
		{"sequence { work }", "sequence { service every 1s look; work }", 1, "sequence"},
		{"sequence { wait 1s; work }", "sequence { wait 2s; work }", 0, ""},
		{"sequence { wait 0.1s; work }", "sequence { wait 0.1s..0.2s; work }", 2, "wait"},
		{"utility selector { work score 1; play score 0 }", "utility selector { work score 2; play score n }", 0, ""},
	} {
		_, lost := saveAndLoad(t, "tree main { "+c.before+" }", "tree main { "+c.after+" }", 3)
		want := ""
		if c.node > 0 {
			want = fmt.Sprintf(changed, c.node, c.label)
		}
		if lost != want {
			t.Errorf("from %s to %s: it says %q, not %q", c.before, c.after, lost, want)
		}
	}
}
