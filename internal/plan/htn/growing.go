package htn

// growing finds the first node of a growing task with certain arguments under a certain state, so that the way up to
// the root is walked only if there is one to be met. Nodes that are taken back leave it in turn. Open addressing;
// clearing costs nothing.
type growing struct {
	slots []grownSlot
	list  []grownNode // those that are in the table, in the order of the nodes
	used  int         // slots
	epoch uint32
	steps int // up to the root, that have been taken in vain or not
}

type grownSlot struct {
	key   uint64
	node  int32 // -1: it was taken back
	epoch uint32
}

type grownNode struct {
	key  uint64
	node int32
}

func (g *growing) clear() {
	g.list, g.used, g.steps = g.list[:0], 0, 0
	g.epoch++
	if g.epoch == 0 {
		clear(g.slots)
		g.epoch = 1
	}
}

func (g *growing) memory() int { return g.used*16 + len(g.list)*16 }

// slot returns the slot of a key, or the free one for it.
func (g *growing) slot(key uint64) *grownSlot {
	mask := uint64(len(g.slots) - 1)
	for i := key & mask; ; i = (i + 1) & mask {
		if s := &g.slots[i]; s.epoch != g.epoch || s.key == key {
			return s
		}
	}
}

// first returns the first node of a key, or -1.
func (g *growing) first(key uint64) int32 {
	if g.used == 0 {
		return -1
	}
	if s := g.slot(key); s.epoch == g.epoch {
		return s.node
	}
	return -1
}

// add makes a node the first of its key, unless there is one.
func (g *growing) add(key uint64, node int32) {
	if 4*(g.used+1) > 3*len(g.slots) {
		g.rebuild()
	}
	s := g.slot(key)
	switch {
	case s.epoch != g.epoch:
		g.used++
	case s.node >= 0:
		return
	}
	*s = grownSlot{key, node, g.epoch}
	g.list = append(g.list, grownNode{key, node})
}

// rebuild drops the instances that were taken back, and makes room for twice the rest.
func (g *growing) rebuild() {
	size := max(visitedStart, len(g.slots))
	for size < 4*(len(g.list)+1) {
		size *= 2
	}
	if size > len(g.slots) {
		g.slots = make([]grownSlot, size)
	} else {
		clear(g.slots)
	}
	g.used = len(g.list)
	for _, n := range g.list {
		*g.slot(n.key) = grownSlot{n.key, n.node, g.epoch}
	}
}

// cut forgets the nodes from one on.
func (g *growing) cut(from int32) {
	for i := len(g.list) - 1; i >= 0 && g.list[i].node >= from; i-- {
		g.slot(g.list[i].key).node = -1
		g.list = g.list[:i]
	}
}

// growingKey distinguishes a task with its arguments under the present state from others.
func (p *Planner) growingKey(task, frame int32) uint64 {
	h := mix(p.state.Hash(), uint64(task))
	for _, w := range p.frame(frame, p.d.tasks[task].params) {
		h = mix(h, uint64(w))
	}
	return h
}
