package htn_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestRules runs the conformance suite: each file in testdata/rules states one rule of planning, a domain, and cases
// that show the rule. A case is a paragraph of lines: what to do, under which circumstances, and what must come of it.
func TestRules(t *testing.T) {
	files, err := filepath.Glob("testdata/rules/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rules: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			d := compile(t, string(archive.Files[0].Data))
			for i, text := range strings.Split(strings.TrimSpace(string(archive.Files[1].Data)), "\n\n") {
				t.Run(strconv.Itoa(i+1), func(t *testing.T) { runCase(t, d, text) })
			}
		})
	}
}

// ruleCase is one paragraph: the goal and options, and the expected lines.
type ruleCase struct {
	goal    htn.Goal
	state   *world.State
	options htn.Options
	expect  [][2]string

	// A repair: after a plan was found without the bans, some of its steps are done and the state is changed; then the
	// task that a step came from is planned anew.
	repair    int // the step; -1: no repair
	above     int // how many nodes above its holder
	done      []int
	meanwhile []string
}

func runCase(t *testing.T, d *htn.Domain, text string) {
	c := parseCase(t, d, text)
	r := c.plan(t, d)
	if !slices.ContainsFunc(c.expect, func(e [2]string) bool { return e[0] == "status" }) && r.Status != htn.Found {
		t.Fatalf("%s\n%s", r.Status, htn.Explain(d, c.state, c.goal, c.options).Reason())
	}
	for _, e := range c.expect {
		if got := observed(t, e[0], r, c.state, e[1]); got != e[1] {
			t.Errorf("%s: got %q, want %q", e[0], got, e[1])
		}
	}
}

// plan plans, and repairs if the case says so.
func (c *ruleCase) plan(t *testing.T, d *htn.Domain) htn.Result {
	if c.repair < 0 {
		return htn.NewPlanner(d, c.options).Plan(c.state, c.goal)
	}
	plan, ended, node := c.broken(t, d)
	return htn.NewPlanner(d, c.options).Repair(c.state, plan, ended, node)
}

// broken returns the plan to be repaired, the steps that are done, and the node to be planned anew. It brings the state
// to that moment.
func (c *ruleCase) broken(t *testing.T, d *htn.Domain) (plan *htn.Plan, ended []bool, node int) {
	o := c.options
	o.Bans, o.Reads, o.Tally = nil, nil, nil
	r := htn.NewPlanner(d, o).Plan(c.state, c.goal)
	if r.Status != htn.Found {
		t.Fatalf("nothing to repair: %s", r.Status)
	}
	ended = make([]bool, r.Plan.Len())
	for _, i := range c.done {
		ended[i] = true
		r.Plan.Apply(i, &expr.Machine{State: c.state})
	}
	for _, change := range c.meanwhile {
		assign(t, d.Info, c.state, change)
	}
	node = r.Plan.Holder(c.repair)
	for range c.above {
		node = r.Plan.Node(node).Parent
	}
	return r.Plan, ended, node
}

func parseCase(t *testing.T, d *htn.Domain, text string) ruleCase {
	c := ruleCase{state: world.NewState(d.Info.Schema), repair: -1}
	c.state.CopyFrom(d.Info.Initial)
	for _, line := range strings.Split(text, "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "//":
		case "do":
			c.goal = htn.GoalOf(resolve(t, d.Info, rest))
		case "set":
			assign(t, d.Info, c.state, rest)
		case "ban":
			c.options.Bans = append(c.options.Bans, ban(t, d, rest))
		case "repair":
			c.repair = number(t, rest)
		case "above":
			c.above = number(t, rest)
		case "done":
			for _, step := range strings.Fields(rest) {
				c.done = append(c.done, number(t, step))
			}
		case "meanwhile":
			c.meanwhile = append(c.meanwhile, rest)
		case "nodes-limit":
			c.options.Limits.Nodes = number(t, rest)
		case "depth-limit":
			c.options.Limits.Depth = number(t, rest)
		case "search":
			c.options.Search = map[string]htn.Search{"best": htn.Best, "dfs": htn.DepthFirst}[rest]
		default:
			c.expect = append(c.expect, [2]string{word, rest})
		}
	}
	return c
}

// observed is what a result shows for one line of expectations, in the line's own form.
func observed(t *testing.T, what string, r htn.Result, st *world.State, want string) string {
	switch what {
	case "status":
		return r.Status.String()
	case "limit":
		return r.Limit.String()
	case "backtracks":
		return strconv.Itoa(r.Stats.Backtracks)
	case "nodes-at-most":
		if r.Stats.Nodes <= number(t, want) {
			return want
		}
		return strconv.Itoa(r.Stats.Nodes)
	}
	if r.Plan == nil {
		return "no plan"
	}
	switch what {
	case "plan":
		return strings.Join(planText(r.Plan, st), ", ")
	case "steps":
		return strconv.Itoa(r.Plan.Len())
	case "cost":
		return fmt.Sprint(r.Plan.Cost())
	case "mtr":
		return strings.Trim(fmt.Sprint(r.Plan.MTR(nil)), "[]")
	case "order":
		var edges []string
		for _, e := range r.Plan.Order(&expr.Machine{State: st}) {
			edges = append(edges, fmt.Sprintf("%d-%d", e[0], e[1]))
		}
		return strings.Join(edges, " ")
	}
	t.Fatalf("unknown line %q", what)
	return ""
}

func resolve(t *testing.T, info *def.Info, text string) def.CallInfo {
	t.Helper()
	var ds diag.List
	ref := expr.ParseCallString(diag.NewSource("case", text), &ds)
	if ref == nil {
		t.Fatal(ds.Err())
	}
	out, ok := info.ResolveCall(&def.Call{At: ref.At, Name: def.Name{At: ref.NameAt, Name: ref.Name}, Args: ref.Args}, &ds)
	if !ok {
		t.Fatal(ds.Err())
	}
	return out
}

// ban reads "task(arguments) / method / bindings": the bindings are names of objects, separated by commas.
func ban(t *testing.T, d *htn.Domain, text string) htn.Ban {
	t.Helper()
	parts := strings.Split(text, " / ")
	call := resolve(t, d.Info, parts[0])
	b := htn.Ban{Task: htn.TaskID(call.Task.ID), Args: call.Args}
	b.Method = slices.IndexFunc(call.Task.Methods, func(m *def.MethodInfo) bool { return m.Name == parts[1] })
	if b.Method < 0 {
		t.Fatalf("no method %q", parts[1])
	}
	for _, names := range parts[2:] {
		for _, name := range strings.Split(names, ", ") {
			o, _, ok := d.Info.Initial.ObjectNamed(name)
			if !ok {
				t.Fatalf("no object %q", name)
			}
			b.Bound = append(b.Bound, o)
		}
	}
	return b
}

func assign(t *testing.T, info *def.Info, st *world.State, text string) {
	t.Helper()
	var ds diag.List
	info.ResolveAssign(expr.ParseEffectString(diag.NewSource("case", text), &ds), st, &ds)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
}

func number(t *testing.T, text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
