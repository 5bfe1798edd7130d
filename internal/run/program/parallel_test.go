package program_test

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// job is one goroutine's work: to plan for every test of a program, changed by its seed, with a planner and a state of
// its own.
func job(p *program.Program, seed int) []string {
	reads := &htn.Reads{}
	planner := htn.NewPlanner(p.Domain, htn.Options{Reads: reads})
	st := world.NewState(p.Info.Schema)
	var out []string
	for round := range 3 {
		for i := range p.Info.Tests {
			test := p.Info.Tests[(i+seed)%len(p.Info.Tests)]
			st.CopyFrom(test.Initial)
			disturb(st, seed+round)
			r := planner.Plan(st, htn.GoalOf(test.Call))
			text := fmt.Sprintf("%s: %s, %d nodes, state %x", test.Name, outcome(p, r, st), r.Stats.Nodes, st.Hash())
			if r.Plan != nil {
				text += fmt.Sprintf(", mtr %v, cost %v", r.Plan.MTR(nil), r.Plan.Cost())
			}
			out = append(out, text)
		}
	}
	return out
}

// disturb changes some numbers of a soldier's state, within their range.
func disturb(st *world.State, seed int) {
	schema := st.Schema()
	st.Set(schema.Symbol("health").Base, world.Word(20+seed*13%80))
	st.Set(schema.Symbol("medkits").Base, world.Word(seed%3))
	st.Set(schema.Symbol("radio").Base, world.Word(seed%2))
}

// One program serves many planners at once, with the results that each would have alone. Meant to be run with -race.
func TestPlannersInParallel(t *testing.T) {
	p, ds := program.Load(os.DirFS("../../../examples/soldier"), "soldier.krk")
	if p == nil {
		t.Fatal(ds.Err())
	}
	const goroutines = 8
	var got [goroutines][]string
	var wg sync.WaitGroup
	for seed := range goroutines {
		wg.Go(func() { got[seed] = job(p, seed) })
	}
	wg.Wait()
	for seed := range goroutines {
		want := job(p, seed)
		for i := range want {
			if got[seed][i] != want[i] {
				t.Fatalf("seed %d: in parallel %s\nalone %s", seed, got[seed][i], want[i])
			}
		}
	}
}

// Running the tests, tuning and explaining only read a program, too.
func TestProgramIsOnlyRead(t *testing.T) {
	p := loaded(t, meal+"test \"a\" { expect work, buy, eat }\ntest \"b\" { given has_job = false; expect eat }\n")
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			reports := p.RunTests(program.TestOptions{})
			if !reports[0].Passed || reports[1].Passed || reports[1].Reason == "" || len(program.Missing(p.Coverage(reports).Methods)) != 0 {
				t.Errorf("%+v", reports)
			}
			q, err := p.Tune(map[string]string{"price": fmt.Sprint(6 + i%2*90)})
			if err != nil {
				t.Error(err)
				return
			}
			if q.RunTests(program.TestOptions{})[0].Passed {
				t.Error("the tuned program plans as the old one")
			}
		})
	}
	wg.Wait()
}
