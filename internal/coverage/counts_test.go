package coverage_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/coverage"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

const text = `
state agent { near: bool; fire: bool }
action run
task t { method "only" { flee } }
operator flee { when near; do run; effect near = false }
tree wander { selector { sequence abort lower { if near; run }; run } }
goal go_home { wander }
brain simple { want go_home { score 0.5 } }
agent a { brain simple }
`

// TestTold: events and plannings are reported by the names that the graph has, and nodes without events are missing.
func TestTold(t *testing.T) {
	file, ds := lang.Parse(diag.NewSource("a.krk", text))
	info, more := def.Check(&def.Model{Files: []*def.File{file}})
	ds.Append(more)
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	d := htn.Compile(info)
	tally := htn.NewTally(d)
	c := coverage.New(info)
	if got := c.Counts(tally, []string{"wander"}); len(got.Of) != 0 {
		t.Errorf("before anything has happened: %v", got.Of)
	}
	htn.NewPlanner(d, htn.Options{Tally: tally}).Plan(info.Initial, htn.Goal{})
	for _, e := range []bt.Event{
		{Kind: bt.NodeEnded, Node: 2, Status: bt.Failure}, {Kind: bt.NodeEnded, Node: 1, Status: bt.Failure}, {Kind: bt.NodeStarted, Node: 4, Status: bt.Running},
		{Kind: bt.AbortFired, Node: 1, Caused: true, Addr: info.Schema.Symbol("near").Base}, {Kind: bt.NodeAborted, Node: 4, Reason: action.GuardFails},
	} {
		c.Tree(&e)
	}
	c.Goal(&goal.Event{Kind: goal.WantChosen, Brain: 0, Want: 0, Goal: -1})
	c.Goal(&goal.Event{Kind: goal.GoalActivated, Brain: -1, Want: -1, Goal: 0})
	got := c.Counts(tally, []string{"wander"})
	for id, want := range map[string][3]int64{ // chosen, tried, rejected
		"task t/0": {0, 1, 0}, "operator flee": {0, 1, 1}, "node wander 1": {0, 1, 1}, "node wander 2": {0, 1, 1}, "node wander 4": {1, 1, 0}, "brain simple/0": {1, 1, 0}, "goal go_home": {1, 1, 0},
	} {
		if w := got.Of[id]; w == nil || w.Chosen != want[0] || w.Tried != want[1] || w.Rejected != want[2] {
			t.Errorf("%s: %+v, want %v", id, w, want)
		}
	}
	has := func(list []coverage.Number, text string, n int64) bool {
		for _, f := range list {
			if f.Text == text && f.Count == n {
				return true
			}
		}
		return false
	}
	if w := got.Of["operator flee"]; w == nil || !has(w.Reasons, "near", 1) {
		t.Errorf("%+v", w)
	}
	if w := got.Of["node wander 1"]; w == nil || !has(w.Facts, "aborts fired: near changed", 1) {
		t.Errorf("%+v", w)
	}
	if w := got.Of["node wander 4"]; w == nil || !has(w.Facts, "aborted: "+action.GuardFails.String(), 1) {
		t.Errorf("%+v", w)
	}
	if got.Of["node wander 3"] != nil || got.Plannings != 1 {
		t.Errorf("%+v, %d plannings", got.Of["node wander 3"], got.Plannings)
	}
	if whole := c.Counts(tally, nil); whole.Of["node wander 1"] != nil {
		t.Error("nodes of a tree that was not named are in the counts")
	}
}
