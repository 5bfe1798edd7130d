package btcpp

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// rootChildren are the elements that a root can hold.
var rootChildren = []string{"BehaviorTree", "TreeNodesModel", "include"}

var rootAttributes = []string{"BTCPP_format", "main_tree_to_execute", "project_name"}

// format reads the version of a file.
func (r *reader) format(root *xmlElement) int {
	for i := range root.attrs {
		if a := &root.attrs[i]; isUnknown(a.Name, rootAttributes) {
			r.ds.Warnf(diag.BTPassedOver, a.NameAt, "attribute %s of <root> is ignored", a.Name).Hint = expr.DidYouMean(a.Name, rootAttributes)
		}
	}
	a := root.attr("BTCPP_format")
	if a == nil {
		r.ds.Warnf(diag.BTFormat, root.at, "the root has no version").Hint = `add BTCPP_format="4"`
		return 4
	}
	switch a.Value {
	case "4":
		return 4
	case "3":
		r.ds.Warnf(diag.BTFormat, a.At, "version 3 is read as its equivalent in version 4").Hint = "documents are written as version 4"
		return 3
	}
	r.ds.Errorf(diag.BTFormat, a.At, "unknown version %q", a.Value).Hint = `the version is "4", or "3"`
	return 4
}

// isUnknown reports a name that is not in a list and not that of a namespace, which editors add.
func isUnknown(name string, known []string) bool {
	return !slices.Contains(known, name) && !hasAnyPrefix(name, "xmlns", "xsi:", "_")
}

// sections gathers the trees and models of a file.
func (r *reader) sections(root *xmlElement, version int) {
	r.passText(root)
	var models *xmlElement
	for _, e := range root.children {
		switch e.name {
		case "include":
		case "BehaviorTree":
			r.tree(e, version, len(root.children) > 1)
		case "TreeNodesModel":
			if models != nil {
				d := r.ds.Errorf(diag.BTTwice, e.at, "a second <TreeNodesModel> in one file")
				d.Related = []diag.Related{{Span: models.at, Message: "the first"}}
				continue
			}
			models = e
			r.declareAll(e)
		default:
			r.ds.Warnf(diag.BTPassedOver, e.at, "<%s> in <root> is ignored", e.name).Hint = expr.DidYouMean(e.name, rootChildren)
		}
	}
}

// passText warns of text between elements, which means nothing.
func (r *reader) passText(e *xmlElement) {
	if len(e.texts) > 0 {
		r.ds.Warnf(diag.BTPassedOver, e.textAt, "text in <%s> is ignored", e.name)
	}
}

// tree notes a BehaviorTree. Only one that is alone in its root can do without an ID.
func (r *reader) tree(e *xmlElement, version int, beside bool) {
	t := &treeXML{xml: e, at: e.at, version: version}
	a := e.attr("ID")
	switch {
	case a != nil && a.Value != "":
		t.id, t.at = a.Value, a.At
		r.checkName("tree", a)
	case beside:
		r.ds.Errorf(diag.BTMissing, e.at, "a tree that is not alone in its root needs an ID").Hint = `write <BehaviorTree ID="MyTree">`
		fallthrough
	default:
		t.id = fmt.Sprintf("BehaviorTree_%d", r.unnamed)
		r.unnamed++
	}
	for i := range e.attrs {
		if b := &e.attrs[i]; b.Name != "ID" && b.Name != "description" && b.Name[0] != '_' {
			r.ds.Warnf(diag.BTPassedOver, b.NameAt, "attribute %s of <BehaviorTree> is ignored", b.Name).Hint = expr.DidYouMean(b.Name, []string{"ID"})
		}
	}
	if first := r.treeOf[t.id]; first != nil {
		d := r.ds.Warnf(diag.BTTwice, t.at, "tree %s is declared twice; this declaration is used", t.id)
		d.Related = []diag.Related{{Span: first.at, Message: "the first"}}
	}
	r.treeOf[t.id] = t
	r.treeXML = append(r.treeXML, t)
}

// findMain finds out which tree is to run.
func (r *reader) findMain(root *xmlElement) {
	if root == nil {
		return
	}
	if len(r.treeXML) == 0 && len(r.doc.Models) == 0 && !r.ds.HasErrors() {
		r.ds.Errorf(diag.BTRoot, root.at, "the document is empty").Hint = `add <BehaviorTree ID="MainTree">...</BehaviorTree>`
		return
	}
	a := root.attr("main_tree_to_execute")
	if a == nil {
		if len(r.doc.Trees) == 1 {
			r.doc.Main = r.doc.Trees[0].ID
		}
		return
	}
	if r.treeOf[a.Value] == nil {
		r.ds.Errorf(diag.BTMain, a.At, "there is no tree %q", a.Value).Hint = expr.DidYouMean(a.Value, r.treeIDs())
		return
	}
	r.doc.Main = a.Value
}

func (r *reader) treeIDs() []string {
	ids := make([]string, len(r.doc.Trees))
	for i, t := range r.doc.Trees {
		ids[i] = t.ID
	}
	return ids
}
