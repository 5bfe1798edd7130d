package htn_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

func load(b testing.TB, path string) *htn.Domain {
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	return compile(b, string(text))
}

// situation returns the domain's initial state with some symbols without parameters set.
func situation(d *htn.Domain, values map[string]world.Word) *world.State {
	st := world.NewState(d.Info.Schema)
	st.CopyFrom(d.Info.Initial)
	for name, w := range values {
		st.Set(d.Info.Schema.Symbol(name).Base, w)
	}
	return st
}

// benchmark plans over and over, after asserting the plan.
func benchmark(b *testing.B, d *htn.Domain, st *world.State, goal htn.Goal, o htn.Options, want string) {
	p := htn.NewPlanner(d, o)
	r := p.Plan(st, goal)
	if r.Plan == nil {
		b.Fatalf("%s, want %s", r.Status, want)
	}
	if got := strings.Join(planText(r.Plan, st), " "); got != want {
		b.Fatalf("got %s, want %s", got, want)
	}
	b.ReportAllocs()
	for b.Loop() {
		p.Plan(st, goal)
	}
	b.ReportMetric(float64(r.Stats.Nodes), "nodes/op")
}

// BenchmarkMeal plans the meal of examples/meal from nothing.
func BenchmarkMeal(b *testing.B) {
	d := load(b, "../../../examples/meal/meal.krk")
	st := situation(d, map[string]world.Word{"money": 0})
	goal, _ := d.Task("dine")
	b.Run("planner", func(b *testing.B) {
		benchmark(b, d, st, htn.Goal{Task: goal}, htn.Options{}, "work buy eat")
	})
	b.Run("planner with reads", func(b *testing.B) {
		benchmark(b, d, st, htn.Goal{Task: goal}, htn.Options{Reads: &htn.Reads{}}, "work buy eat")
	})
	b.Run("twin", func(b *testing.B) {
		plan := make([]mealStep, 0, 16)
		b.ReportAllocs()
		for b.Loop() {
			w := mealWorld{hungry: true, hasJob: true}
			plan, _ = w.dine(plan[:0], 0)
		}
		if !slices.Equal(plan, []mealStep{mealWork, mealBuy, mealEat}) {
			b.Fatal(plan)
		}
	})
}

// The guard's two situations: ten steps straight ahead, and fourteen after breaking the locker has turned out a
// mistake.
var guardCases = []struct {
	name  string
	state map[string]world.Word
	twin  guardWorld
	want  string
}{
	{"ten steps", map[string]world.Word{"seen": 1, "alarm": 1, "radio": 1, "key": 1},
		guardWorld{trace: yard, locked: true, seen: true, alarm: true, radio: true, key: true},
		"walk(armory) unlock open_locker take_weapon take_ammo load walk(yard) torch challenge call_in"},
	{"with backtracking", map[string]world.Word{"seen": 1},
		guardWorld{trace: yard, locked: true, seen: true},
		"press_alarm walk(office) take_key walk(armory) unlock open_locker take_weapon take_ammo load walk(yard) torch challenge walk(office) phone_in"},
}

// BenchmarkGuard plans for a guard with 27 operators and 16 tasks.
func BenchmarkGuard(b *testing.B) {
	d := load(b, "testdata/guard.krk")
	goal, _ := d.Task("duty")
	for _, c := range guardCases {
		st := situation(d, c.state)
		b.Run(c.name+"/planner", func(b *testing.B) {
			benchmark(b, d, st, htn.Goal{Task: goal}, htn.Options{}, c.want)
		})
		b.Run(c.name+"/planner with reads", func(b *testing.B) {
			benchmark(b, d, st, htn.Goal{Task: goal}, htn.Options{Reads: &htn.Reads{}}, c.want)
		})
		b.Run(c.name+"/twin", func(b *testing.B) {
			var g guardWorld
			plan := make([]guardStep, 0, 32)
			b.ReportAllocs()
			for b.Loop() {
				g = c.twin
				g.plan = plan[:0]
				g.duty()
			}
			if got := guardText(g.plan); got != c.want {
				b.Fatalf("got %s, want %s", got, c.want)
			}
		})
	}
}

func guardText(plan []guardStep) string {
	var out []string
	for _, s := range plan {
		if s.op == "walk" {
			s.op = fmt.Sprintf("walk(%s)", [...]string{"post", "gate", "armory", "kitchen", "yard", "office"}[s.arg])
		}
		out = append(out, s.op)
	}
	return strings.Join(out, " ")
}

// TestPlanningAllocatesNothing keeps the promise of the benchmarks.
func TestPlanningAllocatesNothing(t *testing.T) {
	d := load(t, "testdata/guard.krk")
	st := situation(d, map[string]world.Word{"seen": 1})
	goal, _ := d.Task("duty")
	for _, o := range []htn.Options{{}, {Reads: &htn.Reads{}}, {Search: htn.Best}} {
		p := htn.NewPlanner(d, o)
		p.Plan(st, htn.Goal{Task: goal})
		if n := testing.AllocsPerRun(100, func() { p.Plan(st, htn.Goal{Task: goal}) }); n != 0 {
			t.Errorf("%v allocations a plan", n)
		}
	}
}

// TestRepairingAllocatesNothing: nor do bans, slices, comparing plans and going into bytes of one's own.
func TestRepairingAllocatesNothing(t *testing.T) {
	d := load(t, "testdata/guard.krk")
	st := situation(d, map[string]world.Word{"seen": 1})
	goal := goalNamed(t, d, "duty")
	var plan htn.Plan
	var reads htn.Reads
	p := htn.NewPlanner(d, htn.Options{Reads: &reads})
	plan.CopyFrom(p.Plan(st, goal).Plan)
	var bans []htn.Ban
	for i := range plan.Nodes() {
		n := plan.Node(i)
		bans = append(bans, n.Ban())
	}
	ended := make([]bool, plan.Len())
	var bytes []byte
	for name, f := range map[string]func(){
		"bans": func() {
			p.Configure(htn.Options{Bans: bans[len(bans)-1:]})
			p.Plan(st, goal)
		},
		"repair": func() {
			p.Configure(htn.Options{Reads: &reads})
			for node := range plan.Nodes() {
				p.Repair(st, &plan, ended, node)
			}
		},
		"best": func() {
			p.Configure(htn.Options{Search: htn.Best})
			p.Repair(st, &plan, ended, plan.Nodes()-1)
		},
		"slices": func() {
			p.Configure(htn.Options{})
			for p.Begin(st, goal); p.Run(2).Status == htn.Paused; {
			}
		},
		"comparing": func() {
			htn.Diverge(&plan, &plan)
			for i := range plan.Len() {
				plan.Match(i, &plan)
				plan.Below(0, i)
			}
		},
		"bytes": func() {
			bytes, _ = plan.AppendBinary(bytes[:0])
			bytes = htn.AppendBans(bytes, bans)
			bytes, _ = reads.AppendBinary(bytes)
		},
	} {
		f()
		if n := testing.AllocsPerRun(20, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
