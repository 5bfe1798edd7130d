package btexact

import (
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
)

// Compile makes a document ready to run. What it reports are things that only matter for running: nodes that the host
// binds nothing to, literals that cannot be read, and the limits; the rest has been said when the document was read.
// The program is nil when the list holds errors.
func Compile(doc *btcpp.Document, o Options) (*Program, diag.List) {
	c := compiler{o: o}
	return c.compile(doc)
}

// Check reports the mistakes that [Compile] would, for any control nodes and decorators of the host: their behaviour is
// not known, but their ports, scripts and children are checked like others.
func Check(doc *btcpp.Document, o Options) diag.List {
	c := compiler{o: o, only: true}
	_, ds := c.compile(doc)
	return ds
}

func (c *compiler) compile(doc *btcpp.Document) (*Program, diag.List) {
	c.doc, c.p = doc, &Program{doc: doc, enums: c.o.Enums, choose: c.o.Choose}
	main := c.o.Tree
	if main == "" {
		main = doc.Main
	}
	tree := doc.Tree(main)
	if tree == nil || tree.Root == nil {
		at := diag.Span{}
		if len(doc.Trees) > 0 {
			at = doc.Trees[0].At
		}
		c.ds.Errorf(diag.ExactMain, at, "the document has no tree %q to run", main)
		return nil, c.ds
	}
	c.p.scopes = []scope{{parent: -1, tree: main, cells: map[string]int32{}}}
	c.add(tree.Root, spot{parent: noNode})
	if c.ds.HasErrors() {
		return nil, c.ds
	}
	c.p.print = c.p.fingerprint()
	return c.p, c.ds
}

// compiler collects what a program is made of.
type compiler struct {
	o     Options
	only  bool // the document is checked, and not run
	doc   *btcpp.Document
	p     *Program
	ds    diag.List
	over  bool            // beyond a limit: said once
	paths int             // bytes of all paths so far
	exprs int             // of all scripts so far
	said  map[string]bool // IDs that were reported as unbound
	found map[*btcpp.Attr]*btcpp.Script
}

// spot is where a node is put.
type spot struct {
	parent NodeID
	scope  int32
	depth  int
}

// add appends a node with all that is below it, and returns its number.
func (c *compiler) add(e *btcpp.Element, at spot) NodeID {
	n := NodeID(len(c.p.nodes))
	switch {
	case n >= MaxNodes:
		c.beyond(e.At, "the tree has more than %d nodes", MaxNodes)
	case at.depth > MaxDepth:
		c.beyond(e.At, "the tree nests more than %d deep", MaxDepth)
	case c.paths > MaxPathBytes:
		c.beyond(e.At, "the paths of the nodes have more than %d bytes together", MaxPathBytes)
	}
	if c.over {
		return noNode
	}
	nd := node{parent: at.parent, scope: at.scope, name: e.Title(), id: e.ID, element: e, sub: -1}
	nd.path = c.pathOf(e, at.scope, n)
	c.paths += len(nd.path)
	c.p.nodes = append(c.p.nodes, nd)
	c.classify(e, n)
	c.scripts(e, n)
	if c.p.nodes[n].kind == kindSubTree {
		c.subTree(e, n, at)
		return n
	}
	if c.p.nodes[n].kind == kindTest || c.p.nodes[n].kind == kindLeaf {
		return n
	}
	for _, child := range e.Children {
		c.adopt(child, n, spot{n, at.scope, at.depth + 1})
	}
	return n
}

// beyond reports that a limit was hit; only the first is said, and nothing more is added.
func (c *compiler) beyond(at diag.Span, format string, limit int) {
	if !c.over {
		c.ds.Errorf(diag.ExactLimit, at, format, limit)
	}
	c.over = true
}

// adopt adds a child.
func (c *compiler) adopt(e *btcpp.Element, n NodeID, at spot) {
	if kid := c.add(e, at); kid != noNode {
		c.p.nodes[n].kids = append(c.p.nodes[n].kids, kid)
	}
}

