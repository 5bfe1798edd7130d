package htn

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// AppendBinary appends the plan in a compact form for [Plan.Decode]. The error is always nil.
func (pl *Plan) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, savedForm)
	b = codec.AppendUint(b, len(pl.nodes))
	for i := range pl.nodes {
		b = pl.appendNode(b, i)
	}
	b = codec.AppendUint(b, len(pl.steps))
	for i := range pl.steps {
		b = pl.appendStep(b, i)
	}
	return codec.AppendFloat(b, pl.cost), nil
}

// appendNode writes where a node stands, its method, words and key. What task it is follows from where it stands, except
// at the root.
func (pl *Plan) appendNode(b []byte, i int) []byte {
	n := pl.Node(i)
	if i == 0 {
		b = codec.AppendUint(b, n.Task)
	} else {
		b = codec.AppendUint(b, n.Parent)
		b = codec.AppendUint(b, pl.nodes[i].ordinal)
	}
	b = codec.AppendUint(b, n.Method)
	b = appendWords(appendWords(b, n.Args), n.Bound)
	return codec.AppendInt(b, n.Key)
}

// appendStep writes where a step stands and its arguments; of an operator alone, which it is.
func (pl *Plan) appendStep(b []byte, i int) []byte {
	s := pl.Step(i)
	if s.Node < 0 {
		b = codec.AppendUint(b, s.Operator)
	} else {
		b = codec.AppendUint(b, s.Node)
		b = codec.AppendUint(b, pl.steps[i].ordinal)
	}
	return appendWords(b, s.Args)
}

// Decode makes pl the plan that b starts with, as AppendBinary has written it, and returns what follows. The domain must be
// the one that the plan was made in; where it shows that it is not, or that b is something else, the error is a
// [*DecodeError], and pl is empty. A plan that is decoded fits the domain: its nodes are instances of methods, complete down to
// the operators, and its steps are theirs. Objects that it names need not exist. Whether it can be carried out is for
// [Plan.Simulate] to say. It reuses pl's memory.
func (pl *Plan) Decode(d *Domain, b []byte) (rest []byte, err error) {
	dec := planDecoder{reader: newReader("plan", b), pl: pl}
	pl.clear()
	pl.d = d
	dec.nodes()
	dec.steps()
	pl.cost = dec.Float()
	if !(pl.cost >= 0 && pl.cost <= math.MaxFloat64) {
		dec.Fail("its cost is not a number")
	}
	if err := dec.failure(); err != nil {
		pl.clear()
		return nil, err
	}
	return dec.Rest(), nil
}

// planDecoder reads a plan and checks its derivation. Every subtask of every node has a place in the list of places, by which
// it is seen that none comes up twice and no task is missing.
type planDecoder struct {
	*reader
	pl     *Plan
	first  []int  // of each node: its first place
	taken  []bool // of each place
	wanted int    // tasks that must be there: the root, and those among the subtasks
}

func (dec *planDecoder) nodes() {
	n := dec.Count()
	dec.wanted = min(n, 1)
	for i := 0; i < n && !dec.Failed(); i++ {
		dec.node(i)
	}
	if !dec.Failed() && dec.wanted != n {
		dec.Fail("a task in it has no method")
	}
}

func (dec *planDecoder) node(i int) {
	pl := dec.pl
	n := node{parent: -1, depth: 1, frame: int32(len(pl.words))}
	if i == 0 {
		n.task = int32(dec.Below(len(pl.d.tasks)))
	} else {
		n.parent = int32(dec.Below(i))
		it := dec.subtask(n.parent, itemTask, &n.ordinal)
		if it == nil {
			return
		}
		n.task, n.depth = it.id, pl.nodes[n.parent].depth+1
	}
	if dec.Failed() {
		return
	}
	t := &pl.d.tasks[n.task]
	index := dec.Below(int(t.end - t.first))
	if dec.Failed() {
		return
	}
	n.method = t.first + int32(index)
	info, schema := pl.d.Info.Tasks[n.task], pl.d.Info.Schema
	pl.words = dec.words(pl.words, info.Params, schema)
	pl.words = dec.words(pl.words, info.Methods[index].Each, schema)
	n.key = world.Word(dec.Int())
	pl.nodes = append(pl.nodes, n)
	dec.open(n.method)
}

// open makes places for the subtasks of a method.
func (dec *planDecoder) open(method int32) {
	d := dec.pl.d
	dec.first = append(dec.first, len(dec.taken))
	d.calls(d.methods[method].block, func(it *item, _ bool) {
		dec.taken = append(dec.taken, false)
		if it.kind == itemTask {
			dec.wanted++
		}
	})
}

// subtask reads which subtask of a node something is, takes its place and returns what the method says of it; nil: it has
// none of that kind there.
func (dec *planDecoder) subtask(node int32, kind itemKind, ordinal *int32) *item {
	d, m := dec.pl.d, dec.pl.nodes[node].method
	end := len(dec.taken)
	if int(node)+1 < len(dec.first) {
		end = dec.first[node+1]
	}
	n := dec.Below(end - dec.first[node])
	if dec.Failed() {
		return nil
	}
	*ordinal = int32(n)
	var found *item
	d.calls(d.methods[m].block, func(it *item, _ bool) {
		if it.ordinal == *ordinal && it.kind == kind {
			found = it
		}
	})
	place := &dec.taken[dec.first[node]+n]
	if found == nil || *place {
		dec.Fail("a subtask in it is not one of its method, or comes twice")
		return nil
	}
	*place = true
	return found
}

func (dec *planDecoder) steps() {
	n := dec.Count()
	if len(dec.pl.nodes) == 0 && n > 1 {
		dec.Fail("several operators are alone")
	}
	for i := 0; i < n && !dec.Failed(); i++ {
		dec.step()
	}
}

func (dec *planDecoder) step() {
	pl := dec.pl
	s := step{parent: -1, args: int32(len(pl.words))}
	if len(pl.nodes) == 0 {
		s.operator = int32(dec.Below(len(pl.d.operators)))
	} else {
		s.parent = int32(dec.Below(len(pl.nodes)))
		it := dec.subtask(s.parent, itemOperator, &s.ordinal)
		if it == nil {
			return
		}
		s.operator = it.id
	}
	if dec.Failed() {
		return
	}
	pl.words = dec.words(pl.words, pl.d.Info.Operators[s.operator].Params, pl.d.Info.Schema)
	pl.steps = append(pl.steps, s)
}
