package bt

import "math/bits"

// touched tells for each bit of a mask which of the watches that a node hosts have it, as a set of their places in node.hosted. So a change costs as much as the
// watches that it can touch, and a step over 64 of the others.
type touched [][]uint64

// manyHosted is from how many watches on a node has such a table.
const manyHosted = 64

// touch makes the table of a node.
func (c *compiler) touch(nd *node) {
	if len(nd.hosted) < manyHosted {
		return
	}
	nd.touched = make(touched, 64)
	for at, i := range nd.hosted {
		for mask := c.watches[i].mask; mask != 0; mask &= mask - 1 {
			bit := bits.TrailingZeros64(mask)
			if nd.touched[bit] == nil {
				nd.touched[bit] = make([]uint64, (len(nd.hosted)+63)/64)
			}
			nd.touched[bit][at>>6] |= 1 << (at & 63)
		}
	}
}

// nextTouched returns the place of the first watch from one on that a node hosts and that may have another outcome, or -1.
func (x *run) nextTouched(nd *node, from int) int {
	if nd.touched == nil || x.was {
		if from < len(nd.hosted) {
			return from
		}
		return -1
	}
	for from < len(nd.hosted) {
		word := uint64(0)
		for told := x.told; told != 0; told &= told - 1 {
			if set := nd.touched[bits.TrailingZeros64(told)]; set != nil {
				word |= set[from>>6]
			}
		}
		if word = word >> (from & 63) << (from & 63); word != 0 {
			return from&^63 + bits.TrailingZeros64(word)
		}
		from = from&^63 + 64
	}
	return -1
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
