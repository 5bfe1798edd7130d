package htn

import (
	"math/bits"

	"github.com/karakuri-ai/karakuri/world"
)

// place is a position in the remaining task network: a cell and, in an ordered one, the next item; done is "nothing
// left". The network a search stands at is settled: at a subtask or a partial cell. The part after a cell need not be
// settled yet.
type place struct {
	cell int32
	pos  int32
}

var done = place{cell: -1}

// cell is one method's subtasks with what comes after them. Cells are never changed once made.
type cell struct {
	block int32
	first int32 // index of its items in Domain.items
	count int32
	frame int32 // words of the method instance: index of its frame
	node  int32 // derivation node of the method instance
	// branches is the index of a partial block's branches in Planner.branches; -1 for an ordered block.
	branches int32
	next     place
	// hashed is the hash of what follows the cell, 0 while not asked for. (The one field that is written later: a
	// memo.)
	hashed uint64
	// least is a lower bound of the cost after the cell.
	least float64
	// busy is the set of branches that are not done, of a partial block.
	busy uint64
	// sum is the sum of its branches' hashes, or 0 before the first request. A cell with one branch moved on gets it
	// from the one before.
	sum uint64
}

// turn is a branch taken at a partial cell: the way from the network to one of its open subtasks is a list of them.
type turn struct {
	cell   int32
	branch int32
}

// push makes the network of a block followed by next. It may have to be settled.
func (p *Planner) push(block, frame, node int32, next place) place {
	blk := &p.d.blocks[block]
	if len(blk.items) == 0 {
		return next
	}
	id := len(p.cells)
	p.cells = grow(p.cells)
	c := &p.cells[id]
	c.block, c.first, c.count = block, blk.first, int32(len(blk.items))
	c.frame, c.node, c.branches, c.next, c.hashed, c.least, c.busy, c.sum = frame, node, -1, next, 0, 0, 0, 0
	if p.o.Search == Best {
		c.least = p.least(next)
	}
	return place{cell: int32(id)}
}

// grow makes a list one longer; what the new place holds is left over from before. Its fields are then set one by one:
// a composite literal would be put together on the stack and copied, which stalls the processor.
func grow[T any](list []T) []T {
	if n := len(list); n < cap(list) {
		return list[:n+1]
	}
	var zero T
	return append(list, zero)
}

// settle moves a place on to a subtask, a partial cell or the end: past the end of a cell to its successor, and into a
// partial block by making its branches.
func (p *Planner) settle(at place) place {
	for at.cell >= 0 {
		c := &p.cells[at.cell]
		if c.branches >= 0 {
			return at
		}
		if at.pos == c.count {
			at = c.next
			continue
		}
		it := &p.d.items[c.first+at.pos]
		if it.kind != itemBlock {
			return at
		}
		return p.split(it.id, *c, p.after(at))
	}
	return done
}

// after is the place behind the item at at.
func (p *Planner) after(at place) place {
	c := &p.cells[at.cell]
	if at.pos+1 == c.count {
		return c.next
	}
	return place{at.cell, at.pos + 1}
}

// split makes the cell of a partial block with all its branches at their start.
func (p *Planner) split(partial int32, of cell, next place) place {
	items := p.d.blocks[partial].items
	first := int32(len(p.branches))
	for range items {
		p.branches = append(p.branches, done)
	}
	of.busy, of.sum = 0, 0
	for i := range items {
		at := p.settle(p.push(items[i].branch, of.frame, of.node, done))
		if p.branches[int(first)+i] = at; at.cell >= 0 {
			of.busy |= 1 << i
		}
	}
	of.block, of.first, of.count = partial, p.d.blocks[partial].first, int32(len(items))
	of.branches, of.next, of.hashed, of.least = first, next, 0, p.least(next)
	p.cells = append(p.cells, of)
	return place{cell: int32(len(p.cells) - 1)}
}

// open returns the nth subtask of the network that may come next, in declaration order, and whether there are that
// many. The way to it is left in p.path.
func (p *Planner) open(nth int32) (place, bool) {
	p.path = p.path[:0]
	if p.cells[p.net.cell].branches < 0 {
		return p.net, nth == 0
	}
	return p.seek(p.net, &nth)
}

func (p *Planner) seek(at place, nth *int32) (place, bool) {
	c := &p.cells[at.cell]
	if c.branches < 0 {
		*nth--
		return at, *nth < 0
	}
	items := p.d.blocks[c.block].items
	branches := p.branches[c.branches : int(c.branches)+len(items)]
	for left := c.busy; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		if c.busy&items[i].preds != 0 { // a predecessor is not done yet
			continue
		}
		p.path = append(p.path, turn{at.cell, int32(i)})
		if found, ok := p.seek(branches[i], nth); ok {
			return found, true
		}
		p.path = p.path[:len(p.path)-1]
	}
	return done, false
}

// proceed puts something instead of the subtask at the end of p.path. Only domains with unordered subtasks need it: in
// others that is the whole network, and it is settled.
func (p *Planner) proceed(now place) {
	now = p.settle(now)
	for i := len(p.path) - 1; i >= 0; i-- {
		now = p.replace(p.path[i], now)
	}
	p.net = now
}

// replace copies a partial cell with one branch moved on; when all branches are done, it is the cell's successor.
func (p *Planner) replace(t turn, now place) place {
	c := p.cells[t.cell]
	n := len(p.d.blocks[c.block].items)
	if now.cell < 0 {
		if c.busy &^= 1 << t.branch; c.busy == 0 {
			return p.settle(c.next)
		}
	}
	if c.sum != 0 {
		items, at := p.d.blocks[c.block].items, int(t.branch)
		c.sum += p.hashBranch(items, at, now) - p.hashBranch(items, at, p.branches[int(c.branches)+at])
	}
	first := len(p.branches)
	p.branches = append(p.branches, p.branches[c.branches:int(c.branches)+n]...)
	p.branches[first+int(t.branch)] = now
	c.branches = int32(first)
	p.cells = append(p.cells, c)
	return place{cell: int32(len(p.cells) - 1)}
}

// least is a lower bound of the cost of a network.
func (p *Planner) least(at place) float64 {
	if at.cell < 0 {
		return 0
	}
	c := &p.cells[at.cell]
	blk := &p.d.blocks[c.block]
	if c.branches < 0 {
		return blk.suffix[at.pos] + c.least
	}
	sum := c.least
	for i := range blk.items {
		sum += p.least(p.branches[int(c.branches)+i])
	}
	return sum
}

// gather appends a subtask's arguments to the words and returns their index.
func (p *Planner) gather(it *item, frame int32) int32 {
	start := int32(len(p.words))
	for _, a := range it.args {
		w := a.word
		if a.slot >= 0 {
			w = p.words[frame+a.slot]
		}
		p.words = append(p.words, w)
	}
	return start
}

// frame is a range of the words up to their present end, so that a caller may append to it.
func (p *Planner) frame(start, words int32) []world.Word {
	return p.words[start : start+words]
}
