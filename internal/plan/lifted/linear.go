package lifted

import (
	"maps"
	"slices"
)

// Linear returns the problem with the subtasks of every method in one of the allowed orders: achievers before the tasks
// that need a literal, and those that need it before the tasks that delete it, as far as that is known. Every plan of
// it is a plan of the problem; the reverse need not hold. Stop is as for [Compile]; if it returns true, Linear returns
// nil.
func (p *Problem) Linear(stop func() bool) (linear *Problem) {
	over := false
	defer func() {
		if over {
			linear = nil
		}
	}()
	defer unwound(&over)
	out := *p
	out.Methods = slices.Clone(p.Methods)
	out.Types, out.meets, out.sets = slices.Clone(p.Types), maps.Clone(p.meets), maps.Clone(p.sets)
	in := &inference{meter: &meter{stop: stop}, p: &out}
	for i := range out.Methods {
		if m := &out.Methods[i]; !m.Total {
			in.linearise(m)
		}
	}
	in.repull()
	return &out
}

// linearise puts the subtasks of a method in total order.
func (in *inference) linearise(m *Method) {
	n := len(m.Subtasks)
	must := newOrders(n, in.meter)
	for _, o := range m.Order {
		must.add(int(o[0]), int(o[1]))
	}
	wish := in.wishes(m)
	placed := make([]bool, n)
	list := make([]Call, 0, n)
	for len(list) < n {
		best, bestScore := -1, 0
		for i := range n {
			in.tick(1 + n/8)
			if placed[i] || !isFree(must, placed, i) {
				continue
			}
			score := 0
			in.tick(n / 8)
			for j := range n {
				if !placed[j] && j != i {
					score += min(wish[i][j], 1) - wish[j][i]*n // one violated wish outweighs all fulfilled ones
				}
			}
			if best < 0 || score > bestScore {
				best, bestScore = i, score
			}
		}
		placed[best] = true
		list = append(list, m.Subtasks[best])
	}
	m.Subtasks, m.Order, m.Total = list, nil, true
}

func isFree(must orders, placed []bool, i int) bool {
	for j := range must.after {
		if !placed[j] && must.has(j, i) {
			return false
		}
	}
	return true
}

// wishes counts, for each pair of subtasks, the reasons for the first to come before the second.
func (in *inference) wishes(m *Method) [][]int {
	wish := make([][]int, len(m.Subtasks))
	for i := range wish {
		wish[i] = make([]int, len(m.Subtasks))
		for j := range wish[i] {
			in.tick(1)
			if i == j {
				continue
			}
			a, b := &in.p.Tasks[m.Subtasks[i].Task].Needs, &in.p.Tasks[m.Subtasks[j].Task].Needs
			wish[i][j] += in.meets(m, a.Add, i, b.Pre, j, false) // achievers before those that need the literal
			wish[i][j] += in.meets(m, a.Del, i, b.Pre, j, true)
			wish[i][j] += in.meets(m, b.Del, j, a.Pre, i, false) // those that need the literal before those that delete it
			wish[i][j] += in.meets(m, b.Add, j, a.Pre, i, true)
		}
	}
	return wish
}

// meets counts the literals that one subtask needs and a change of another affects.
func (in *inference) meets(m *Method, changes []Pattern, by int, needs []Literal, of int, neg bool) int {
	count := 0
	for _, l := range needs {
		in.tick(1)
		if l.Kind != LitAtom || l.Neg != neg || in.p.Preds[l.Pred].Static {
			continue
		}
		l.Args = under(l.Args, m.Subtasks[of].Args)
		for _, pat := range changes {
			if pat.Pred == l.Pred && in.overlap(pat.under(m.Subtasks[by].Args), l, m.Vars) {
				count++
				break
			}
		}
	}
	return count
}

// repull derives the needs of methods again, now that everything is ordered.
func (in *inference) repull() {
	in.p.Tasks = slices.Clone(in.p.Tasks)
	for t := range in.p.Tasks {
		in.p.Tasks[t].Needs.Pre = nil
	}
	for i := range in.p.Methods {
		in.p.Methods[i].Pulled = nil
	}
	in.needs()
	in.pull()
}
