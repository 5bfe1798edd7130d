package ground_test

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// reference instantiates a problem in the slowest and most obvious way: everything, of which it then keeps what can be
// carried out without deleting, and what the root can reach, until nothing changes.
type reference struct {
	p     *lifted.Problem
	needs bool // methods also have the conditions that are derived
	nodes []*node
	holds map[string]bool // facts that can become true
	fails map[string]bool // facts that can come not to hold
	asked map[string]bool
}

// node is an instance: an action, a method, or a conditional effect, which hangs on its action.
type node struct {
	name     string
	task     string // that it carries out
	pre, neg []string
	add, del []string
	subs     []string
	alive    bool
	done     bool

	index  int32
	args   []lifted.Object
	method bool
	conds  []*node
}

func newReference(p *lifted.Problem, needs bool) *reference {
	r := &reference{p: p, needs: needs}
	for i := range p.Actions {
		r.each(p.Actions[i].Vars, func(vars []lifted.Object) { r.action(int32(i), vars) })
	}
	for i := range p.Methods {
		r.each(p.Methods[i].Vars, func(vars []lifted.Object) { r.method(int32(i), vars) })
	}
	for left := -1; ; {
		r.forward()
		n := r.backward()
		if n == left {
			break
		}
		left = n
	}
	r.ask()
	return r
}

// ask finds the facts that conditions need: those of conditional effects only if the changed facts are needed.
func (r *reference) ask() {
	r.asked = map[string]bool{}
	for before := -1; before < len(r.asked); {
		before = len(r.asked)
		for _, n := range r.nodes {
			if !n.alive {
				continue
			}
			facts := slices.Concat(n.pre, n.neg)
			for _, c := range n.conds {
				if c.done && len(r.matters(c.add))+len(r.matters(c.del)) > 0 {
					facts = slices.Concat(facts, c.pre, c.neg)
				}
			}
			for _, f := range facts {
				r.asked[f] = true
			}
		}
	}
}

// matters returns which facts of a list can change and are asked for.
func (r *reference) matters(facts []string) []string {
	list := []string{}
	for _, f := range facts {
		if r.holds[f] && r.fails[f] && r.asked[f] && !slices.Contains(list, f) {
			list = append(list, f)
		}
	}
	slices.Sort(list)
	return list
}

// each visits all bindings of variables.
func (r *reference) each(types []lifted.TypeID, visit func([]lifted.Object)) {
	vars := make([]lifted.Object, len(types))
	var bind func(int)
	bind = func(v int) {
		if v == len(vars) {
			visit(slices.Clone(vars))
			return
		}
		for _, o := range r.p.Types[types[v]].List {
			vars[v] = o
			bind(v + 1)
		}
	}
	bind(0)
}

func objects(terms []lifted.Term, vars []lifted.Object) []lifted.Object {
	list := make([]lifted.Object, len(terms))
	for i, t := range terms {
		if list[i] = t.Object(); t.IsVar() {
			list[i] = vars[t]
		}
	}
	return list
}

func (r *reference) fact(pred int32, args []lifted.Object) string {
	text := r.p.Preds[pred].Name
	for _, o := range args {
		text += " " + r.p.Objects[o]
	}
	return text
}

// task names an instance of a task; "" if an argument is not of its type.
func (r *reference) task(t int32, args []lifted.Object) string {
	text := fmt.Sprint("task ", t)
	for i, o := range args {
		if !r.p.Types[r.p.Tasks[t].Params[i]].Has(o) {
			return ""
		}
		text += " " + r.p.Objects[o]
	}
	return text
}

// condition collects facts, and reports whether what else is said is true.
func (r *reference) condition(n *node, literals []lifted.Literal, vars []lifted.Object) bool {
	for _, l := range literals {
		args := objects(l.Args, vars)
		switch {
		case l.Kind == lifted.LitEqual:
			if (args[0] == args[1]) == l.Neg {
				return false
			}
		case l.Kind == lifted.LitType:
			if r.p.Types[l.Type].Has(args[0]) == l.Neg {
				return false
			}
		case l.Neg:
			n.neg = append(n.neg, r.fact(l.Pred, args))
		default:
			n.pre = append(n.pre, r.fact(l.Pred, args))
		}
	}
	return true
}

