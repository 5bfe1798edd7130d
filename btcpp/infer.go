package btcpp

import "github.com/karakuri-ai/karakuri/diag"

// use holds what all elements of one unknown node have in common.
type use struct {
	at          diag.Span // of the name at the first use
	category    Category  // that one of them says; NoCategory: none does
	least, most int       // children
}

// infer makes models for undeclared nodes, if the options ask for it.
func (r *reader) infer() {
	if !r.o.Lenient {
		return
	}
	uses := map[string]*use{}
	var order []string
	for _, t := range r.treeXML {
		for _, e := range t.xml.children {
			order = r.gather(e, uses, order)
		}
	}
	for _, id := range order {
		u := uses[id]
		m := &Model{ID: id, Category: u.guess(), Inferred: true}
		r.models[id] = m
		r.ds.Warnf(diag.BTLeftToHost, u.at, "%s is not declared: the host must provide it as %s", id, m.Category).Hint = r.suggestNode(id)
	}
}

// guess returns what a node is by the children that it has.
func (u *use) guess() Category {
	switch {
	case u.category != NoCategory:
		return u.category
	case u.most == 0:
		return Action
	case u.least == 1 && u.most == 1:
		return Decorator
	}
	return Control
}

// gather notes the uses of unknown nodes in an element and below.
func (r *reader) gather(e *xmlElement, uses map[string]*use, order []string) []string {
	id, at := e.name, e.at
	c := categoryOf(e.name)
	if c != NoCategory {
		id = ""
		if a := e.attr("ID"); a != nil {
			id, at = a.Value, a.At
		}
	}
	_, old := oldNames[id]
	if id != "" && c != SubTree && !old && r.models[id] == nil && r.treeOf[id] == nil {
		u := uses[id]
		if u == nil {
			u = &use{at: at, least: len(e.children)}
			uses[id] = u
			order = append(order, id)
		}
		if u.category == NoCategory {
			u.category = c
		}
		u.least, u.most = min(u.least, len(e.children)), max(u.most, len(e.children))
	}
	for _, child := range e.children {
		order = r.gather(child, uses, order)
	}
	return order
}

// inferPort adds a port that a model lacks, if the caller requests it.
func (r *reader) inferPort(m *Model, a *Attr) bool {
	if !r.o.Lenient || r.registered(m.ID) || len(m.Ports) == MaxAttributes {
		return false
	}
	p := Port{Name: a.Name}
	if _, isKey := a.Key(); isKey {
		p.Direction = InOut
	}
	if !m.Inferred {
		r.ds.Warnf(diag.BTLeftToHost, a.NameAt, "%s declares no port %s: the host must provide it", m.ID, a.Name).Hint = hintPort(m, a.Name)
	}
	m.Ports = append(m.Ports, p)
	return true
}
