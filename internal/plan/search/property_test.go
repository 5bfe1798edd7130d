package search_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/search"
	"github.com/karakuri-ai/karakuri/internal/plan/verify"
)

// nodeLimit is the number of nodes that each search may open on a generated problem: more than most problems have. The
// cost of a node may grow with the length of its path.
const nodeLimit = 2_000

// memoryLimit is the number of bytes that each search may use: unordered tasks that accumulate take the square of the
// path's length.
const memoryLimit = 16 << 20

// trial is a generated problem with what the reference says of it.
type trial struct {
	t       *rapid.T
	domain  *hddl.Domain
	problem *hddl.Problem

	truth verdict
	cost  int
	exact bool
}

// newTrial generates a problem, which must be sound.
func newTrial(t *rapid.T) *trial {
	domain, problem := generate(t)
	t.Logf("%s\n%s", domain, problem)
	d, ds := hddl.ParseDomain(diag.NewSource("domain.hddl", domain))
	p, more := hddl.ParseProblem(diag.NewSource("problem.hddl", problem))
	ds.Append(more)
	if !ds.HasErrors() {
		ds.Append(hddl.Check(d, p))
	}
	if err := ds.Err(); err != nil {
		t.Fatalf("the generator makes mistakes: %v", err)
	}
	tr := &trial{t: t, domain: d, problem: p}
	tr.truth, tr.cost, tr.exact = judge(d, p)
	return tr
}

// solve compiles the problem, searches, and returns the result with the plan as it is written.
func (tr *trial) solve(o search.Options) (search.Result, string) {
	p, err := lifted.Compile(tr.domain, tr.problem, nil)
	if err != nil {
		tr.t.Fatalf("refused: %v", err)
	}
	r := search.Solve(p, o)
	if r.Plan == nil {
		return r, ""
	}
	var text strings.Builder
	if err := p.WritePlan(&text, r.Plan); err != nil {
		tr.t.Fatal(err)
	}
	return r, text.String()
}

// check compares a result with what the reference knows, and reports whether both have an answer.
func (tr *trial) check(name string, o search.Options, r search.Result, plan string) (decided bool) {
	switch r.Status {
	case search.Found:
		tr.valid(name, plan)
		if tr.truth == unsolvable {
			tr.t.Fatalf("%s: the reference says that there is no plan, but the verifier accepts\n%s", name, plan)
		}
		tr.cheap(name, o, r, plan)
	case search.None:
		if tr.truth == solvable {
			tr.t.Fatalf("%s: %s says that there is no plan, but there is one of cost %d", name, r.By, tr.cost)
		}
	case search.Limit:
		if r.Limit != "nodes" && r.Limit != "memory" {
			tr.t.Fatalf("%s: limit %q, which nobody set", name, r.Limit)
		}
	default:
		tr.t.Fatalf("%s: status %d", name, r.Status)
	}
	return tr.truth != unknown && r.Status != search.Limit
}

// valid has the plan judged by the verifier.
func (tr *trial) valid(name, text string) {
	file, ds := verify.ReadPlan("plan", text)
	if err := ds.Err(); err != nil {
		tr.t.Fatalf("%s: %v\n%s", name, err, text)
	}
	if v := verify.Plan(tr.domain, tr.problem, file); !v.Valid() {
		tr.t.Fatalf("%s: %s: %v\n%s", name, v.Reason, v.Found.Error(), text)
	}
}

// cheap compares the cost with the least one. A search that went through everything has found it in mode Best.
func (tr *trial) cheap(name string, o search.Options, r search.Result, plan string) {
	if tr.truth != solvable || !tr.exact {
		return
	}
	if r.Cost < float64(tr.cost) {
		tr.t.Fatalf("%s: cost %g, but none costs less than %d\n%s", name, r.Cost, tr.cost, plan)
	}
	if o.Mode == search.Best && r.Limit == "" && r.Stats.Nodes < nodeLimit && r.Cost != float64(tr.cost) {
		tr.t.Fatalf("%s: cost %g, but there is a plan of cost %d\n%s", name, r.Cost, tr.cost, plan)
	}
}

// modes are the searches under test.
var modes = []struct {
	name string
	mode search.Mode
}{{"dfs", search.DFS}, {"gbfs", search.GBFS}, {"auto", search.Auto}, {"best", search.Best}}

// tally counts how the trials of a test went.
type tally struct{ all, decided, solvable int }

func (c *tally) add(tr *trial, decided bool) {
	c.all++
	if decided {
		c.decided++
	}
	if tr.truth == solvable {
		c.solvable++
	}
}

func (c *tally) log(t *testing.T, name string) {
	t.Logf("%s: %d of %d decided by both, %d solvable", name, c.decided, c.all, c.solvable)
}

// Most of the generated problems must be decided, with enough solvable ones and enough unsolvable ones.
func (c *tally) check(t *testing.T, name string) {
	c.log(t, name)
	if c.decided*10 < c.all*8 {
		t.Errorf("%s: only %d of %d decided", name, c.decided, c.all)
	}
	if c.solvable*10 < c.all*2 || c.solvable*10 > c.all*8 {
		t.Errorf("%s: %d of %d are solvable: the generator is out of balance", name, c.solvable, c.all)
	}
}

// TestSearchesAgreeWithTheReference compares every search with trying everything, on small random problems, and wants
// the same plan from the same search each time. About 31 of 100 problems are solvable, with a standard deviation of
// 4.5: over four series, chance does not reach the bounds of the tally.
func TestSearchesAgreeWithTheReference(t *testing.T) {
	counts := make([]tally, len(modes))
	agree := func(r *rapid.T) {
		tr := newTrial(r)
		for i, m := range modes {
			o := search.Options{Mode: m.mode, Nodes: nodeLimit, Memory: memoryLimit}
			result, plan := tr.solve(o)
			counts[i].add(tr, tr.check(m.name, o, result, plan))
			if _, again := tr.solve(o); again != plan {
				r.Fatalf("%s finds another plan the second time:\n%s\n%s", m.name, plan, again)
			}
		}
	}
	for range 4 {
		rapid.Check(t, agree)
	}
	for i, m := range modes {
		if !t.Failed() {
			counts[i].check(t, m.name)
		}
	}
}

// TestTechniquesChangeNoAnswer switches techniques off by chance: that may cost time, but no plan, and makes none
// wrong.
func TestTechniquesChangeNoAnswer(t *testing.T) {
	var count tally
	rapid.Check(t, func(r *rapid.T) {
		tr := newTrial(r)
		m := rapid.SampledFrom(modes).Draw(r, "mode")
		names := rapid.SliceOfDistinct(rapid.SampledFrom(search.TechniqueNames()), func(s string) string { return s }).Draw(r, "without")
		without, err := search.ParseTechniques(strings.Join(names, ","))
		if err != nil {
			r.Fatal(err)
		}
		o := search.Options{Mode: m.mode, Nodes: nodeLimit, Memory: memoryLimit, Without: without}
		result, plan := tr.solve(o)
		count.add(tr, tr.check(m.name, o, result, plan))
	})
	count.log(t, "techniques")
}
