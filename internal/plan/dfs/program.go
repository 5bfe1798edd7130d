package dfs

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// chunkLiterals is the number of literals of a condition that are handled together, as bits of one word.
const chunkLiterals = 64

// schema is a compiled action or method.
type schema struct {
	vars     []lifted.TypeID
	literals []lifted.Literal
	taskArgs []lifted.Term
	narrow   []bool  // of each task argument: its type may be wider than the variable's
	fresh    []int32 // variables that are not arguments of the task
	bind     []int32 // variables that must be bound once the condition holds
	same     bool    // the variables are exactly the task's arguments
	action   *lifted.Action
	method   *lifted.Method
	index    int32 // of the action or method in the problem
	calls    []call
	total    bool      // the subtasks are totally ordered
	checks   []check   // see checkpoint.go
	worth    []bool    // of each subtask: whether checks before it pay
	after    [][]int32 // of each subtask: its successors
	waits    []int32   // of each subtask: the number of its predecessors
}

// call is a subtask of a method.
type call struct {
	task   int32
	args   []lifted.Term
	narrow []bool // of each argument: its type may be wider than the parameter's
}

// program is a compiled problem. The passes of a search share programs.
type program struct {
	p       *lifted.Problem
	actions []schema
	methods []schema
	strict  bool      // assume that tasks which receive an object establish literals about it; see settled
	orders  [][]int32 // of each task: the methods that can be decomposed completely
	free    []bool    // of each task: no method's condition depends on the state
}

func compile(p *lifted.Problem, without Techniques, strict bool) *program {
	g := &program{p: p, strict: strict}
	for i := range p.Actions {
		a := &p.Actions[i]
		s := g.schema(&a.Schema, identity(a.Params))
		s.action, s.index, s.literals, s.bind = a, int32(i), a.Pre, effectVars(a)
		g.actions = append(g.actions, s)
	}
	for i := range p.Methods {
		m := &p.Methods[i]
		s := g.schema(&m.Schema, m.TaskArgs)
		s.method, s.index, s.literals = m, int32(i), m.Pre
		if without&Pulled == 0 {
			s.literals = append(m.Pre[:len(m.Pre):len(m.Pre)], m.Pulled...)
		}
		if without&LateBinding != 0 {
			for v := range m.Vars {
				s.bind = append(s.bind, int32(v))
			}
		}
		g.network(&s, m, without&Checkpoints == 0 && p.IsTotal())
		g.methods = append(g.methods, s)
	}
	for _, list := range [][]schema{g.actions, g.methods} {
		for i := range list {
			list[i].literals = positiveFirst(list[i].literals)
		}
	}
	g.findFree()
	g.findFinite()
	return g
}

func identity(n int) []lifted.Term {
	list := make([]lifted.Term, n)
	for i := range list {
		list[i] = lifted.Term(i)
	}
	return list
}

// schema compiles the part that actions and methods have in common.
func (g *program) schema(s *lifted.Schema, taskArgs []lifted.Term) schema {
	out := schema{vars: s.Vars, taskArgs: taskArgs, same: len(taskArgs) == len(s.Vars)}
	params := g.p.Tasks[s.Task].Params
	for i, t := range taskArgs {
		out.narrow = append(out.narrow, t.IsVar() && g.p.Meet(params[i], s.Vars[t]) != params[i])
		out.same = out.same && t == lifted.Term(i) && !out.narrow[i]
	}
	for v := range s.Vars {
		if !slices.Contains(taskArgs, lifted.Term(v)) {
			out.fresh = append(out.fresh, int32(v))
		}
	}
	return out
}

// effectVars returns the variables of an action's effects and cost.
func effectVars(a *lifted.Action) []int32 {
	var vars []int32
	note := func(args []lifted.Term) {
		for _, t := range args {
			if t.IsVar() && !slices.Contains(vars, int32(t)) {
				vars = append(vars, int32(t))
			}
		}
	}
	atoms := func(lists ...[]lifted.Atom) {
		for _, list := range lists {
			for _, atom := range list {
				note(atom.Args)
			}
		}
	}
	atoms(a.Del, a.Add)
	for i := range a.Cond {
		atoms(a.Cond[i].Del, a.Cond[i].Add)
		for _, l := range a.Cond[i].If {
			note(l.Args)
		}
	}
	for i := range a.Cost.Sum {
		note(a.Cost.Sum[i].Args)
	}
	return vars
}

// network compiles the subtasks of a method.
func (g *program) network(s *schema, m *lifted.Method, checks bool) {
	for i := range m.Subtasks {
		sub := &m.Subtasks[i]
		c := call{task: sub.Task, args: sub.Args}
		for j, t := range sub.Args {
			param := g.p.Tasks[sub.Task].Params[j]
			if t.IsVar() {
				c.narrow = append(c.narrow, g.p.Meet(m.Vars[t], param) != m.Vars[t])
			} else {
				c.narrow = append(c.narrow, !g.p.Types[param].Has(t.Object()))
			}
		}
		s.calls = append(s.calls, c)
	}
	n := len(m.Subtasks)
	s.total = m.Total || n < 2
	s.after, s.waits = make([][]int32, n), make([]int32, n)
	for _, o := range m.Order {
		s.after[o[0]] = append(s.after[o[0]], o[1])
		s.waits[o[1]]++
	}
	s.worth = make([]bool, n)
	if s.total && checks {
		s.checks, s.worth = g.checkpoints(m)
	}
}

// positiveFirst puts the literals that bind variables into the first chunk of a long condition.
func positiveFirst(list []lifted.Literal) []lifted.Literal {
	if len(list) <= chunkLiterals {
		return list
	}
	var first, then []lifted.Literal
	for _, l := range list {
		if l.Neg {
			then = append(then, l)
		} else {
			first = append(first, l)
		}
	}
	return append(first, then...)
}

// findFree finds the compound tasks whose decomposition does not depend on the state, so it need not wait for other
// tasks.
func (g *program) findFree() {
	g.free = make([]bool, len(g.p.Tasks))
	for t := range g.p.Tasks {
		task := &g.p.Tasks[t]
		g.free[t] = task.Action < 0 && !slices.ContainsFunc(task.Methods, func(m int32) bool {
			return slices.ContainsFunc(g.methods[m].literals, g.changes)
		})
	}
}

// changes reports whether actions may change the truth of a literal.
func (g *program) changes(l lifted.Literal) bool {
	return l.Kind == lifted.LitAtom && !g.p.Preds[l.Pred].Static
}

// findFinite finds the methods that can be decomposed completely, and omits those that always recurse.
func (g *program) findFinite() {
	ends := make([]bool, len(g.p.Tasks))
	finite := func(m int32) bool {
		return !slices.ContainsFunc(g.methods[m].calls, func(c call) bool { return !ends[c.task] })
	}
	for grown := true; grown; {
		grown = false
		for t := range g.p.Tasks {
			if !ends[t] && (g.p.Tasks[t].Action >= 0 || slices.ContainsFunc(g.p.Tasks[t].Methods, finite)) {
				ends[t], grown = true, true
			}
		}
	}
	g.orders = make([][]int32, len(g.p.Tasks))
	for t := range g.p.Tasks {
		for _, m := range g.p.Tasks[t].Methods {
			if finite(m) {
				g.orders[t] = append(g.orders[t], m)
			}
		}
	}
}
