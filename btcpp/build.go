package btcpp

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// build turns the XML of the trees into the document's.
func (r *reader) build() {
	for _, t := range r.treeXML {
		if r.treeOf[t.id] == t {
			r.doc.Trees = append(r.doc.Trees, r.buildTree(t))
		}
	}
}

func (r *reader) buildTree(t *treeXML) *Tree {
	r.passText(t.xml)
	if m := r.models[t.id]; m != nil && m.Category != SubTree || r.registered(t.id) {
		r.ds.Errorf(diag.BTTreeNamed, t.at, "a tree cannot have the name of a node, %s", t.id).Hint = "give the tree another ID"
	}
	tree := &Tree{At: t.xml.at, ID: t.id}
	for _, a := range t.xml.attrs {
		if a.Name[0] == '_' || a.Name == "description" {
			tree.Other = append(tree.Other, a)
		}
	}
	if n := len(t.xml.children); n != 1 {
		d := r.ds.Errorf(diag.BTChildren, t.at, "tree %s has %d nodes at its root, not one", t.id, n)
		if d.Hint = "give it one"; n > 1 {
			d.Hint = "put them into a Sequence"
		}
	}
	for i, e := range t.xml.children {
		if root := r.element(e, t.version); i == 0 {
			tree.Root = root
		}
	}
	return tree
}

// element turns an XML element and all below it into a node.
func (r *reader) element(xml *xmlElement, version int) *Element {
	r.passText(xml)
	xml = r.modern(xml, version)
	e := &Element{At: xml.at, ID: xml.name, Category: categoryOf(xml.name)}
	e.Explicit = e.Category != NoCategory
	r.findID(e, xml)
	if e.Category == SubTree {
		r.subTree(e, xml)
		return e
	}
	e.Model = r.findModel(e, xml)
	r.attributes(e, xml)
	r.checkPorts(e)
	for _, child := range xml.children {
		e.Children = append(e.Children, r.element(child, version))
	}
	r.checkChildren(e)
	return e
}

// findID takes the attribute ID, which the explicit form has, and no other.
func (r *reader) findID(e *Element, xml *xmlElement) {
	a := xml.attr("ID")
	switch {
	case e.Explicit && (a == nil || a.Value == ""):
		e.ID = ""
		r.ds.Errorf(diag.BTMissing, xml.at, "<%s> needs an ID", xml.name).Hint = "write <" + xml.name + ` ID="MyNode"/>`
	case e.Explicit:
		e.ID = a.Value
	case a != nil:
		r.ds.Errorf(diag.BTAttribute, a.NameAt, "<%s> cannot have an ID, its name is one", xml.name).Hint = "the name of the instance is name=\"...\""
	}
}

// findModel looks up what kind of node an element is.
func (r *reader) findModel(e *Element, xml *xmlElement) *Model {
	if e.ID == "" {
		return nil
	}
	at := xml.at
	if a := xml.attr("ID"); a != nil && e.Explicit {
		at = a.At
	}
	m := r.models[e.ID]
	switch {
	case m == nil:
		r.ds.Errorf(diag.BTUnknownNode, at, "unknown node %s", e.ID).Hint = r.suggestNode(e.ID)
		return nil
	case m.Category == SubTree:
		r.ds.Errorf(diag.BTCategory, at, "%s is a SubTree", e.ID).Hint = `write <SubTree ID="` + e.ID + `"/>`
		return nil
	case e.Explicit && m.Category != e.Category:
		r.ds.Warnf(diag.BTCategory, xml.at, "%s is not a %s: it is declared as %s", e.ID, e.Category, m.Category).Hint = "write <" + m.Category.String() + ` ID="` + e.ID + `"/>`
	}
	e.Category = m.Category
	return m
}

// suggestNode returns a hint with the node or tree that is probably meant.
func (r *reader) suggestNode(id string) string {
	var known []string
	for name := range r.models {
		known = append(known, name)
	}
	slices.Sort(known)
	if hint := expr.DidYouMean(id, known); hint != "" {
		return hint
	}
	if hint := expr.DidYouMean(id, r.allTreeIDs()); hint != "" {
		return hint + ` Then write <SubTree ID="..."/>`
	}
	if !r.o.Lenient {
		return "declare it in <TreeNodesModel>"
	}
	return ""
}

func (r *reader) allTreeIDs() []string {
	ids := make([]string, len(r.treeXML))
	for i, t := range r.treeXML {
		ids[i] = t.id
	}
	return ids
}

// attributes sorts the attributes of a node, without its ID.
func (r *reader) attributes(e *Element, xml *xmlElement) {
	for i := range xml.attrs {
		a := &xml.attrs[i]
		switch {
		case a.Name == "ID":
		case a.Name == "name":
			e.Name = a.Value
			r.checkInstance(a)
		case a.Name[0] == '_':
			r.reserved(e, a)
		default:
			e.Attrs = append(e.Attrs, *a)
		}
	}
}

var scriptNames = func() (names []string) {
	for _, s := range new(Scripts).all() {
		names = append(names, s.name)
	}
	return names
}()

// knownOthers are attributes that tools write, and that mean nothing here.
var knownOthers = []string{"_fullpath", "_uid", "_description", "_collapsed", "_x", "_y"}

// reserved handles an attribute that begins with an underscore and so is no port.
func (r *reader) reserved(e *Element, a *Attr) {
	for _, s := range e.Scripts.all() {
		if s.name == a.Name {
			*s.at = a
			ParseScript(a.Source(), &r.ds)
			return
		}
	}
	if a.Name == "_autoremap" && e.Category == SubTree {
		on, ok := ParseBool(a.Value)
		if !ok {
			r.ds.Errorf(diag.BTLiteral, a.At, "%q is not true or false", a.Value)
		}
		e.AutoRemap = on
		return
	}
	e.Other = append(e.Other, *a)
	if slices.Contains(knownOthers, a.Name) {
		return
	}
	names := scriptNames
	if e.Category == SubTree {
		names = append(slices.Clone(names), "_autoremap")
	}
	if hint := expr.DidYouMean(a.Name, names); hint != "" {
		r.ds.Warnf(diag.BTPassedOver, a.NameAt, "attribute %s has no meaning", a.Name).Hint = hint
	}
}

// checkChildren compares the number of children with what the node takes.
func (r *reader) checkChildren(e *Element) {
	if e.Model == nil {
		return
	}
	n := len(e.Children)
	least, most := e.Model.arity()
	want := ""
	switch {
	case n >= least && (most == 0 || n <= max(most, 0)):
	case most < 0:
		want = "takes no children"
	case least == most:
		want = "takes " + count(least)
	case n < least:
		want = "takes at least " + count(least)
	default:
		want = "takes at most " + count(most)
	}
	if want != "" {
		r.ds.Errorf(diag.BTChildren, e.At, "%s %s, it has %d", e.ID, want, n)
	}
	if e.ID == "ReactiveSequence" && e.Model.Builtin {
		r.checkAsync(e)
	}
}

// checkAsync reports children of a ReactiveSequence that would halt each other forever.
func (r *reader) checkAsync(e *Element) {
	var first *Element
	for _, child := range e.Children {
		switch {
		case child.ID != "AsyncSequence":
		case first == nil:
			first = child
		default:
			d := r.ds.Errorf(diag.BTTwoAsync, child.At, "a second AsyncSequence in one ReactiveSequence")
			d.Related = []diag.Related{{Span: first.At, Message: "the first"}}
			return
		}
	}
}
