package def

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// argument is the argument for a parameter.
type argument struct {
	at    diag.Span
	term  *expr.Term  // a value
	which int         // of the types of an action's parameter
	cell  expr.Entity // out- and inout-ports: the symbol
}

// treeArgs checks the arguments of a tree, in the order of its ports; false after a mistake. auto: missing ports take
// the values that have their names.
func (r *resolver) treeArgs(call *Call, auto bool, t *treeDecl, sc *Scope) ([]argument, bool) {
	names := make([]string, len(t.ports))
	for i := range t.ports {
		names[i] = t.ports[i].name
	}
	given, ok := r.ordered(call, t.entry, names)
	args := make([]argument, len(t.ports))
	for i := range t.ports {
		p, n := &t.ports[i], given[i]
		if n == nil && auto && len(sc.Lookup(p.name)) > 0 {
			n = &expr.Ref{At: call.At, NameAt: call.At, Name: p.name}
		}
		a := &args[i]
		switch a.at = spanOf(n); {
		case n == nil && p.value != nil:
			a.term = p.value
		case n == nil && p.decl.Default != nil: // at fault
			ok = false
		case n == nil:
			if ok && !r.partial {
				r.notGiven(call, t.entry, p.name)
			}
			ok = false
		case p.isIn():
			a.term = r.argument(n, sc, p.typ)
			ok = ok && a.term != nil
		default:
			ok = r.cell(n, p, sc, a) && ok
		}
	}
	return args, ok
}

// cell checks what an out- or inout-port is given: a symbol of its type.
func (r *resolver) cell(n expr.Node, p *port, sc *Scope, a *argument) bool {
	t := r.loose(n, sc)
	if t == nil || p.typ == none {
		if t == nil && !sc.mentionsFaulty(n) {
			r.missing(spanOf(n), "a symbol")
		}
		return false
	}
	schema := r.names.schema
	switch {
	case t.Kind != expr.TermCell:
		r.diags.Errorf(diag.FaultyPort, a.at, "port %q needs a symbol, found a value", p.name).Hint = "name a stored symbol"
	case t.Symbol.Sensed:
		r.diags.Errorf(diag.TreeWrites, a.at, "a tree cannot write %q, which is %s", t.Symbol.Name, r.writer(t.Symbol))
	case !sameType(t.Type, p.typ):
		r.diags.Errorf(diag.TypeMismatch, a.at, "port %q is %s, %q is %s", p.name, world.FormatType(schema, p.typ), t.Symbol.Name, world.FormatType(schema, t.Type))
	default:
		a.cell = expr.Entity{Kind: expr.EntitySymbol, Type: t.Type, Symbol: t.Symbol, Args: t.Args}
		return true
	}
	return false
}

// sameType reports whether types are the same up to the ranges of ints.
func sameType(a, b world.Type) bool { return a.Kind == b.Kind && a.ID == b.ID }

// call checks a node that calls an action or a tree; while expanding, overrides decide which.
func (g *grower) call(info *NodeInfo, n *Node, sc *Scope) {
	e := g.callee(n.Call, "an action or a tree", kindAction, kindTree)
	if e == nil {
		g.hintPlan(n.Call)
		g.looseArgs(n.Call, sc)
		return
	}
	if !g.expand {
		g.tree.callsOther(e)
	}
	if !g.expand && !g.partsOfCall(n, e) {
		g.looseArgs(n.Call, sc)
		return
	}
	args, ok := g.callArgs(n, e, sc)
	if !ok {
		return
	}
	sets := g.sets
	if g.expand {
		if with, level := g.replaced(e); with != nil {
			e, g.sets = with, g.sets[:level]
		} else if len(n.Overrides) > 0 {
			g.sets = append(g.sets[:len(g.sets):len(g.sets)], n.Overrides)
		}
	}
	if info.Name == "" {
		info.Name = e.name
	}
	if e.kind == kindTree {
		g.treeNode(info, e.tree, args, n)
	} else {
		info.Action = &ActionCall{Action: e.action}
		for i := range args {
			info.Action.Args = append(info.Action.Args, args[i].term)
			info.Action.Which = append(info.Action.Which, args[i].which)
		}
	}
	g.sets = sets
}

