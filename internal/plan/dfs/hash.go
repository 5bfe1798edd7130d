package dfs

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/paged"
)

// listEnd is the hash of an empty list.
const listEnd uint64 = 0x6A09E667F3BCC909

// mix spreads the bits of a number (Steele, Lea, Flood: SplitMix64, 2014).
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// join hashes an ordered pair. It treats its two arguments differently, so join(a, b) and join(b, a) differ.
func join(a, b uint64) uint64 { return mix(a*0xD6E8FEB86659FD93 + mix(b)) }

// part is the kind of thing that a number identifies.
type part uint64

const (
	factPart part = iota + 1
	taskPart
	otherPart
	methodPart
)

// hashOf hashes a number of one kind. The same number of another kind has another hash.
func hashOf(p part, x uint64) uint64 { return mix(uint64(p)<<56 ^ x) }

// here combines a hash with the hash of the current state.
func (m *machine) here(h uint64) uint64 { return join(m.facts.hash, h) }

// groundHash hashes a task whose arguments are all objects. The depth counts only if the mode limits it.
func (m *machine) groundHash(task int32, args []ref, depth int32) uint64 {
	h := m.headHash(task, depth)
	for _, o := range args {
		h = join(h, uint64(o))
	}
	return h | 1
}

// headHash hashes a task without its arguments.
func (m *machine) headHash(task, depth int32) uint64 {
	h := hashOf(taskPart, uint64(task))
	if m.mode.maxDepth > 0 {
		h = join(h, uint64(depth))
	}
	return h
}

// numbering numbers open slots in the order in which a hash computation reaches them, so the hash does not depend on
// slot indices.
type numbering struct {
	slots []ref
	at    paged.Stack[int64] // of each slot: its number + base; not numbered if at most base
	base  int64
}

func (m *machine) renumber() {
	m.num.base += int64(len(m.num.slots)) + 1
	m.num.slots = m.num.slots[:0]
	for m.num.at.Len() < m.slots.Len() {
		m.num.at.Push(0)
	}
}

func (m *machine) number(r ref) int64 {
	at := m.num.at.At(^r)
	if *at <= m.num.base {
		m.num.slots = append(m.num.slots, r)
		*at = m.num.base + int64(len(m.num.slots))
	}
	return *at - m.num.base
}

// refHash hashes a reference: an object, or the number of an open slot.
func (m *machine) refHash(r ref) uint64 {
	if r >= 0 {
		return uint64(r)
	}
	return ^uint64(m.number(r))
}

// nodeHash hashes a task, with its open slots by number, and reports whether all its arguments are objects.
func (m *machine) nodeHash(n int32) (h uint64, ground bool) {
	nd := m.nodes.At(n)
	if nd.hash != 0 {
		return nd.hash, true
	}
	h, ground = m.headHash(nd.task, nd.depth), true
	for i := range m.p.Tasks[nd.task].Params {
		r := m.deref(*m.refs.At(nd.args + int32(i)))
		ground = ground && r >= 0
		h = join(h, m.refHash(r))
	}
	return h | 1, ground
}

// withSlots combines a hash with the types and inequalities of the slots numbered so far.
func (m *machine) withSlots(h uint64) uint64 {
	for i := 0; i < len(m.num.slots); i++ { // refHash may append slots
		s := m.slots.At(^m.num.slots[i])
		h = join(h, uint64(s.typ))
		sum := uint64(0)
		for w := s.watch; w != none; w = m.watch.At(w).next {
			sum += hashOf(otherPart, m.refHash(m.deref(m.watch.At(w).other)))
		}
		h = join(h, sum)
	}
	return h
}

// taskHash hashes one task, independent of the other tasks.
func (m *machine) taskHash(n int32) uint64 {
	if h := m.nodes.At(n).hash; h != 0 {
		return h
	}
	m.renumber()
	h, _ := m.nodeHash(n)
	return m.withSlots(h)
}

// shapeHash hashes one task but ignores the types and inequalities of its open variables. It keeps which arguments
// share a variable. first is the first open variable, or an object if there is none.
func (m *machine) shapeHash(n int32) (h uint64, first ref) {
	if m.nodes.At(n).hash != 0 {
		return m.nodes.At(n).hash, 0
	}
	m.renumber()
	h, _ = m.nodeHash(n)
	if len(m.num.slots) == 0 {
		return h, 0
	}
	return ^h, m.num.slots[0]
}

// consHash hashes a new list. It returns 0 if the list has variables.
func (m *machine) consHash(c int32) uint64 {
	rest := listEnd
	if next := m.cells.At(c).next; next != none && m.cells.At(next).kind != joinCell {
		rest = m.cells.At(next).hash
	}
	switch {
	case rest == 0:
		return 0
	case m.cells.At(c).kind != taskCell:
		return rest
	}
	h := m.nodes.At(m.cells.At(c).node).hash
	if h == 0 {
		return 0
	}
	return join(h, rest) | 1
}

