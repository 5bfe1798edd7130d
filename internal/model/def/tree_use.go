package def

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// growth is the data from which a TreeInfo is built.
type growth struct {
	tree      *treeDecl
	refs      []alias // the targets of its out- and inout-ports
	overrides []*Override
}

// treeInfo adds a tree as it is used; its nodes follow in growTrees.
func (c *checker) treeInfo(g growth, name string) *TreeInfo {
	slots := g.tree.slots()
	t := &TreeInfo{Decl: g.tree.decl, ID: int32(len(c.info.Trees)), Name: name, Params: slots, Frame: frame(slots)}
	c.info.Trees = append(c.info.Trees, t)
	c.grow = append(c.grow, g)
	return t
}

// treeUsed returns a tree with the targets of its ports and with overrides; for equal input it returns the same tree.
func (c *checker) treeUsed(g growth) *TreeInfo {
	if len(g.refs) == 0 && len(g.overrides) == 0 && !g.tree.hasRefs() {
		return g.tree.info
	}
	name := g.text(c.info.Schema)
	if t := c.uses[name]; t != nil {
		return t
	}
	t := c.treeInfo(g, name)
	c.uses[name] = t
	return t
}

// text names a use: guard(calls = alarms) { chase = keep_range }. It distinguishes uses.
func (g *growth) text(schema *world.Schema) string {
	text := expr.NameText(g.tree.entry.name)
	var refs, overrides []string
	for _, a := range g.refs {
		refs = append(refs, expr.NameText(a.name)+" = "+cellText(&a.value))
	}
	if len(refs) > 0 {
		text += "(" + strings.Join(refs, ", ") + ")"
	}
	for _, o := range g.overrides {
		overrides = append(overrides, expr.NameText(o.What.Name)+" = "+expr.NameText(o.With.Name))
	}
	if slices.Sort(overrides); len(overrides) > 0 {
		text += " { " + strings.Join(overrides, "; ") + " }"
	}
	return text
}

// cellText returns a cell as it is written.
func cellText(e *expr.Entity) string {
	text := expr.NameText(e.Symbol.Name)
	var args []string
	for _, a := range e.Args {
		args = append(args, a.String())
	}
	if len(args) > 0 {
		text += "(" + strings.Join(args, ", ") + ")"
	}
	return text
}

// checkTreeLine checks the tree line of an agent; nil after a mistake.
func (c *checker) checkTreeLine(a *Agent) *TreeUse {
	d := a.Tree
	if len(a.Plans) > 0 {
		c.diags.Errorf(diag.FaultyMind, headSpan(&d.Head), "agent %q has both plan lines and a tree", a.Name).Hint = "plan in the tree, with the node plan TASK"
	}
	call := &d.Call
	e := c.callee(call, "a tree", kindTree)
	if e == nil {
		c.looseArgs(call, c.global())
		return nil
	}
	overrides := c.checkOverrides(d.Overrides, e.tree)
	args, ok := c.treeArgs(call, false, e.tree, c.global())
	if !ok {
		return nil
	}
	use := &TreeUse{Once: d.Once, Args: []world.Word{}}
	g := growth{tree: e.tree, overrides: overrides}
	for i := range args {
		p := &e.tree.ports[i]
		if !p.isIn() {
			g.refs = append(g.refs, alias{p.name, args[i].cell})
			continue
		}
		value, constant := args[i].term.Const()
		if !constant {
			c.diags.Errorf(diag.NotConstant, args[i].at, "an argument here must be constant").Hint = "ask for the value in the tree itself"
			return nil
		}
		use.Args = append(use.Args, value[:p.typ.Width()]...)
	}
	use.Tree = c.treeUsed(g)
	return use
}

// does checks what an operator does. Nil after a mistake.
func (c *checker) does(call *Call, sc *Scope) *ActionCall {
	if call.isOrder() {
		return c.order(call, sc)
	}
	return c.doCall(call, sc)
}

// doCall checks a call of an action, a tree or a goal. Nil after a mistake.
func (c *checker) doCall(call *Call, sc *Scope) *ActionCall {
	e := c.callee(call, "an action, a tree or a goal", kindAction, kindTree, kindGoal)
	switch {
	case e == nil:
		c.looseArgs(call, sc)
		return nil
	case e.kind == kindAction:
		return c.actionCall(call, sc)
	case e.kind == kindTree:
		return c.treeDone(call, e, "operator", sc)
	}
	args, ok := c.placed(call, e, sc)
	if !ok {
		return nil
	}
	return &ActionCall{Goal: e.goal, Args: args, Which: make([]int, len(args))}
}

// treeDone checks a tree that a step of an operator or a goal does. Nil after a mistake.
func (c *checker) treeDone(call *Call, e *entry, by string, sc *Scope) *ActionCall {
	args, ok := c.treeArgs(call, false, e.tree, sc)
	if !ok {
		return nil
	}
	g := growth{tree: e.tree}
	done := &ActionCall{}
	for i := range args {
		p := &e.tree.ports[i]
		if p.isIn() {
			done.Args, done.Which = append(done.Args, args[i].term), append(done.Which, 0)
			continue
		}
		if usesFrame(args[i].cell.Args) {
			c.diags.Errorf(diag.FaultyPort, args[i].at, "a tree that a step runs cannot write a symbol that a parameter of the %s selects", by).Hint = fmt.Sprintf("give %q a symbol that takes no parameters", p.name)
			return nil
		}
		g.refs = append(g.refs, alias{p.name, args[i].cell})
	}
	done.Tree = c.treeUsed(g)
	return done
}

// usesFrame reports whether terms read parameters or variables.
func usesFrame(terms []*expr.Term) bool {
	found := false
	for _, t := range terms {
		t.Walk(func(t *expr.Term) bool {
			found = found || t.Kind == expr.TermVar
			return !found
		})
	}
	return found
}

// growTrees makes the nodes of all trees, with the trees that they call expanded. It needs a model without errors; it
// finds mistakes that show only with the values of ports.
func (c *checker) growTrees() {
	if c.opts.Partial || c.diags.HasErrors() {
		return
	}
	left := MaxForestNodes
	for i, t := range c.info.Trees {
		from := c.grow[i]
		var found diag.List
		r := c.resolver
		r.diags = &found
		g := &grower{resolver: &r, tree: from.tree, frame: t.Frame, expand: true, budget: left}
		if len(from.overrides) > 0 {
			g.sets = [][]*Override{from.overrides}
		}
		sc := c.scope(t.Params)
		sc.alias = from.refs
		t.Root = g.body(from.tree, sc)
		t.Frame, t.Nodes = g.frame, g.nodes
		left -= g.nodes
		c.report(found)
		if c.diags.HasErrors() {
			return
		}
	}
}

// report adds the errors of a list.
func (c *checker) report(found diag.List) {
	for _, d := range found.All {
		if d.Severity == diag.Error {
			c.diags.All = append(c.diags.All, d)
		}
	}
}

// body makes the nodes of a tree whose ports are known in the scope.
func (g *grower) body(t *treeDecl, sc *Scope) *NodeInfo {
	services := g.services(t.decl.Services, sc)
	root := g.node(t.decl.Root, nil, sc)
	if root != nil {
		root.Services = append(services, root.Services...)
	}
	return root
}
