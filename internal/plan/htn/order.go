package htn

import "github.com/karakuri-ai/karakuri/internal/model/expr"

// Order returns the plan as a partial order: the pairs (a, b) of steps where a must end before b starts, without
// implied pairs. It keeps the order declared in the methods, and the plan's order for two steps of which one writes
// what the other reads or writes. It computes these footprints on the machine's state.
func (pl *Plan) Order(m *expr.Machine) [][2]int {
	n := len(pl.steps)
	var out [][2]int
	if !pl.d.partial {
		for i := 1; i < n; i++ {
			out = append(out, [2]int{i - 1, i})
		}
		return out
	}
	var o ordering
	return o.order(pl, m)
}

// Precedes reports whether the methods order step a before step b.
func (pl *Plan) Precedes(a, b int) bool {
	return pl.precedes(pl.steps[a].parent, pl.steps[a].ordinal, pl.steps[b].parent, pl.steps[b].ordinal)
}

// precedes compares two subtasks, each given by its node and its ordinal there: the method in which their ways part
// decides.
func (pl *Plan) precedes(na, oa, nb, ob int32) bool {
	for na != nb {
		if na > nb { // a parent's number is lower than its children's
			na, oa = pl.nodes[na].parent, pl.nodes[na].ordinal
		} else {
			nb, ob = pl.nodes[nb].parent, pl.nodes[nb].ordinal
		}
	}
	if na < 0 {
		return false
	}
	m := &pl.d.methods[pl.nodes[na].method]
	if m.before == nil {
		return oa < ob
	}
	return m.before[int(oa)*m.subtasks()+int(ob)]
}

// subtasks returns the side of the precedence table.
func (m *method) subtasks() int {
	n := 0
	for n*n < len(m.before) {
		n++
	}
	return n
}

// footprint is the set of cells that a step reads and writes.
type footprint struct {
	reads, writes []expr.Access
}

func (pl *Plan) footprint(i int, m *expr.Machine) footprint {
	s := pl.Step(i)
	op := &pl.d.operators[s.Operator]
	var f footprint
	read := func(a expr.Access) { f.reads = append(f.reads, a) }
	if op.when != nil {
		op.when.Footprint(m, s.Args, read)
	}
	op.effects.Footprint(m, s.Args, read, func(a expr.Access) { f.writes = append(f.writes, a) })
	return f
}
