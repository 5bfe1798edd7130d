package htn_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/tools/marks"
	"github.com/karakuri-ai/karakuri/world"
	"github.com/rogpeppe/go-internal/txtar"
)

var dumpTo = flag.String("dump", "", "write all that planning tells in the cases of testdata/rules into a folder, for comparison with another version")

// maxExplained is up to how many nodes of a search it is explained.
const maxExplained = 100

// waiting are cases of plans that may wait for cooldowns, and of methods with while: in the form of testdata/rules.
const waiting = `
type post max 4
objects p1, p2, p3: post
state agent { n: int 0..99; dark: bool; hot: bool; seen(p: post): bool; far(p: post): int 0..9; left: int 0..9 = 3 }
action go
operator toss { do go; cooldown 2s wait; cost 3; effect n += 1 }
operator fling(p: post) { when !seen(p); do go; cooldown 2s wait 1s; cost far(p) + 1; effect seen(p) = true, left -= 1 }
operator crawl(p: post) { when !dark; do go; cost 2 + far(p); effect seen(p) = true, n += 2 }
operator rest { do go; effect hot = false }
task reach(p: post) {
    method "crawl" while !hot ban by p { crawl(p); unordered { rest; crawl(p) } }
    method "fling" when left > 0 { fling(p) }
}
task tour {
    method "all" each p: post where !seen(p) order far(p) while left > 0 { reach(p); tour }
    method "done" when forall(p: post: seen(p)) { }
    method "toss" { toss; rest; toss }
}
`

const waitingCases = `do tour

do tour
set dark = true

do tour
set hot = true

do tour
set hot = true
set dark = true

do tour
set left = 0

do reach(p2)
set far(p2) = 4

do reach(p2)
ban reach(p2) / crawl

do reach(p2)
ban reach(p1) / crawl

do tour
set seen(p1) = true
set far(p2) = 3
search best

do tour
nodes-limit 5

do toss

do fling(p3)
set seen(p3) = true`