// hintPlan says how a task, operator or goal is called in a tree, where one is called like an action.
func (g *grower) hintPlan(call *Call) {
	g.hint(call, "write plan "+expr.NameText(call.Name.Name), kindTask, kindOperator)
	g.hint(call, "write goal "+expr.NameText(call.Name.Name), kindGoal)
}

// callArgs checks the arguments of an action or a tree, in the order of its parameters.
func (g *grower) callArgs(n *Node, e *entry, sc *Scope) ([]argument, bool) {
	if e.kind == kindTree {
		return g.treeArgs(n.Call, n.Auto, e.tree, sc)
	}
	call := g.actionCall(n.Call, sc)
	if call == nil {
		return nil, false
	}
	args := make([]argument, len(call.Args))
	for i, t := range call.Args {
		args[i] = argument{term: t, which: call.Which[i]}
	}
	return args, true
}

// partsOfCall checks the parts of a call that only actions or only trees have.
func (g *grower) partsOfCall(n *Node, e *entry) bool {
	switch {
	case e.kind == kindTree && n.Uninterrupted:
		g.diags.Errorf(diag.NodePart, headSpan(&n.Head), "%q is a tree: only actions are uninterrupted", e.name).Hint = "write it after the actions in the tree"
	case e.kind == kindAction && n.Auto:
		g.diags.Errorf(diag.NodePart, n.Call.At, `%q is an action: ".." is only allowed in calls of trees`, e.name)
	case e.kind == kindAction && len(n.Overrides) > 0:
		g.diags.Errorf(diag.FaultyOverride, headSpan(&n.Head), "%q is an action: it has no calls to override", e.name)
	default:
		return true
	}
	return false
}

// treeNode makes a node of a tree that is called; while expanding with all that is in it.
func (g *grower) treeNode(info *NodeInfo, t *treeDecl, args []argument, n *Node) {
	info.Kind = NodeTree
	if !g.expand {
		g.noteOverrides(n, t)
		return
	}
	before := len(g.diags.All)
	sc := (&Scope{names: g.names, compared: &g.compared}).with(t, args, g, info)
	if root := g.body(t, sc); root != nil {
		info.Children = []*NodeInfo{root}
	}
	for i := before; i < len(g.diags.All); i++ {
		if d := &g.diags.All[i]; len(d.Related) == 0 {
			d.Related = []diag.Related{{Span: headSpan(&n.Head), Message: fmt.Sprintf("as %q is called here", t.entry.name)}}
		}
	}
}

// noteOverrides keeps the overrides of a call until the calls of the trees are known. A substitute counts as called in
// the tree as well.
func (g *grower) noteOverrides(n *Node, t *treeDecl) {
	if len(n.Overrides) == 0 {
		return
	}
	g.tree.overridden = append(g.tree.overridden, overridden{n, t})
	for _, o := range n.Overrides {
		if o == nil {
			continue
		}
		if with := g.names.find(o.With.Name, kindAction, kindTree); with != nil {
			g.tree.callsOther(with)
		}
	}
}

// with gives the ports of a tree their meanings. A port with a constant, or a value that is in the frame already, needs
// no place of its own; others are computed when the tree starts.
func (s *Scope) with(t *treeDecl, args []argument, g *grower, info *NodeInfo) *Scope {
	for i := range t.ports {
		p, a := &t.ports[i], &args[i]
		value, constant := a.term.Const()
		switch {
		case !p.isIn():
			s.alias = append(s.alias, alias{p.name, a.cell})
		case constant:
			s.alias = append(s.alias, alias{p.name, expr.Entity{Kind: expr.EntityConst, Type: p.typ, Words: value}})
		case a.term.Kind == expr.TermVar && sameType(a.term.Type, p.typ):
			s.slots = append(s.slots, Slot{Name: p.name, Type: p.typ, Index: a.term.Slot})
		default:
			slot := g.slot(p.name, p.typ)
			s.slots = append(s.slots, slot)
			info.Enter = append(info.Enter, BindInfo{Slot: slot, Value: a.term})
		}
	}
	return s
}
