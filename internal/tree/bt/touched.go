package bt

import "math/bits"

// touched says for each bit of a mask which of the watches that a node hosts have it, as a set of their places in
// node.hosted. So a change costs as much as the watches that it can touch, and a step over 64 of the others.
type touched struct {
	bits uint64 // those that any of the watches has
	sets [64][]uint64
}

// manyHosted is from how many watches on a node has such a table.
const manyHosted = 64

// touch makes the table of a node.
func (c *compiler) touch(nd *node) {
	if len(nd.hosted) < manyHosted {
		return
	}
	nd.touched = &touched{}
	for at, i := range nd.hosted {
		nd.touched.bits |= c.watches[i].mask
		for mask := c.watches[i].mask; mask != 0; mask &= mask - 1 {
			bit := bits.TrailingZeros64(mask)
			if nd.touched.sets[bit] == nil {
				nd.touched.sets[bit] = make([]uint64, (len(nd.hosted)+63)/64)
			}
			nd.touched.sets[bit][at>>6] |= 1 << (at & 63)
		}
	}
}

// touchedIn returns which of the watches that a node hosts may have another outcome, of 64 of them: computed at once,
// that costs no more for each than looking at it, however much has changed.
func (x *run) touchedIn(nd *node, from int) (places uint64) {
	if nd.touched == nil || x.was || nd.touched.bits&^x.noticed == 0 {
		return 1<<min(64, len(nd.hosted)-from) - 1
	}
	for noticed := x.noticed & nd.touched.bits; noticed != 0; noticed &= noticed - 1 {
		places |= nd.touched.sets[bits.TrailingZeros64(noticed)][from>>6]
	}
	return places
}

// firstHosted returns the place of the first watch that a node hosts of a child, or of one after it.
func (p *Program) firstHosted(nd *node, child int32) int {
	lo, hi := 0, len(nd.hosted)
	for lo < hi {
		if mid := (lo + hi) / 2; p.watches[nd.hosted[mid]].child < child {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
