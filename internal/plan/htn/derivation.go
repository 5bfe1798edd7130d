package htn

import "slices"

// Holder returns the node whose method has a step in its body. It is -1 if the operator itself was the goal.
func (pl *Plan) Holder(step int) int { return int(pl.steps[step].parent) }

// Below reports whether a step derives from a node: whether the node is its holder or above it. Every step derives
// from -1. The steps below a node need not be adjacent: steps of unordered siblings may be between them.
func (pl *Plan) Below(node, step int) bool { return pl.within(int32(node), pl.steps[step].parent) }

// Within reports whether a node derives from another: whether other is the node itself or above it.
func (pl *Plan) Within(other, node int) bool { return pl.within(int32(other), int32(node)) }

// within walks up from a node; a parent's number is lower than its children's.
func (pl *Plan) within(other, node int32) bool {
	for node > other {
		node = pl.nodes[node].parent
	}
	return node == other
}

// Diverge compares the derivations of two plans of one domain, from the root down, siblings in declaration order, and
// returns the first nodes that differ: in the task's arguments, the method or the bindings. Every choice above these
// nodes, and before them, is the same in both. -1, -1: every choice is the same; the number of steps may still differ,
// because a repaired plan omits completed steps, and so may their order. A plan without nodes (an operator alone)
// differs from one with nodes at -1 and 0.
func Diverge(a, b *Plan) (nodeA, nodeB int) {
	switch {
	case len(a.nodes) == 0 && len(b.nodes) == 0:
		return -1, -1
	case len(a.nodes) == 0:
		return -1, 0
	case len(b.nodes) == 0:
		return 0, -1
	case a.d.partial:
		x, y := diverge(a, b, 0, 0)
		return int(x), int(y)
	}
	for i := range min(len(a.nodes), len(b.nodes)) { // both are in declaration order
		if !sameChoice(a, b, int32(i), int32(i)) {
			return i, i
		}
	}
	return -1, -1
}

// diverge compares the derivations below two nodes.
func diverge(a, b *Plan, x, y int32) (int32, int32) {
	if !sameChoice(a, b, x, y) {
		return x, y
	}
	// The same method has the same subtasks: the children stand side by side.
	for i, j := a.child(x, 0), b.child(y, 0); i >= 0 && j >= 0; {
		if m, n := diverge(a, b, i, j); m >= 0 {
			return m, n
		}
		i, j = a.child(x, a.nodes[i].ordinal+1), b.child(y, b.nodes[j].ordinal+1)
	}
	return -1, -1
}

// child returns the first child of a node from an ordinal on, in declaration order, or -1.
func (pl *Plan) child(n, ordinal int32) int32 {
	found := int32(-1)
	for i := int(n) + 1; i < len(pl.nodes); i++ {
		c := &pl.nodes[i]
		if c.parent == n && c.ordinal >= ordinal && (found < 0 || c.ordinal < pl.nodes[found].ordinal) {
			found = int32(i)
		}
	}
	return found
}

// sameChoice reports whether two nodes are the same task with the same arguments, method and bindings.
func sameChoice(a, b *Plan, x, y int32) bool {
	if a.nodes[x].method != b.nodes[y].method {
		return false
	}
	n, o := a.Node(int(x)), b.Node(int(y))
	return slices.Equal(n.Args, o.Args) && slices.Equal(n.Bound, o.Bound)
}

// Match returns the step of another plan that corresponds to a step of this one: the same operator with the same
// arguments at the same place in the derivation, with every method and binding above it the same. It is -1 if there is
// none. While a step runs, a plan with a match for it can take over without restarting the step.
func (pl *Plan) Match(step int, other *Plan) int {
	for i := range other.steps {
		if pl.matches(int32(step), other, int32(i)) {
			return i
		}
	}
	return -1
}

func (pl *Plan) matches(i int32, other *Plan, j int32) bool {
	a, b := &pl.steps[i], &other.steps[j]
	if a.operator != b.operator || a.ordinal != b.ordinal || !slices.Equal(pl.Step(int(i)).Args, other.Step(int(j)).Args) {
		return false
	}
	x, y := a.parent, b.parent
	for x >= 0 && y >= 0 {
		m, n := &pl.nodes[x], &other.nodes[y]
		if m.ordinal != n.ordinal || !sameChoice(pl, other, x, y) {
			return false
		}
		x, y = m.parent, n.parent
	}
	return x == y
}
