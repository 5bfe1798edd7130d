package dfs

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// check is a literal that must hold where subtasks begin, because a later subtask needs it and none in between can
// achieve it.
type check struct {
	lifted.Literal
	from, to int32 // the first such subtask, and one past the last
}

// checkpoints returns the checks of a totally ordered method, by their first subtask, and where to perform them: before
// each subtask that follows one that may have changed some of the literals.
func (g *program) checkpoints(m *lifted.Method) (checks []check, worth []bool) {
	worth = make([]bool, len(m.Subtasks))
	for j := range m.Subtasks {
		for _, l := range g.p.Tasks[m.Subtasks[j].Task].Needs.Pre {
			if !g.changes(l) {
				continue
			}
			l.Args = under(l.Args, m.Subtasks[j].Args)
			if from := g.settled(m, l, j, worth); from < j {
				checks = append(checks, check{l, int32(from), int32(j)})
			}
		}
	}
	slices.SortStableFunc(checks, func(a, b check) int { return int(a.from - b.from) })
	return checks, worth
}

// settled returns the first subtask from which on nothing achieves the condition of subtask j, and marks the places
// that may delete it. The method's own condition is tested elsewhere.
func (g *program) settled(m *lifted.Method, l lifted.Literal, j int, worth []bool) int {
	strict := g.strict && about(m, l, j)
	for at := j; at > 0; at-- {
		sub := &m.Subtasks[at-1]
		needs := &g.p.Tasks[sub.Task].Needs
		makes, breaks := needs.Add, needs.Del
		if l.Neg {
			makes, breaks = breaks, makes
		}
		made := g.touches(makes, sub.Args, m.Vars, l) && (!strict || shares(sub.Args, l.Args))
		if at < j && !worth[at] {
			worth[at] = made || g.touches(breaks, sub.Args, m.Vars, l)
		}
		if made {
			return at
		}
	}
	return 1
}

// about reports whether a subtask before subtask j has an argument of a literal.
func about(m *lifted.Method, l lifted.Literal, j int) bool {
	return slices.ContainsFunc(m.Subtasks[:j], func(c lifted.Call) bool { return shares(c.Args, l.Args) })
}

func shares(a, b []lifted.Term) bool {
	return slices.ContainsFunc(a, func(t lifted.Term) bool { return slices.Contains(b, t) })
}

// under rewrites terms of a task in the terms of the schema that calls it.
func under(terms, args []lifted.Term) []lifted.Term {
	out := slices.Clone(terms)
	for i, t := range out {
		if t != lifted.Any && t.IsVar() {
			out[i] = args[t]
		}
	}
	return out
}

// touches reports whether a subtask may change an atom of a schema.
func (g *program) touches(patterns []lifted.Pattern, args []lifted.Term, vars []lifted.TypeID, l lifted.Literal) bool {
	return slices.ContainsFunc(patterns, func(pat lifted.Pattern) bool {
		if pat.Pred != l.Pred {
			return false
		}
		for i, a := range under(pat.Args, args) {
			if !g.mayEqual(a, pat.Types[i], l.Args[i], vars) {
				return false
			}
		}
		return true
	})
}

// mayEqual reports whether a term of a pattern, with its type, and a term of a schema may be the same object.
func (g *program) mayEqual(a lifted.Term, typ lifted.TypeID, b lifted.Term, vars []lifted.TypeID) bool {
	switch {
	case a == b:
		return true
	case a != lifted.Any && a.IsVar():
		typ = vars[a]
	case a != lifted.Any && !b.IsVar():
		return false
	case a != lifted.Any:
		return g.p.Types[vars[b]].Has(a.Object())
	}
	if b.IsVar() {
		return g.p.Meet(typ, vars[b]) != lifted.Empty
	}
	return g.p.Types[typ].Has(b.Object())
}

// check performs a checkpoint of a node's method, as far as the bindings allow. It starts with the literal that failed
// last, which is likely to fail again.
func (m *machine) check(n, sub int32) bool {
	nd := m.nodes.At(n)
	list := m.prog.methods[nd.schema].checks
	suspect := &m.suspects[nd.schema]
	if c := &list[*suspect]; c.from <= sub && sub < c.to && !m.mayHold(&c.Literal, nd.vars) {
		return false
	}
	for i := 0; i < len(list) && list[i].from <= sub; i++ {
		if !m.lim.mayContinue(i, chunkLiterals) {
			return false
		}
		if sub < list[i].to && !m.mayHold(&list[i].Literal, nd.vars) {
			*suspect = int32(i)
			return false
		}
	}
	return true
}

// mayHold reports whether an atom holds, or might once its open variables have objects.
func (m *machine) mayHold(l *lifted.Literal, vars int32) bool {
	_, count, open := m.estimate(l, vars)
	if open {
		return l.Neg || count > 0
	}
	return m.facts.holds(l.Pred, m.scratch.objects) != l.Neg
}
