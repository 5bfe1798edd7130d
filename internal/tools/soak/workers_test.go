package main

import (
	"runtime"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// mallocs counts the allocations of n ticks, by all goroutines. [testing.AllocsPerRun] uses only one processor, so that
// one worker would do nearly all.
func mallocs(n int, tick func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range n {
		tick()
	}
	runtime.ReadMemStats(&after)
	return int(after.Mallocs - before.Mallocs)
}

func TestTicksOfSeveralWorkersDoNotAllocate(t *testing.T) {
	if testing.Short() {
		t.Skip("the short tests are those with the race detector, which allocates")
	}
	for name, o := range map[string]agent.Options{"at once": {}, "in slices": {NodesPerTick: 20}, "shared out": {NodesPerTick: 20, CrowdNodesPerTick: 800}} {
		o.Workers = 2
		a := newArmyWith(t, 400, sentry, o)
		for range 1500 {
			a.part()
		}
		const ticks = 200
		n := mallocs(ticks, a.part)
		for again := 0; again < 5 && n > ticks/50; again++ { // what some soldier has met for the first time, and the runtime's own
			n = min(n, mallocs(ticks, a.part))
		}
		if n > ticks/50 {
			t.Errorf("%s: %d allocations in %d ticks", name, n, ticks)
		}
	}
}
