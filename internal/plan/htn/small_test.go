package htn_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// TestLimitsOfOne: the least limit that can be set is one, and is not taken for none, which is the default.
func TestLimitsOfOne(t *testing.T) {
	d := compile(t, "operator a { }\ntask deep { method m { flat } }\ntask flat { method m { a } }\n")
	for _, c := range []struct {
		goal   string
		limits htn.Limits
		limit  htn.Bound
	}{
		{"flat", htn.Limits{Nodes: 1}, htn.BoundNodes}, {"flat", htn.Limits{Nodes: 2}, htn.NoBound}, {"flat", htn.Limits{}, htn.NoBound},
		{"deep", htn.Limits{Depth: 1}, htn.BoundDepth}, {"flat", htn.Limits{Depth: 1}, htn.NoBound}, {"deep", htn.Limits{Depth: 2}, htn.NoBound}, {"deep", htn.Limits{}, htn.NoBound},
	} {
		if r := htn.NewPlanner(d, htn.Options{Limits: c.limits}).Plan(d.Info.Initial, goalNamed(t, d, c.goal)); r.Limit != c.limit || (r.Plan == nil) != (c.limit != htn.NoBound) {
			t.Errorf("%s with %+v: %s, limit %q", c.goal, c.limits, r.Status, r.Limit)
		}
	}
	long := compile(t, endless)
	for _, memory := range []int{1, 0} {
		r := htn.NewPlanner(long, htn.Options{Limits: htn.Limits{Memory: memory, Nodes: 5_000}}).Plan(long.Info.Initial, goalNamed(t, long, "deep"))
		if want := map[int]htn.Bound{1: htn.BoundMemory, 0: htn.BoundNodes}[memory]; r.Limit != want {
			t.Errorf("%d bytes: limit %q, want %q", memory, r.Limit, want)
		}
	}
}

// TestSavedBans: bans of every kind come back from their bytes, without what explanations say of them.
func TestSavedBans(t *testing.T) {
	d := compile(t, town)
	mill := d.Info.Initial.NextMember(0, 0)
	trade, _ := d.Task("trade")
	bans := []htn.Ban{{Task: trade, Method: 1, Args: []world.Word{1}, Bound: []world.Word{mill}, Why: "so"}, {Task: trade, Method: 1, All: true},
		{Task: trade, Method: 1, Args: []world.Word{0}, Bound: []world.Word{mill}, Free: true}, {Task: trade, Method: 0, Args: []world.Word{1}}}
	b := htn.AppendBans(nil, bans)
	back, rest, err := htn.DecodeBans(d, append(slices.Clip(b), 7))
	if err != nil || !slices.Equal(rest, []byte{7}) || len(back) != len(bans) {
		t.Fatal(back, rest, err)
	}
	for i := range bans {
		if !back[i].Equal(&bans[i]) || back[i].Why != "" {
			t.Errorf("ban %d is %+v, want %+v", i, back[i], bans[i])
		}
	}
	for at, wrong := range map[int]byte{2: 9, 3: 9, 4: 3, 5: 99} { // task, method, kind, argument
		changed := slices.Clone(b)
		changed[at] = wrong
		if _, _, err := htn.DecodeBans(d, changed); err == nil {
			t.Errorf("byte %d may be %d", at, wrong)
		}
	}
}

// TestBacktracksSayWhereTo: a recording says of each way back which task it leads back to, by the event with which that
// came up.
func TestBacktracksSayWhereTo(t *testing.T) {
	d := compile(t, `
state agent { n: int 0..9 }
operator inc { effect n += 1 }
operator never { when n > 8 }
task go { method first { pick; never }
          method second { unordered { pick; pick }; never } }
task pick { method a { inc }
            method b { } }
`)
	var rec htn.Recorder
	htn.NewPlanner(d, htn.Options{Record: &rec}).Plan(d.Info.Initial, goalNamed(t, d, "go"))
	tasks, orders := 0, 0
	for i, e := range rec.Events {
		switch {
		case e.Kind != htn.EventBacktrack:
		case e.Method < 0:
			if orders++; e.To != -1 {
				t.Errorf("event %d: a choice of order leads back to %d", i, e.To)
			}
		default:
			tasks++
			if e.To < 0 || e.To >= i || rec.Events[e.To].Kind != htn.EventTask || rec.Events[e.To].Task != e.Task || rec.Events[e.To].Parent != e.Parent {
				t.Errorf("event %d leads back to %d", i, e.To)
			}
		}
	}
	if tasks < 3 || orders < 1 {
		t.Errorf("%d ways back to tasks, %d to choices of order", tasks, orders)
	}
}

