package htn

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// AppendBinary appends the plan in a compact form for [Plan.Decode]. The error is always nil.
func (pl *Plan) AppendBinary(b []byte) ([]byte, error) {
	g := planCoding{pl: pl}
	g.Write(append(b, savedForm))
	g.all()
	return g.Written(), nil
}

// Decode reads the plan at the start of b, as written by AppendBinary, and returns the rest. The domain must be that
// of the plan; if it recognizably is not, or b is something else, the error is a [*DecodeError], and pl is empty. A
// decoded plan fits the domain: its nodes are instances of methods, complete down to the operators, and its steps are
// theirs. Objects that it names need not exist. [Plan.Simulate] tests whether it can be carried out. Decode reuses
// pl's memory.
func (pl *Plan) Decode(d *Domain, b []byte) (rest []byte, err error) {
	in := newReader("plan", b)
	g := planCoding{pl: pl, in: &derivation{reader: in, pl: pl}}
	g.Read(in.Reader)
	pl.clear()
	pl.d = d
	if g.all(); g.Reads() && !(pl.cost >= 0 && pl.cost <= math.MaxFloat64) {
		in.Fail("the cost is not a number")
	}
	if err := in.failure(); err != nil {
		pl.clear()
		return nil, err
	}
	return in.Rest(), nil
}

// planCoding saves a plan, or reads one. It holds its coder itself: pointed-to values escape to the heap.
type planCoding struct {
	codec.Coder
	pl *Plan
	in *derivation // nil when writing
}

// derivation checks the derivation of a plan that is read. Every subtask of every node has an entry in the list of
// places, which shows that none comes up twice and no task is missing.
type derivation struct {
	*reader
	pl     *Plan
	first  []int  // of each node: its first place
	taken  []bool // of each place
	wanted int    // tasks that must be there, besides the root: those among the subtasks
}

// all is the list of saved fields.
func (g *planCoding) all() {
	pl := g.pl
	nodes := g.Len(len(pl.nodes), codec.NoLimit)
	for i := 0; i < nodes && !g.Failed(); i++ {
		g.node(i)
	}
	if g.Reads() && nodes > 0 && g.in.wanted != nodes-1 {
		g.Fail("a task has no method")
	}
	steps := g.Len(len(pl.steps), codec.NoLimit)
	if nodes == 0 && steps > 1 && g.Reads() {
		g.Fail("a plan without tasks has several operators")
	}
	for i := 0; i < steps && !g.Failed(); i++ {
		g.step(i)
	}
	g.Float(&pl.cost)
}

// node codes the place, method, words and key of a node. Its task follows from its place, except at the root.
func (g *planCoding) node(i int) {
	pl, n := g.pl, node{parent: -1, depth: 1, frame: int32(len(g.pl.words))}
	if g.in == nil {
		n = pl.nodes[i]
	}
	if i == 0 {
		codec.Below(&g.Coder, &n.task, len(pl.d.tasks))
	} else if it := g.place(&n.parent, i, &n.ordinal, itemTask); it != nil {
		n.task, n.depth = it.id, pl.nodes[n.parent].depth+1
	}
	if g.Failed() {
		return
	}
	t := &pl.d.tasks[n.task]
	index := n.method - t.first
	if codec.Below(&g.Coder, &index, int(t.end-t.first)); g.Failed() {
		return
	}
	n.method = t.first + index
	if g.in == nil {
		g.frame(&n)
	} else {
		info := pl.d.Info.Tasks[n.task]
		g.readWords(info.Params)
		g.readWords(info.Methods[index].Each)
	}
	if codec.Int(&g.Coder, &n.key); g.in != nil {
		pl.nodes = append(pl.nodes, n)
		g.in.open(n.method)
	}
}

// step codes the place of a step and its arguments; of an operator alone, which it is.
func (g *planCoding) step(i int) {
	pl, s := g.pl, step{parent: -1, args: int32(len(g.pl.words))}
	if g.in == nil {
		s = pl.steps[i]
	}
	if len(pl.nodes) == 0 {
		codec.Below(&g.Coder, &s.operator, len(pl.d.operators))
	} else if it := g.place(&s.parent, len(pl.nodes), &s.ordinal, itemOperator); it != nil {
		s.operator = it.id
	}
	if g.Failed() {
		return
	}
	if g.in == nil {
		codec.Row(&g.Coder, pl.words[s.args:s.args+pl.d.operators[s.operator].params])
		return
	}
	g.readWords(pl.d.Info.Operators[s.operator].Params)
	pl.steps = append(pl.steps, s)
}

// frame writes the values of the parameters and free variables of a node.
func (g *planCoding) frame(n *node) {
	d := g.pl.d
	codec.Row(&g.Coder, g.pl.words[n.frame:n.frame+d.tasks[n.task].params])
	if m := &d.methods[n.method]; len(m.each) > 0 {
		first := n.frame + m.each[0].slot
		codec.Row(&g.Coder, g.pl.words[first:first+m.bound()])
	}
}

// readWords reads values for parameters or free variables. Of a domain of which only the names are known, only Info
// says what there are.
func (g *planCoding) readWords(slots []def.Slot) {
	g.pl.words = g.in.words(g.pl.words, slots, g.pl.d.Info.Schema)
}

// place codes which subtask of a node something is. When reading, the method determines the subtask; nil when writing,
// or after a mistake.
func (g *planCoding) place(parent *int32, nodes int, ordinal *int32, kind itemKind) *item {
	if codec.Below(&g.Coder, parent, nodes); g.Failed() {
		return nil
	}
	places := 0
	if g.in != nil {
		places = g.in.places(*parent)
	}
	if codec.Below(&g.Coder, ordinal, places); !g.Reads() {
		return nil
	}
	return g.in.take(*parent, kind, *ordinal)
}

// open makes places for the subtasks of a method.
func (x *derivation) open(method int32) {
	d := x.pl.d
	x.first = append(x.first, len(x.taken))
	d.calls(d.methods[method].block, func(it *item, _ bool) {
		x.taken = append(x.taken, false)
		if it.kind == itemTask {
			x.wanted++
		}
	})
}

// places returns how many subtasks a node has.
func (x *derivation) places(node int32) int {
	if int(node)+1 < len(x.first) {
		return x.first[node+1] - x.first[node]
	}
	return len(x.taken) - x.first[node]
}

// take takes the place of a subtask of a node and returns what the method says of it; nil: it has none of that kind
// there.
func (x *derivation) take(node int32, kind itemKind, ordinal int32) *item {
	d, m := x.pl.d, x.pl.nodes[node].method
	var found *item
	d.calls(d.methods[m].block, func(it *item, _ bool) {
		if it.ordinal == ordinal && it.kind == kind {
			found = it
		}
	})
	place := &x.taken[x.first[node]+int(ordinal)]
	if found == nil || *place {
		x.Fail("a subtask does not belong to its method, or occurs twice")
		return nil
	}
	*place = true
	return found
}
