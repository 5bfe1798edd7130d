package htn_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// endless is a domain whose search continues until a bound ends it: by ever more steps, by unordered subtasks, or by
// the candidates of one method alone.
const endless = `
type thing max 200
state agent { n: int; done: bool; flag(t: thing): bool }
operator inc { effect n += 1 }
operator never { when done }
task deep { method stop when done { }
            method on { inc; deep } }
task wide { method stop when done { }
            method on { unordered { wide; inc; wide } } }
task many { method m each a: thing, b: thing, c: thing where flag(c) { inc } }
`

func endlessState(t *testing.T, d *htn.Domain) *world.State {
	st := world.NewState(d.Info.Schema)
	st.CopyFrom(d.Info.Initial)
	for i := range 150 {
		if _, err := st.AddObject(0, fmt.Sprint("thing", i)); err != nil {
			t.Fatal(err)
		}
	}
	return st
}

func goalNamed(t *testing.T, d *htn.Domain, name string) htn.Goal {
	id, ok := d.Task(name)
	if !ok {
		t.Fatalf("no task %s", name)
	}
	return htn.Goal{Task: id}
}

// TestNodeLimit: no search tries more nodes than its limit, except for those of the method at hand.
func TestNodeLimit(t *testing.T) {
	d := compile(t, endless)
	st := endlessState(t, d)
	for _, name := range []string{"deep", "wide", "many"} {
		p := htn.NewPlanner(d, htn.Options{Limits: htn.Limits{Nodes: 1000, Depth: 1 << 20}})
		r := p.Plan(st, goalNamed(t, d, name))
		if r.Status != htn.Limit || r.Limit != htn.BoundNodes || r.Stats.Nodes > 1010 {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestCancel: a search notices within 100 nodes that it is cancelled, wherever it is.
func TestCancel(t *testing.T) {
	d := compile(t, endless)
	st := endlessState(t, d)
	for _, name := range []string{"deep", "wide", "many"} {
		cancel := make(chan struct{})
		p := htn.NewPlanner(d, htn.Options{Limits: htn.Limits{Nodes: 1 << 30, Depth: 1 << 30, Cancel: cancel}})
		p.Begin(st, goalNamed(t, d, name))
		before := 0
		if name != "many" { // its one method is weighed in one go
			before = p.Run(500).Stats.Nodes
		}
		close(cancel)
		if r := p.Run(1 << 30); r.Limit != htn.BoundCancelled || r.Stats.Nodes-before > 100 {
			t.Errorf("%s: %d nodes later: %+v", name, r.Stats.Nodes-before, r)
		}
	}
}

// TestDeadline: the clock that is handed in ends a search, and nothing else asks what time it is.
func TestDeadline(t *testing.T) {
	d := compile(t, endless)
	st := endlessState(t, d)
	for _, name := range []string{"deep", "wide", "many"} {
		now := time.Duration(0)
		clock := func() time.Duration { now += time.Millisecond; return now }
		p := htn.NewPlanner(d, htn.Options{Limits: htn.Limits{Nodes: 1 << 30, Depth: 1 << 30, Deadline: 10 * time.Millisecond, Clock: clock}})
		if r := p.Plan(st, goalNamed(t, d, name)); r.Limit != htn.BoundDeadline || now != 10*time.Millisecond {
			t.Errorf("%s: at %v: %+v", name, now, r)
		}
	}
}

// TestMemoryLimit: a search ends when its own memory reaches the limit.
func TestMemoryLimit(t *testing.T) {
	d := compile(t, endless)
	st := endlessState(t, d)
	const limit = 1 << 20
	p := htn.NewPlanner(d, htn.Options{Limits: htn.Limits{Nodes: 1 << 30, Depth: 1 << 30, Memory: limit}})
	for _, name := range []string{"deep", "wide"} {
		r := p.Plan(st, goalNamed(t, d, name))
		if r.Limit != htn.BoundMemory || p.Memory() > 2*limit {
			t.Errorf("%s: %d bytes: %+v", name, p.Memory(), r)
		}
	}
}

// TestBestWithinLimit: when a limit ends a search for the best plan, the best so far is the result, and the limit is
// reported.
func TestBestWithinLimit(t *testing.T) {
	d := compile(t, `
state agent { n: int }
operator dear { cost 9 }
operator cheap { effect n += 1; cost 1 }
operator never { when n < 0 }
task go { method a { dear }
          method b { cheap; long } }
task long { method end when n > 100 { never }
            method on { cheap; long } }
`)
	r := htn.NewPlanner(d, htn.Options{Search: htn.Best, Limits: htn.Limits{Nodes: 5}}).Plan(d.Info.Initial, htn.Goal{})
	if r.Status != htn.Found || r.Limit != htn.BoundNodes || r.Plan.Cost() != 9 {
		t.Errorf("%+v", r)
	}
	r = htn.NewPlanner(d, htn.Options{Search: htn.Best}).Plan(d.Info.Initial, htn.Goal{})
	if r.Status != htn.Found || r.Limit != htn.NoBound || r.Plan.Cost() != 9 {
		t.Errorf("%+v", r)
	}
}

// TestParallel: one domain and one state serve any number of planners at once. The race detector watches in CI.
func TestParallel(t *testing.T) {
	d := load(t, "testdata/guard.krk")
	goal := goalNamed(t, d, "duty")
	st := situation(d, guardCases[1].state)
	want := planText(htn.NewPlanner(d, htn.Options{}).Plan(st, goal).Plan, st)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			p := htn.NewPlanner(d, htn.Options{Reads: &htn.Reads{}})
			for range 200 {
				if got := planText(p.Plan(st, goal).Plan, st); !slices.Equal(got, want) {
					t.Errorf("got %v, want %v", got, want)
					return
				}
			}
		})
	}
	group.Wait()
}

