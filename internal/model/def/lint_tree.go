package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// lintTrees warns of ports, trees, nodes and aborts that make no difference. Ports and trees count only in the file
// that was asked for.
func (c *checker) lintTrees() {
	used := c.usedTrees()
	entry := len(c.info.Agents)+len(c.info.Tests) > 0
	for _, e := range c.entriesOf(kindTree) {
		t := e.tree
		if c.isMain(e) {
			c.lintPorts(t)
			if entry && !used[t] {
				c.diags.Warnf(diag.UnusedTree, e.at, "nothing uses tree %q", e.name).Hint = "give it to an agent, or call it in a tree that is used"
			}
		}
		t.root.each(c.lintReached)
	}
	aborts := abortLint{checker: c, judged: map[*Node]int{}}
	for _, t := range c.info.Trees {
		e := c.names.find(t.Decl.Name, kindTree)
		aborts.apart = entry && used[e.tree] && c.isMain(e)
		aborts.visit(t.Root, nil)
	}
	aborts.report()
}

// usedTrees returns the trees that agents, operators and goals lead to, with what agents do besides their minds.
func (c *checker) usedTrees() map[*treeDecl]bool {
	used := map[*treeDecl]bool{}
	var use func(t *treeDecl)
	replace := func(list []*Override) {
		for _, o := range list {
			if o == nil {
				continue
			}
			if e := c.names.find(o.With.Name, kindTree); e != nil {
				use(e.tree)
			}
		}
	}
	use = func(t *treeDecl) {
		if used[t] {
			return
		}
		used[t] = true
		for _, other := range t.calls {
			use(other)
		}
	}
	named := func(call *Call) {
		if e := c.names.find(call.Name.Name, kindTree); e != nil {
			use(e.tree)
		}
	}
	for _, op := range c.info.Operators {
		if op.Decl.Do != nil {
			named(op.Decl.Do)
		}
	}
	for _, g := range c.info.Goals {
		g.eachCall(func(s *StepCall) {
			if s.Do != nil && s.Do.Tree != nil {
				use(c.names.find(s.Do.Tree.Decl.Name, kindTree).tree)
			}
		})
	}
	for _, a := range c.info.Agents {
		if line := a.Decl.Tree; line != nil {
			named(&line.Call)
			replace(line.Overrides)
		}
		a.eachBeside(func(do *ActionCall) {
			if do.Tree != nil {
				use(c.names.find(do.Tree.Decl.Name, kindTree).tree)
			}
		})
	}
	return used
}

// lintPorts warns of ports that nothing in the tree mentions.
func (c *checker) lintPorts(t *treeDecl) {
	mentioned := map[string]bool{}
	visit := func(name string) { mentioned[name] = true }
	t.decl.Root.each(func(n *Node) {
		n.names(visit)
		for _, other := range autoCalls(c, n) {
			for i := range other.ports {
				visit(other.ports[i].name)
			}
		}
	})
	look := func(r *expr.Ref) { visit(r.Name) }
	serviceNames(t.decl.Services, &walker{ref: look, write: look})
	for i := range t.ports {
		if p := &t.ports[i]; !mentioned[p.name] {
			c.diags.Warnf(diag.UnusedPort, p.decl.At, "tree %q does not use its port %q", t.entry.name, p.name)
		}
	}
}

// autoCalls returns the trees that a node calls with arguments taken from the names of their ports.
func autoCalls(c *checker, n *Node) (list []*treeDecl) {
	if !n.Auto || n.Call == nil {
		return nil
	}
	names := []string{n.Call.Name.Name}
	if n.Kind == NodeChoose {
		names = nil
		for _, e := range c.info.Schema.Enums {
			if e.Name == n.Call.Name.Name {
				names = e.Values
			}
		}
	}
	for _, name := range names {
		if e := c.names.find(name, kindTree); e != nil {
			list = append(list, e.tree)
		}
	}
	return list
}

// each calls visit for a node and those below it, parents first.
func (n *Node) each(visit func(*Node)) {
	if n == nil {
		return
	}
	visit(n)
	for _, child := range n.Children {
		child.each(visit)
	}
}

// lintReached warns of children that are never reached, because one before them always ends their parent.
func (c *checker) lintReached(n *NodeInfo) {
	var ends func(*NodeInfo) bool
	children := n.Children
	switch n.Kind {
	case NodeSelector, NodeReactiveSelector:
		ends = alwaysSucceeds
	case NodeTry:
		children = children[:max(0, len(children)-1)]
		ends = neverSucceeds
	case NodeSequence, NodeReactiveSequence, NodeResumeSequence:
		ends = neverSucceeds
	default:
		return
	}
	for i, child := range children {
		if i+1 < len(children) && ends(child) {
			next := children[i+1]
			d := c.diags.Warnf(diag.UnreachableNode, headSpan(&next.Decl.Head), "this is never reached: the %s before it always ends the %s", child.Kind, n.Kind)
			d.Related = []diag.Related{{Span: headSpan(&child.Decl.Head), Message: "this always ends it"}}
			return
		}
	}
}

// plain reports whether a node has no conditions that could keep it from running.
func (n *NodeInfo) plain() bool {
	return n.SkipIf == nil && n.FailIf == nil && n.SucceedIf == nil && n.While == nil
}

func alwaysSucceeds(n *NodeInfo) bool {
	switch n.Kind {
	case NodeSucceed, NodeSet, NodeLog, NodeWait, NodeUntilFailure:
		return n.plain()
	case NodeRetry:
		return n.plain() && n.Decl.Value == nil
	}
	return false
}

func neverSucceeds(n *NodeInfo) bool {
	switch n.Kind {
	case NodeFail, NodeForceFailure:
		return n.plain()
	case NodeRepeat:
		return n.plain() && n.Decl.Value == nil
	}
	return false
}