// pathOf returns the full path of a node: its subtree's, and its name, or its ID and number.
func (c *compiler) pathOf(e *btcpp.Element, s int32, n NodeID) string {
	path := c.p.scopes[s].path
	if path != "" {
		path += "/"
	}
	if e.Name != "" {
		return path + e.Name
	}
	return path + e.ID + "::" + strconv.Itoa(int(n)+1)
}

// classify finds out what a node is, and connects its ports.
func (c *compiler) classify(e *btcpp.Element, n NodeID) {
	nd := &c.p.nodes[n]
	sub := c.substitution(nd)
	if sub != nil && sub.Test != nil {
		nd.kind, nd.test = kindTest, c.testNode(sub.Test, n)
		return
	}
	id := e.ID
	if sub != nil {
		id = sub.ID
	}
	k, isKnown := knownNodes[id]
	leaf, bound := c.o.Leaves[id]
	branch, isBranch := c.o.Branches[id]
	switch {
	case sub == nil && e.Category == btcpp.SubTree:
		nd.kind, nd.decorator = kindSubTree, true
		return // its attributes are remappings, not ports
	case isBranch && sub == nil && (e.Category == btcpp.Control || e.Category == btcpp.Decorator):
		c.bindBranch(nd, &branch)
	case bound:
		c.bind(nd, &leaf)
	case isKnown && (sub == nil || k.most == 0 && k.least == 0):
		nd.kind = k.kind
		c.count(e, nd, k)
	case c.standIn(e, nd, sub != nil):
	default:
		c.unbound(e, id)
		return
	}
	c.ports(e, nd, sub != nil)
	for _, name := range k.args {
		arg := nd.port(name)
		if arg == nil {
			arg = &missingPort
		}
		nd.args = append(nd.args, arg)
	}
	c.prepare(e, n)
}

// bind makes a node a leaf of the host. A leaf that says both is ticked as a condition, and started as an action.
func (c *compiler) bind(nd *node, leaf *Leaf) {
	if leaf.Tick == nil && leaf.Start == nil || (leaf.Start == nil) != (leaf.Running == nil) {
		panic("btexact: the leaf " + nd.id + " needs Tick, or Start and Running")
	}
	own := *leaf
	if own.Start != nil && nd.element.Category != btcpp.Condition {
		own.Tick = nil
	}
	nd.kind, nd.leaf = kindLeaf, &own
}

// standIn looks for a replacement of an unknown node.
func (c *compiler) standIn(e *btcpp.Element, nd *node, replaced bool) bool {
	switch {
	case replaced:
		return false
	case c.o.Fallback != nil && (e.Category == btcpp.Action || e.Category == btcpp.Condition):
		c.bind(nd, c.o.Fallback)
	case c.o.Lenient && e.Category == btcpp.Decorator && len(e.Children) == 1:
		nd.kind, nd.decorator = kindPass, true
	case c.only && (e.Category == btcpp.Decorator || e.Category == btcpp.Control):
		nd.kind = kindPass
	default:
		return false
	}
	return true
}

func (c *compiler) unbound(e *btcpp.Element, id string) {
	if c.said == nil {
		c.said = map[string]bool{}
	}
	if !c.said[id] {
		c.ds.Errorf(diag.ExactUnbound, e.At, "nothing is bound to %s %q", strings.ToLower(e.Category.String()), id)
	}
	c.said[id] = true
}

// count checks the number of children of a node of the library.
func (c *compiler) count(e *btcpp.Element, nd *node, k known) {
	nd.decorator = k.least == 1 && k.most == 1
	got := len(e.Children)
	if got >= k.least && (k.most == 0 || got <= k.most) {
		return
	}
	wanted := strconv.Itoa(k.least)
	switch {
	case k.most == 0:
		wanted += " at least"
	case k.most != k.least:
		wanted += " to " + strconv.Itoa(k.most)
	}
	c.ds.Errorf(diag.ExactChildren, e.At, "%s has %d children, not %s", e.ID, got, wanted)
}
