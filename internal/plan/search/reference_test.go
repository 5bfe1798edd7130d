package search_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/hddl"
)

// reference finds out whether there is a plan, and what the cheapest costs, by trying everything: all bindings, all
// methods, all orders. It is written to be obvious, shares nothing with the planner or the verifier but the reader, and
// is only for the smallest problems.
type reference struct {
	d *hddl.Domain
	p *hddl.Problem

	objects []string // constants, then objects
	kinds   map[string]string
	costs   bool // actions declare their costs; otherwise each costs 1

	seen map[string]bool // canonical forms of nodes
	cut  bool            // a network was too large to continue with
}

// verdict is the finding of the reference.
type verdict int

const (
	unknown verdict = iota
	solvable
	unsolvable
)

const (
	// referenceNodes is the number of nodes after which the reference gives up.
	referenceNodes = 6_000
	// referenceTasks is how large a network may become before it is not looked at any more.
	referenceTasks = 9
)

// node is a state and the remaining network.
type node struct {
	facts map[string]bool
	tasks []pendingTask
}

// pendingTask is a task with objects for arguments, and the tasks, by index, that must be over before it begins.
type pendingTask struct {
	name string
	args []string
	wait map[int]bool
}

// judge finds the answer. The cost is known only for solvable problems, and then if exact is true.
func judge(d *hddl.Domain, p *hddl.Problem) (v verdict, cost int, exact bool) {
	r := &reference{d: d, p: p, kinds: map[string]string{}, seen: map[string]bool{}}
	for _, o := range slices.Concat(d.Constants, p.Objects) {
		r.objects = append(r.objects, o.Name.Text)
		r.kinds[o.Name.Text] = o.Type.String()
	}
	for i := range d.Actions {
		r.costs = r.costs || p.Metric != nil && costOf(d.Actions[i].Effect) > 0
	}
	return r.search()
}

// search goes through all nodes, those that cost less first.
func (r *reference) search() (verdict, int, bool) {
	byCost := [][]*node{r.initial()}
	count := 0
	for cost := 0; cost < len(byCost); cost++ {
		for i := 0; i < len(byCost[cost]); i++ { // the list grows meanwhile
			n := byCost[cost][i]
			if key := n.key(); r.seen[key] {
				continue
			} else {
				r.seen[key] = true
			}
			if count++; count > referenceNodes {
				return unknown, 0, false
			}
			if len(n.tasks) == 0 && r.holds(n.facts, r.p.Goal, nil) {
				return solvable, cost, !r.cut
			}
			r.expand(n, func(next *node, more int) {
				for len(byCost) <= cost+more {
					byCost = append(byCost, nil)
				}
				byCost[cost+more] = append(byCost[cost+more], next)
			})
		}
		byCost[cost] = nil
	}
	if r.cut {
		return unknown, 0, false
	}
	return unsolvable, 0, false
}

// initial returns a node for each choice of the variables of the initial network.
func (r *reference) initial() []*node {
	facts := map[string]bool{}
	for _, f := range r.p.Init {
		if a, holds := f.(*hddl.Atom); holds {
			facts[instance(a.Name, a.Args, nil)] = true
		}
	}
	var list []*node
	for _, env := range r.bindings(r.p.HTN.Params, nil) {
		if r.holds(facts, r.p.HTN.Network.Constraints, env) {
			list = append(list, &node{facts, subtasks(&r.p.HTN.Network, env)})
		}
	}
	return list
}

// expand carries out or decomposes each task that may come next, in every way.
func (r *reference) expand(n *node, visit func(next *node, cost int)) {
	for i, t := range n.tasks {
		if len(t.wait) > 0 {
			continue
		}
		for k := range r.d.Actions {
			if a := &r.d.Actions[k]; a.Name.Text == t.name {
				r.execute(n, i, a, visit)
			}
		}
		for k := range r.d.Methods {
			if m := &r.d.Methods[k]; m.Task.Name.Text == t.name {
				r.decompose(n, i, m, visit)
			}
		}
	}
}

