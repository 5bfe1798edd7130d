package btcpp

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// subTree fills in an element that calls a tree.
func (r *reader) subTree(e *Element, xml *xmlElement) {
	id := xml.attr("ID")
	if n := len(xml.children); n > 0 {
		r.ds.Errorf(diag.BTChildren, xml.at, "SubTree takes no children, it has %d", n)
	}
	r.attributes(e, xml)
	if e.ID == "" {
		return
	}
	switch {
	case !r.checkName("tree", id):
	case r.registered(e.ID):
		d := r.ds.Errorf(diag.BTTreeNamed, id.At, "%s is a node, not a tree", e.ID)
		if e.ID != subTreeID {
			d.Hint = "write <" + e.ID + "/>"
		}
	case r.treeOf[e.ID] == nil:
		r.ds.Errorf(diag.BTUnknownTree, id.At, "there is no tree %q", e.ID).Hint = expr.DidYouMean(e.ID, r.allTreeIDs())
	}
	if m := r.models[e.ID]; m != nil && m.Category == SubTree && !m.Builtin {
		e.Model = m
		r.checkRemaps(e)
	}
}

// checkRemaps compares the values that a SubTree is given with its model.
func (r *reader) checkRemaps(e *Element) {
	for i := range e.Attrs {
		if a := &e.Attrs[i]; e.Model.Port(a.Name) == nil {
			r.ds.Warnf(diag.BTUnknownPort, a.NameAt, "the model of %s has no port %s", e.ID, a.Name).Hint = hintPort(e.Model, a.Name)
		}
	}
	for i := range e.Model.Ports {
		p := &e.Model.Ports[i]
		if p.Default == "" && !e.AutoRemap && e.Attr(p.Name) == nil {
			r.ds.Errorf(diag.BTMissingPort, e.At, "SubTree %s has no value for %s", e.ID, p.Name).Hint = "write " + p.Name + `="{=}" for the entry of the same name`
		}
	}
}

// subTrees calls visit with each SubTree in a node and below.
func subTrees(e *Element, visit func(*Element)) {
	if e == nil {
		return
	}
	if e.Category == SubTree {
		visit(e)
	}
	for _, child := range e.Children {
		subTrees(child, visit)
	}
}

// checkPaths reports subtrees that would have the same path.
func (r *reader) checkPaths() {
	for _, t := range r.doc.Trees {
		first := map[string]*Element{}
		subTrees(t.Root, func(e *Element) {
			if e.Name == "" {
				return
			}
			if f := first[e.Name]; f != nil {
				d := r.ds.Errorf(diag.BTTwice, e.At, "two subtrees of tree %s are called %q", t.ID, e.Name)
				d.Hint = "give one another name, or none"
				d.Related = []diag.Related{{Span: f.At, Message: "the first"}}
				return
			}
			first[e.Name] = e
		})
	}
}

// extent is how large a tree is with all trees in it.
type extent struct {
	trees int // within each other, itself included
	nodes int
	open  bool // on the way down
}

// checkRecursion reports trees that contain themselves, or too much.
func (r *reader) checkRecursion() {
	known := map[*Tree]*extent{}
	trees := make(map[string]*Tree, len(r.doc.Trees))
	for _, t := range r.doc.Trees {
		trees[t.ID] = t
	}
	for _, t := range r.doc.Trees {
		r.measure(t, trees, known, 1)
	}
}

func (r *reader) measure(t *Tree, trees map[string]*Tree, known map[*Tree]*extent, depth int) *extent {
	x := &extent{trees: 1, nodes: countNodes(t.Root), open: true}
	known[t] = x
	subTrees(t.Root, func(e *Element) {
		inner := trees[e.ID]
		if inner == nil {
			return
		}
		in := known[inner]
		switch {
		case in == nil && depth == MaxTreeDepth:
			r.ds.Errorf(diag.BTLimit, e.At, "trees nest deeper than %d", MaxTreeDepth)
			return
		case in == nil:
			in = r.measure(inner, trees, known, depth+1)
		case in.open:
			r.ds.Errorf(diag.BTRecursion, e.At, "tree %s contains itself", e.ID)
			return
		}
		x.trees = max(x.trees, in.trees+1)
		x.nodes = min(x.nodes+in.nodes, MaxExpanded+1)
	})
	x.open = false
	if x.trees > MaxTreeDepth {
		r.ds.Errorf(diag.BTLimit, t.At, "trees nest deeper than %d", MaxTreeDepth)
	}
	if x.nodes > MaxExpanded {
		r.ds.Errorf(diag.BTLimit, t.At, "tree %s has more than %d nodes, including its subtrees", t.ID, MaxExpanded)
	}
	return x
}

func countNodes(e *Element) int {
	if e == nil {
		return 0
	}
	n := 1
	for _, child := range e.Children {
		n += countNodes(child)
	}
	return n
}
