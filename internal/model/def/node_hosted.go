package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// hasChildren reports whether the action is a composite or decorator of the host.
func (a *ActionInfo) hasChildren() bool { return a.Composite || a.Decorator }

// checkHosted checks what a composite or decorator of the host cannot be besides.
func checkHosted(c *checker, a *ActionInfo) {
	at := headSpan(&a.Decl.Head)
	switch {
	case a.Composite && a.Decorator:
		c.diags.Errorf(diag.FaultyHosted, at, "action %q is a composite or a decorator, not both", a.Name)
	case a.hasChildren() && a.Decl.Grace != nil:
		c.diags.Errorf(diag.FaultyHosted, at, "action %q has children, and so no grace", a.Name).Hint = "give grace to the actions below it"
	case a.hasChildren() && len(a.Decl.Needs) > 0:
		c.diags.Errorf(diag.FaultyHosted, at, "action %q has children, and so no needs", a.Name).Hint = "give needs to the actions below it"
	}
}

// hosted checks a call with children: of a composite or decorator of the host.
func (g *grower) hosted(info *NodeInfo, n *Node, sc *Scope) {
	if e := g.names.find(n.Call.Name.Name, kindTree); e != nil {
		g.diags.Errorf(diag.FaultyHosted, n.Call.At, "%q is a tree: it has no children", e.name)
		return
	}
	call := anyActionCall(g.resolver, n.Call, sc)
	if call == nil {
		return
	}
	e := g.names.find(call.Action.Name, kindAction)
	switch count := len(enabled(n)); {
	case g.expand:
		if with, _ := g.replaced(e); with != nil {
			call.Action = with.action
		}
	case !call.Action.hasChildren():
		g.diags.Errorf(diag.FaultyHosted, n.Call.At, "action %q has no children", e.name).Hint = "declare it as composite or decorator: action " + expr.NameText(e.name) + " composite"
	case call.Action.Decorator && count > 1:
		g.diags.Errorf(diag.NodeChildren, headSpan(&n.Head), "decorator %q has one child, found %d", e.name, count).Hint = "put them in a sequence or a selector"
	}
	if !g.expand {
		g.tree.callsOther(e)
	}
	info.Action = call
	if info.Name == "" {
		info.Name = call.Action.Name
	}
}

// sameChildren reports whether two actions or trees have children in the same way.
func sameChildren(a, b *entry) bool {
	children := func(e *entry) (bool, bool) {
		if e.kind != kindAction {
			return false, false
		}
		return e.action.Composite, e.action.Decorator
	}
	composite, decorator := children(a)
	composite2, decorator2 := children(b)
	return composite == composite2 && decorator == decorator2
}