// TestTalliesAdd: every counter of a tally is added; added to itself each doubles.
func TestTalliesAdd(t *testing.T) {
	d := compile(t, cookery+"task bad { method x when rice { wash(p1) }\n method y each p: pot where used(p) { wash(p) }\n method z { serve } }\n")
	one, sum := htn.NewTally(d), htn.NewTally(d)
	plan := func(tally *htn.Tally, o htn.Options) {
		o.Tally = tally
		pl := &htn.Plan{}
		for _, name := range []string{"meal", "bad"} {
			p := htn.NewPlanner(d, o)
			if r := p.Plan(d.Info.Initial, goalNamed(t, d, name)); r.Plan != nil && r.Plan.Nodes() > 1 {
				pl.CopyFrom(r.Plan)
				p.Repair(d.Info.Initial, pl, nil, 1)
			}
		}
	}
	wash := htn.Ban{Task: goalNamed(t, d, "rice_dish").Task, Bound: []world.Word{d.Info.Initial.NextMember(0, 0)}}
	for _, o := range []htn.Options{{}, {Search: htn.Best}, {Bans: []htn.Ban{wash}}, {Limits: htn.Limits{Nodes: 5}}} {
		plan(one, o)
	}
	sum.Add(one)
	sum.Add(one)
	check := func(what string, a, b any) {
		x, y := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
		for i := range x.NumField() {
			switch f := x.Field(i); f.Kind() {
			case reflect.Int64:
				if y.Field(i).Int() != 2*f.Int() {
					t.Errorf("%s: %s is %d, want twice %d", what, x.Type().Field(i).Name, y.Field(i).Int(), f.Int())
				}
			case reflect.Slice:
				for k := range f.Len() {
					if y.Field(i).Index(k).Int() != 2*f.Index(k).Int() {
						t.Errorf("%s: part %d is %d, want twice %d", what, k, y.Field(i).Index(k).Int(), f.Index(k).Int())
					}
				}
			}
		}
	}
	seen := map[string]bool{}
	note := func(a any) {
		v := reflect.ValueOf(a).Elem()
		for i := range v.NumField() {
			if f := v.Field(i); f.Kind() == reflect.Int64 && f.Int() > 0 {
				seen[v.Type().Name()+"."+v.Type().Field(i).Name] = true
			}
		}
	}
	for i, task := range d.Info.Tasks {
		check(task.Name, one.Task(htn.TaskID(i)), sum.Task(htn.TaskID(i)))
		note(one.Task(htn.TaskID(i)))
		for k := range task.Methods {
			check(task.Name, one.Method(htn.TaskID(i), k), sum.Method(htn.TaskID(i), k))
			note(one.Method(htn.TaskID(i), k))
			if len(one.MethodParts(htn.TaskID(i), k)) != len(one.Method(htn.TaskID(i), k).Failed) {
				t.Errorf("%s: parts and counters differ", task.Name)
			}
		}
	}
	for i, o := range d.Info.Operators {
		id := htn.OperatorID(i)
		check(o.Name, one.Operator(id), sum.Operator(id))
		note(one.Operator(id))
		if n := one.Operator(id); n.Added() != n.Tried-n.Rejected || len(one.OperatorParts(id)) != len(n.Failed) || *one.Alone(id) != (htn.GoalTally{}) {
			t.Errorf("%s: %+v", o.Name, n)
		}
	}
	for _, want := range []string{"GoalTally.Plannings", "GoalTally.Repairs", "GoalTally.Found", "GoalTally.None", "GoalTally.Limit", "GoalTally.Nodes", "GoalTally.Backtracks", "MethodTally.Tried",
		"MethodTally.Rejected", "MethodTally.Empty", "MethodTally.Banned", "MethodTally.Taken", "MethodTally.Chosen", "OperatorTally.Tried", "OperatorTally.Rejected", "OperatorTally.Chosen"} {
		if !seen[want] {
			t.Errorf("%s counts nothing here", want)
		}
	}
	if one.Domain() != d || sum.Domain() != d {
		t.Error("a tally is of another domain")
	}
}

// TestFaultsAreExplained: if a function of the host panics, the explanation says so, reports the earlier tries, and
// names the first of several panics.
func TestFaultsAreExplained(t *testing.T) {
	d := compile(t, `
function probe(n: int): bool
state agent { n: int 0..9 }
operator inc { effect n += 1 }
operator look { when probe(n) }
task go { method m { inc; look } }
`)
	calls := 0
	o := htn.Options{Funcs: []expr.Func{func([]world.Word) [2]world.Word {
		calls++
		panic([]string{"first", "second", "third"}[min(calls, 3)-1])
	}}}
	e := htn.Explain(d, d.Info.Initial, goalNamed(t, d, "go"), o)
	var b strings.Builder
	e.WriteText(&b)
	if e.Fault != "first" || !strings.Contains(b.String(), "go: a function of the game panicked: first") || !strings.Contains(b.String(), "1 inc") {
		t.Errorf("%q\n%s", e.Fault, b.String())
	}
	if got := e.Reason(); !strings.HasPrefix(got, "no plan for go: a function of the game panicked: first") {
		t.Error(got)
	}
}

// TestLeastCosts: Best knows a lower bound of a task's cost, even if its methods call others that call it, and prunes
// by that.
func TestLeastCosts(t *testing.T) {
	d := compile(t, `
state agent { n: int 0..9; found: bool }
operator cheap { cost 1 }
operator dear { cost 5 }
operator peek { effect n += 1; cost 0 }
task errand { method dear { dear; dear }
              method cheap { cheap } }
task two { method m { errand; errand } }
task round { method stop { two }
             method again { dear; round } }
task go { method quick { cheap; cheap; cheap }
          method slow { peek; round; round }
          method slower { peek; unordered { two; round } } }
`)
	r := htn.NewPlanner(d, htn.Options{Search: htn.Best}).Plan(d.Info.Initial, goalNamed(t, d, "go"))
	// quick is 4 nodes; slow costs 4 at least and slower too, which shows as soon as each is taken.
	if r.Status != htn.Found || r.Plan.Cost() != 3 || r.Stats.Nodes != 6 || r.Stats.Plans != 1 {
		t.Errorf("%s, cost %v, %+v", r.Status, r.Plan.Cost(), r.Stats)
	}
}
