package btexact

import (
	"errors"
	"fmt"
)

// ErrBusy is the error of ticking or halting a tree from within one of its own leaves or observers.
var ErrBusy = errors.New("btexact: the tree is being ticked already")

// Error is a failure of a node for which BehaviorTree.CPP throws an exception. The tree was halted.
type Error struct {
	Node NodeID
	Path string // full path of the node
	ID   string // its kind, "Sequence"
	Err  error  // what happened; a [*Panic] when the host's code panicked
}

// Error returns the path and kind of the node, and what happened.
func (e *Error) Error() string { return fmt.Sprintf("node %q (%s): %v", e.Path, e.ID, e.Err) }

// Unwrap returns what happened.
func (e *Error) Unwrap() error { return e.Err }

// Panic is the error of a leaf that panicked.
type Panic struct{ Value any }

// Error returns what the panic said.
func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// fault unwinds a tick: no status is set on the way up, as with an exception. Only [Tree.rescue] recovers it.
type fault struct {
	node NodeID
	err  error
}

// fail ends the tick because of a node.
func (t *Tree) fail(n NodeID, format string, args ...any) {
	panic(fault{n, fmt.Errorf(format, args...)})
}

// rescue turns a fault of the tick, or a panic in the host's code, into an error. Other panics are mistakes of this
// package and are passed on.
func (t *Tree) rescue(err *error) {
	switch r := recover().(type) {
	case nil:
	case fault:
		*err = t.report(r.node, r.err)
	default:
		if t.inLeaf == noNode {
			panic(r)
		}
		*err = t.report(t.inLeaf, &Panic{r})
	}
	t.inLeaf = noNode
}

func (t *Tree) report(n NodeID, err error) *Error {
	nd := &t.p.nodes[n]
	return &Error{Node: n, Path: nd.path, ID: nd.id, Err: err}
}
