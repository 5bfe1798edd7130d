// Code generated from the table of package def by: go run ./internal/tools/table. DO NOT EDIT.

package builder

// Best adds the clause: best
//
// Plan: search for the cheapest plan within the agent's limits, by the costs of its steps. Default: the first in the order of the methods.
func (n *Node) Best() *Node {
	if n != nil {
		n.say(caller(), "best", nil)
	}
	return n
}

// Uninterrupted adds the clause: uninterrupted
//
// Action: it delays aborts of branches with higher priority until it has ended.
func (n *Node) Uninterrupted() *Node {
	if n != nil {
		n.say(caller(), "uninterrupted", nil)
	}
	return n
}

// As adds the clause: as "fight"
//
// Its name in traces and views.
func (n *Node) As(name string) *Node {
	if n != nil {
		n.say(caller(), "as", name)
	}
	return n
}

// Weight adds the clause: weight 2
//
// Child of a random node. Default: 1.
func (n *Node) Weight(value string) *Node {
	if n != nil {
		n.say(caller(), "weight", value)
	}
	return n
}

// Score adds the clause: score hunger
//
// Child of a utility selector.
func (n *Node) Score(value string) *Node {
	if n != nil {
		n.say(caller(), "score", value)
	}
	return n
}

// Disabled adds the clause: disabled
//
// The node is ignored as if it were absent.
func (n *Node) Disabled() *Node {
	if n != nil {
		n.say(caller(), "disabled", nil)
	}
	return n
}

// SkipIf adds the clause: skip_if tired
//
// If it holds, the node is skipped instead of starting.
func (n *Node) SkipIf(condition string) *Node {
	if n != nil {
		n.say(caller(), "skip_if", condition)
	}
	return n
}

// FailIf adds the clause: fail_if tired
//
// If it holds, the node fails instead of starting.
func (n *Node) FailIf(condition string) *Node {
	if n != nil {
		n.say(caller(), "fail_if", condition)
	}
	return n
}

// SucceedIf adds the clause: succeed_if rich
//
// If it holds, the node succeeds instead of starting.
func (n *Node) SucceedIf(condition string) *Node {
	if n != nil {
		n.say(caller(), "succeed_if", condition)
	}
	return n
}

// While adds the clause: while calm
//
// If it does not hold, the node is skipped; while it runs, aborted and skipped.
func (n *Node) While(condition string) *Node {
	if n != nil {
		n.say(caller(), "while", condition)
	}
	return n
}

// OnSuccess adds the clause: on_success calls += 1
//
// Effects applied when it has succeeded. Several calls are one list.
func (n *Node) OnSuccess(effects ...string) *Node {
	if n != nil {
		n.say(caller(), "on_success", effects)
	}
	return n
}

// OnFailure adds the clause: on_failure calls += 1
//
// Effects applied when it has failed. Several calls are one list.
func (n *Node) OnFailure(effects ...string) *Node {
	if n != nil {
		n.say(caller(), "on_failure", effects)
	}
	return n
}

// OnAbort adds the clause: on_abort calls += 1
//
// Effects applied when it was aborted. Several calls are one list.
func (n *Node) OnAbort(effects ...string) *Node {
	if n != nil {
		n.say(caller(), "on_abort", effects)
	}
	return n
}