func (r *reference) execute(n *node, i int, a *hddl.Action, visit func(*node, int)) {
	env := map[string]string{}
	for k, p := range a.Params {
		if env[p.Name.Text] = n.tasks[i].args[k]; !r.isOf(n.tasks[i].args[k], p.Type) {
			return
		}
	}
	if !r.holds(n.facts, a.Precondition, env) {
		return
	}
	var add, del []string
	r.effect(n.facts, a.Effect, env, &add, &del)
	facts := maps.Clone(n.facts)
	for _, f := range del {
		delete(facts, f)
	}
	for _, f := range add {
		facts[f] = true
	}
	cost := 1
	if r.costs {
		cost = costOf(a.Effect)
	}
	visit(&node{facts, replaced(n.tasks, i, nil)}, cost)
}

func (r *reference) decompose(n *node, i int, m *hddl.Method, visit func(*node, int)) {
	for _, t := range r.d.Tasks {
		for k, p := range t.Params {
			if t.Name.Text == n.tasks[i].name && !r.isOf(n.tasks[i].args[k], p.Type) {
				return
			}
		}
	}
	for _, env := range r.bindings(m.Params, nil) {
		call := n.tasks[i].name + " " + strings.Join(n.tasks[i].args, " ")
		if instance(m.Task.Name, m.Task.Args, env) != call {
			continue
		}
		if !r.holds(n.facts, m.Network.Constraints, env) || !r.holds(n.facts, m.Precondition, env) {
			continue
		}
		tasks := replaced(n.tasks, i, subtasks(&m.Network, env))
		if len(tasks) > referenceTasks {
			r.cut = true
			continue
		}
		visit(&node{n.facts, tasks}, 0)
	}
}

// subtasks returns the tasks of a network.
func subtasks(n *hddl.Network, env map[string]string) []pendingTask {
	var list []pendingTask
	index := map[string]int{}
	for i, s := range n.Subtasks {
		t := pendingTask{name: s.Call.Name.Text, wait: map[int]bool{}}
		for _, a := range s.Call.Args {
			t.args = append(t.args, object(a, env))
		}
		if n.Ordered && i > 0 {
			t.wait[i-1] = true
		}
		index[s.Label.Text] = i
		list = append(list, t)
	}
	for _, o := range n.Ordering {
		list[index[o.After.Text]].wait[index[o.Before.Text]] = true
	}
	return list
}

// replaced returns the tasks with one of them, which waits for none, replaced by others: what waited for it waits for
// each of them.
func replaced(tasks []pendingTask, at int, by []pendingTask) []pendingTask {
	var out []pendingTask
	move := func(i int) int { // index of a task that stays
		if i > at {
			return i - 1
		}
		return i
	}
	for i, t := range tasks {
		if i == at {
			continue
		}
		wait := map[int]bool{}
		for w := range t.wait {
			if w != at {
				wait[move(w)] = true
				continue
			}
			for k := range by {
				wait[len(tasks)-1+k] = true
			}
		}
		out = append(out, pendingTask{t.name, t.args, wait})
	}
	for _, t := range by {
		wait := map[int]bool{}
		for w := range t.wait {
			wait[len(tasks)-1+w] = true
		}
		out = append(out, pendingTask{t.name, t.args, wait})
	}
	return out
}

// key is equal for nodes that are the same except for the numbers of their tasks; it may differ for some that are the
// same, which then are examined twice.
func (n *node) key() string {
	facts := slices.Sorted(maps.Keys(n.facts))
	label := make([]string, len(n.tasks))
	for i, t := range n.tasks {
		var before []string
		for w := range t.wait {
			before = append(before, n.tasks[w].name+fmt.Sprint(n.tasks[w].args))
		}
		slices.Sort(before)
		label[i] = fmt.Sprint(t.name, t.args, before)
	}
	order := make([]int, len(n.tasks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(label[a], label[b]) })
	place := make([]int, len(order))
	for i, t := range order {
		place[t] = i
	}
	text := strings.Join(facts, ",")
	for _, i := range order {
		var wait []int
		for w := range n.tasks[i].wait {
			wait = append(wait, place[w])
		}
		slices.Sort(wait)
		text += fmt.Sprint("|", label[i], wait)
	}
	return text
}

