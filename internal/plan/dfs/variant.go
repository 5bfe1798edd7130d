package dfs

import "slices"

// A variant is another order of methods and facts. The file's order may lead the search astray, and any other order is
// as good a guess. Variant 0 is the file's order. Variant 1 reverses methods, variant 2 facts, variant 3 both. The
// others choose at random, once for each task and each literal, so that a whole pass follows one policy.
const drawnVariants = 4

// methodOrders returns the methods of each task, in the order in which a variant tries them.
func (g *program) methodOrders(variant uint32) [][]int32 {
	orders := slices.Clone(g.orders)
	for t := range orders {
		switch {
		case variant >= drawnVariants:
			orders[t] = drawn(orders[t], lot(variant, t, 0))
		case variant&1 != 0:
			orders[t] = slices.Clone(orders[t])
			slices.Reverse(orders[t])
		}
	}
	return orders
}

// drawn returns a copy of a list, shuffled by a seed.
func drawn(list []int32, seed uint64) []int32 {
	list = slices.Clone(list)
	for i := len(list) - 1; i > 0; i-- {
		seed = mix(seed)
		j := int(seed % uint64(i+1))
		list[i], list[j] = list[j], list[i]
	}
	return list
}

func lot(variant uint32, a, b int) uint64 {
	return mix(mix(mix(uint64(variant))+uint64(a)) + uint64(b))
}

// backward reports whether to try the facts for a literal of the current instance from the end.
func (m *machine) backward(literal int32) bool {
	switch {
	case m.mode.variant == 0:
		return false
	case m.mode.variant < drawnVariants:
		return m.mode.variant&2 != 0
	}
	s := m.cur.s
	return lot(m.mode.variant, int(s.index), int(literal)<<1|1)&1 != 0
}
