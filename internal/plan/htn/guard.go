package htn

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// The while of a method holds when the method is chosen, and before each of its steps, whatever is nested in between;
// not after the last.

// stands reports whether the while of a method holds at the moment of the choice, with values for the free variables.
func (p *Planner) stands(method, id int32, values []world.Word) bool {
	m, n := &p.d.methods[method], &p.nodes[id]
	if m.while == nil {
		return true
	}
	top := len(p.words)
	p.words = extend(p.words, n.frame+m.frame)
	fr := p.frame(n.frame, m.frame)
	copy(fr[m.params:], values)
	holds := m.while.Judge(&p.machine, fr, p.tracker)
	if !holds {
		p.recordWhile(m, n, values, fr)
	}
	p.words = p.words[:top]
	return holds
}

// recordWhile notes a method instance whose while does not hold at the moment of the choice.
func (p *Planner) recordWhile(m *method, n *node, values, fr []world.Word) {
	if p.o.Tally != nil && len(m.each) == 0 {
		p.o.Tally.methods[p.d.tasks[m.task].first+m.index].Tried++
	}
	if r := p.o.Record; r != nil {
		why := p.cause(p.d.Info.Tasks[m.task].Methods[m.index].While, fr)
		e := Event{Kind: EventRejected, Task: TaskID(m.task), Method: int(m.index), Args: clone(fr[:m.params]), Bound: clone(values), Why: why}
		failing(p, &e, p.d.Info.Tasks[m.task].Methods[m.index].While, fr)
		r.within(p, n.parent, e)
	}
}

// keepsOn reports whether the while of each method holds that a step came about by.
func (p *Planner) keepsOn(it *item, parent int32, args []world.Word) bool {
	for id := parent; id >= 0; id = p.nodes[id].parent {
		n := &p.nodes[id]
		m := &p.d.methods[n.method]
		if m.while == nil {
			continue
		}
		if fr := p.frame(n.frame, m.frame); !m.while.Judge(&p.machine, fr, p.tracker) {
			if r := p.o.Record; r != nil {
				why := p.cause(p.d.Info.Tasks[m.task].Methods[m.index].While, fr)
				e := Event{Kind: EventFailed, Operator: OperatorID(it.id), Args: clone(args), Count: len(p.steps) - 1, Why: why}
				failing(p, &e, p.d.Info.Tasks[m.task].Methods[m.index].While, fr)
				r.within(p, parent, e)
			}
			return false
		}
	}
	return true
}

// hashGuards folds the conditions for the rest of a method into its hash.
func (p *Planner) hashGuards(id int32, h uint64) uint64 {
	for ; id >= 0; id = p.nodes[id].parent {
		n := &p.nodes[id]
		m := &p.d.methods[n.method]
		if m.while == nil {
			continue
		}
		h = mix(h, uint64(n.method)<<1|1)
		for _, w := range p.frame(n.frame, m.frame) {
			h = mix(h, uint64(w))
		}
	}
	return h
}

// keepsOn reports whether the while of each method holds in the machine's state that a step came about by.
func (pl *Plan) keepsOn(step int, m *expr.Machine) bool {
	if !pl.d.guarded {
		return true
	}
	for id := pl.steps[step].parent; id >= 0; id = pl.nodes[id].parent {
		n := &pl.nodes[id]
		if of := &pl.d.methods[n.method]; of.while != nil && !of.while.Eval(m, pl.words[n.frame:n.frame+of.frame]) {
			return false
		}
	}
	return true
}

// While reports whether the while of a node's method holds in the machine's state. Whether the objects that it is about
// exist is not looked at.
func (pl *Plan) While(node int, m *expr.Machine) bool {
	n := &pl.nodes[node]
	of := &pl.d.methods[n.method]
	return of.while == nil || of.while.Eval(m, pl.words[n.frame:n.frame+of.frame])
}

// SameNode reports whether a node of one plan corresponds to one of another, with the same choices on the way to it.
func SameNode(a *Plan, i int, b *Plan, k int) bool {
	for i >= 0 && k >= 0 {
		x, y := a.Node(i), b.Node(k)
		of, other := Ban{Task: x.Task, Method: x.Method, Args: x.Args, Bound: x.Bound}, Ban{Task: y.Task, Method: y.Method, Args: y.Args, Bound: y.Bound}
		if x.Ordinal != y.Ordinal || !of.Equal(&other) {
			return false
		}
		i, k = x.Parent, y.Parent
	}
	return i == k
}
