package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// found is an activity that was read.
type found struct {
	handle action.Handle
	why    string // it does not continue
}

// carry moves the state of a tree of another program into a tree that was just Reset. Saved bytes are read into a tree
// of the program that saved them, as far as memory goes, and moved from there node by node.
type carry struct {
	*Saved
	*places
	old, now *Tree
	was, is  memory
	found    []found // numbered from 1 in the lanes of the old tree
	cuts     []Cut
	sketch   *sketch
}

// readOther is [Tree.Read] of a tree of another program.
func readOther(t *Tree, r *codec.Reader, how *Saved, id int32) (cuts []Cut, lost string) {
	saved := &how.Names.trees[id]
	x := saved.find(t.p)
	if x.altered != "" {
		r.Part()
		return nil, x.altered
	}
	old := saved.take(how.Names.schema)
	defer func() { saved.spare = append(saved.spare, old) }()
	g := coding{Coder: r.Coder(), Saved: &Saved{Instances: how.Instances, Restorer: how.Restorer, Shift: how.Shift}, Tree: old, m: old.mem(), reads: true}
	g.part()
	k := &carry{Saved: how, places: x, old: old, now: t, was: old.mem(), is: t.mem(), found: g.found, sketch: &saved.sketch}
	if r.Failed() {
		k.dropFrom(0)
		return nil, ""
	}
	k.all()
	t.Doubt()
	return k.cuts, ""
}

// take returns a tree to read into.
func (t *savedTree) take(schema *world.Schema) *Tree {
	if t.program == nil {
		t.program = t.sketch.program(schema)
	}
	tree := &Tree{}
	if last := len(t.spare) - 1; last >= 0 {
		tree, t.spare = t.spare[last], t.spare[:last]
	}
	tree.Reset(t.program, 0, true)
	return tree
}

func (k *carry) all() {
	for _, s := range k.slots {
		k.value(s)
	}
	for o, n := range k.nodes {
		if n >= 0 {
			k.kept(int32(o), n)
		}
	}
	if k.old.isRunning(0) && !(k.nodes[0] == 0 && k.node(0, 0)) {
		k.cut(0, 0)
	}
	k.drop()
	for i := range k.watches {
		k.watch(i)
	}
	if k.now.p.draws >= 0 && k.old.p.draws >= 0 {
		k.is[k.now.p.draws] = k.was[k.old.p.draws]
	}
	k.changes()
}

// value carries a value of the frame over. A value that is gone becomes zero, like none.
func (k *carry) value(s slot) {
	was, is := k.old.p.types[s.was], k.now.p.types[s.is]
	var w [2]world.Word
	width := was.Width()
	copy(w[:width], k.was[s.was:])
	w = k.translate(was, is, w)
	copy(k.is[s.is:s.is+width], w[:])
}

func (k *carry) translate(was, is world.Type, w [2]world.Word) [2]world.Word {
	if k.Migration == nil {
		return w
	}
	if now, _, ok := k.Migration.Words(was, is, w); ok {
		return now
	}
	return [2]world.Word{}
}

// kept takes over what a node remembers whether it runs or not.
func (k *carry) kept(o, n int32) {
	from, to := &k.old.p.nodes[o], &k.now.p.nodes[n]
	switch from.kind {
	case def.NodeResumeSequence:
		if c := k.was.current(from); c > 0 {
			k.is.setLane(to.lane, uint32(k.follow(o, n, c))|k.was.lane(from.lane)&flagBit)
		}
	case def.NodeCooldown:
		k.is[to.word] = k.was[from.word]
	case def.NodeOnce, def.NodeLimit:
		k.is.setLane(to.lane, k.was.lane(from.lane))
	}
	if from.choice.lasts() && to.choice.lasts() {
		if c := k.was.lane(from.lastLane()); c > 0 && k.child(n, int32(c)) > 0 {
			k.is.setLane(to.lastLane(), uint32(k.child(n, int32(c))))
			k.is[to.sinceWord()] = k.was[from.sinceWord()]
		}
	}
}

