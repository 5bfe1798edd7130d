package htn

import "github.com/karakuri-ai/karakuri/world"

// Repair plans one task of a plan again and keeps the rest: it plans the node's task on the present state, with
// Options.Bans, and keeps every other unfinished step.
//
// The state is the present one; ended holds for each step whether it is done, or running with its effects already in
// the state (a missing entry is false). Completed steps do not appear again, neither those of the node nor others.
//
// The result is a complete plan: the kept and the new steps, in an executable order, with each condition tested on the
// way. The nodes above it and next to it are those of the old plan, done or not; the node and everything below it are
// replaced in their place, so that the node keeps its number in domains without unordered subtasks, and [CompareMTR]
// and [Diverge] compare the plan with others as usual. Repair does not test the method conditions of the kept part
// again, and keeps its bindings and arguments; it fails if a kept step names an object that is gone.
//
// Order: the order that the methods declare for the kept steps and the node holds. The kept steps keep the old plan's
// order among themselves. Repair first tries the new steps together, at the place of the node's first unfinished step,
// then between the kept steps where no order is declared. It does not try other orders of the kept steps: planning
// again does that.
//
// Status, limits, search order and slices are those of Plan. None means that this task cannot be planned again within
// the plan; the caller may try the one above. A node that the plan does not have gives None. The plan may be the
// planner's own. Reads note what the repair depends on. In slices: [Planner.BeginRepair] and Run.
func (p *Planner) Repair(st *world.State, plan *Plan, ended []bool, node int) Result {
	p.BeginRepair(st, plan, ended, node)
	p.run(p.limits.Nodes)
	return p.result
}

// BeginRepair sets up a repair as Begin sets up a search: see [Planner.Repair]. Run continues it; later changes of the
// state, the plan and the list do not affect it.
func (p *Planner) BeginRepair(st *world.State, plan *Plan, ended []bool, node int) {
	r := &p.repair
	r.old.CopyFrom(plan) // it may be a view of the arenas
	p.reset(st)
	p.net, p.aim = done, 0
	if node < 0 || node >= len(r.old.nodes) {
		p.back = true // there is nothing to go back to: none
		return
	}
	r.active = true
	p.aim = r.old.nodes[node].task
	if p.o.Tally != nil {
		p.tallyBegin(true)
	}
	p.words = append(p.words, r.old.words...)
	p.takeOver(int32(node))
	lo, at, hi := r.divide(ended, int32(node))
	p.net = p.remaining(int32(node), lo, at, hi)
	p.setOut()
	if p.o.Record != nil {
		p.o.Record.takeOver(int(r.base))
	}
}

// repair is a search within a plan. While it is on, the nodes taken over stand first among the planner's, and the new
// ones after them.
type repair struct {
	active  bool
	old     Plan
	base    int32   // nodes taken over
	place   int32   // how many of them stand before the new ones in the repaired plan
	ordinal int32   // of the task that is planned anew
	renamed []int32 // old node -> node taken over
	kept    []int32 // steps of the old plan
	nodes   []node  // scratch
}

// takeOver copies the nodes outside that of the task.
func (p *Planner) takeOver(of int32) {
	r := &p.repair
	r.renamed = r.renamed[:0]
	for i := range r.old.nodes {
		n := r.old.nodes[i]
		id := int32(len(p.nodes))
		if int32(i) == of {
			r.place, r.ordinal = id, n.ordinal
		}
		if r.old.within(of, int32(i)) {
			r.renamed = append(r.renamed, -1)
			continue
		}
		r.renamed = append(r.renamed, id)
		if n.parent >= 0 {
			n.parent = r.renamed[n.parent]
		}
		n.state = 0 // of a search that is over
		p.nodes = append(p.nodes, n)
	}
	r.base = int32(len(p.nodes))
}