// listHash hashes a list up to its join. It stores the hash in each cell from which the list has no variables any more.
func (m *machine) listHash(c int32) uint64 {
	cells, hashes, ground := m.scratch.cells[:0], m.scratch.hashes[:0], m.scratch.ground[:0]
	for ; c != none && m.cells.At(c).kind != joinCell && m.cells.At(c).hash == 0; c = m.cells.At(c).next {
		if m.cells.At(c).kind != taskCell {
			continue
		}
		h, g := m.nodeHash(m.cells.At(c).node)
		cells, hashes, ground = append(cells, c), append(hashes, h), append(ground, g)
	}
	m.scratch.cells, m.scratch.hashes, m.scratch.ground = cells, hashes, ground
	m.lim.charge(int32(len(cells)))
	h, all := listEnd, true
	if c != none && m.cells.At(c).kind != joinCell {
		h = m.cells.At(c).hash
	}
	for i := len(cells) - 1; i >= 0; i-- {
		h = join(hashes[i], h) | 1
		if all = all && ground[i]; all {
			m.note(changeHash, cells[i], 0)
			m.cells.At(cells[i]).hash = h
		}
	}
	return h
}

// withTight combines a hash with the tight slots: no remaining task uses them, but binding them may still fail at the
// end.
func (m *machine) withTight(h uint64) uint64 {
	if m.loose == 0 {
		return h
	}
	m.lim.charge(m.watched.Len())
	for i := range m.watched.Len() {
		if s := *m.watched.At(i); m.tight(m.slots.At(s)) {
			h = join(h, m.refHash(slotRef(s)))
		}
	}
	return h
}

// networkHash hashes all remaining tasks.
func (m *machine) networkHash() uint64 {
	m.renumber()
	if m.cells.At(m.rest).block == none {
		return m.withSlots(m.withTight(m.listHash(m.rest)))
	}
	blocks := m.openBlocks()
	sums := make([]uint64, len(blocks))
	for t, c := range m.front {
		if t == int(m.thread) {
			c = m.rest
		}
		m.addList(c, 0, blocks, sums)
	}
	top := uint64(0)
	for i := len(blocks) - 1; i >= 0; i-- { // inner blocks come after outer ones
		h := join(sums[i], m.waitingHash(m.blocks.At(blocks[i])))
		top += m.addList(m.blocks.At(blocks[i]).cont, h, blocks, sums)
	}
	return m.withSlots(m.withTight(top))
}

// openBlocks returns the blocks that have threads, in ascending order. The list is valid until the next call.
func (m *machine) openBlocks() []int32 {
	blocks := m.scratch.blocks[:0]
	m.stamp++
	for t, c := range m.front {
		if t == int(m.thread) {
			c = m.rest
		}
		for b := m.cells.At(c).block; b != none && m.blocks.At(b).stamp != m.stamp; b = m.outer(b) {
			m.blocks.At(b).stamp = m.stamp
			blocks = append(blocks, b)
		}
	}
	slices.Sort(blocks)
	m.scratch.blocks = blocks
	m.lim.charge(int32(len(blocks) + len(m.front)))
	return blocks
}

// outer returns the block that contains a block, or none.
func (m *machine) outer(b int32) int32 {
	if c := m.blocks.At(b).cont; c != none {
		return m.cells.At(c).block
	}
	return none
}

// addList hashes a list, joined after the hash before. If the list belongs to a block, it adds the hash to the block's
// sum and returns 0; otherwise it returns the hash.
func (m *machine) addList(c int32, before uint64, blocks []int32, sums []uint64) uint64 {
	h := before
	if c != none {
		h = join(h, m.listHash(c))
	}
	if c == none || m.cells.At(c).block == none {
		return h
	}
	i, _ := slices.BinarySearch(blocks, m.cells.At(c).block)
	sums[i] += join(h, uint64(m.joinOf(c))+1)
	return 0
}

// joinOf returns the subtask that a list ends, by its index in the block.
func (m *machine) joinOf(c int32) int32 {
	for m.cells.At(c).kind != joinCell {
		c = m.cells.At(c).next
	}
	return m.cells.At(c).sub
}

// waitingHash hashes the subtasks of a block that have not started.
func (m *machine) waitingHash(b *block) uint64 {
	h := hashOf(methodPart, uint64(b.s.index))
	for i := range b.s.calls {
		if *m.counts.At(b.counts + 1 + int32(i)) > 0 {
			n, _ := m.nodeHash(m.nodes.At(b.node).first + int32(i))
			h += join(n, uint64(i)+1)
		}
	}
	return h
}

// objectsOf returns the objects of a task's arguments. For an open argument it returns the first object of its type.
func (m *machine) objectsOf(nd *node) []lifted.Object {
	list := make([]lifted.Object, len(m.p.Tasks[nd.task].Params))
	for i := range list {
		r := m.deref(*m.refs.At(nd.args + int32(i)))
		if r < 0 {
			r = m.p.Types[m.slots.At(^r).typ].List[0]
		}
		list[i] = r
	}
	return list
}
