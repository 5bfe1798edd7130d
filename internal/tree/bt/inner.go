package bt

import "github.com/karakuri-ai/karakuri/action"

// Handles appends what the tree runs, between two ticks of it.
func (t *Tree) Handles(dst []action.Handle) []action.Handle { return HandlesBelow(t, dst, 0) }

// HandlesBelow is [Tree.Handles] for a node and those below it.
func HandlesBelow(t *Tree, dst []action.Handle, n int32) []action.Handle {
	if t.p == nil || !t.isRunning(n) {
		return dst
	}
	for end := t.p.nodes[n].end; n < end; {
		nd := &t.p.nodes[n]
		if !t.isRunning(n) {
			n = max(nd.end, n+1)
			continue
		}
		if nd.starts() >= 0 {
			if slot := int32(t.mem().lane(nd.lane)) - 1; slot >= 0 {
				dst = append(dst, action.HandleOf(nd.starts(), slot))
			}
		}
		for i := range nd.services {
			if slot := int32(t.mem().lane(nd.services[i].lane)) - 1; slot >= 0 {
				dst = append(dst, action.HandleOf(nd.services[i].action, slot))
			}
		}
		n++
	}
	return dst
}

// Uninterrupted reports whether an uninterrupted action runs. It visits the nodes, because the list of running leaves
// is not available after [Tree.Read] of a tree of another program.
func (t *Tree) Uninterrupted() bool {
	if t.p == nil {
		return false
	}
	for n := int32(0); int(n) < len(t.p.nodes); {
		nd := &t.p.nodes[n]
		switch {
		case !t.isRunning(n):
			n = max(nd.end, n+1)
		case nd.flags&flagUninterrupted != 0 && !t.Ending(n):
			return true
		case !nd.holds:
			n = max(nd.end, n+1)
		default:
			n++
		}
	}
	return false
}
