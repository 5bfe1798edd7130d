package btcpp

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// register makes the models known that are not from files.
func (r *reader) register() {
	for _, m := range builtins {
		r.models[m.ID] = m
	}
	for i := range r.o.Nodes {
		m := r.o.Nodes[i]
		if r.models[m.ID] == nil {
			r.models[m.ID] = &m
			r.host[m.ID] = true
		}
	}
}

// registered reports whether a name is that of a node of the library or the host. Those count more than what files
// declare.
func (r *reader) registered(id string) bool {
	return r.host[id] || Builtin(id) != nil
}

// declareAll reads TreeNodesModel.
func (r *reader) declareAll(models *xmlElement) {
	r.passText(models)
	for _, e := range models.children {
		c := categoryOf(e.name)
		if c == NoCategory {
			r.ds.Warnf(diag.BTPassedOver, e.at, "<%s> in <TreeNodesModel> is ignored", e.name).Hint = expr.DidYouMean(e.name, categoryNames[1:])
			continue
		}
		if m := r.declare(e, c); m != nil {
			r.addModel(m)
		}
	}
}

// addModel makes a declared model known.
func (r *reader) addModel(m *Model) {
	for i, first := range r.doc.Models {
		if first.ID != m.ID {
			continue
		}
		if !sameModel(first, m) {
			d := r.ds.Warnf(diag.BTTwice, m.At, "%s is declared twice; this declaration is used", m.ID)
			d.Related = []diag.Related{{Span: first.At, Message: "the first"}}
		}
		r.doc.Models[i] = m
		if !r.registered(m.ID) {
			r.models[m.ID] = m
		}
		return
	}
	r.doc.Models = append(r.doc.Models, m)
	if !r.registered(m.ID) {
		r.models[m.ID] = m
		return
	}
	if known := r.models[m.ID]; known.Category != m.Category {
		r.ds.Warnf(diag.BTCategory, m.At, "%s is declared as %s, but it is registered as %s", m.ID, m.Category, known.Category)
	}
}

func sameModel(a, b *Model) bool {
	if a.Category != b.Category || len(a.Ports) != len(b.Ports) {
		return false
	}
	for i := range a.Ports {
		if a.Ports[i] != b.Ports[i] {
			return false
		}
	}
	return true
}

// declare reads one model, nil if it has no name.
func (r *reader) declare(e *xmlElement, c Category) *Model {
	r.passText(e)
	id := e.attr("ID")
	if id == nil {
		r.ds.Errorf(diag.BTMissing, e.at, "the model needs an ID").Hint = "write <" + e.name + ` ID="MyNode">`
		return nil
	}
	if !r.checkName("node", id) {
		return nil
	}
	m := &Model{At: id.At, ID: id.Value, Category: c}
	for _, p := range e.children {
		switch d, isPort := directionOf(p.name); {
		case isPort:
			r.declarePort(m, p, d)
		case p.name == "bidirectional_port": // in models of Nav2
			r.ds.Warnf(diag.BTOldName, p.at, "%s is now %s", p.name, InOut)
			r.declarePort(m, p, InOut)
		case p.name == "MetadataFields":
			r.metadata(m, p)
		default:
			r.ds.Warnf(diag.BTPassedOver, p.at, "<%s> in a model is ignored", p.name).Hint = expr.DidYouMean(p.name, directionNames[:])
		}
	}
	return m
}

func directionOf(name string) (Direction, bool) {
	for d, n := range directionNames {
		if n == name {
			return Direction(d), true
		}
	}
	return In, false
}

// declarePort reads one port of a model.
func (r *reader) declarePort(m *Model, e *xmlElement, d Direction) {
	name := e.attr("name")
	if name == nil {
		r.ds.Errorf(diag.BTMissing, e.at, "the port needs a name").Hint = "write <" + e.name + ` name="my_port"/>`
		return
	}
	if m.Category == SubTree && !r.registered(m.ID) && strings.HasPrefix(name.Value, "_") {
		r.ds.Warnf(diag.BTOldName, name.At, "%s in a model is ignored: it is an attribute of a SubTree, not a port", name.Value).Hint = "remove it"
		return
	}
	if !r.registered(m.ID) && !r.checkPortName(name) {
		return
	}
	if m.Port(name.Value) != nil {
		r.ds.Errorf(diag.BTTwice, name.At, "%s has two ports %s", m.ID, name.Value)
		return
	}
	if len(m.Ports) == MaxAttributes {
		r.ds.Errorf(diag.BTLimit, name.At, "%s has more than %d ports", m.ID, MaxAttributes)
		return
	}
	p := Port{Name: name.Value, Direction: d, Description: strings.TrimSpace(strings.Join(e.texts, " "))}
	if a := e.attr("type"); a != nil {
		p.Type = a.Value
	}
	if a := e.attr("default"); a != nil {
		p.Default, p.HasDefault = a.Value, true
		r.checkDefault(&p, a)
	}
	if a := e.attr("description"); a != nil && p.Description == "" {
		p.Description = strings.TrimSpace(a.Value)
	}
	m.Ports = append(m.Ports, p)
}

// checkDefault warns of a default that the port's type does not take: models are mostly for people and tools.
func (r *reader) checkDefault(p *Port, a *Attr) {
	if _, isKey := a.Key(); !isKey && a.Value != "" && !r.accepts(p.Type, a.Value) {
		r.ds.Warnf(diag.BTLiteral, a.At, "the default %q is not a valid %s", a.Value, p.Type)
	}
}

// accepts reports whether a literal can be converted to a type, which the host is asked for its own types.
func (r *reader) accepts(typ, text string) bool {
	t := TypeOf(typ)
	if t.Kind == KindHost && r.o.Accepts != nil {
		return r.o.Accepts(typ, text)
	}
	return t.Accepts(text)
}

// metadata reads <MetadataFields>: attributes with any names.
func (r *reader) metadata(m *Model, e *xmlElement) {
	for _, field := range e.children {
		if field.name != "Metadata" {
			r.ds.Warnf(diag.BTPassedOver, field.at, "<%s> in <MetadataFields> is ignored", field.name).Hint = expr.DidYouMean(field.name, []string{"Metadata"})
			continue
		}
		for _, a := range field.attrs {
			m.Metadata = append(m.Metadata, Metadata{a.Name, a.Value})
		}
	}
}
