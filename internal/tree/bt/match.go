package bt

import (
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// maxMatching is the maximum number of pairs of nodes that are compared to find the nodes of a tree in another program.
// Beyond it, only equal subtrees, and nodes with the same names in order, are found.
const maxMatching = 1 << 20

// matching finds the nodes of a tree among those of another. The roots match if they are alike. Below nodes that match,
// the children are aligned so that as many nodes as possible match; then children that have moved among their siblings
// are found, and last, anywhere, equal subtrees that remember something.
type matching struct {
	old, now side
	pairs    []int32 // by old node: the new one; -1: it is gone
	back     []int32 // by new node
	weights  map[[2]int32]int32
	weighed  int
}

// side is one of the two trees.
type side struct {
	nodes  []outline
	ends   []int32
	kids   [][]int32
	hashes []uint64 // of a node with all below it
}

func newSide(s *sketch) side {
	d := side{nodes: s.nodes, ends: s.ends(), kids: make([][]int32, len(s.nodes)), hashes: make([]uint64, len(s.nodes))}
	for n := 1; n < len(s.nodes); n++ {
		up := s.nodes[n].parent
		d.kids[up] = append(d.kids[up], int32(n))
	}
	for n := len(s.nodes) - 1; n >= 0; n-- {
		o := &s.nodes[n]
		h := det.Mix(uint64(o.kind)<<32 ^ textHash(o.name) ^ det.Mix(o.guard))
		for _, v := range o.services {
			h = det.Mix(h ^ textHash(v.name))
		}
		for _, c := range d.kids[n] {
			h = det.Mix(h+1) ^ d.hashes[c]
		}
		d.hashes[n] = det.Mix(h)
	}
	return d
}

// match returns for each node of a tree which node of another it is; -1: it is gone.
func match(old, now *sketch) []int32 {
	m := &matching{old: newSide(old), now: newSide(now), pairs: make([]int32, len(old.nodes)), back: make([]int32, len(now.nodes)), weights: map[[2]int32]int32{}}
	for i := range m.pairs {
		m.pairs[i] = -1
	}
	for i := range m.back {
		m.back[i] = -1
	}
	if m.alike(0, 0) {
		m.pair(0, 0)
	}
	m.elsewhere()
	return m.pairs
}

// alike reports whether two nodes may be one and the same.
func (m *matching) alike(o, n int32) bool {
	a, b := &m.old.nodes[o], &m.now.nodes[n]
	return a.kind == b.kind && a.name == b.name
}

func (m *matching) same(o, n int32) bool {
	return m.old.hashes[o] == m.now.hashes[n] && m.old.ends[o]-o == m.now.ends[n]-n
}

// weight returns how much speaks for two nodes to be one and the same: 0 if they cannot be.
func (m *matching) weight(o, n int32) int32 {
	switch {
	case !m.alike(o, n):
		return 0
	case m.same(o, n):
		return 2 * (m.old.ends[o] - o)
	}
	if w, known := m.weights[[2]int32{o, n}]; known {
		return w
	}
	w := int32(1)
	if m.old.nodes[o].guard == m.now.nodes[n].guard {
		w++
	}
	if a, b := m.old.kids[o], m.now.kids[n]; m.weighed+len(a)*len(b) < maxMatching {
		m.weighed += len(a) * len(b)
		w += m.align(a, b)[0]
	}
	m.weights[[2]int32{o, n}] = w
	return w
}

// align returns a table of the scores of the best alignment of two lists of children, from an old and a new child on: a
// row for each old child, and one more.
func (m *matching) align(a, b []int32) []int32 {
	row := len(b) + 1
	best := make([]int32, (len(a)+1)*row)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			at := i*row + j
			best[at] = max(best[at+row], best[at+1])
			if w := m.weight(a[i], b[j]); w > 0 {
				best[at] = max(best[at], w+best[at+row+1])
			}
		}
	}
	return best
}

// pair has two nodes match, and continues with their children.
func (m *matching) pair(o, n int32) {
	if m.same(o, n) {
		m.pairAll(o, n)
		return
	}
	m.pairs[o], m.back[n] = n, o
	a, b := m.old.kids[o], m.now.kids[n]
	if m.weighed+len(a)*len(b) < maxMatching {
		m.pairAligned(a, b)
	} else {
		m.pairInOrder(a, b)
	}
	for _, c := range a {
		if m.pairs[c] < 0 {
			m.pairMoved(c, b)
		}
	}
}

// pairAll has two equal subtrees match, node by node.
func (m *matching) pairAll(o, n int32) {
	for i := range m.old.ends[o] - o {
		m.pairs[o+i], m.back[n+i] = n+i, o+i
	}
}

// pairAligned pairs children as aligned: of equal alignments the one in which the first children match.
func (m *matching) pairAligned(a, b []int32) {
	best, row := m.align(a, b), len(b)+1
	for i, j := 0, 0; i < len(a) && j < len(b); {
		at := i*row + j
		switch w := m.weight(a[i], b[j]); {
		case w > 0 && best[at] == w+best[at+row+1]:
			m.pair(a[i], b[j])
			i, j = i+1, j+1
		case best[at] == best[at+1]:
			j++
		default:
			i++
		}
	}
}

// pairInOrder pairs each child with the first one behind those paired that is equal, or else alike.
func (m *matching) pairInOrder(a, b []int32) {
	from := 0
	for _, c := range a {
		found := -1
		for j := from; j < len(b); j++ {
			if m.same(c, b[j]) {
				found = j
				break
			}
			if found < 0 && m.alike(c, b[j]) {
				found = j
			}
		}
		if found >= 0 {
			m.pair(c, b[found])
			from = found + 1
		}
	}
}

// pairMoved pairs a child with the best of the new children that are left. Nodes that have nothing in common but their
// kind are not the same.
func (m *matching) pairMoved(c int32, b []int32) {
	best, found := int32(0), int32(-1)
	for _, n := range b {
		if m.back[n] >= 0 || !m.same(c, n) && m.old.nodes[c].name == "" && m.weight(c, n) < 3 {
			continue
		}
		if w := m.weight(c, n); w > best {
			best, found = w, n
		}
	}
	if found >= 0 {
		m.pair(c, found)
	}
}

// elsewhere finds subtrees that are gone from where they were, and remember something, at another place of the tree.
func (m *matching) elsewhere() {
	places := map[uint64][]int32{}
	for n := range m.back {
		if m.back[n] < 0 {
			h := m.now.hashes[n]
			places[h] = append(places[h], int32(n))
		}
	}
	for o := range int32(len(m.pairs)) {
		if m.pairs[o] >= 0 || !m.keeps(o) {
			continue
		}
		for _, n := range places[m.old.hashes[o]] {
			if m.same(o, n) && m.isFree(o, n) {
				m.pairAll(o, n)
				break
			}
		}
	}
}

// keeps reports whether a node or one below it remembers something when it does not run.
func (m *matching) keeps(o int32) bool {
	for i := o; i < m.old.ends[o]; i++ {
		if nd := &m.old.nodes[i]; keepsAfterEnd(nd.kind) || nd.kind == def.NodeUtilitySelector && nd.lasts {
			return true
		}
	}
	return false
}

// isFree reports whether no node of two subtrees matches any other.
func (m *matching) isFree(o, n int32) bool {
	for i := range m.old.ends[o] - o {
		if m.pairs[o+i] >= 0 || m.back[n+i] >= 0 {
			return false
		}
	}
	return true
}
