package htn_test

import (
	"math"
	"os"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// Three situations of examples/soldier, by the names of their tests: a plan straight ahead, one with many rounds to
// fire, and one in which a grenade that is not there, and then the way round the enemy, are thought of.
var soldierCases = []struct{ test, want string }{
	{"a raider on the road",
		"call_out(kane) radio_in go(sandbags, sprint) hide(sandbags) fire(rifle, kane)"},
	{"an empty rifle, a loaded pistol",
		"call_out(kane) radio_in go(crates, sprint) hide(crates) draw(pistol) fire(pistol, kane) fire(pistol, kane) fire(pistol, kane)"},
	{"a raider behind the wreck, a comrade near",
		"call_out(kane) radio_in go(sandbags, sprint) hide(sandbags) ask(lee, kane) flank(kane, road) fire(rifle, kane)"},
}

func loadSoldier(t testing.TB) *program.Program {
	p, ds := program.Load(os.DirFS("../../../examples/soldier"), "soldier.krk")
	if p == nil {
		t.Fatal(ds.Err())
	}
	return p
}

func soldierTest(t testing.TB, p *program.Program, name string) *def.TestInfo {
	for _, test := range p.Info.Tests {
		if test.Name == name {
			return test
		}
	}
	t.Fatalf("examples/soldier has no test %q", name)
	return nil
}

// BenchmarkSoldier plans for a soldier among six enemies, three comrades and sixteen places.
func BenchmarkSoldier(b *testing.B) {
	p := loadSoldier(b)
	for _, c := range soldierCases {
		test := soldierTest(b, p, c.test)
		goal := htn.GoalOf(test.Call)
		b.Run(c.test+"/planner", func(b *testing.B) {
			benchmark(b, p.Domain, test.Initial, goal, htn.Options{}, c.want)
		})
		b.Run(c.test+"/planner with reads", func(b *testing.B) {
			benchmark(b, p.Domain, test.Initial, goal, htn.Options{Reads: &htn.Reads{}}, c.want)
		})
		b.Run(c.test+"/planner with reads and a tally", func(b *testing.B) {
			benchmark(b, p.Domain, test.Initial, goal, htn.Options{Reads: &htn.Reads{}, Tally: htn.NewTally(p.Domain)}, c.want)
		})
		b.Run(c.test+"/twin", func(b *testing.B) {
			start := newSoldierWorld(test.Initial)
			var s soldierWorld
			plan := make([]soldierStep, 0, 32)
			b.ReportAllocs()
			for b.Loop() {
				s = start
				s.plan = plan[:0]
				s.serve()
			}
			samePlanAsTwin(b, p.Domain, test, &s)
		})
	}
}

// BenchmarkSoldierAll plans for the tests of examples/soldier in turn; an operation is one plan.
func BenchmarkSoldierAll(b *testing.B) {
	p := loadSoldier(b)
	planner := htn.NewPlanner(p.Domain, htn.Options{})
	var middling []*def.TestInfo
	for _, test := range p.Info.Tests {
		if n := len(test.Steps); n >= 4 && n <= 8 {
			middling = append(middling, test)
		}
	}
	for _, c := range []struct {
		name  string
		tests []*def.TestInfo
	}{{"every situation", p.Info.Tests}, {"plans of four to eight steps", middling}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				test := c.tests[i%len(c.tests)]
				planner.Plan(test.Initial, htn.GoalOf(test.Call))
			}
			b.ReportMetric(float64(len(c.tests)), "situations")
		})
	}
}

// TestSoldierTwin shows that the twin decides as the planner does, in every test of examples/soldier in which there is
// a fight to plan, not only in those that are measured.
func TestSoldierTwin(t *testing.T) {
	p := loadSoldier(t)
	compared := 0
	for _, test := range p.Info.Tests {
		s := newSoldierWorld(test.Initial)
		if !s.serve() {
			continue
		}
		compared++
		t.Run(test.Name, func(t *testing.T) { samePlanAsTwin(t, p.Domain, test, &s) })
	}
	if compared < 15 {
		t.Errorf("the twin planned in %d tests", compared)
	}
}

// samePlanAsTwin compares steps, arguments and cost of the planner's plan with the twin's.
func samePlanAsTwin(t testing.TB, d *htn.Domain, test *def.TestInfo, s *soldierWorld) {
	r := htn.NewPlanner(d, htn.Options{}).Plan(test.Initial, htn.GoalOf(test.Call))
	if r.Plan == nil || r.Plan.Len() != len(s.plan) {
		t.Fatalf("%s, twin %v", r.Status, s.plan)
	}
	for i, got := range s.plan {
		step := r.Plan.Step(i)
		want := soldierStep{op: d.Info.Operators[step.Operator].Name}
		for k, to := range []*int8{&want.a, &want.b} {
			if k < len(step.Args) {
				*to = int8(step.Args[k] & world.IndexMask)
			}
		}
		if got != want {
			t.Errorf("step %d: planner %v, twin %v", i, want, got)
		}
	}
	if math.Abs(r.Plan.Cost()-s.cost) > 1e-9 {
		t.Errorf("cost: planner %v, twin %v", r.Plan.Cost(), s.cost)
	}
}

// TestPlanningForASoldierAllocatesNothing keeps the promise of the benchmark, whatever the situation.
func TestPlanningForASoldierAllocatesNothing(t *testing.T) {
	p := loadSoldier(t)
	for _, o := range []htn.Options{{}, {Reads: &htn.Reads{}}} {
		planner := htn.NewPlanner(p.Domain, o)
		plan := func() {
			for _, test := range p.Info.Tests {
				planner.Plan(test.Initial, htn.GoalOf(test.Call))
			}
		}
		plan()
		if n := testing.AllocsPerRun(20, plan); n != 0 {
			t.Errorf("%v allocations for %d plans", n, len(p.Info.Tests))
		}
	}
}
