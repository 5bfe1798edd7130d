package verify_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/plan/verify"
)

// world is a domain and a problem of testdata.
type world struct {
	name string
	d    *hddl.Domain
	p    *hddl.Problem
}

var worldNames = []string{"courier", "kitchen", "garden", "relay", "glance"}

func loadWorld(t testing.TB, name string) world {
	t.Helper()
	source := func(kind string) *diag.Source {
		file := "testdata/" + name + "." + kind + ".hddl"
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return diag.NewSource(file, string(text))
	}
	d, ds := hddl.ParseDomain(source("domain"))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	p, ds := hddl.ParseProblem(source("problem"))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	ds = hddl.Check(d, p)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return world{name, d, p}
}

// pending is a task that a wanderer has yet to do.
type pending struct {
	id    int
	words []string
}

// wanderer finds plans by chance: it does any task that may be next, by any method that applies.
type wanderer struct {
	x       *exhaustive
	rng     *rand.Rand
	open    []pending
	parents map[int]int
	after   map[int][]int // what comes before a task, by id
	next    int

	actions, methods []string
}

const maxPlanLines = 20

// wander returns a plan, or "" when it got lost.
func (w world) wander(rng *rand.Rand) string {
	x := &exhaustive{d: w.d, p: w.p, f: &verify.File{}, objects: map[string]hddl.Type{}}
	for _, o := range slices.Concat(w.d.Constants, w.p.Objects) {
		x.objects[o.Name.Text] = o.Type
	}
	x.p = &hddl.Problem{Init: w.p.Init, Goal: &hddl.And{}}
	x.executes()
	wd := &wanderer{x: x, rng: rng, parents: map[int]int{}, after: map[int][]int{}}
	var envs []map[string]string
	for _, env := range x.envs(w.p.HTN.Params, nil) {
		if x.truth(0, w.p.HTN.Network.Constraints, env) {
			envs = append(envs, env)
		}
	}
	sortEnvs(envs)
	root := wd.add(rootID, &w.p.HTN.Network, envs[rng.IntN(len(envs))])
	for len(wd.open) > 0 {
		if len(wd.actions)+len(wd.methods) >= maxPlanLines || !wd.step() {
			return ""
		}
	}
	if !x.truth(len(x.states)-1, w.p.Goal, map[string]string{}) {
		return ""
	}
	return "==>\n" + strings.Join(wd.actions, "") + "root" + root + "\n" + strings.Join(wd.methods, "") + "<==\n"
}

func sortEnvs(envs []map[string]string) {
	slices.SortFunc(envs, func(a, b map[string]string) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
}

// add opens the subtasks of a network and returns their ids.
func (w *wanderer) add(parent int, n *hddl.Network, env map[string]string) string {
	out, labels, ids := "", map[string]int{}, []int{}
	for _, t := range n.Subtasks {
		w.next++
		labels[t.Label.Text] = w.next
		ids = append(ids, w.next)
		w.parents[w.next] = parent
		w.open = append(w.open, pending{w.next, strings.Fields(ground(t.Call.Name.Text, t.Call.Args, env))})
		out += fmt.Sprintf(" %d", w.next)
	}
	for i, id := range ids {
		if n.Ordered && i > 0 {
			w.after[id] = append(w.after[id], ids[i-1])
		}
	}
	for _, o := range n.Ordering {
		id := labels[o.After.Text]
		w.after[id] = append(w.after[id], labels[o.Before.Text])
	}
	return out
}

// waits reports whether something that is ordered before a task, or before one above it, is still open.
func (w *wanderer) waits(p pending) bool {
	for id := p.id; id != rootID; id = w.parents[id] {
		for _, o := range w.open {
			for up := o.id; up != rootID; up = w.parents[up] {
				if slices.Contains(w.after[id], up) {
					return true
				}
			}
		}
	}
	return false
}

func (w *wanderer) step() bool {
	for _, i := range w.rng.Perm(len(w.open)) {
		if p := w.open[i]; !w.waits(p) {
			w.open = slices.Delete(slices.Clone(w.open), i, i+1)
			if w.do(p) {
				return true
			}
			w.open = slices.Insert(w.open, i, p)
		}
	}
	return false
}

func (w *wanderer) do(p pending) bool {
	x, now := w.x, len(w.x.states)-1
	if a := x.action(p.words[0]); a != nil {
		env := map[string]string{}
		for i, param := range a.Params {
			env[param.Name.Text] = p.words[i+1]
			if !x.isOf(p.words[i+1], param.Type) {
				return false
			}
		}
		if !x.truth(now, a.Precondition, env) {
			return false
		}
		line := verify.Line{Name: verify.Word{Text: p.words[0]}}
		for _, word := range p.words[1:] {
			line.Args = append(line.Args, verify.Word{Text: word})
		}
		x.f.Actions = append(x.f.Actions, line)
		x.states, x.values = nil, nil
		if !x.executes() {
			panic("what could be done before can be done again")
		}
		w.actions = append(w.actions, fmt.Sprintf("%d %s\n", p.id, strings.Join(p.words, " ")))
		return true
	}
	for _, i := range w.rng.Perm(len(x.d.Methods)) {
		m := &x.d.Methods[i]
		var fit []map[string]string
		for _, env := range x.envs(m.Params, nil) {
			if ground(m.Task.Name.Text, m.Task.Args, env) == strings.Join(p.words, " ") &&
				x.truth(now, m.Precondition, env) && x.truth(now, m.Network.Constraints, env) {
				fit = append(fit, env)
			}
		}
		if len(fit) > 0 {
			sortEnvs(fit)
			ids := w.add(p.id, &m.Network, fit[w.rng.IntN(len(fit))])
			w.methods = append(w.methods, fmt.Sprintf("%d %s -> %s%s\n", p.id, strings.Join(p.words, " "), m.Name.Text, ids))
			return true
		}
	}
	return false
}

// plans returns different valid plans of a world.
func (w world) plans(t testing.TB, rng *rand.Rand, count int) []string {
	var out []string
	for try := 0; len(out) < count && try < 20_000; try++ {
		if plan := w.wander(rng); plan != "" && !slices.Contains(out, plan) {
			out = append(out, plan)
		}
	}
	if len(out) < 3 {
		t.Fatalf("%s: only %d plans found by chance", w.name, len(out))
	}
	return out
}
