package htn

import "math/bits"

// visited remembers pairs of (remaining network, state) that need not be examined again: those on the way here, which
// would only lead round in a circle, and those from which nothing came. Both are known by 64-bit hashes. Open
// addressing; clearing costs nothing.
type visited struct {
	slots []seenPair
	epoch uint32
	count int
}

type seenPair struct {
	net, state uint64
	cost       float64 // of the plan so far, when it was last entered
	epoch      uint32
}

const visitedStart = 64 // slots; grows by doubling at three quarters

func (v *visited) clear() {
	v.count = 0
	v.epoch++
	if v.epoch == 0 { // once in four billion plans the stamps start over
		clear(v.slots)
		v.epoch = 1
	}
}

func (v *visited) memory() int { return v.count * 32 }

// enter reports whether the pair was there, at no greater cost; if not it is added when add says so.
func (v *visited) enter(net, state uint64, cost float64, add bool) bool {
	if len(v.slots) == 0 {
		v.slots = make([]seenPair, visitedStart)
	}
	mask := uint64(len(v.slots) - 1)
	for i := (net ^ state) & mask; ; i = (i + 1) & mask {
		s := &v.slots[i]
		if s.epoch != v.epoch {
			if add {
				s.net, s.state, s.cost, s.epoch = net, state, cost, v.epoch
				v.count++
				if v.count*4 > len(v.slots)*3 {
					v.grow()
				}
			}
			return false
		}
		if s.net == net && s.state == state {
			if s.cost <= cost {
				return true
			}
			if add {
				s.cost = cost
			}
			return false
		}
	}
}

func (v *visited) grow() {
	old := v.slots
	v.slots = make([]seenPair, 2*len(old))
	mask := uint64(len(v.slots) - 1)
	for _, s := range old {
		if s.epoch != v.epoch {
			continue
		}
		i := (s.net ^ s.state) & mask
		for v.slots[i].epoch == v.epoch {
			i = (i + 1) & mask
		}
		v.slots[i] = s
	}
}

// orderSalt sets a choice among unordered subtasks apart from the expansion of one of them under the same network.
const orderSalt = ^uint64(0)

// claimSalt sets apart what can start as soon as the plan does.
const claimSalt = 1 << 32

// visited reports whether the present network and state were seen before, and adds them on request. The depth at which
// they were seen does not count: a search cut off by depth says so.
func (p *Planner) visited(salt uint64, add bool) bool {
	if len(p.o.Claimed) > 0 && p.startsNow() {
		salt ^= claimSalt // what others have claimed stands against it now, but not later
	}
	cost := p.cost
	if p.o.Search == DepthFirst {
		cost = 0
	}
	return p.seen.enter(p.hash(p.net)+salt*0x9e3779b97f4a7c15, p.state.Hash(), cost, add)
}

// mix folds a word into a hash (the multiply and fold of Wang Yi's wyhash).
func mix(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^0xa0761d6478bd642f, x^0xe7037ed1a0b428db)
	return hi ^ lo
}

// hash is that of a remaining network: the tasks and operators in it with their arguments and order.
func (p *Planner) hash(at place) uint64 {
	if at.cell < 0 {
		return 1
	}
	c := &p.cells[at.cell]
	h := c.hashed
	if h == 0 {
		if h = 1; c.next.cell >= 0 {
			h = p.hash(c.next)
		}
		c.hashed = h
	}
	items := p.d.items[c.first : c.first+c.count]
	if c.branches >= 0 {
		return mix(p.hashBranches(c, items), h)
	}
	if h = p.hashList(items[at.pos:], c.frame, h); p.d.guarded {
		h = p.hashGuards(c.node, h)
	}
	return h
}

// hashList folds subtasks in order, from the last to the first, into the hash of what follows them.
func (p *Planner) hashList(items []item, frame int32, h uint64) uint64 {
	for i := len(items) - 1; i >= 0; i-- {
		it := &items[i]
		if it.kind == itemBlock {
			h = mix(p.hashPartial(p.d.blocks[it.id].items, frame), h)
			continue
		}
		h = mix(h, uint64(it.id)<<1|uint64(it.kind))
		for _, a := range it.args {
			w := a.word
			if a.slot >= 0 {
				w = p.words[frame+a.slot]
			}
			h = mix(h, uint64(w))
		}
	}
	return h
}

// hashBranches does not depend on the order of branches that have no order.
func (p *Planner) hashBranches(c *cell, items []item) uint64 {
	if c.sum == 0 {
		for i := range items {
			c.sum += p.hashBranch(items, i, p.branches[int(c.branches)+i])
		}
	}
	return c.sum
}

// hashBranch is the share of a branch in the hash of its block: 0 once it is done.
func (p *Planner) hashBranch(items []item, i int, b place) uint64 {
	if b.cell < 0 {
		return 0
	}
	p.folds++
	h := p.hash(b)
	if items[i].preds != 0 {
		h = mix(h, uint64(i)<<32|items[i].preds)
	}
	return mix(h, 2)
}

// hashPartial is hashBranches for a partial block that has not been entered yet.
func (p *Planner) hashPartial(items []item, frame int32) uint64 {
	sum := uint64(0)
	for i := range items {
		h := p.hashList(p.d.blocks[items[i].branch].items, frame, 1)
		if items[i].preds != 0 {
			h = mix(h, uint64(i)<<32|items[i].preds)
		}
		sum += mix(h, 2)
	}
	return sum
}
