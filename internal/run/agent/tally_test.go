package agent_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// TestTallyOfACrowd: it counts the same with any number of workers, also if plannings continue over several ticks, and
// looking at agents counts for nothing.
func TestTallyOfACrowd(t *testing.T) {
	count := func(workers int) (method htn.MethodTally, goal htn.GoalTally, nodes int64) {
		h := newStagehand(t, hungry, agent.Options{NodesPerTick: 7, Workers: workers, Tally: true})
		for range 40 {
			h.Spawn("a")
		}
		for range 50 {
			h.Step()
			nodes += h.View().Stats().Nodes
			for id := range h.All {
				h.View().Explain(id)
				break
			}
		}
		tally := h.View().Tally()
		return *tally.Method(0, 0), *tally.Task(0), nodes
	}
	want, goal, nodes := count(1)
	if want.Tried == 0 || goal.Plannings == 0 || goal.Nodes != nodes {
		t.Fatalf("%+v, %+v, %d nodes", want, goal, nodes)
	}
	for _, workers := range []int{2, 4} {
		got, g, _ := count(workers)
		if got.Tried != want.Tried || got.Rejected != want.Rejected || got.Chosen != want.Chosen || g != goal {
			t.Errorf("%d workers: %+v, %+v; want %+v, %+v", workers, got, g, want, goal)
		}
	}
	h := newStagehand(t, hungry, agent.Options{})
	if h.View().Tally() != nil {
		t.Error("it counts without being asked to")
	}
}
