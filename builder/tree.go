package builder

import "github.com/karakuri-ai/karakuri/internal/model/def"

// Tree is a behaviour tree.
type Tree struct {
	d    *Domain
	decl *def.Tree
}

// Tree declares a behaviour tree: "guard", or with ports "guard(sight: float, reach: float = 1, inout calls: int)".
func (d *Domain) Tree(signature string) *Tree {
	d, at := d.live(), caller()
	decl := &def.Tree{}
	decl.Head, decl.Name, decl.Params = d.ports(at, signature)
	d.declare(decl)
	return &Tree{d, decl}
}

// Service adds an action that the tree repeats at an interval while it runs: a constant expression such as "250ms", or
// a [time.Duration], and the action.
func (t *Tree) Service(every any, action string) *Tree {
	if t == nil {
		return nil
	}
	t.decl.Services = t.d.service(t.decl.Services, caller(), every, action, "")
	return t
}

// ServiceSet adds effects that the tree applies at an interval while it runs.
func (t *Tree) ServiceSet(every any, effects string) *Tree {
	if t == nil {
		return nil
	}
	t.decl.Services = t.d.service(t.decl.Services, caller(), every, "", effects)
	return t
}

// Root sets the root node of the tree. Several trees may share a node.
func (t *Tree) Root(n *Node) *Tree {
	if t == nil {
		return nil
	}
	if at := caller(); t.d.once(at, "", t.decl.Root != nil, "Root of "+t.decl.Name) {
		t.decl.Root = n.in(t.d, 1)
	}
	return t
}

// service adds a service to a list.
func (d *Domain) service(list []*def.Service, at place, every any, action, effects string) []*def.Service {
	s := &def.Service{}
	s.At = at.span(action + effects)
	if text, ok := d.time(at, every, "interval"); ok {
		s.Every = d.expr(at, text)
	}
	if effects == "" {
		s.Call = d.placedCall(at, action)
	} else {
		s.Effect = d.effects(at, effects)
	}
	return append(list, s)
}

// override adds an override to a list.
func (d *Domain) override(list []*def.Override, at place, what, with string) []*def.Override {
	return append(list, &def.Override{Head: def.Head{At: at.span(what)}, What: d.name(at, what), With: d.name(at, with)})
}

// Tree makes a tree the agent's mind, with constant arguments: "guard(4, 1)".
func (a *Agent) Tree(tree string) *TreeLine {
	if a == nil {
		return nil
	}
	at := caller()
	line := &def.TreeLine{Head: def.Head{At: at.span(tree)}}
	if a.d.once(at, tree, a.decl.Tree != nil, "Tree of "+a.decl.Name) {
		if call := a.d.placedCall(at, tree); call != nil {
			line.Call = *call
			a.decl.Tree = line
		}
	}
	return &TreeLine{a, line}
}

// TreeLine is an agent's mind that is a tree.
type TreeLine struct {
	agent *Agent
	decl  *def.TreeLine
}

// Once prevents the tree from starting again after it has ended.
func (l *TreeLine) Once() *TreeLine {
	if l != nil {
		l.decl.Once = true
	}
	return l
}

// Override makes the tree call one action or tree instead of another.
func (l *TreeLine) Override(what, with string) *TreeLine {
	if l == nil {
		return nil
	}
	l.decl.Overrides = l.agent.d.override(l.decl.Overrides, caller(), what, with)
	return l
}

// Idle sets the action that the same agent runs after its tree has ended.
func (l *TreeLine) Idle(action string) *Agent {
	if l == nil {
		return nil
	}
	return l.agent.idle(caller(), action)
}