// divide lists the steps to be kept and says which of them come before the task (up to lo), which after it (from hi
// on), and how many stood before it in the old plan (at).
func (r *repair) divide(ended []bool, of int32) (lo, at, hi int) {
	r.kept = r.kept[:0]
	n := &r.old.nodes[of]
	place, met := 0, false
	hi = -1
	for i := range r.old.steps {
		s := &r.old.steps[i]
		switch {
		case i < len(ended) && ended[i]:
			continue
		case r.old.within(of, s.parent):
			if !met {
				place, met = len(r.kept), true
			}
			continue
		case r.old.precedes(s.parent, s.ordinal, n.parent, n.ordinal):
			lo = len(r.kept) + 1
		case hi < 0 && r.old.precedes(n.parent, n.ordinal, s.parent, s.ordinal):
			hi = len(r.kept)
		}
		r.kept = append(r.kept, int32(i))
	}
	if hi < 0 {
		hi = len(r.kept)
	}
	hi = max(lo, hi)
	at = min(max(lo, place), hi)
	if !r.old.d.partial {
		lo, hi = at, at
	}
	return lo, at, hi
}

// remaining makes the network of the kept steps and the task. Those kept steps that have no declared order to the task
// are branches next to it: what came before it, the task, what came after it and follows the first.
func (p *Planner) remaining(of int32, lo, at, hi int) place {
	r := &p.repair
	n := &r.old.nodes[of]
	parent := int32(-1)
	if n.parent >= 0 {
		parent = r.renamed[n.parent]
	}
	root := p.d.tasks[n.task].root
	rest := p.chain(r.kept[hi:], done)
	if lo == hi {
		return p.chain(r.kept[:lo], p.push(root, n.frame, parent, rest))
	}
	before, task, after := p.chain(r.kept[lo:at], done), p.push(root, n.frame, parent, done), p.chain(r.kept[at:hi], done)
	first := int32(len(p.branches))
	p.branches = append(p.branches, before, task, after)
	blk := &p.d.blocks[p.d.beside]
	busy := uint64(0)
	for i, b := range p.branches[first:] {
		if b.cell >= 0 {
			busy |= 1 << i
		}
	}
	beside := place{cell: int32(len(p.cells))}
	p.cells = append(p.cells, cell{block: p.d.beside, first: blk.first, count: int32(len(blk.items)), node: parent,
		branches: first, next: rest, least: p.least(rest), busy: busy})
	return p.chain(r.kept[:lo], beside)
}

// chain makes the network of kept steps one after the other, followed by next.
func (p *Planner) chain(steps []int32, next place) place {
	r := &p.repair
	for i := len(steps) - 1; i >= 0; i-- {
		s := &r.old.steps[steps[i]]
		root := p.d.root(Goal{Operator: OperatorID(s.operator), IsOperator: true})
		next = p.push(root, s.args, r.renamed[s.parent], next)
	}
	return next
}

// graft gives a plan that was found its final form: the new nodes in the places of the old ones, and the kept steps,
// which come in the order of the list, their places in the derivation.
func (r *repair) graft(pl *Plan) {
	if len(pl.nodes) == 0 {
		return
	}
	r.nodes = append(r.nodes[:0], pl.nodes[:r.place]...)
	r.nodes = append(r.nodes, pl.nodes[r.base:]...)
	r.nodes = append(r.nodes, pl.nodes[r.place:r.base]...)
	fresh := int32(len(pl.nodes)) - r.base
	copy(pl.nodes, r.nodes)
	for i := range pl.nodes {
		pl.nodes[i].parent = r.shifted(pl.nodes[i].parent, fresh)
	}
	pl.nodes[r.place].ordinal = r.ordinal
	kept := 0
	for i := range pl.steps {
		s := &pl.steps[i]
		if s.parent < r.base {
			s.ordinal = r.old.steps[r.kept[kept]].ordinal
			kept++
		}
		s.parent = r.shifted(s.parent, fresh)
	}
}

// shifted is the number that a node of the search has in the plan.
func (r *repair) shifted(n, fresh int32) int32 {
	switch {
	case n < r.place: // -1 too
		return n
	case n < r.base:
		return n + fresh
	}
	return n - r.base + r.place
}
