package htn_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// growing are derived symbols each of which calls the one before it twice.
func growing(n int) string {
	text := "function probe(t: thing): bool\ntype thing max 100\nstate agent { n: int; done: bool; flag(t: thing): bool; d0 := count(t: thing where probe(t)); "
	for i := 1; i <= n; i++ {
		text += fmt.Sprintf("d%d := d%d + d%d; ", i, i-1, i-1)
	}
	return text + "}\n"
}

// wideTasks are ways in which one expression takes longer than all else that is tried.
var wideTasks = []string{
	"operator o { when exists(a: thing, b: thing, c: thing, d: thing where probe(d)) }\ntask go { method m { o } }",
	"operator o { when forall(a: thing, b: thing, c: thing, d: thing: !probe(d)) }\ntask go { method m { o }\nmethod n when done { } }",
	"operator o { when count(a: thing, b: thing, c: thing, d: thing where probe(d)) > 5 }\ntask go { method m { o } }",
	"operator o { effect forall a: thing, b: thing, c: thing, d: thing where probe(d) { flag(d) = true } }\ntask go { method m { o } }",
	"operator o { cost 1 + count(a: thing, b: thing, c: thing, d: thing where probe(d)) }\ntask go { method m { o } }",
	"operator o { }\ntask go { method m each t: thing order count(a: thing, b: thing, c: thing, d: thing where probe(d)) { o } }",
	"operator o { }\ntask go { method m each t: thing where exists(a: thing, b: thing, c: thing, d: thing where probe(d)) { o } }",
	"operator o { }\ntask go { method m when exists(a: thing, b: thing, c: thing, d: thing where probe(d)) { o } }",
	"operator o(k: int) { }\ntask go { method m { o(count(a: thing, b: thing, c: thing, d: thing where probe(d))) } }",
	"operator o { when d11 > 5 }\ntask go { method m { o } }",
}

func wideDomain(t *testing.T, task string) (*htn.Domain, *world.State) {
	d := compile(t, growing(11)+task)
	st := world.NewState(d.Info.Schema)
	st.CopyFrom(d.Info.Initial)
	for i := range 100 {
		if _, err := st.AddObject(0, fmt.Sprint("thing", i)); err != nil {
			t.Fatal(err)
		}
	}
	return d, st
}

// TestQuantifiersCount: what an expression takes is taken out of the nodes of the search, whichever expression it is,
// and the result names it. The same search in slices, watched or not, gives the same number.
func TestQuantifiersCount(t *testing.T) {
	for _, task := range wideTasks {
		d, st := wideDomain(t, task)
		calls := 0
		o := htn.Options{Funcs: []expr.Func{func([]world.Word) (no [2]world.Word) { calls++; return no }}, Limits: htn.Limits{Nodes: 1000}}
		r := htn.NewPlanner(d, o).Plan(st, goalNamed(t, d, "go"))
		if r.Status != htn.Limit || r.Limit != htn.BoundNodes || r.Stats.Nodes < 1000 || r.Stats.Nodes > 1100 {
			t.Errorf("%s\n%+v", task, r)
		}
		if calls > 1000*htn.RoundsPerNode+expr.MeterRounds {
			t.Errorf("%s\n%d calls of the host", task, calls)
		}
		if r.Within == nil && task != wideTasks[3] {
			t.Errorf("%s\nit is not told within what the limit was hit", task)
		}
		watched := o
		watched.Reads, watched.Tally, watched.Record = &htn.Reads{}, htn.NewTally(d), &htn.Recorder{}
		p := htn.NewPlanner(d, watched)
		p.Begin(st, goalNamed(t, d, "go"))
		again := p.Run(1)
		for again.Status == htn.Paused {
			again = p.Run(1)
		}
		if again.Stats.Nodes != r.Stats.Nodes || again.Limit != r.Limit {
			t.Errorf("%s\nwatched %+v, else %+v", task, again, r)
		}
		if last := watched.Record.Events; !slices.ContainsFunc(last, func(e htn.Event) bool { return e.Kind == htn.EventPruned }) {
			t.Errorf("%s\nthe record does not tell of the limit", task)
		}
	}
}

// TestCancelWithinExpression: a search notices within a few hundred rounds that it is cancelled, wherever it is.
func TestCancelWithinExpression(t *testing.T) {
	for _, task := range wideTasks {
		d, st := wideDomain(t, task)
		cancel, calls := make(chan struct{}), 0
		probe := func([]world.Word) (no [2]world.Word) {
			if calls++; calls == 1000 {
				close(cancel)
			}
			return no
		}
		p := htn.NewPlanner(d, htn.Options{Funcs: []expr.Func{probe}, Limits: htn.Limits{Nodes: 1 << 40, Cancel: cancel}})
		r := p.Plan(st, goalNamed(t, d, "go"))
		if r.Limit != htn.BoundCancelled || calls > 1000+expr.MeterRounds {
			t.Errorf("%s\n%d calls after the cancel: %+v", task, calls-1000, r)
		}
		if r = p.Plan(st, goalNamed(t, d, "go")); r.Limit != htn.BoundCancelled {
			t.Errorf("%s\nthe planner again: %+v", task, r)
		}
	}
}

// TestExplainingIsBounded: explaining a condition that was rejected soon takes no longer than the limits allow, though
// the reference that explains looks at all members.
func TestExplainingIsBounded(t *testing.T) {
	many := ""
	for i := range 50 {
		many += fmt.Sprintf("method m%d { o }\n", i)
	}
	d, st := wideDomain(t, "operator o { when exists(a: thing, b: thing, c: thing, d: thing where flag(a) && probe(d)) }\ntask go { "+many+" }")
	calls := 0
	o := htn.Options{Funcs: []expr.Func{func([]world.Word) (no [2]world.Word) { calls++; return no }}}
	if r := htn.NewPlanner(d, o).Plan(st, goalNamed(t, d, "go")); r.Status != htn.None {
		t.Fatalf("%+v", r)
	}
	e := htn.Explain(d, st, goalNamed(t, d, "go"), o)
	if e.Status != "none" || len(e.Reason()) == 0 || calls > 3*expr.MaxRounds {
		t.Errorf("%d calls; %s", calls, e.Reason())
	}
}

// BenchmarkCancel measures the time between two checks for cancellation, with the most expensive rounds of a usual
// kind: that is the delay of a cancellation, which should be far below 5 ms.
func BenchmarkCancel(b *testing.B) {
	d := compile(b, growing(1)+"operator o { when exists(a: thing, b: thing, c: thing, d: thing where flag(a) != flag(d)) }\ntask go { method m { o } }")
	st := world.NewState(d.Info.Schema)
	for i := range 100 {
		if _, err := st.AddObject(0, fmt.Sprint("thing", i)); err != nil {
			b.Fatal(err)
		}
	}
	id, _ := d.Task("go")
	const nodes = 10_000
	p := htn.NewPlanner(d, htn.Options{Limits: htn.Limits{Nodes: nodes}})
	for b.Loop() {
		p.Plan(st, htn.Goal{Task: id})
	}
	batches := float64(nodes * htn.RoundsPerNode / expr.MeterRounds)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/batches, "ns/look")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/nodes, "ns/node")
}
