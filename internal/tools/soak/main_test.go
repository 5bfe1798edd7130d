package main

import (
	"os"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// The short form of the long run. Its heap is not looked at: a minute is too short for that.
func TestSoldiersLiveForAMinute(t *testing.T) {
	const seed = 1
	var first *result
	for range 2 {
		r, err := run(os.DirFS("../../../examples"), 20, 60, seed, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		if breach := r.breach(1); breach != "" {
			t.Fatalf("%s\n%v", breach, r)
		}
		if first == nil {
			first = r
		}
		if r.hash != first.hash {
			t.Fatal("the same seed gave another run")
		}
	}
	for _, k := range []runner.EventKind{runner.PlanAdopted, runner.StepEnded, runner.StepFailed, runner.PlanRepaired, runner.StepExpecting} {
		if first.counts[k] == 0 {
			t.Errorf("%v never happened", k)
		}
	}
}
