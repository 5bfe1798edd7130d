package btexact

import "github.com/karakuri-ai/karakuri/btcpp"

// MaxChildTicks is how often a control node or decorator of the host may tick its children in one tick of its own: a
// loop that does not end is a fault of the node.
const MaxChildTicks = 1000

// Branch is the host's implementation of a control node or decorator. As with a [Leaf], the functions are called on the
// goroutine that ticks the tree, a branch is shared by all trees of all programs that it is bound in, and it keeps the
// data of one tree in [Call.Memory]. A panic in it ends the tick with an [Error].
type Branch struct {
	// Tick is called in every tick. It ticks the children that it chooses, and returns the node's status. With Success
	// and Failure all children are halted, and with Skipped those of a control node: as in the library, a decorator
	// that is skipped leaves its child as it is. A running child that is not ticked does nothing.
	Tick func(c *Call, kids Children) Status
	// Announce makes the node Running before Tick is called, as most control nodes of the library do.
	Announce bool
	// Halted, when set, is called when the node is interrupted. Its children are halted after that.
	Halted func(c *Call)
}

// Children are the children of a control node or decorator of the host, from 0. They are valid during a call of
// [Branch.Tick] only.
type Children struct {
	t *Tree
	n NodeID
}

// Len returns the number of children.
func (k Children) Len() int { return len(k.t.p.nodes[k.n].kids) }

// Status returns the status of a child: Idle where it was not ticked since it was halted.
func (k Children) Status(i int) Status { return k.t.status[k.kid(i)] }

// Tick ticks a child and returns its status: Running, Success, Failure or Skipped. A child that is done starts anew
// with the next tick once it was halted.
func (k Children) Tick(i int) Status {
	kid, f := k.kid(i), &k.t.frames[k.n]
	if f.ticked++; f.ticked > MaxChildTicks {
		k.t.fail(k.n, "its children are ticked more than %d times in a tick", MaxChildTicks)
	}
	k.leave()
	s := k.t.execute(kid)
	k.back()
	return s
}

// Halt interrupts a child if it runs, and makes it Idle.
func (k Children) Halt(i int) {
	kid := k.kid(i)
	k.leave()
	k.t.haltChild(kid)
	k.back()
}

// HaltAll does so with all children, in order.
func (k Children) HaltAll() {
	for i := range k.Len() {
		k.Halt(i)
	}
}

// kid returns the node of a child.
func (k Children) kid(i int) NodeID {
	if k.t.inLeaf != k.n {
		panic("btexact: Children are used outside of the call that they were given to")
	}
	kids := k.t.p.nodes[k.n].kids
	if i < 0 || i >= len(kids) {
		k.t.fail(k.n, "it has no child %d", i)
	}
	return kids[i]
}

// leave notes that the following code is not the host's, and back that it is again. Between the two, other nodes may
// call their host code.
func (k Children) leave() { k.t.inLeaf = noNode }

func (k Children) back() { k.t.call.n, k.t.inLeaf = k.n, k.n }

// tickBranch lets the host decide which children are ticked.
func (t *Tree) tickBranch(n NodeID, nd *node) Status {
	if nd.branch.Announce {
		t.set(n, Running)
	}
	t.frames[n].ticked = 0
	kids := Children{t, n}
	kids.back()
	s := nd.branch.Tick(&t.call, kids)
	if t.inLeaf != n {
		t.fail(n, "it continues after a fault of a child")
	}
	t.inLeaf = noNode
	if s == Success || s == Failure || s == Skipped && !nd.decorator {
		t.haltAll(nd.kids)
	}
	return s
}

// haltBranch interrupts a running node of the host.
func (t *Tree) haltBranch(n NodeID, nd *node) {
	if t.status[n] != Running || nd.branch.Halted == nil {
		return
	}
	t.call.n, t.inLeaf = n, n
	nd.branch.Halted(&t.call)
	t.inLeaf = noNode
}

// bindBranch makes a node a control node or decorator of the host.
func (c *compiler) bindBranch(nd *node, b *Branch) {
	if b.Tick == nil {
		panic("btexact: the branch " + nd.id + " needs Tick")
	}
	own := *b
	nd.kind, nd.branch, nd.decorator = kindBranch, &own, nd.element.Category == btcpp.Decorator
}
