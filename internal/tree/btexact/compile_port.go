package btexact

import (
	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
)

// ports connects the ports of a node. A node that takes the place of another keeps the ports of that.
func (c *compiler) ports(e *btcpp.Element, nd *node, replaced bool) {
	var models []btcpp.Port
	if e.Model != nil {
		models = e.Model.Ports
	}
	for i := range models {
		m := &models[i]
		p := port{name: m.Name, typ: btcpp.TypeOf(m.Type), dir: m.Direction}
		if a := e.Attr(m.Name); a != nil {
			key, linked := a.Key()
			c.connect(&p, nd.scope, key, linked, a.Value)
			if linked {
				c.declare(p)
			}
			c.literal(&p, a.At, replaced)
		} else if m.HasDefault && m.Default != "" {
			a := btcpp.Attr{Name: m.Name, Value: m.Default}
			key, linked := a.Key()
			c.connect(&p, nd.scope, key, linked, m.Default)
			c.literal(&p, e.At, replaced)
		}
		nd.ports = append(nd.ports, p)
	}
	for i := range e.Attrs { // undeclared attributes, of elements without a model
		a := &e.Attrs[i]
		if nd.port(a.Name) == nil {
			p := port{name: a.Name, dir: btcpp.InOut}
			key, linked := a.Key()
			c.connect(&p, nd.scope, key, linked, a.Value)
			if linked {
				c.declare(p)
			}
			c.literal(&p, a.At, replaced)
			nd.ports = append(nd.ports, p)
		}
	}
}

func (c *compiler) connect(p *port, s int32, key string, linked bool, text string) {
	p.given, p.linked = true, linked
	if linked {
		p.key, p.cell = key, c.cell(s, key)
		return
	}
	p.text = text
}

// declare makes the entry that a port is connected to: the first port with a type decides on it.
func (c *compiler) declare(p port) {
	entry := &c.p.cells[p.cell]
	if !entry.exists {
		entry.exists, entry.typ = true, p.typ
	}
}

// literal converts a literal to the type of its port.
func (c *compiler) literal(p *port, at diag.Span, replaced bool) {
	if p.linked || replaced {
		return
	}
	v, err := parseText(p.text, p.typ, c.o.Enums)
	if err != nil && p.dir != btcpp.Out {
		c.ds.Errorf(diag.ExactPort, at, "port %s: %q: %v", p.name, p.text, err)
	}
	p.value = v
}

// prepare looks at what nodes of the library need to have beforehand.
func (c *compiler) prepare(e *btcpp.Element, n NodeID) {
	nd := &c.p.nodes[n]
	switch nd.kind {
	case kindScript, kindScriptCondition, kindPrecondition:
		code := nd.args[0]
		if !code.given {
			c.ds.Errorf(diag.ExactPort, e.At, "%s has no script", e.ID)
		} else if !code.linked {
			nd.code = c.script(e.Attr(code.name), n)
		}
	case kindTimeout:
		c.p.timeouts = append(c.p.timeouts, n)
	case kindUpdated, kindWasUpdated:
		entry := nd.args[0]
		if !entry.given || !entry.linked && entry.text == "" {
			c.ds.Errorf(diag.ExactPort, e.At, "%s has no entry to watch", e.ID)
		} else if !entry.linked {
			entry.cell = c.cell(nd.scope, entry.text)
		}
	case kindLoop:
		queue := nd.args[0]
		if queue.given && !queue.linked {
			values, err := parseList(queue.text, nd.args[2].typ, c.o.Enums)
			if err != nil {
				c.ds.Errorf(diag.ExactPort, e.At, "%s: queue %q: %v", e.ID, queue.text, err)
			}
			queue.value = Vector(values...)
		}
	}
}

// scripts compiles the pre- and postconditions of a node.
func (c *compiler) scripts(e *btcpp.Element, n NodeID) {
	before := [numPre]*btcpp.Attr{failureIf: e.FailureIf, successIf: e.SuccessIf, skipIf: e.SkipIf, while: e.While}
	after := [numPost]*btcpp.Attr{onHalted: e.OnHalted, onFailure: e.OnFailure, onSuccess: e.OnSuccess, post: e.Post}
	for i, a := range before {
		c.p.nodes[n].before[i] = c.script(a, n)
	}
	for i, a := range after {
		c.p.nodes[n].after[i] = c.script(a, n)
	}
}

// script compiles the script of an attribute for a node; a tree that is used twice has its scripts parsed once.
func (c *compiler) script(a *btcpp.Attr, n NodeID) *script {
	if a == nil {
		return nil
	}
	parsed, seen := c.found[a]
	if !seen {
		if c.found == nil {
			c.found = map[*btcpp.Attr]*btcpp.Script{}
		}
		parsed = btcpp.ParseScript(a.Source(), &c.ds)
		c.found[a] = parsed
	}
	if parsed == nil || c.over {
		return nil
	}
	s := c.p.nodes[n].scope
	code := lower(parsed, n, c.o.Enums, func(key string) int32 { return c.cell(s, key) })
	if c.exprs += len(code.exprs); c.exprs > MaxScriptExprs {
		c.beyond(a.At, "the scripts have more than %d operands and operators together", MaxScriptExprs)
	}
	return code
}

// subTree puts a tree in place of the node that calls it.
func (c *compiler) subTree(e *btcpp.Element, n NodeID, at spot) {
	tree := c.doc.Tree(e.ID)
	if tree == nil || tree.Root == nil {
		c.ds.Errorf(diag.ExactMain, e.At, "the document has no tree %q", e.ID)
		return
	}
	s := int32(len(c.p.scopes))
	c.p.nodes[n].sub = s
	c.p.scopes = append(c.p.scopes, scope{
		parent: at.scope, path: c.p.nodes[n].path, tree: e.ID, auto: e.AutoRemap,
		remap: map[string]string{}, own: map[string]bool{}, cells: map[string]int32{},
	})
	for i := range e.Attrs {
		c.remap(s, &e.Attrs[i])
	}
	if m := c.doc.Model(e.ID); m != nil && m.Category == btcpp.SubTree && !e.AutoRemap {
		for i := range m.Ports {
			if p := &m.Ports[i]; e.Attr(p.Name) == nil && p.HasDefault {
				c.remap(s, &btcpp.Attr{Name: p.Name, Value: p.Default})
			}
		}
	}
	c.adopt(tree.Root, n, spot{n, s, at.depth + 1})
}

// remap connects a key of a subtree to an entry of the tree around it, or gives it a literal: a number if the text is
// one.
func (c *compiler) remap(s int32, a *btcpp.Attr) {
	sc := &c.p.scopes[s]
	if key, linked := a.Key(); linked {
		sc.remap[a.Name] = key
		return
	}
	sc.own[a.Name] = true
	v := Text(a.Value)
	if n, ok := parseInt(a.Value); ok {
		v = Int(n)
	} else if f, ok := parseDouble(a.Value); ok {
		v = Double(f)
	}
	entry := cell{exists: true, value: v, seq: 1}
	if v.kind != KindText {
		entry.typ = typeOf(v)
	}
	i := c.cell(s, a.Name) // may move the cells
	c.p.cells[i] = entry
}
