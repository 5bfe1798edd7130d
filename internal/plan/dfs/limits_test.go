package dfs_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/dfs"
)

// endless is a problem without a plan that keeps a search busy: ever longer ways through all states of n switches.
func endless(n int) (domain, problem string) {
	domain = `(:types switch) (:predicates (on ?s - switch) (never))
		(:task go :parameters ())
		(:method done :parameters () :task (go) :precondition (and) :ordered-subtasks ())
		(:method up :parameters (?s - switch) :task (go) :precondition (not (on ?s)) :ordered-subtasks (and (press ?s) (go)))
		(:method down :parameters (?s - switch) :task (go) :precondition (on ?s) :ordered-subtasks (and (release ?s) (go)))
		(:action press :parameters (?s - switch) :precondition (not (on ?s)) :effect (on ?s))
		(:action release :parameters (?s - switch) :precondition (on ?s) :effect (not (on ?s)))
		(:action hope :parameters () :precondition (and) :effect (when (never) (never)))`
	var objects strings.Builder
	for i := range n {
		fmt.Fprintf(&objects, "s%d ", i)
	}
	return domain, `(:objects ` + objects.String() + `- switch) (:htn :ordered-subtasks (and (go) (hope))) (:init) (:goal (never))`
}

func TestLimits(t *testing.T) {
	domain, problem := endless(30)
	f := parse(t, domain, problem)
	ticks := 0
	closed := make(chan struct{})
	close(closed)
	cases := []struct {
		want string
		o    dfs.Options
	}{
		{"nodes", dfs.Options{Nodes: 5_000}},
		{"time", dfs.Options{Clock: func() time.Duration { ticks++; return time.Duration(ticks) }, Deadline: 50}},
		{"memory", dfs.Options{Memory: 1 << 20}},
		{"cancelled", dfs.Options{Cancel: closed}},
	}
	for _, c := range cases {
		c.o.Without = dfs.Pulled | dfs.Checkpoints // find out at once that there is no plan
		r, _ := f.search(t, c.o)
		if r.Outcome != dfs.Limit || r.Limit != c.want {
			t.Errorf("the search ended with %d %q; want the limit %q", r.Outcome, r.Limit, c.want)
		}
		if c.o.Nodes > 0 && r.Nodes != int64(c.o.Nodes) {
			t.Errorf("%d nodes were opened of %d", r.Nodes, c.o.Nodes)
		}
		if c.want == "memory" && r.Memory > 2*c.o.Memory {
			t.Errorf("%d bytes were taken of %d", r.Memory, c.o.Memory)
		}
	}
}

// A task within the same task, thousands of levels down, makes all that are between be looked at. That is work, for
// which the search looks at its limits meanwhile: so many nodes do not lead as deep as they would (7,099) if it were
// none.
func TestLongWalksAreWork(t *testing.T) {
	domain, problem := endless(400)
	deepest := 0
	progress := func(_ int64, depth int) { deepest = max(deepest, depth) }
	parse(t, domain, problem).search(t, dfs.Options{Nodes: 400_000, Progress: progress, Without: dfs.Pulled | dfs.Checkpoints})
	if deepest < 1024 || deepest > 5000 {
		t.Errorf("the search is %d tasks deep after 400,000 nodes", deepest)
	}
}

func TestProgressIsReported(t *testing.T) {
	domain, problem := endless(30)
	reports, last := 0, int64(0)
	progress := func(nodes int64, depth int) {
		if nodes <= last || depth < 0 {
			t.Errorf("%d nodes after %d, depth %d", nodes, last, depth)
		}
		reports, last = reports+1, nodes
	}
	parse(t, domain, problem).search(t, dfs.Options{Nodes: 100_000, Progress: progress, Without: dfs.Pulled | dfs.Checkpoints})
	if reports == 0 {
		t.Error("no progress was reported")
	}
}