// TestAllThatPlanningTells: result, plan, dependencies, counts, and the whole explanation of each case of the rules
// have not changed. After an intended change, -update writes the marks anew; -dump writes the texts behind them.
func TestAllThatPlanningTells(t *testing.T) {
	files, err := filepath.Glob("testdata/rules/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rules: %v", err)
	}
	var out strings.Builder
	mark := func(name, domain, cases string) {
		d := compile(t, domain)
		for i, text := range strings.Split(strings.TrimSpace(cases), "\n\n") {
			reported := tellAll(t, d, text)
			fmt.Fprintf(&out, "%s %d: %s\n", name, i+1, marks.Of(reported))
			if *dumpTo != "" {
				if err := os.WriteFile(filepath.Join(*dumpTo, fmt.Sprintf("%s-%d", name, i+1)), []byte(reported), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		mark(strings.TrimSuffix(filepath.Base(file), ".txtar"), string(archive.Files[0].Data), string(archive.Files[1].Data))
	}
	mark("waiting", waiting, waitingCases)
	marks.Compare(t, "testdata/told.golden", out.String(), *update, ": compare with -dump")
}

// tellAll plans a case, with and without waiting, and writes down all that comes of it.
func tellAll(t *testing.T, d *htn.Domain, text string) string {
	var w strings.Builder
	for _, patient := range []bool{false, true} {
		if patient && !slices.ContainsFunc(d.Info.Operators, func(o *def.OperatorInfo) bool { return o.Wait != 0 }) {
			break // no operator waits
		}
		c := parseCase(t, d, text)
		if patient {
			c.options.Waits = make([]bool, len(d.Info.Operators))
			for i := range c.options.Waits {
				c.options.Waits[i] = true
			}
			for i := range d.Info.Operators { // all cooldowns continue
				if s := d.Info.Operators[i].Cooling; s != nil {
					c.state.Set(s.Base, 1)
				}
			}
		}
		o := c.options
		o.Reads, o.Tally = &htn.Reads{}, htn.NewTally(d)
		plan := func(o htn.Options) htn.Result {
			if c.repair < 0 {
				return htn.NewPlanner(d, o).Plan(c.state, c.goal)
			}
			again := parseCase(t, d, text)
			broken, ended, node := again.broken(t, d)
			c.state = again.state
			return htn.NewPlanner(d, o).Repair(again.state, broken, ended, node)
		}
		r := plan(o)
		fmt.Fprintf(&w, "%v, limit %v, %+v, node %d\n", r.Status, r.Limit, r.Stats, r.Node)
		if r.Plan != nil {
			tellPlan(&w, r.Plan, c.state)
		}
		fmt.Fprintf(&w, "named %t, types %v\n", o.Reads.IsNamed(), o.Reads.Cells.Types())
		o.Reads.Cells.All(func(i world.Interval) bool {
			fmt.Fprintf(&w, "depends on %s in %d..%d\n", world.FormatCell(c.state, d.Info.Schema.SymbolAt(i.Addr), i.Addr), i.Lo, i.Hi)
			return true
		})
		for _, task := range d.Info.Tasks {
			fmt.Fprintf(&w, "%s: %+v\n", task.Name, *o.Tally.Task(htn.TaskID(task.ID)))
			for i := range task.Methods {
				fmt.Fprintf(&w, " %d: %+v\n", i, *o.Tally.Method(htn.TaskID(task.ID), i))
			}
		}
		for _, op := range d.Info.Operators {
			fmt.Fprintf(&w, "%s: %+v, alone %+v\n", op.Name, *o.Tally.Operator(htn.OperatorID(op.ID)), *o.Tally.Alone(htn.OperatorID(op.ID)))
		}
		if c.repair >= 0 || r.Stats.Nodes > maxExplained {
			continue
		}
		e := htn.Explain(d, c.state, c.goal, c.options)
		if err := e.WriteText(&w); err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&w, "%s\n%s\n%s\n%q\n%d recorded\n", data, e.Reason(), e.Title(), e.Reasons(), e.Recorded())
		for i := range e.Tried {
			task, method, operator := e.Tried[i].Declared()
			fmt.Fprintf(&w, "%d is about %d %d %d\n", i, task, method, operator)
		}
		names := []string{"nothing there is"}
		for _, task := range d.Info.Tasks {
			names = append(names, task.Name, strings.ToUpper(task.Name))
			for _, m := range task.Methods {
				names = append(names, task.Name+"/"+m.Name, task.Name+"."+m.Name)
			}
		}
		for _, op := range d.Info.Operators {
			names = append(names, op.Name)
		}
		for _, name := range names {
			a, err := e.WhyNot(name)
			if err != nil {
				fmt.Fprintf(&w, "why not %s: %v\n", name, err)
				continue
			}
			fmt.Fprintf(&w, "why not %s, led to %t: ", name, htn.LeadsTo(d.Info, c.goal, name))
			if err := a.WriteText(&w); err != nil {
				t.Fatal(err)
			}
		}
	}
	return w.String()
}

// tellPlan writes down what can be asked of a plan.
func tellPlan(w *strings.Builder, pl *htn.Plan, st *world.State) {
	m := &expr.Machine{State: &world.State{}}
	m.State.CopyFrom(st)
	fmt.Fprintf(w, "cost %g, order %v, choices %v\n", pl.Cost(), pl.Order(m), pl.MTR(nil))
	copied := &htn.Plan{}
	copied.CopyFrom(pl)
	for i := range pl.Nodes() {
		n := pl.Node(i)
		b := n.Ban()
		other := n.Ban()
		fmt.Fprintf(w, "node %d: %+v, its while holds %t, the same way %t, as the root %t, as in a copy %t\n", i, n, pl.While(i, m), pl.Domain().SameWay(&b, &other), htn.SameNode(pl, i, pl, 0), htn.SameNode(pl, i, copied, i))
	}
	for i := range pl.Len() {
		s := pl.Step(i)
		fmt.Fprintf(w, "step %d: %+v, held by %d, possible %t, waiting %t, at %g, found in a copy as %d", i, s, pl.Holder(i), pl.When(i, m), pl.WhenWaiting(i, m), pl.Price(i, m), pl.Match(i, copied))
		for k := range pl.Len() {
			fmt.Fprintf(w, " %t", pl.Precedes(i, k))
		}
		w.WriteString("\n")
		pl.Apply(i, m)
	}
	fmt.Fprintf(w, "in the end %08x; simulated %d\n", m.State.Hash(), pl.Simulate(&expr.Machine{State: st}, &world.State{}, 0))
}

// TestReadsTogether: the dependencies of two results are the union of both; a copy is independent.
func TestReadsTogether(t *testing.T) {
	d := compile(t, waiting)
	s := d.Info.Schema
	n, left := s.Symbol("n").Base, s.Symbol("left").Base
	var a, b, sum htn.Reads
	a.Read(n, 2, 9)
	a.Members(world.Type{Kind: world.KindObject, ID: 0})
	a.Members(world.Type{Kind: world.KindInt})
	b.Read(n, 0, 5)
	b.Read(left, 1, 1)
	sum.Add(&a)
	sum.Add(&b)
	tell := func(r *htn.Reads) string {
		var w strings.Builder
		fmt.Fprint(&w, r.IsNamed(), r.Cells.Types())
		r.Cells.All(func(i world.Interval) bool {
			fmt.Fprint(&w, " ", i)
			return true
		})
		return w.String()
	}
	if got, want := tell(&sum), fmt.Sprint(true, []int32{0}, " ", world.Interval{Addr: n, Lo: 2, Hi: 5}, " ", world.Interval{Addr: left, Lo: 1, Hi: 1}); got != want && n < left {
		t.Errorf("%s, want %s", got, want)
	}
	var c htn.Reads
	c.CopyFrom(&sum)
	before := tell(&sum)
	if tell(&c) != before {
		t.Errorf("copied: %s, not %s", tell(&c), before)
	}
	c.Read(left, 1, 0)
	if tell(&sum) != before {
		t.Error("a copy is not apart")
	}
}
