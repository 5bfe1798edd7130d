package verify

// never is the end of a node that cannot be placed.
const never = -1

// place finds points for all decompositions below a node, which may begin in the given state: for each method a state
// in which its precondition holds, after everything ordered before its task and before everything that it is decomposed
// into. It returns the earliest state in which the node can end. An earlier end never hurts later nodes, so the best
// end of each node can be found independently.
func (j *judge) place(n *node, from int) int {
	if n.action >= 0 {
		if from > n.action {
			return never
		}
		return n.action + 1
	}
	if end, known := n.ends[from]; known {
		return end
	}
	if n.ends == nil {
		n.ends = map[int]int{}
	}
	best, soonest := never, max(from, n.last+1)
	started := false
	for _, s := range n.schemes {
		j.matches(n, s, byOrder, func(m *match) bool {
			point := j.point(m, from)
			if point == never {
				return false
			}
			started = true
			if end := j.placeChildren(m, point); end != never && (best == never || end < best) {
				best = end
			}
			return best == soonest
		})
	}
	if best == never && !started && from <= n.first {
		j.stop(n, from, nil)
	}
	n.ends[from] = best
	return best
}

// stop records the first node that could not be placed, and the node that ends too late for it, for the message.
func (j *judge) stop(n *node, from int, late *node) {
	if j.stuck == nil {
		j.stuck, j.stuckFrom, j.late = n, from, late
	}
}

// point returns the first state, not before the given one, in which a method's precondition and constraints hold for
// some choice of its parameters, or never.
func (j *judge) point(m *match, from int) int {
	last := m.node.first
	if j.rules.AtFirstAction && m.node.last >= 0 {
		if from > last {
			return never
		}
		from = last
	}
	c := m.chooser(m.scheme.all)
	for from <= last && !j.exhausted() {
		if c.holds(from) {
			return from
		}
		state, found := j.nextMove(from, m.scheme.reads)
		if !found {
			return never
		}
		from = state
	}
	return never
}

// placeChildren places the subtasks in sequence, each after those ordered before it.
func (j *judge) placeChildren(m *match, point int) int {
	from, cause := make([]int, len(m.of)), make([]*node, len(m.of))
	over := point
	for _, i := range m.scheme.sorted {
		end := j.place(m.of[i], max(point, from[i]))
		if end == never {
			if from[i] > m.of[i].first {
				j.stop(m.of[i], from[i], cause[i])
			}
			return never
		}
		over = max(over, end)
		for _, e := range m.scheme.edges {
			if e[0] == i && end > from[e[1]] {
				from[e[1]], cause[e[1]] = end, m.of[i]
			}
		}
	}
	return over
}
