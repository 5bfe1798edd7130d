package runner_test

import (
	"runtime"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// TestOrderTakesMemoryByEdges: the order of a long plan takes memory for its steps and edges, not for each two steps.
func TestOrderTakesMemoryByEdges(t *testing.T) {
	const steps = 1500
	taken := func(other string, edges int) int {
		th := newTheatre(t, `
state agent { sensed on: bool; sensed both: bool }
action work
operator toil(k: int) { do work }
task many(k: int) { method "on" when k > 0 { toil(k); many(k - 1) }
                    method "end" { } }
task live { method "both" when both { `+other+` }
            method "many" { many(1500) } }
agent a { plan live when on }
`, agent.Options{})
		th.results["work"] = []result{{9, "success"}}
		th.last = th.crowd.Spawn("a")
		th.step()
		th.assign(th.crowd.State(th.last), "on = true")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		th.step()
		runtime.ReadMemStats(&after)
		if got := len(th.crowd.View().Runner(th.last).Edges()); got != edges {
			t.Fatalf("%d edges for %d steps one after the other, want %d", got, steps, edges)
		}
		return int(after.TotalAlloc - before.TotalAlloc)
	}
	alone := taken("toil(1); toil(2)", 0)
	if with := taken("unordered { toil(1); toil(2) }", steps-1); with-alone > steps*steps/4 {
		t.Errorf("the order of %d steps took %d bytes", steps, with-alone)
	}
}
