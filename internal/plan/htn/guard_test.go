package htn_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// TestWhatIsLeftOfMethodsDiffersByTheirWhile: the failure of the remaining steps under one method's while says nothing
// about the same steps without it.
func TestWhatIsLeftOfMethodsDiffersByTheirWhile(t *testing.T) {
	d := compile(t, `
state agent { marked: bool; far: bool }
operator mark { effect marked = true }
operator fin { }
task rest { method "more" when far { rest; fin }; method "last" { fin } }
task go { method "guarded" while !marked { mark; rest }; method "free" { mark; rest } }
`)
	res := htn.NewPlanner(d, htn.Options{}).Plan(d.Info.Initial, goalNamed(t, d, "go"))
	if res.Status != htn.Found || res.Plan.Len() != 2 || res.Plan.Node(0).Method != 1 {
		t.Errorf("%v: want the second method", res.Status)
	}
}