// bindings returns all extensions of an environment by variables.
func (r *reference) bindings(vars []hddl.Param, env map[string]string) []map[string]string {
	list := []map[string]string{env}
	for _, v := range vars {
		var longer []map[string]string
		for _, env := range list {
			for _, o := range r.objects {
				if r.isOf(o, v.Type) {
					more := maps.Clone(env)
					if more == nil {
						more = map[string]string{}
					}
					more[v.Name.Text] = o
					longer = append(longer, more)
				}
			}
		}
		list = longer
	}
	return list
}

func (r *reference) isOf(object string, t hddl.Type) bool {
	if len(t.Names) == 0 {
		return true
	}
	return slices.ContainsFunc(t.Names, func(n hddl.Name) bool { return r.below(r.kinds[object], n.Text) })
}

func (r *reference) below(name, above string) bool {
	if name == above || above == hddl.ObjectType {
		return true
	}
	return slices.ContainsFunc(r.d.Types, func(t hddl.TypeDecl) bool {
		return t.Name.Text == name && slices.ContainsFunc(t.Parents.Names, func(p hddl.Name) bool { return r.below(p.Text, above) })
	})
}

func object(n hddl.Name, env map[string]string) string {
	if n.IsVar() {
		return env[n.Text]
	}
	return n.Text
}

func instance(name hddl.Name, args []hddl.Name, env map[string]string) string {
	var list []string
	for _, a := range args {
		list = append(list, object(a, env))
	}
	return name.Text + " " + strings.Join(list, " ")
}

func (r *reference) holds(facts map[string]bool, f hddl.Formula, env map[string]string) bool {
	switch f := f.(type) {
	case *hddl.Atom:
		return facts[instance(f.Name, f.Args, env)]
	case *hddl.Equal:
		return object(f.Left, env) == object(f.Right, env)
	case *hddl.OfType:
		return r.isOf(object(f.Arg, env), f.Type)
	case *hddl.Not:
		return !r.holds(facts, f.Part, env)
	case *hddl.And:
		return !slices.ContainsFunc(f.Parts, func(part hddl.Formula) bool { return !r.holds(facts, part, env) })
	case *hddl.Or:
		return slices.ContainsFunc(f.Parts, func(part hddl.Formula) bool { return r.holds(facts, part, env) })
	case *hddl.Imply:
		return !r.holds(facts, f.If, env) || r.holds(facts, f.Then, env)
	case *hddl.Forall:
		return !slices.ContainsFunc(r.bindings(f.Vars, env), func(env map[string]string) bool { return !r.holds(facts, f.Body, env) })
	case *hddl.Exists:
		return slices.ContainsFunc(r.bindings(f.Vars, env), func(env map[string]string) bool { return r.holds(facts, f.Body, env) })
	}
	panic(fmt.Sprintf("the generator makes no %T", f))
}

// effect collects additions and deletions.
func (r *reference) effect(facts map[string]bool, e hddl.Effect, env map[string]string, add, del *[]string) {
	switch e := e.(type) {
	case *hddl.Add:
		*add = append(*add, instance(e.Atom.Name, e.Atom.Args, env))
	case *hddl.Delete:
		*del = append(*del, instance(e.Atom.Name, e.Atom.Args, env))
	case *hddl.AndEffect:
		for _, part := range e.Parts {
			r.effect(facts, part, env, add, del)
		}
	case *hddl.ForallEffect:
		for _, env := range r.bindings(e.Vars, env) {
			r.effect(facts, e.Body, env, add, del)
		}
	case *hddl.When:
		if r.holds(facts, e.If, env) {
			r.effect(facts, e.Then, env, add, del)
		}
	}
}

// costOf is the cost that an effect adds: the generator writes a number, and not below a condition.
func costOf(e hddl.Effect) int {
	sum := 0
	switch e := e.(type) {
	case *hddl.AndEffect:
		for _, part := range e.Parts {
			sum += costOf(part)
		}
	case *hddl.Change:
		sum = int(e.Value.(*hddl.Literal).Value)
	}
	return sum
}
