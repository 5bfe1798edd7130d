package btexact

import (
	"math"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/internal/codec"
)

// maxNesting bounds vectors within vectors: reading recurses over them.
const maxNesting = 8

// coding saves a tree, or fills a new one.
type coding struct {
	*codec.Coder
	*Tree
	queues
}

func (g *coding) tree() {
	c := g.Coder
	codec.Int(c, &g.now)
	c.Bools(&g.woken)
	n := c.Len(len(g.lists), codec.NoLimit)
	if c.Reads() {
		g.lists = make([]*List, n)
		for i := range g.lists {
			g.lists[i] = &List{}
		}
	}
	for _, l := range g.lists {
		g.values(&l.Values, 0)
	}
	g.places()
	for i := range g.cells {
		g.cell(&g.cells[i])
	}
	for n := range g.frames {
		codec.Below(c, &g.status[n], int(Skipped)+1)
		if c.Reads() && g.status[n] == Skipped {
			c.Fail("a node cannot stay skipped")
		}
		g.frame(&g.frames[n])
		if c.Reads() {
			g.check(&g.p.nodes[n], &g.frames[n])
		}
	}
}

func (g *coding) values(list *[]Value, depth int) {
	if g.Reads() && depth > maxNesting {
		g.Fail("values nest more than %d deep", maxNesting)
		return
	}
	for v := range codec.Each(g.Coder, list, codec.NoLimit) {
		g.value(v, depth)
	}
}

func (g *coding) value(v *Value, depth int) {
	c := g.Coder
	codec.Below(c, &v.kind, int(KindObject))
	switch v.kind {
	case Empty:
	case KindText:
		c.Text(&v.text)
	case KindVector:
		if c.Reads() {
			v.ref = &List{}
		}
		g.values(&v.List().Values, depth+1)
	case KindQueue:
		n := g.numbers[v.List()]
		if codec.Below(c, &n, len(g.lists)); c.Reads() {
			v.ref = g.lists[n]
		}
	default:
		c.Fixed(&v.bits)
	}
}

// places codes where the entries are that were added to the blackboard while the tree ran.
func (g *coding) places() {
	c := g.Coder
	for i := range c.Len(len(g.addedPlaces), codec.NoLimit) {
		var at place
		if !c.Reads() {
			at = g.addedPlaces[i]
		}
		codec.Below(c, &at.scope, len(g.p.scopes))
		if c.Text(&at.key); c.Reads() {
			if g.cellOf(at.scope, at.key); len(g.addedPlaces) == i {
				c.Fail("entry %q occurs twice", at.key)
			}
		}
		if c.Failed() {
			return
		}
	}
}

func (g *coding) cell(e *cell) {
	c := g.Coder
	if c.Reads() {
		*e = cell{}
	}
	c.Bools(&e.exists)
	g.typ(&e.typ, 0)
	g.value(&e.value, 0)
	codec.Uint(c, &e.seq)
	codec.Int(c, &e.stamp)
}

func (g *coding) typ(t *btcpp.Type, depth int) {
	c := g.Coder
	codec.Below(c, &t.Kind, int(btcpp.KindHost)+1)
	codec.Byte(c, &t.Bits)
	switch {
	case c.Reads() && depth > maxNesting:
		c.Fail("types nest more than %d deep", maxNesting)
	case t.Kind == btcpp.KindHost:
		c.Text(&t.Name)
	case t.Kind == btcpp.KindVector:
		if c.Reads() {
			t.Of = &btcpp.Type{}
		}
		g.typ(t.Of, depth+1)
	}
}

func (g *coding) frame(f *frame) {
	c := g.Coder
	codec.Below(c, &f.last, int(Skipped)+1)
	for _, n := range [...]*int32{&f.index, &f.skipped, &f.good, &f.bad} {
		codec.Below(c, n, math.MaxInt32)
	}
	c.Bools(&f.flag, &f.running, &f.fired, &f.done)
	codec.Int(c, &f.until)
	codec.Uint(c, &f.seq)
	codec.Row(c, f.memory[:])
	g.queue(f)
}

// queue codes what a loop goes through: nothing, a queue of its own, or a shared one.
func (g *coding) queue(f *frame) {
	which := 0
	switch f.queue {
	case nil:
	case &f.own:
		which = 1
	default:
		which = 2 + g.numbers[f.queue]
	}
	codec.Below(g.Coder, &which, 2+len(g.lists))
	switch which {
	case 0:
	case 1:
		f.queue = &f.own
		g.values(&f.own.Values, 0)
	default:
		f.queue = g.lists[which-2]
	}
}

// check refuses numbers that a node would go astray with.
func (g *coding) check(nd *node, f *frame) {
	bound := len(nd.kids)
	switch nd.kind {
	case kindRepeat, kindRetry:
		return
	case kindSequence, kindAsyncSequence, kindSequenceWithMemory, kindFallback, kindAsyncFallback, kindTryCatch, kindRoundRobin:
		bound++
	}
	if int(f.index) >= max(bound, 1) {
		g.Fail("node %q has no child %d", nd.path, f.index)
	}
}