// child returns which child of a node an old node is; 0: none of them.
func (k *carry) child(n, old int32) int32 {
	if c := k.nodes[old]; c > 0 && k.now.p.nodes[c].parent == n {
		return c
	}
	return 0
}

// follow returns the child with which a node continues that asks its children in turn: what the old one is now, or what
// stands behind those before it. It is the end of the node if nothing does.
func (k *carry) follow(o, n, old int32) int32 {
	if int(old) < len(k.nodes) && old < k.old.p.nodes[o].end {
		if c := k.child(n, old); c > 0 {
			return c
		}
	}
	next := n + 1
	for c := o + 1; c < min(old, k.old.p.nodes[o].end); c = k.old.p.nodes[c].end {
		if done := k.child(n, c); done >= next {
			next = k.now.p.nodes[done].end
		}
	}
	return next
}

// node takes a running node over with what runs below it, and reports whether it continues.
func (k *carry) node(o, n int32) bool {
	from, to := &k.old.p.nodes[o], &k.now.p.nodes[n]
	if !k.goesOn(o, from, to) {
		return false
	}
	k.now.mem().setBit(k.now.p.bits+n, true)
	whole := true
	for c := o + 1; c < from.end; c = k.old.p.nodes[c].end {
		if !k.old.isRunning(c) {
			continue
		}
		if is := k.child(n, c); is == 0 || !k.node(c, is) {
			k.cut(c, is)
			whole = false
		}
	}
	if from.shape == def.ShapeDecorator && !whole && k.sketch.nodes[o].guard != guardOf(to.info) {
		return false // it was evaluated before its child that is gone, and would be evaluated for another one now
	}
	k.state(o, n, from, to)
	for i := range from.services {
		k.service(o, i, from, to)
	}
	return true
}

// watch takes over how a watch was. One that is new, or has another condition, is as if it had let the composite
// continue past its child: so it cuts nothing short but what its condition speaks against now.
func (k *carry) watch(i int) {
	w, p := &k.now.p.watches[i], k.now.p
	if w.child == 0 {
		k.is.setBit(w.bit, true)
		if was := k.watches[i]; was >= 0 {
			k.pair(k.old.p.watches[was].bit, w.bit)
		}
		return
	}
	host := p.nodes[w.child].parent
	nd := &p.nodes[host]
	if was := k.watches[i]; was >= 0 {
		v := &k.old.p.watches[was]
		x := run{Tree: k.old, memory: k.was, nodes: k.old.p.nodes}
		if up := x.nodes[v.child].parent; x.isRunning(up) && x.isPast(&x.nodes[up], v.child) {
			k.pair(v.bit, w.bit)
			return
		}
	}
	k.is.setBit(w.bit, goes(nd.kind) == Success)
}

// pair takes over the two bits of a watch.
func (k *carry) pair(from, to int32) {
	first, second := k.was.pair(from)
	k.is.setBit(to, first)
	k.is.setBit(to+1, second)
}

// changes takes over the changes that were not examined yet.
func (k *carry) changes() {
	if k.old.more == nil || !k.now.keeps {
		return
	}
	for _, c := range k.old.more.causes {
		if addr, ok := moved(k.old.p.schema, k.now.p.schema, c.Addr); ok {
			k.now.keep(world.Change{Addr: addr, Old: c.Old})
		}
	}
}

// moved returns where a cell of one schema is in another, if the symbol alone determines that.
func moved(from, to *world.Schema, addr world.Addr) (world.Addr, bool) {
	if from == to {
		return addr, true
	}
	was := from.SymbolAt(addr)
	if was == nil {
		return 0, false
	}
	is := to.Symbol(was.Name)
	if is == nil || is.Cells != was.Cells || is.Type.Kind != was.Type.Kind || len(was.Params) > 0 && is.Base != was.Base {
		return 0, false
	}
	return is.Base + addr - was.Base, true
}
