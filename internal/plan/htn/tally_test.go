package htn_test

import (
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// counted holds a recording's counts of one method or operator.
type counted struct{ tried, rejected, empty, banned, taken, chosen int64 }

// countEvents counts by method and operator what a search tried, from its recording.
func countEvents(rec *htn.Recorder, free func(htn.TaskID, int) bool) (methods map[[2]int]*counted, operators map[htn.OperatorID]*counted) {
	methods, operators = map[[2]int]*counted{}, map[htn.OperatorID]*counted{}
	for _, e := range rec.Events {
		switch e.Kind {
		case htn.EventStep, htn.EventFailed:
			o := operators[e.Operator]
			if o == nil {
				o = &counted{}
				operators[e.Operator] = o
			}
			o.tried++
			if e.Kind == htn.EventFailed {
				o.rejected++
			}
		case htn.EventRejected, htn.EventCandidates, htn.EventMethod:
			key := [2]int{int(e.Task), e.Method}
			m := methods[key]
			if m == nil {
				m = &counted{}
				methods[key] = m
			}
			switch {
			case e.Kind == htn.EventMethod:
				m.taken++
			case e.Kind == htn.EventCandidates && e.Count == 0:
				m.empty++
			case e.Kind == htn.EventRejected && e.Why != nil:
				m.rejected++
			case e.Kind == htn.EventRejected && len(e.Bound) > 0 || e.Kind == htn.EventRejected && e.Reason.String()[:6] == "banned":
				m.banned++
			}
			hopeless := e.Kind == htn.EventRejected && e.Reason.String() == "no way through it ever ends"
			if e.Kind == htn.EventCandidates || !free(e.Task, e.Method) || e.Kind == htn.EventRejected && e.Why != nil || hopeless {
				m.tried++
			}
		}
	}
	return methods, operators
}

// TestTallyIsWhatTheRecordingSays: counters and recording agree on random domains, with bans, in slices, and neither
// changes the result.
func TestTallyIsWhatTheRecordingSays(t *testing.T) {
	rejected, chosen := int64(0), int64(0)
	rapid.Check(t, func(t *rapid.T) {
		text := randomDomain(t)
		d := compile(t, text)
		rec, tally := &htn.Recorder{}, htn.NewTally(d)
		o := htn.Options{Limits: htn.Limits{Nodes: 5_000, Depth: 12}}
		if rapid.Bool().Draw(t, "best") {
			o.Search = htn.Best
		}
		plain := htn.NewPlanner(d, o).Plan(d.Info.Initial, htn.Goal{})
		if plain.Plan != nil && plain.Plan.Nodes() > 0 && rapid.Bool().Draw(t, "ban") {
			n := plain.Plan.Node(0)
			o.Bans = []htn.Ban{n.Ban()}
			plain = htn.NewPlanner(d, o).Plan(d.Info.Initial, htn.Goal{})
		}
		o.Record, o.Tally = rec, tally
		p := htn.NewPlanner(d, o)
		p.Begin(d.Info.Initial, htn.Goal{})
		r := p.Run(rapid.IntRange(1, 40).Draw(t, "slice"))
		for r.Status == htn.Paused {
			r = p.Run(rapid.IntRange(1, 40).Draw(t, "slice"))
		}
		if outcome(r, d.Info.Initial) != outcome(plain, d.Info.Initial) || r.Stats != plain.Stats {
			t.Fatalf("counted %+v, plain %+v\n%s", r, plain, text)
		}
		goal := tally.Task(0)
		if goal.Nodes != int64(r.Stats.Nodes) || goal.Backtracks != int64(r.Stats.Backtracks) || goal.Plannings != 1 || goal.Found+goal.None+goal.Limit != 1 {
			t.Fatalf("%+v of %+v", goal, r.Stats)
		}
		if rec.Dropped > 0 || rec.Restarts > 0 {
			t.Skip("the recording is not of all that was tried")
		}
		methods, operators := countEvents(rec, func(task htn.TaskID, m int) bool { return len(d.Info.Tasks[task].Methods[m].Each) > 0 })
		if r.Plan != nil {
			for i := range r.Plan.Nodes() {
				n := r.Plan.Node(i)
				methods[[2]int{int(n.Task), n.Method}].chosen++
			}
			for i := range r.Plan.Len() {
				operators[r.Plan.Step(i).Operator].chosen++
			}
		}
		for task, info := range d.Info.Tasks {
			for m := range info.Methods {
				want := counted{}
				if c := methods[[2]int{task, m}]; c != nil {
					want = *c
				}
				got := tally.Method(htn.TaskID(task), m)
				if r.Limit != htn.NoBound && got.Empty == want.empty-1 {
					want.empty-- // a limit came first: the recording does not show whether there was anything to bind
				}
				if (counted{got.Tried, got.Rejected, got.Empty, got.Banned, got.Taken, got.Chosen}) != want || sum(got.Failed) != got.Rejected {
					t.Fatalf("%s/%d: %+v, recorded %+v\n%s", info.Name, m, *got, want, text)
				}
				rejected, chosen = rejected+got.Rejected, chosen+got.Chosen
			}
		}
		for id := range d.Info.Operators {
			want := counted{}
			if c := operators[htn.OperatorID(id)]; c != nil {
				want = *c
			}
			got := tally.Operator(htn.OperatorID(id))
			if got.Tried != want.tried || got.Rejected != want.rejected || got.Chosen != want.chosen || sum(got.Failed) != got.Rejected {
				t.Fatalf("operator %d: %+v, recorded %+v\n%s", id, *got, want, text)
			}
		}
	})
	if rejected == 0 || chosen == 0 {
		t.Errorf("%d rejected, %d chosen: nothing was shown", rejected, chosen)
	}
}

func sum(list []int64) (n int64) {
	for _, v := range list {
		n += v
	}
	return n
}

// TestTallyNamesThePartThatFailed: of a condition the first part that does not hold, as it is written.
func TestTallyNamesThePartThatFailed(t *testing.T) {
	d := compile(t, `state agent { ammo: int 0..9; near: bool; calm: bool = true }
operator shoot { when ammo > 0 && near; effect ammo -= 1 }
task fight {
    method "now" when calm && (ammo > 0 && near) { shoot }
    method "anyway" { shoot }
}`)
	tally := htn.NewTally(d)
	p := htn.NewPlanner(d, htn.Options{Tally: tally})
	p.Plan(d.Info.Initial, htn.Goal{})
	p.Plan(situation(d, map[string]world.Word{"ammo": 1}), htn.Goal{})
	p.Plan(situation(d, map[string]world.Word{"calm": 0, "ammo": 1, "near": 1}), htn.Goal{})
	m := tally.Method(0, 0)
	var parts []string
	for _, term := range tally.MethodParts(0, 0) {
		parts = append(parts, term.String())
	}
	if want := []string{"calm", "ammo > 0", "near"}; !slices.Equal(parts, want) {
		t.Errorf("parts %q, want %q", parts, want)
	}
	if want := []int64{1, 1, 1}; !slices.Equal(m.Failed, want) || m.Tried != 3 || m.Rejected != 3 || m.Chosen != 0 {
		t.Errorf("%+v, want %v", *m, want)
	}
	if o := tally.Operator(0); !slices.Equal(o.Failed, []int64{1, 1}) || o.Tried != 3 || o.Chosen != 1 {
		t.Errorf("%+v", *o)
	}
	if m := tally.Method(0, 1); m.Taken != 3 || m.Chosen != 1 || m.Abandoned() != 2 {
		t.Errorf("%+v", *m)
	}
	both := htn.NewTally(d)
	both.Add(tally)
	both.Add(tally)
	if both.Method(0, 0).Failed[1] != 2 || both.Task(0).Plannings != 6 || both.Task(0).None != 4 {
		t.Errorf("%+v, %+v", *both.Method(0, 0), *both.Task(0))
	}
}

// TestRepairIsTallied: only what the repair made is counted as chosen.
func TestRepairIsTallied(t *testing.T) {
	d := compile(t, `state agent { a: bool; b: bool }
operator left { effect a = true }
operator right { effect b = true }
operator other { effect b = true }
task both { method "both" { one; two } }
task one { method "one" { left } }
task two { method "first" { right }; method "second" { other } }`)
	var plan htn.Plan
	plan.CopyFrom(htn.NewPlanner(d, htn.Options{}).Plan(d.Info.Initial, htn.Goal{}).Plan)
	n := plan.Node(2)
	tally := htn.NewTally(d)
	r := htn.NewPlanner(d, htn.Options{Bans: []htn.Ban{n.Ban()}, Tally: tally}).Repair(d.Info.Initial, &plan, make([]bool, 2), 2)
	if r.Plan == nil || r.Plan.Nodes() != 3 {
		t.Fatalf("%+v", r)
	}
	two := tally.Method(2, 1)
	if *tally.Task(2) != (htn.GoalTally{Plannings: 1, Repairs: 1, Found: 1, Nodes: int64(r.Stats.Nodes), Backtracks: int64(r.Stats.Backtracks)}) || two.Chosen != 1 ||
		tally.Method(2, 0).Banned != 1 || tally.Method(0, 0).Chosen != 0 || tally.Operator(0).Chosen != 0 || tally.Operator(2).Chosen != 1 {
		t.Errorf("%+v, second %+v", *tally.Task(2), *two)
	}
}

// TestTallyingAllocatesNothing, once it is made.
func TestTallyingAllocatesNothing(t *testing.T) {
	p := loadSoldier(t)
	planner := htn.NewPlanner(p.Domain, htn.Options{Reads: &htn.Reads{}, Tally: htn.NewTally(p.Domain)})
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