// A plan of thousands of steps, each a task within the one before, does not deepen the call stack.
func TestDeepDecomposition(t *testing.T) {
	const n = 3000
	var objects, roads strings.Builder
	for i := range n {
		fmt.Fprintf(&objects, "p%d ", i)
		if i > 0 {
			fmt.Fprintf(&roads, "(road p%d p%d) ", i-1, i)
		}
	}
	problem := fmt.Sprintf("(:objects %s - place) (:htn :ordered-subtasks (and (go p%d))) (:init (at p0) %s)", objects.String(), n-1, roads.String())
	r, _ := parse(t, moves, problem).search(t, dfs.Options{Nodes: 100_000})
	if r.Outcome != dfs.Found || len(r.Plan.Steps) != n-1 {
		t.Errorf("the search ended with %d %s", r.Outcome, r.Limit)
	}
}

// TestLongConditionsCountAsWork: limits hold also while one condition is asked, or one action carried out, that
// quantifiers make long.
func TestLongConditionsCountAsWork(t *testing.T) {
	const n = 200
	var objects, init strings.Builder
	for i := range n {
		fmt.Fprintf(&objects, "o%d ", i)
		for j := range n {
			fmt.Fprintf(&init, "(far o%d o%d) ", i, j)
		}
	}
	const all = "(forall (?x - t) (forall (?y - t) "
	for _, c := range []struct{ name, act string }{
		{"a condition", ":precondition " + all + "(not (near ?x ?y)))) :effect (done)"},
		{"conditions of effects", ":effect (and (done) " + all + "(when (near ?x ?y) (not (far ?x ?y))))))"},
		{"one condition of an effect", ":effect (and (done) (when " + all + "(not (near ?x ?y)))) (lit)))"},
		{"effects", ":effect (and (done) " + all + "(not (far ?x ?y)))))"},
		{"facts of a list", ":precondition (exists (?x - t) (near ?x ?x)) :effect (done)"},
	} {
		domain := `(:types t) (:predicates (near ?x ?y - t) (far ?x ?y - t) (done) (lit)) (:task go :parameters ())
			(:action act :parameters () ` + c.act + `)
			(:action touch :parameters (?x - t) :precondition (done) :effect (and (near ?x ?x) (far ?x ?x)))
			(:method m :parameters () :task (go) :ordered-subtasks (and (act)))`
		holds := init.String()
		if c.name == "facts of a list" { // none of which fits
			holds = strings.ReplaceAll(holds, "far", "near")
			for i := range n {
				holds = strings.ReplaceAll(holds, fmt.Sprintf("(near o%d o%d) ", i, i), "")
			}
		}
		f := parse(t, domain, "(:objects "+objects.String()+"- t) (:htn :ordered-subtasks (and (go))) (:init "+holds+")")
		looks, most := 0, int64(0)
		without := dfs.Pulled | dfs.Checkpoints
		f.search(t, dfs.Options{Without: without, Pause: func(nodes, _ int64) bool { looks++; most = max(most, nodes); return true }})
		if looks < n*n/10_000 || most > 512 {
			t.Errorf("%s: %d looks at the limits, %d nodes between two of them; want one at least for 10000 literals", c.name, looks, most)
		}
		cancel, after := make(chan struct{}), -1
		r, _ := f.search(t, dfs.Options{Without: without, Cancel: cancel, Pause: func(_, _ int64) bool {
			if after++; after == 2 {
				close(cancel)
			}
			return true
		}})
		if r.Outcome != dfs.Limit || r.Limit != "cancelled" || after != 2 {
			t.Errorf("%s: cancelled, the search ended with %d %q after %d more looks", c.name, r.Outcome, r.Limit, after-2)
		}
		if r, _ := f.search(t, dfs.Options{Without: without, Nodes: 600}); r.Outcome != dfs.Limit || r.Limit != "nodes" {
			t.Errorf("%s: at a limit of nodes the search ended with %d %q", c.name, r.Outcome, r.Limit)
		}
	}
}
