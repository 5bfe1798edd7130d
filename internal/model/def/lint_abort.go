package def

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
)

// abortLint looks for aborts that can never have an effect. It looks at trees as they are used, with the trees that
// they call, and ignores an abort that has an effect in one place.
type abortLint struct {
	*checker
	apart  bool // nothing stands above the root of the tree that is examined
	above  []*NodeInfo
	judged map[*Node]int // index of a node in found
	found  []idleAbort
}

// idleAbort is a node with an abort, and why it does nothing; empty: it does.
type idleAbort struct {
	node *NodeInfo
	why  string
}

// visit judges the aborts of a node and of those below it.
func (l *abortLint) visit(n, parent *NodeInfo) {
	if n == nil {
		return
	}
	if n.Abort != AbortNone && n.Kind != NodeTree {
		l.judge(n)
	}
	l.above = append(l.above, n)
	for _, child := range n.Children {
		l.visit(child, n)
	}
	l.above = l.above[:len(l.above)-1]
}

func (l *abortLint) judge(n *NodeInfo) {
	why := l.idle(n)
	at, seen := l.judged[n.Decl]
	if !seen {
		l.judged[n.Decl] = len(l.found)
		l.found = append(l.found, idleAbort{n, why})
	} else if why == "" {
		l.found[at].why = ""
	}
}

// report warns of the aborts that do nothing wherever they stand.
func (l *abortLint) report() {
	for _, f := range l.found {
		if f.why != "" {
			l.diags.Warnf(diag.IndifferentAbort, headSpan(&f.node.Decl.Head), "abort %s makes no difference: %s", f.node.Abort, f.why)
		}
	}
}

// idle returns why an abort does nothing; empty if it may do something.
func (l *abortLint) idle(n *NodeInfo) string {
	if n.unchanging() {
		return "the condition never changes"
	}
	mode := n.Abort
	if n.Kind != NodeIf {
		if mode&AbortSelf != 0 && !n.instant() {
			return ""
		}
		if mode &^= AbortSelf; mode == AbortNone {
			return "everything inside ends at once"
		}
	}
	host, child := l.host(n)
	switch {
	case host == nil && !l.apart:
		return ""
	case host == nil:
		return "no composite above it could continue with it"
	}
	switch host.Kind {
	case NodeReactiveSequence, NodeReactiveSelector, NodeWhileDoElse, NodeSwitch:
		return fmt.Sprintf("the %s above it evaluates its children in every tick", host.Kind)
	case NodeHosted:
		return "the composite or decorator of the host above it decides what runs"
	case NodeParallel, NodeParallelAll:
		if mode&AbortSelf == 0 {
			return fmt.Sprintf("the children of the %s above it run in parallel", host.Kind)
		}
	}
	if host.canWaitBeside(child) {
		return ""
	}
	return fmt.Sprintf("nothing after it in the %s takes time", host.Kind)
}

// host returns the composite that continues with a node when its condition turns, and the child that contains the node;
// nil if there is none.
func (l *abortLint) host(n *NodeInfo) (host, child *NodeInfo) {
	child = n
	for i := len(l.above) - 1; i >= 0; i-- {
		if host = l.above[i]; host.Kind.Info().Shape == ShapeComposite {
			return host, child
		}
		child = host
	}
	return nil, nil
}

// canWaitBeside reports whether a child of a composite that takes time may run after another has ended, or while it
// runs. Disabled children count, because they may be enabled again.
func (n *NodeInfo) canWaitBeside(child *NodeInfo) bool {
	for _, d := range n.Decl.Children {
		if d != nil && d.Disabled {
			return true
		}
	}
	behind := false
	for _, other := range n.Children {
		if other == child {
			behind = true
			continue
		}
		switch n.Kind {
		case NodeParallel, NodeParallelAll, NodeRandomSequence, NodeRandomSelector, NodeUtilitySelector:
			behind = true
		}
		if behind && !other.instant() {
			return true
		}
	}
	return false
}

// instant reports whether a node is certain to end in the tick in which it starts.
func (n *NodeInfo) instant() bool {
	switch n.Kind {
	case NodeIf, NodeSet, NodeLog, NodeSucceed, NodeFail, NodeTodo:
		return true
	case NodeSequence, NodeSelector, NodeParallel, NodeParallelAll, NodeWhen, NodeInvert, NodeForceSuccess, NodeForceFailure, NodeTree:
		for _, child := range n.Children {
			if !child.instant() {
				return false
			}
		}
		return true
	}
	return false
}

// unchanging reports whether the condition that an abort watches is constant.
func (n *NodeInfo) unchanging() bool {
	watched := []*NodeInfo{n}
	if n.Kind != NodeIf && n.Kind != NodeWhen {
		watched = nil
		for _, child := range n.Children {
			if child.Kind != NodeIf {
				break
			}
			watched = append(watched, child)
		}
	}
	for _, w := range watched {
		if _, constant := w.Cond.Const(); !constant {
			return false
		}
	}
	return true
}
