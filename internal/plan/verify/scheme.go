package verify

import (
	"slices"

	"github.com/karakuri-ai/karakuri/hddl"
)

// scheme is a method, or the initial network of a problem, prepared for matching.
type scheme struct {
	method      *hddl.Method // nil: the initial network
	task        *hddl.Call   // nil: the initial network
	params      []hddl.Param
	types       map[string]hddl.Type
	subtasks    []hddl.Subtask
	edges       [][2]int // pairs of subtasks; the first precedes the second
	sorted      []int    // the subtasks in topological order; nil: the edges form a cycle
	constraints []clause
	all         []clause // constraints, then the precondition
	reads       []string // the predicates and functions of the precondition
}

// clause is a formula and its free variables.
type clause struct {
	formula hddl.Formula
	vars    []string
}

func methodScheme(m *hddl.Method) *scheme {
	s := newScheme(m.Params, &m.Network)
	s.method, s.task = m, &m.Task
	s.all = append(s.all, clauses(m.Precondition)...)
	mentionFormula(m.Precondition, func(name string, _ []hddl.Name, _ []string) {
		if !slices.Contains(s.reads, name) {
			s.reads = append(s.reads, name)
		}
	}, nil)
	return s
}

// initialScheme returns the scheme of a problem's initial network, which is empty if there are no tasks.
func initialScheme(p *hddl.Problem) *scheme {
	if p.HTN == nil {
		return newScheme(nil, &hddl.Network{Constraints: &hddl.And{}})
	}
	return newScheme(p.HTN.Params, &p.HTN.Network)
}

func newScheme(params []hddl.Param, n *hddl.Network) *scheme {
	s := &scheme{params: params, types: map[string]hddl.Type{}, subtasks: n.Subtasks, constraints: clauses(n.Constraints)}
	for _, p := range params {
		s.types[p.Name.Text] = p.Type
	}
	s.all = slices.Clone(s.constraints)
	labels := map[string]int{}
	for i, t := range n.Subtasks {
		if t.Label.Text != "" {
			labels[t.Label.Text] = i
		}
		if n.Ordered && i > 0 {
			s.edges = append(s.edges, [2]int{i - 1, i})
		}
	}
	for _, o := range n.Ordering {
		before, okBefore := labels[o.Before.Text]
		after, okAfter := labels[o.After.Text]
		if okBefore && okAfter {
			s.edges = append(s.edges, [2]int{before, after})
		}
	}
	s.sorted = sortByEdges(len(n.Subtasks), s.edges)
	return s
}

// sortByEdges returns the numbers below n in topological order; nil if there is a cycle.
func sortByEdges(n int, edges [][2]int) []int {
	waits, out := make([]int, n), make([]int, 0, n)
	after := make([][]int, n)
	for _, e := range edges {
		waits[e[1]]++
		after[e[0]] = append(after[e[0]], e[1])
	}
	for i := range n {
		if waits[i] == 0 {
			out = append(out, i)
		}
	}
	for k := 0; k < len(out); k++ {
		for _, i := range after[out[k]] {
			if waits[i]--; waits[i] == 0 {
				out = append(out, i)
			}
		}
	}
	if len(out) < n {
		return nil
	}
	return out
}

func clauses(f hddl.Formula) []clause {
	var out []clause
	for _, part := range conjuncts(f) {
		c := clause{formula: part}
		mentionFormula(part, func(_ string, args []hddl.Name, bound []string) {
			for _, a := range args {
				if a.IsVar() && !slices.Contains(bound, a.Text) && !slices.Contains(c.vars, a.Text) {
					c.vars = append(c.vars, a.Text)
				}
			}
		}, nil)
		out = append(out, c)
	}
	return out
}

// mention is called with a predicate or function ("" for an equation), its arguments, and the variables bound by the
// quantifiers around it.
type mention func(name string, args []hddl.Name, bound []string)

func mentionFormula(f hddl.Formula, visit mention, bound []string) {
	switch f := f.(type) {
	case *hddl.Atom:
		visit(f.Name.Text, f.Args, bound)
	case *hddl.Equal:
		visit("", []hddl.Name{f.Left, f.Right}, bound)
	case *hddl.OfType:
		visit("", []hddl.Name{f.Arg}, bound)
	case *hddl.Compare:
		mentionNumber(f.Left, visit, bound)
		mentionNumber(f.Right, visit, bound)
	case *hddl.Not:
		mentionFormula(f.Part, visit, bound)
	case *hddl.And:
		for _, part := range f.Parts {
			mentionFormula(part, visit, bound)
		}
	case *hddl.Or:
		for _, part := range f.Parts {
			mentionFormula(part, visit, bound)
		}
	case *hddl.Imply:
		mentionFormula(f.If, visit, bound)
		mentionFormula(f.Then, visit, bound)
	case *hddl.Forall:
		mentionFormula(f.Body, visit, withVars(bound, f.Vars))
	case *hddl.Exists:
		mentionFormula(f.Body, visit, withVars(bound, f.Vars))
	}
}

func mentionNumber(n hddl.Number, visit mention, bound []string) {
	switch n := n.(type) {
	case *hddl.Fluent:
		visit(n.Name.Text, n.Args, bound)
	case *hddl.Arith:
		for _, part := range n.Parts {
			mentionNumber(part, visit, bound)
		}
	}
}

func withVars(bound []string, vars []hddl.Param) []string {
	out := slices.Clone(bound)
	for _, v := range vars {
		out = append(out, v.Name.Text)
	}
	return out
}
