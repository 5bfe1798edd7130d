package lang

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// tree writes a tree on several lines.
func (w *layout) tree(d *def.Tree) {
	w.open(0, declHead(d), d.After)
	w.nodeLines(1, d.Services, rootOf(d))
	w.close(0, d.End, d.Root == nil && len(d.Services) == 0)
}

func rootOf(d *def.Tree) []*def.Node {
	if d.Root == nil {
		return nil
	}
	return []*def.Node{d.Root}
}

// treeTexts returns the lines of a tree, and whether they may share a line.
func (w *layout) treeTexts(d *def.Tree) (list []string, ok bool) {
	root := rootOf(d)
	return append(serviceTexts(d.Services), nodeTexts(root)...), len(d.End) == 0 && w.quietServices(d.Services) && w.quietNodes(root)
}

// nodeLines writes the lines of a body.
func (w *layout) nodeLines(indent int, services []*def.Service, nodes []*def.Node) {
	for i, s := range services {
		w.above(indent, &s.Head, i == 0)
		if prefix, call := servicePrefix(s); s.Call != nil {
			w.line(indent, prefix+call, s.After)
		} else {
			w.effects(indent, prefix, s.Effect, s.After)
		}
	}
	for i, n := range nodes {
		w.above(indent, &n.Head, i == 0 && len(services) == 0)
		w.node(indent, n)
	}
}

// node writes a node: on one line if it stood on one and fits, else its children a line each.
func (w *layout) node(indent int, n *def.Node) {
	if text := nodeText(n); w.oneLine(n) && fits(indent, text) {
		w.line(indent, text, n.After)
		return
	}
	block := n.Kind.Info().Shape != def.ShapeLeaf || len(n.Overrides) > 0 || len(n.End) > 0
	w.nodeHead(indent, n, block)
	if !block {
		return
	}
	if n.Kind == def.NodeCall {
		w.overrideLines(indent, n.Overrides, n.End)
		return
	}
	body, caught := tryParts(n)
	w.nodeLines(indent+1, n.Services, body)
	if caught != nil {
		w.line(indent, "} catch {", "")
		w.nodeLines(indent+1, nil, caught)
	}
	w.close(indent, n.End, len(n.Services)+len(n.Children) == 0)
}

// nodeHead writes the head of a node: on one line if it fits, else each clause on its own.
func (w *layout) nodeHead(indent int, n *def.Node, block bool) {
	pieces := nodePieces(n)
	var parts []string
	for _, p := range pieces {
		parts = append(parts, p.text())
	}
	brace := ""
	if block {
		brace = " {"
	}
	if text := strings.Join(parts, " ") + brace; fits(indent, text) && !w.tallEffects(n) {
		w.line(indent, text, n.After)
		return
	}
	for i, p := range pieces {
		at, after := indent+1, ""
		if i == 0 {
			at = indent
		}
		if i == len(pieces)-1 && !block {
			after = n.After
		}
		w.piece(at, &p, after)
	}
	if block {
		w.line(indent, "{", n.After)
	}
}

func (w *layout) piece(indent int, p *nodePiece, after string) {
	switch {
	case p.node != nil:
		w.expr(indent, p.prefix, p.node, p.suffix, after)
	case p.effects != nil:
		w.effects(indent, p.prefix, p.effects, after)
		if p.suffix != "" {
			last := &w.lines[len(w.lines)-1]
			last.text += p.suffix
		}
	default:
		w.list(indent, p.prefix, p.list, p.suffix, after)
	}
}

// overrideLines writes the rest of a body of overrides whose opening brace has been written.
func (w *layout) overrideLines(indent int, list []*def.Override, end []string) {
	texts := overrideTexts(list)
	for i, o := range list {
		w.above(indent+1, &o.Head, i == 0)
		w.line(indent+1, texts[i], o.After)
	}
	w.close(indent, end, len(list) == 0)
}

// treeLine writes the tree line of an agent.
func (w *layout) treeLine(l *def.TreeLine) {
	if text := treeLineText(l); len(l.Overrides)+len(l.End) == 0 || !w.manyLines(l.At) && quietOverrides(l.Overrides, l.End) && fits(1, text) {
		w.line(1, text, l.After)
		return
	}
	w.open(1, treeLineHead(l), l.After)
	w.overrideLines(1, l.Overrides, l.End)
}

// oneLine reports whether a node may stand on one line: it did in the text, and nothing in it has comments. Without a
// text only nodes do that have no composites in them.
func (w *layout) oneLine(n *def.Node) bool {
	switch {
	case n.Kind.Info().Shape == def.ShapeLeaf && len(n.Overrides)+len(n.End) == 0:
		return !w.tallEffects(n)
	case w.src == nil && slices.ContainsFunc(n.Children, hasComposite):
		return false
	}
	return !w.manyLines(n.At) && len(n.End) == 0 && quietOverrides(n.Overrides, nil) && w.quietServices(n.Services) && w.quietNodes(n.Children)
}

func hasComposite(n *def.Node) bool {
	return n.Kind.Info().Shape == def.ShapeComposite || slices.ContainsFunc(n.Children, hasComposite)
}

// tallEffects reports whether a node has effects that stand on several lines in the text.
func (w *layout) tallEffects(n *def.Node) bool {
	tall := slices.ContainsFunc(n.Effect, w.blockEffect)
	for i := range def.NodeTable.Head {
		if c := &def.NodeTable.Head[i]; c.Takes == def.TakesEffects {
			value, _ := c.At(n)
			tall = tall || slices.ContainsFunc(*value.(*[]expr.Effect), w.blockEffect)
		}
	}
	return tall
}

// quietNodes reports whether nodes may share a line.
func (w *layout) quietNodes(list []*def.Node) bool {
	for _, n := range list {
		if !quiet(&n.Head) || !w.oneLine(n) {
			return false
		}
	}
	return true
}

func (w *layout) quietServices(list []*def.Service) bool {
	for _, s := range list {
		if !quiet(&s.Head) || slices.ContainsFunc(s.Effect, w.blockEffect) {
			return false
		}
	}
	return true
}

func quietOverrides(list []*def.Override, end []string) bool {
	for _, o := range list {
		if !quiet(&o.Head) {
			return false
		}
	}
	return len(end) == 0
}
