package ground_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/plan/ground"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

const seeds = 600

// compile reads and compiles a domain and a problem; nil for impossible parts: a term of a wrong type.
func compile(t *testing.T, domain, problem string) *lifted.Problem {
	t.Helper()
	d, ds := hddl.ParseDomain(diag.NewSource("domain.hddl", domain))
	if err := ds.Err(); err != nil {
		t.Fatalf("%v\n%s", err, domain)
	}
	p, ds := hddl.ParseProblem(diag.NewSource("problem.hddl", problem))
	if err := ds.Err(); err != nil {
		t.Fatalf("%v\n%s", err, problem)
	}
	ds = hddl.Check(d, p)
	if ds.Err() != nil {
		return nil
	}
	lp, err := lifted.Compile(d, p, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, domain)
	}
	return lp
}

func instantiate(t *testing.T, p *lifted.Problem, l ground.Limits) *ground.Problem {
	t.Helper()
	g, err := ground.Ground(p, l)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// each visits generated problems that are well formed.
func each(t *testing.T, visit func(seed uint64, p *lifted.Problem, text string)) {
	t.Helper()
	sound := 0
	for seed := range uint64(seeds) {
		domain, problem := generate(seed)
		if p := compile(t, domain, problem); p != nil {
			sound++
			visit(seed, p, domain+"\n"+problem)
		}
		if t.Failed() {
			return
		}
	}
	if sound < seeds/10 {
		t.Errorf("only %d of %d generated problems are well formed", sound, seeds)
	}
	t.Logf("%d problems", sound)
}

func TestInstancesAreThoseOfTheReference(t *testing.T) {
	actions, methods, without := 0, 0, 0
	each(t, func(seed uint64, p *lifted.Problem, text string) {
		for _, noNeeds := range []bool{true, false} {
			r := newReference(p, !noNeeds)
			open, closed := instantiate(t, p, ground.Limits{NoNeeds: noNeeds}), instantiate(t, p, ground.Limits{NoNeeds: noNeeds, NoOpen: true})
			for _, g := range []*ground.Problem{open, closed} {
				if msg := compareActions(r, g); msg != "" {
					t.Errorf("seed %d, without needs: %v: %s\n%s", seed, noNeeds, msg, text)
				}
			}
			if msg := compareMethods(r, closed); msg != "" {
				t.Errorf("seed %d, without needs: %v: %s\n%s", seed, noNeeds, msg, text)
			}
			actions, methods = actions+len(closed.Actions), methods+len(closed.Methods)
			if len(closed.Methods) == 0 {
				without++
			}
		}
	})
	t.Logf("%d actions, %d methods, %d problems without a plan", actions, methods, without)
}

func compareActions(r *reference, g *ground.Problem) string {
	found := map[string]*ground.Action{}
	for i := range g.Actions {
		a := &g.Actions[i]
		name := fmt.Sprint("action ", a.Lifted, a.Args)
		if found[name] != nil {
			return name + " is there twice"
		}
		found[name] = a
	}
	for _, n := range r.nodes {
		a := found[n.name]
		if n.method || !n.alive && a == nil {
			continue
		}
		if a == nil || !n.alive {
			return fmt.Sprintf("%s: in the reference %v, here %v", n.name, n.alive, a != nil)
		}
		delete(found, n.name)
		got := fmt.Sprint(names(r, g, a.Pre), names(r, g, a.Neg), names(r, g, a.Add), names(r, g, a.Del))
		want := fmt.Sprint(r.matters(n.pre), r.matters(n.neg), r.matters(n.add), r.matters(n.del))
		for _, c := range a.Cond {
			got += fmt.Sprint(names(r, g, c.Pre), names(r, g, c.Neg), names(r, g, c.Add), names(r, g, c.Del))
		}
		for _, c := range n.conds {
			if add, del := r.matters(c.add), r.matters(c.del); c.done && len(add)+len(del) > 0 {
				want += fmt.Sprint(r.matters(c.pre), r.matters(c.neg), add, del)
			}
		}
		if got != want {
			return fmt.Sprintf("%s is\n%s, but should be\n%s", n.name, got, want)
		}
	}
	for name := range found {
		return name + " is no instance"
	}
	return ""
}

// compareMethods compares instances of methods, of which there may be several for what an action quantifies.
func compareMethods(r *reference, g *ground.Problem) string {
	found := map[string]*ground.Method{}
	for i := range g.Methods {
		found[fmt.Sprint("method ", g.Methods[i].Lifted, g.Methods[i].Args)] = &g.Methods[i]
	}
	for _, n := range r.nodes {
		m := found[n.name]
		if !n.method || !n.alive && m == nil {
			continue
		}
		if m == nil || !n.alive {
			return fmt.Sprintf("%s: in the reference %v, here %v", n.name, n.alive, m != nil)
		}
		delete(found, n.name)
		got := fmt.Sprint(names(r, g, m.Pre), names(r, g, m.Neg), len(m.Subtasks))
		if want := fmt.Sprint(r.matters(n.pre), r.matters(n.neg), len(n.subs)); got != want {
			return fmt.Sprintf("%s is\n%s, but should be\n%s", n.name, got, want)
		}
		for i, c := range g.Lifted.Methods[m.Lifted].Subtasks {
			sub := g.Tasks[m.Subtasks[i]]
			if sub.Lifted != c.Task || !slices.Equal(sub.Args, objects(c.Args, m.Args)) {
				return fmt.Sprintf("%s: subtask %d is %v", n.name, i, sub)
			}
		}
	}
	for name := range found {
		return name + " is no instance"
	}
	return ""
}

func names(r *reference, g *ground.Problem, facts []int32) []string {
	list := []string{}
	for _, f := range facts {
		list = append(list, r.fact(g.Facts[f].Pred, g.Facts[f].Args))
	}
	slices.Sort(list)
	return list
}

// TestPlansAreNotLost walks at random through the initial instances of the reference, with deletes. Everything that a
// walk to a plan uses must be there.
func TestPlansAreNotLost(t *testing.T) {
	plans := 0
	each(t, func(seed uint64, p *lifted.Problem, text string) {
		w := newWalk(p, seed)
		g := instantiate(t, p, ground.Limits{NoOpen: true})
		have := map[string]bool{}
		for i := range g.Actions {
			have[fmt.Sprint("action ", g.Actions[i].Lifted, g.Actions[i].Args)] = true
		}
		for i := range g.Methods {
			have[fmt.Sprint("method ", g.Methods[i].Lifted, g.Methods[i].Args)] = true
		}
		for range 30 {
			used, ok := w.plan()
			if !ok {
				continue
			}
			plans++
			for _, name := range used {
				if !have[name] {
					t.Errorf("seed %d: %s is missing, which a plan uses: %v\n%s", seed, name, used, text)
					return
				}
			}
		}
	})
	if t.Logf("%d plans", plans); plans < 100 {
		t.Error("there are too few plans")
	}
}

// walk carries out the root task by choosing at random.
type walk struct {
	*reference
	rand *rand.Rand
	by   map[string][]*node // of each task
}

func newWalk(p *lifted.Problem, seed uint64) *walk {
	w := &walk{reference: newReference(p, false), rand: rand.New(rand.NewPCG(seed, 2)), by: map[string][]*node{}}
	for _, n := range w.nodes {
		w.by[n.task] = append(w.by[n.task], n)
	}
	return w
}

// open is a task that is still to be done, after those others that are.
type open struct {
	task  string
	after []*open
	done  bool
}

func (w *walk) plan() (used []string, ok bool) {
	state := w.initial()
	todo := []*open{{task: w.task(w.p.Root, nil)}}
	for range 40 {
		if len(todo) == 0 {
			return used, true
		}
		first := slices.DeleteFunc(slices.Clone(todo), func(o *open) bool {
			return slices.ContainsFunc(o.after, func(b *open) bool { return !b.done })
		})
		o := first[w.rand.IntN(len(first))]
		ways := slices.DeleteFunc(slices.Clone(w.by[o.task]), func(n *node) bool { return !applicable(n, state) })
		if len(ways) == 0 {
			return nil, false
		}
		n := ways[w.rand.IntN(len(ways))]
		used = append(used, n.name)
		todo = slices.DeleteFunc(todo, func(other *open) bool { return other == o })
		if n.method {
			todo = append(todo, w.below(n, o, todo)...)
			continue
		}
		o.done = true
		apply(n, state)
	}
	return nil, false
}

// below returns the subtasks of a method, which take the place of a task among the others.
func (w *walk) below(n *node, o *open, todo []*open) []*open {
	m := &w.p.Methods[n.index]
	var list []*open
	for i, t := range n.subs {
		sub := &open{task: t, after: slices.Clone(o.after)}
		for j, before := range list {
			if m.Total || slices.Contains(m.Order, [2]int32{int32(j), int32(i)}) {
				sub.after = append(sub.after, before)
			}
		}
		list = append(list, sub)
	}
	o.done = true
	for _, other := range todo {
		if slices.Contains(other.after, o) {
			other.after = append(other.after, list...)
		}
	}
	return list
}

func applicable(n *node, state map[string]bool) bool {
	return !slices.ContainsFunc(n.pre, func(f string) bool { return !state[f] }) && !slices.ContainsFunc(n.neg, func(f string) bool { return state[f] })
}

func apply(n *node, state map[string]bool) {
	effects := []*node{n}
	for _, c := range n.conds {
		if applicable(c, state) {
			effects = append(effects, c)
		}
	}
	for _, e := range effects {
		for _, f := range e.del {
			delete(state, f)
		}
	}
	for _, e := range effects {
		for _, f := range e.add {
			state[f] = true
		}
	}
}
