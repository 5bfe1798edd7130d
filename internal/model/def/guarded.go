package def

import "slices"

// IsGuarded reports whether a node begins with conditions, and fails when they do not hold: an if, a when, a sequence
// that begins so, or such a node in a tree that is called.
func IsGuarded(n *NodeInfo) bool {
	switch n.Kind {
	case NodeIf, NodeWhen:
		return true
	case NodeSequence, NodeReactiveSequence, NodeTree:
		return len(n.Children) > 0 && IsGuarded(n.Children[0])
	}
	return false
}

// Uses returns the resources that all below a node may occupy, sorted.
func (n *NodeInfo) Uses() []string {
	r := resources{seen: map[any]bool{}}
	r.node(n)
	slices.Sort(r.list)
	return slices.Compact(r.list)
}

// OwnUses returns the resources that what a node starts itself may occupy, its services among it.
func (n *NodeInfo) OwnUses() []string {
	own := *n
	own.Children = nil
	return own.Uses()
}
