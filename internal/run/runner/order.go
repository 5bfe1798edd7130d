package runner

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// edge says that step a has to end before step b starts.
type edge = [2]int32

// meeting says whether a step of one operator changes what a step of another reads or writes.
type meeting uint8

const (
	meetNever  meeting = iota
	meetByArgs         // it depends on the arguments
	meetAlways
)

// reach is the set of cells that the steps of an operator read and write.
type reach struct {
	when    *expr.Cond
	effects *expr.Effects
	reads   []*world.Symbol
	writes  []*world.Symbol
}

func compileReach(o *def.OperatorInfo) reach {
	out := reach{when: expr.CompileCond(o.When), effects: expr.CompileEffects(o.Effect)}
	read := func(s *world.Symbol) { out.reads = append(out.reads, s) }
	if o.When != nil {
		o.When.Symbols(read)
	}
	o.Effect.Terms(func(t *expr.Term) { t.Symbols(read) })
	o.Effect.Writes(func(e *expr.EffectTerm) { out.writes = append(out.writes, e.Symbol) })
	return out
}

// compileMeetings computes, for each pair of operators, the facts that hold without arguments.
func compileMeetings(list []reach) [][]meeting {
	out := make([][]meeting, len(list))
	for i := range list {
		for j := range list {
			a, b := &list[i], &list[j]
			out[i] = append(out[i], max(meet(a.writes, b.writes), meet(a.writes, b.reads), meet(a.reads, b.writes)))
		}
	}
	return out
}

// meet returns how two lists of symbols meet. A cell that is the same for any arguments decides.
func meet(a, b []*world.Symbol) meeting {
	found := meetNever
	for _, x := range a {
		for _, y := range b {
			switch {
			case x != y:
			case len(x.Params) == 0:
				return meetAlways
			default:
				found = meetByArgs
			}
		}
	}
	return found
}

// footprint holds the cells that a step reads and writes. The worker reuses its memory.
type footprint struct {
	reads, writes []expr.Access
}

func (f *footprint) meets(g *footprint) bool {
	return shareCell(f.writes, g.writes) || shareCell(f.writes, g.reads) || shareCell(f.reads, g.writes)
}

func shareCell(a, b []expr.Access) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Sym == y.Sym && (x.Whole || y.Whole || x.Addr == y.Addr) {
				return true
			}
		}
	}
	return false
}

// order computes the order of a plan as [htn.Plan.Order] does, with less memory: the order that the methods declare,
// and an edge wherever one step writes what the other reads or writes. It omits edges that follow from others.
func (w *Worker) order(c *course) []edge {
	n := c.plan.Len()
	edges := c.edges[:0]
	w.before = append(w.before[:0], make([]int32, n)...)
	w.from = append(w.from[:0], make([]int32, n+1)...)
	for b := range n {
		w.from[b] = int32(len(edges))
		for a := b - 1; a >= 0; a-- {
			known := w.before[a] == int32(b)
			if !known && !w.follows(c, a, b) {
				continue
			}
			if !known {
				edges = append(edges, edge{int32(a), int32(b)})
			}
			for _, e := range edges[w.from[a]:w.from[a+1]] { // {] what comes before a comes before b, and is still to be examined
				w.before[e[0]] = int32(b)
			}
		}
		w.from[b+1] = int32(len(edges))
	}
	return edges
}

// follows reports whether step b has to wait for step a, which is before it in the plan.
func (w *Worker) follows(c *course, a, b int) bool {
	if c.plan.Precedes(a, b) {
		return true
	}
	x, y := c.plan.Step(a), c.plan.Step(b)
	switch w.script.meetings[x.Operator][y.Operator] {
	case meetAlways:
		return true
	case meetByArgs:
		w.touch(&w.touches[0], &w.script.reaches[x.Operator], x.Args)
		w.touch(&w.touches[1], &w.script.reaches[y.Operator], y.Args)
		return w.touches[0].meets(&w.touches[1])
	}
	return false
}

// touch computes the cells of a step in the machine's state.
func (w *Worker) touch(f *footprint, o *reach, args []world.Word) {
	f.reads, f.writes = f.reads[:0], f.writes[:0]
	read := func(a expr.Access) { f.reads = append(f.reads, a) }
	o.when.Footprint(&w.machine, args, read)
	o.effects.Footprint(&w.machine, args, read, func(a expr.Access) { f.writes = append(f.writes, a) })
}
