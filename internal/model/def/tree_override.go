package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// An override is a substitution: if the tree, or a tree in it, calls the first name, it calls the second instead. The
// substitute is not replaced again, so that it may call the one that it replaces.

// replaced returns what an action or tree is overridden with, and how many of the sets in force hold within that; nil:
// nothing.
func (g *grower) replaced(e *entry) (with *entry, level int) {
	name := e.name
	level = len(g.sets)
	for i := len(g.sets) - 1; i >= 0; i-- {
		for _, o := range g.sets[i] {
			if o != nil && o.What.Name == name {
				name, level = o.With.Name, i
				break
			}
		}
	}
	if level == len(g.sets) {
		return nil, level
	}
	return g.names.find(name, kindAction, kindTree), level
}

// checkTreeOverrides checks the overrides within a tree.
func (c *checker) checkTreeOverrides(t *treeDecl) {
	for _, o := range t.overridden {
		c.checkOverrides(o.node.Overrides, o.callee)
	}
}

// overridden is a call with overrides.
type overridden struct {
	node   *Node
	callee *treeDecl
}

// checkOverrides checks overrides of a tree, and returns those that are sound.
func (c *checker) checkOverrides(list []*Override, t *treeDecl) []*Override {
	var sound []*Override
	for _, o := range list {
		if o == nil {
			continue
		}
		what, with := c.overridable(o.What, o), c.overridable(o.With, o)
		if what == nil || with == nil {
			continue
		}
		again := slices.ContainsFunc(sound, func(p *Override) bool { return p.What.Name == o.What.Name })
		switch at := nameSpan(o.What, o); {
		case again:
			c.diags.Errorf(diag.FaultyOverride, at, "%q is already overridden", what.name)
		case !t.reaches(what.name):
			c.diags.Errorf(diag.FaultyOverride, at, "tree %q does not call %q", t.entry.name, what.name)
		case !sameParams(what, with):
			d := c.diags.Errorf(diag.FaultyOverride, nameSpan(o.With, o), "%q does not take the arguments of %q", with.name, what.name)
			d.Related = []diag.Related{{Span: what.at, Message: what.name + " is declared here"}, {Span: with.at, Message: with.name + " is declared here"}}
		case !sameChildren(what, with):
			c.diags.Errorf(diag.FaultyOverride, nameSpan(o.With, o), "%q does not have children as %q has", with.name, what.name)
		case with.kind == kindTree && t.uninterrupted(what.name):
			c.diags.Errorf(diag.FaultyOverride, nameSpan(o.With, o), "%q is a tree, but %q is uninterrupted, which only an action can be", with.name, what.name)
		default:
			sound = append(sound, o)
		}
	}
	return sound
}

// overridable finds an action or tree that an override names.
func (c *checker) overridable(n Name, o *Override) *entry {
	return c.callee(&Call{At: nameSpan(n, o), Name: n}, "an action or a tree", kindAction, kindTree)
}

// nameSpan returns the place of a name in an override, or of the override.
func nameSpan(n Name, o *Override) diag.Span {
	if n.At.Src != nil {
		return n.At
	}
	return headSpan(&o.Head)
}

// uninterrupted reports whether the tree, or one that it calls, calls something of a name uninterrupted.
func (t *treeDecl) uninterrupted(name string) bool {
	found := false
	t.eachDeclared(func(n *Node) {
		found = found || n.Kind == NodeCall && n.Uninterrupted && n.Call != nil && n.Call.Name.Name == name
	})
	return found
}

// eachDeclared calls visit for the nodes of a tree and of those it calls, each once.
func (t *treeDecl) eachDeclared(visit func(*Node)) {
	seen := map[*treeDecl]bool{}
	var tree func(t *treeDecl)
	tree = func(t *treeDecl) {
		if seen[t] {
			return
		}
		seen[t] = true
		t.root.each(func(n *NodeInfo) { visit(n.Decl) })
		for _, other := range t.calls {
			tree(other)
		}
	}
	tree(t)
}

// Walk calls visit for the nodes of the tree, parents first: in the order of their numbers.
func (t *TreeInfo) Walk(visit func(*NodeInfo)) { t.Root.each(visit) }

// each calls visit for a node and those below it, parents first.
func (n *NodeInfo) each(visit func(*NodeInfo)) {
	if n == nil {
		return
	}
	visit(n)
	for _, child := range n.Children {
		child.each(visit)
	}
}

// sameParams reports whether two actions or trees take the same.
func sameParams(a, b *entry) bool {
	return slices.EqualFunc(a.treeParams(), b.treeParams(), func(p, q ActionParam) bool {
		return p.Name == q.Name && slices.EqualFunc(p.Types, q.Types, sameType)
	})
}

// treeParams returns what an action or a tree takes; the names are those of the directions.
func (e *entry) treeParams() []ActionParam {
	var list []ActionParam
	if e.kind == kindAction {
		for _, p := range e.action.Params {
			list = append(list, ActionParam{Types: p.Types})
		}
		return list
	}
	for i := range e.tree.ports {
		p := &e.tree.ports[i]
		list = append(list, ActionParam{Name: p.decl.Dir.String(), Types: []world.Type{p.typ}})
	}
	return list
}