// TestPlannerNeverWritesTheState: planning leaves the state that it is given as it is, to the hash and the log.
func TestPlannerNeverWritesTheState(t *testing.T) {
	d := load(t, "testdata/guard.krk")
	st := situation(d, guardCases[1].state)
	hash, log := st.Hash(), len(st.Changes(world.Mark{}))
	htn.NewPlanner(d, htn.Options{}).Plan(st, goalNamed(t, d, "duty"))
	if st.Hash() != hash || len(st.Changes(world.Mark{})) != log {
		t.Error("the state has changed")
	}
}

// TestAnytime: in slices, Best shows the best plan so far; each is cheaper than the one before.
func TestAnytime(t *testing.T) {
	d := compile(t, `
state agent { n: int 0..9 }
operator step(c: int) { effect n += 1; cost c }
task go { method end when n == 4 { }
          method dear { step(5); go }
          method fair { step(3); go }
          method cheap { step(1); go } }
`)
	p := htn.NewPlanner(d, htn.Options{Search: htn.Best})
	p.Begin(d.Info.Initial, htn.Goal{})
	var costs []float64
	r := p.Run(1)
	for ; r.Status == htn.Paused; r = p.Run(1) {
		if r.Plan != nil && (len(costs) == 0 || r.Plan.Cost() != costs[len(costs)-1]) {
			costs = append(costs, r.Plan.Cost())
		}
	}
	if r.Status != htn.Found || r.Plan.Cost() != 4 || len(costs) < 3 || costs[0] != 20 {
		t.Fatalf("%+v after %v", r, costs)
	}
	if !slices.IsSortedFunc(costs, func(a, b float64) int { return int(b - a) }) {
		t.Errorf("costs %v", costs)
	}
}

// TestMostBranches: an unordered block may have as many subtasks as def.Check lets it have, those of blocks within it
// included.
func TestMostBranches(t *testing.T) {
	half := strings.Repeat("a; ", def.MaxBranches/2)
	d := compile(t, "state agent { n: int }\noperator a { effect n += 1 }\ntask go {\n  method m { unordered { "+half+"unordered { "+half+"} } }\n}\n")
	r := htn.NewPlanner(d, htn.Options{}).Plan(d.Info.Initial, htn.Goal{Task: 0})
	if r.Plan == nil || r.Plan.Len() != def.MaxBranches {
		t.Errorf("%+v", r)
	}
}

// TestLimitsBelowZeroAreRefused: by name, value and range; none is taken for its default.
func TestLimitsBelowZeroAreRefused(t *testing.T) {
	d := compile(t, endless)
	for want, limits := range map[string]htn.Limits{
		"htn: Limits.Nodes is -1; it must be 0 or more":    {Nodes: -1},
		"htn: Limits.Depth is -2; it must be 0 or more":    {Depth: -2},
		"htn: Limits.Memory is -3; it must be 0 or more":   {Memory: -3},
		"htn: Limits.Deadline is -4; it must be 0 or more": {Deadline: -4},
	} {
		if err := limits.Check(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		func() {
			defer func() {
				if v := recover(); fmt.Sprint(v) != want {
					t.Errorf("panic with %v, want %s", v, want)
				}
			}()
			htn.NewPlanner(d, htn.Options{Limits: limits})
		}()
	}
	if err := (htn.Limits{}).Check(); err != nil {
		t.Error(err)
	}
}
