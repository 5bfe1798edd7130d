package htn_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// parade visits every guest there is, and has relations that are stored sparsely.
const parade = `
type guest max 4000
state agent { greeted(g: guest): bool; knows(a: guest, b: guest): int 0..9; tired: bool; n: int }
operator greet(g: guest) { when !tired; effect greeted(g) = true, n += 1 }
operator introduce(a: guest, b: guest) { when greeted(a); effect knows(a, b) = 1 }
task parade { method on each g: guest where !greeted(g) order knows(g, g) { greet(g); introduce(g, g); parade }
              method end { } }
`

func paradeState(t testing.TB, d *htn.Domain, guests int) *world.State {
	st := world.NewState(d.Info.Schema)
	st.CopyFrom(d.Info.Initial)
	for i := range guests {
		o, err := st.AddObject(0, fmt.Sprint("guest", i))
		if err != nil {
			t.Fatal(err)
		}
		a, _ := d.Info.Schema.Symbol("knows").Addr(o, o)
		st.Set(a, world.Word(9-i%9))
	}
	return st
}

// TestPictureIsPrivate: while a search is paused guests come and go, and everything else changes too; the plan is that
// of the moment at which it began. Simulated on the present state, it fails at the expected step.
func TestPictureIsPrivate(t *testing.T) {
	d := compile(t, parade)
	st := paradeState(t, d, 12)
	want := planText(htn.NewPlanner(d, htn.Options{}).Plan(st, htn.Goal{}).Plan, st)
	names := world.NewState(d.Info.Schema)
	names.CopyFrom(st)
	knows, greeted := d.Info.Schema.Symbol("knows"), d.Info.Schema.Symbol("greeted")
	p := htn.NewPlanner(d, htn.Options{})
	if p.Busy() {
		t.Error("busy before Begin")
	}
	p.Begin(st, htn.Goal{})
	r := p.Run(3)
	slicesRun := 1
	for ; r.Status == htn.Paused; r = p.Run(3) {
		if slicesRun++; !p.Busy() || r.Plan != nil {
			t.Fatal("paused, and not busy or with a plan")
		}
		o := st.NextMember(0, 0)
		st.RemoveObject(o)
		if o, err := st.AddObject(0, fmt.Sprint("late", slicesRun)); err == nil {
			a, _ := knows.Addr(o, o)
			st.Set(a, world.Word(slicesRun%9))
			g, _ := greeted.Addr(o)
			st.Set(g, 1)
		}
	}
	if got := planText(r.Plan, names); r.Status != htn.Found || p.Busy() || slicesRun < 10 || !slices.Equal(got, want) {
		t.Fatalf("%d slices, busy %v: %v, want %v", slicesRun, p.Busy(), got, want)
	}
	m, scratch := &expr.Machine{State: names}, world.NewState(d.Info.Schema)
	hash := names.Hash()
	if at := r.Plan.Simulate(m, scratch, 0); at != -1 || names.Hash() != hash {
		t.Errorf("fails at %d on the state that it was made for", at)
	}
	names.Set(d.Info.Schema.Symbol("tired").Base, 1)
	if at := r.Plan.Simulate(m, scratch, 0); at != 0 {
		t.Errorf("fails at %d, want 0", at)
	}
	r.Plan.Apply(0, m)
	if at := r.Plan.Simulate(m, scratch, 1); at != 2 {
		t.Errorf("after the first step it fails at %d, want 2", at)
	}
}

// TestSlicesAreBounded: a search in slices ends at the limit of its memory and of its nodes as one in one go does, and
// a slice goes over its budget by no more than the method at hand.
func TestSlicesAreBounded(t *testing.T) {
	d := compile(t, endless)
	st := endlessState(t, d)
	for _, name := range []string{"deep", "wide"} {
		for _, l := range []htn.Limits{{Nodes: 1 << 30, Depth: 1 << 30, Memory: 1 << 20}, {Nodes: 500, Depth: 1 << 30}} {
			p := htn.NewPlanner(d, htn.Options{Limits: l})
			p.Begin(st, goalNamed(t, d, name))
			r, last := p.Run(100), 0
			for ; r.Status == htn.Paused; r = p.Run(100) {
				if r.Stats.Nodes > last+110 {
					t.Fatalf("%s: a slice of %d nodes", name, r.Stats.Nodes-last)
				}
				last = r.Stats.Nodes
			}
			whole := htn.NewPlanner(d, htn.Options{Limits: l}).Plan(st, goalNamed(t, d, name))
			if r.Status != htn.Limit || r.Limit != whole.Limit || p.Memory() > 3<<20 || r.Stats.Nodes > whole.Stats.Nodes+64 {
				t.Errorf("%s: %d bytes: %+v, in one go %+v", name, p.Memory(), r, whole)
			}
		}
	}
}

// TestGivingUp: Begin and Configure give a paused search up; Run then wants a Begin.
func TestGivingUp(t *testing.T) {
	d := compile(t, parade)
	st := paradeState(t, d, 12)
	p := htn.NewPlanner(d, htn.Options{})
	want := outcome(p.Plan(st, htn.Goal{}), st)
	p.Begin(st, htn.Goal{})
	p.Run(20)
	p.Begin(st, htn.Goal{})
	if got := outcome(p.Run(1<<20), st); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	p.Begin(st, htn.Goal{})
	p.Run(20)
	p.Configure(htn.Options{})
	if p.Busy() {
		t.Error("busy after Configure")
	}
	defer func() {
		if recover() == nil {
			t.Error("Run without Begin went through")
		}
	}()
	p.Run(1)
}

// BenchmarkSlices measures what planning in slices costs compared with planning in one go.
func BenchmarkSlices(b *testing.B) {
	d := load(b, "testdata/guard.krk")
	goal, _ := d.Task("duty")
	st := situation(d, guardCases[1].state)
	for _, size := range []int{1, 4, 16, 1 << 20} {
		b.Run(fmt.Sprint(size, " nodes"), func(b *testing.B) {
			p := htn.NewPlanner(d, htn.Options{})
			b.ReportAllocs()
			count := 0
			for b.Loop() {
				p.Begin(st, htn.Goal{Task: goal})
				count = 1
				for p.Run(size).Status == htn.Paused {
					count++
				}
			}
			b.ReportMetric(float64(count), "slices/op")
		})
	}
	b.Run("begin alone", func(b *testing.B) {
		p := htn.NewPlanner(d, htn.Options{})
		b.ReportAllocs()
		for b.Loop() {
			p.Begin(st, htn.Goal{Task: goal})
		}
	})
}

// BenchmarkRepair plans one task of the guard's plan anew, which is small compared with the whole.
func BenchmarkRepair(b *testing.B) {
	d := load(b, "testdata/guard.krk")
	goal, _ := d.Task("duty")
	st := situation(d, guardCases[1].state)
	p := htn.NewPlanner(d, htn.Options{})
	var plan htn.Plan
	plan.CopyFrom(p.Plan(st, htn.Goal{Task: goal}).Plan)
	node := plan.Holder(plan.Len() - 1)
	b.ReportAllocs()
	for b.Loop() {
		if p.Repair(st, &plan, nil, node).Status != htn.Found {
			b.Fatal("not repaired")
		}
	}
}
