package btcpp

import (
	"bufio"
	"io"
)

// Write writes a document as one XML file, of version 4 and with a fixed layout: first the trees, then the models, each
// in their order. Reading it again gives the same document, except for places.
func Write(w io.Writer, d *Document) error {
	x := &xmlWriter{w: bufio.NewWriter(w)}
	x.open("root")
	x.attr("BTCPP_format", "4")
	if d.Main != "" {
		x.attr("main_tree_to_execute", d.Main)
	}
	x.inner()
	for _, t := range d.Trees {
		x.tree(t)
	}
	if len(d.Models) > 0 {
		x.open("TreeNodesModel")
		x.inner()
		for _, m := range d.Models {
			x.model(m)
		}
		x.end("TreeNodesModel")
	}
	x.end("root")
	return x.w.Flush()
}

// xmlWriter writes elements, each on lines of its own. Errors are kept by the buffer until it is flushed.
type xmlWriter struct {
	w     *bufio.Writer
	depth int
}

func (x *xmlWriter) put(text string) { x.w.WriteString(text) }

func (x *xmlWriter) indent() {
	for range x.depth {
		x.put("  ")
	}
}

// open begins a start tag; inner, empty or text ends it.
func (x *xmlWriter) open(name string) {
	x.indent()
	x.put("<" + name)
}

func (x *xmlWriter) attr(name, value string) {
	x.put(" " + name + `="`)
	valueEscaper.WriteString(x.w, value)
	x.put(`"`)
}

func (x *xmlWriter) attrs(list []Attr) {
	for _, a := range list {
		x.attr(a.Name, a.Value)
	}
}

func (x *xmlWriter) inner() {
	x.put(">\n")
	x.depth++
}

func (x *xmlWriter) empty() { x.put("/>\n") }

func (x *xmlWriter) text(name, text string) {
	x.put(">")
	textEscaper.WriteString(x.w, text)
	x.put("</" + name + ">\n")
}

func (x *xmlWriter) end(name string) {
	x.depth--
	x.indent()
	x.put("</" + name + ">\n")
}

func (x *xmlWriter) tree(t *Tree) {
	x.open("BehaviorTree")
	x.attr("ID", t.ID)
	x.attrs(t.Other)
	x.inner()
	if t.Root != nil {
		x.element(t.Root)
	}
	x.end("BehaviorTree")
}

func (x *xmlWriter) element(e *Element) {
	name, explicit := e.ID, e.Explicit || e.Category == SubTree
	if explicit {
		name = e.Category.String()
	}
	x.open(name)
	if explicit {
		x.attr("ID", e.ID)
	}
	if e.Name != "" {
		x.attr("name", e.Name)
	}
	x.attrs(e.Attrs)
	if e.AutoRemap {
		x.attr("_autoremap", "true")
	}
	for _, s := range e.Scripts.all() {
		if *s.at != nil {
			x.attr(s.name, (*s.at).Value)
		}
	}
	x.attrs(e.Other)
	if len(e.Children) == 0 {
		x.empty()
		return
	}
	x.inner()
	for _, child := range e.Children {
		x.element(child)
	}
	x.end(name)
}

func (x *xmlWriter) model(m *Model) {
	name := m.Category.String()
	x.open(name)
	x.attr("ID", m.ID)
	if len(m.Ports) == 0 && len(m.Metadata) == 0 {
		x.empty()
		return
	}
	x.inner()
	for i := range m.Ports {
		x.port(&m.Ports[i], m.Category)
	}
	if len(m.Metadata) > 0 {
		x.open("MetadataFields")
		x.inner()
		for _, field := range m.Metadata {
			x.open("Metadata")
			x.attr(field.Key, field.Value)
			x.empty()
		}
		x.end("MetadataFields")
	}
	x.end(name)
}

// port writes a port. The library reads the description of a SubTree's port from an attribute, and tools that of
// others from the text.
func (x *xmlWriter) port(p *Port, c Category) {
	x.open(p.Direction.String())
	x.attr("name", p.Name)
	if p.Type != "" {
		x.attr("type", p.Type)
	}
	if p.HasDefault {
		x.attr("default", p.Default)
	}
	switch {
	case p.Description == "":
		x.empty()
	case c == SubTree:
		x.attr("description", p.Description)
		x.empty()
	default:
		x.text(p.Direction.String(), p.Description)
	}
}