func (r *reference) effect(n *node, add, del []lifted.Atom, vars []lifted.Object) {
	for _, a := range add {
		n.add = append(n.add, r.fact(a.Pred, objects(a.Args, vars)))
	}
	for _, a := range del {
		if f := r.fact(a.Pred, objects(a.Args, vars)); !slices.Contains(n.add, f) {
			n.del = append(n.del, f)
		}
	}
}

func (r *reference) action(index int32, vars []lifted.Object) {
	a := &r.p.Actions[index]
	n := &node{name: fmt.Sprint("action ", index, vars), index: index, args: vars, alive: true}
	n.task = r.task(a.Task, vars[:len(r.p.Tasks[a.Task].Params)])
	if _, known := a.Cost.Of(vars); !known || n.task == "" || !r.condition(n, a.Pre, vars) {
		return
	}
	r.effect(n, a.Add, a.Del, vars)
	for i := range a.Cond {
		c := &node{}
		if r.condition(c, a.Cond[i].If, vars) {
			r.effect(c, a.Cond[i].Add, a.Cond[i].Del, vars)
			n.conds = append(n.conds, c)
		}
	}
	r.nodes = append(r.nodes, n)
}

func (r *reference) method(index int32, vars []lifted.Object) {
	m := &r.p.Methods[index]
	n := &node{name: fmt.Sprint("method ", index, vars), index: index, args: vars, method: true, alive: true}
	n.task = r.task(m.Task, objects(m.TaskArgs, vars))
	if n.task == "" || !r.condition(n, m.Pre, vars) || r.needs && !r.condition(n, m.Pulled, vars) {
		return
	}
	for _, c := range m.Subtasks {
		n.subs = append(n.subs, r.task(c.Task, objects(c.Args, vars)))
	}
	if !slices.Contains(n.subs, "") {
		r.nodes = append(r.nodes, n)
	}
}

func (r *reference) initial() map[string]bool {
	facts := map[string]bool{}
	for _, f := range r.p.Init {
		facts[r.fact(f.Pred, f.Args)] = true
	}
	return facts
}

func (r *reference) forward() {
	initial := r.initial()
	r.holds, r.fails = r.initial(), map[string]bool{}
	tasks := map[string]bool{}
	possible := func(n *node) bool {
		for _, f := range n.pre {
			if !r.holds[f] {
				return false
			}
		}
		for _, f := range n.neg {
			if initial[f] && !r.fails[f] {
				return false
			}
		}
		for _, t := range n.subs {
			if !tasks[t] {
				return false
			}
		}
		return true
	}
	carryOut := func(n *node) {
		n.done = true
		for _, f := range n.add {
			r.holds[f] = true
		}
		for _, f := range n.del {
			r.fails[f] = true
		}
	}
	for _, n := range r.nodes {
		n.done = false
		for _, c := range n.conds {
			c.done = false
		}
	}
	for again := true; again; {
		again = false
		for _, n := range r.nodes {
			if !n.done && n.alive && possible(n) {
				carryOut(n)
				tasks[n.task], again = true, true
			}
			for _, c := range n.conds {
				if n.done && !c.done && possible(c) {
					carryOut(c)
					again = true
				}
			}
		}
	}
	for f := range r.holds {
		r.fails[f] = r.fails[f] || !initial[f]
	}
}

// backward keeps what the root reaches, and returns how many instances that is.
func (r *reference) backward() int {
	tasks := map[string]bool{r.task(r.p.Root, nil): true}
	for n := range r.nodes {
		r.nodes[n].alive = false
	}
	left := 0
	for again := true; again; {
		again = false
		for _, n := range r.nodes {
			if !n.alive && n.done && tasks[n.task] {
				n.alive, again = true, true
				left++
				for _, c := range n.conds {
					if c.done {
						left++
					}
				}
				for _, t := range n.subs {
					tasks[t] = true
				}
			}
		}
	}
	return left
}
