package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// checkTrees checks each tree by itself: that finds every mistake in it once, however many uses it has.
func (c *checker) checkTrees() {
	trees := c.entriesOf(kindTree)
	for _, e := range trees {
		c.checkTree(e.tree)
	}
	index := indexOf(trees)
	_, circles := arrange(len(trees), func(i int) []int {
		var to []int
		for _, t := range trees[i].tree.calls {
			to = append(to, index[t.entry])
		}
		return to
	})
	for _, loop := range circles {
		c.reportCircle(diag.TreeCycle, trees, loop, "tree %q contains itself: %s")
	}
	for _, e := range trees {
		c.checkTreeOverrides(e.tree)
	}
}

// checkTree checks the nodes of a tree. Its ports have no values yet: out- and inout-ports are symbols of their own
// meanwhile.
func (c *checker) checkTree(t *treeDecl) {
	d := t.decl
	g := &grower{resolver: &c.resolver, tree: t, frame: frame(t.slots())}
	sc := c.scope(t.slots())
	for i := range t.ports {
		p := &t.ports[i]
		if p.isIn() {
			continue
		}
		a := alias{name: p.name}
		if p.typ != none {
			a.value = expr.Entity{Kind: expr.EntitySymbol, Type: p.typ, Symbol: &world.Symbol{SymbolDef: world.SymbolDef{Name: p.name, Type: p.typ}}}
		}
		sc.alias = append(sc.alias, a)
	}
	services := g.services(d.Services, sc)
	switch {
	case d.Root == nil && !c.partial:
		c.diags.Errorf(diag.FaultyTree, t.entry.at, "tree %q has no node", t.entry.name)
	case d.Root != nil && d.Root.Disabled:
		c.diags.Errorf(diag.NodeChildren, headSpan(&d.Root.Head), "all of tree %q is disabled", t.entry.name)
	}
	if t.root = g.node(d.Root, nil, sc); t.root != nil {
		t.root.Services = append(services, t.root.Services...)
	}
}

// callsOther notes that the tree calls an action or another tree.
func (t *treeDecl) callsOther(e *entry) {
	if t.called[e.name] = true; e.kind == kindTree && !slices.Contains(t.calls, e.tree) {
		t.calls = append(t.calls, e.tree)
	}
}

// reaches reports whether an action or tree of a name is called in the tree or in one that it calls.
func (t *treeDecl) reaches(name string) bool {
	seen := map[*treeDecl]bool{}
	var visit func(t *treeDecl) bool
	visit = func(t *treeDecl) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		return t.called[name] || slices.ContainsFunc(t.calls, visit)
	}
	return visit(t)
}

// grower checks the nodes of a tree; with the values of its ports known it expands the trees called in it as well.
type grower struct {
	*resolver
	tree  *treeDecl // whose nodes are checked
	frame int       // words given out
	nodes int
	depth int

	expand bool
	sets   [][]*Override // in force, the innermost last; while expanding
	full   bool          // a limit was exceeded and reported
	budget int           // nodes that may still be made
}

// slot gives out a place in the frame.
func (g *grower) slot(name string, t world.Type) Slot {
	s := Slot{Name: name, Type: t, Index: g.frame}
	g.frame += t.Width()
	return s
}

// within counts a node against the limits; the first time one is exceeded it says so.
func (g *grower) within(n *Node) bool {
	if g.nodes++; g.full {
		return false
	}
	switch {
	case g.depth > MaxTreeDepth:
		g.diags.Errorf(diag.TreeTooLarge, headSpan(&n.Head), "nodes nest deeper than %d", MaxTreeDepth)
	case g.nodes > MaxTreeNodes:
		g.diags.Errorf(diag.TreeTooLarge, g.tree.entry.at, "tree %q has more than %d nodes, including the trees it calls", g.tree.entry.name, MaxTreeNodes)
	case g.expand && g.nodes > g.budget:
		g.diags.Errorf(diag.TreeTooLarge, g.tree.entry.at, "all trees together have more than %d nodes, with the trees in them", MaxForestNodes)
	default:
		return true
	}
	g.full = true
	return false
}
