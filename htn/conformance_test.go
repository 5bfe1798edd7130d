package htn_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
	"github.com/karakuri-ai/karakuri/htn"
	"github.com/karakuri-ai/karakuri/world"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestRules runs the conformance suite: each file in testdata/rules states one rule of planning, a domain, and cases that
// show the rule. A case is a paragraph of lines: what to do, under which circumstances, and what must come of it.
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

// ruleCase is one paragraph: the goal and options, and the lines of what is expected.
type ruleCase struct {
	goal    htn.Goal
	state   *world.State
	options htn.Options
	expect  [][2]string
}

func runCase(t *testing.T, d *htn.Domain, text string) {
	c := parseCase(t, d, text)
	r := htn.NewPlanner(d, c.options).Plan(c.state, c.goal)
	if !slices.ContainsFunc(c.expect, func(e [2]string) bool { return e[0] == "status" }) && r.Status != htn.Found {
		t.Fatalf("%s\n%s", r.Status, htn.Explain(d, c.state, c.goal, c.options).Reason())
	}
	for _, e := range c.expect {
		if got := observed(t, e[0], r, c.state, e[1]); got != e[1] {
			t.Errorf("%s: got %q, want %q", e[0], got, e[1])
		}
	}
}

func parseCase(t *testing.T, d *htn.Domain, text string) ruleCase {
	c := ruleCase{state: world.NewState(d.Info.Schema)}
	c.state.CopyFrom(d.Info.Initial)
	for _, line := range strings.Split(text, "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "do":
			c.goal = htn.GoalOf(resolve(t, d.Info, rest))
		case "set":
			assign(t, d.Info, c.state, rest)
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
