package btcpp

import (
	"strings"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// FromModel converts the trees of a model to BehaviorTree.CPP. Symbols become entries of the root's blackboard,
// written {@name}; the main tree, named like the first agent with a tree, sets their initial values. Actions become
// models of actions with typed ports. A part without a counterpart is an error at its place, with the code
// [diag.BTNotInXML]; a slight difference is a warning with that code. The document is nil if there is an error. The
// model must have no mistakes: see [karakuri.Link].
func FromModel(from *karakuri.Model) (*Document, diag.List) {
	m := bridge.Model.In(from)
	x := &exporter{doc: &Document{Version: 4}, symbols: map[string]*def.Symbol{}, consts: map[string]*def.Const{}, enums: map[string]bool{},
		values: map[string][]string{}, trees: map[string]*def.Tree{}, actions: map[string]*def.Action{}}
	for _, f := range m.Files {
		if x.doc.Name == "" {
			x.doc.Name = f.Name
		}
		for _, d := range f.Decls {
			x.note(d)
		}
	}
	for _, f := range m.Files {
		for _, d := range f.Decls {
			if t, ok := d.(*def.Tree); ok {
				x.exportTree(t)
			}
		}
	}
	x.main()
	x.ds.Sort()
	if x.ds.HasErrors() {
		return nil, x.ds
	}
	return x.reread()
}

// exporter holds the work of one FromModel.
type exporter struct {
	doc     *Document
	ds      diag.List
	symbols map[string]*def.Symbol
	order   []*def.Symbol
	consts  map[string]*def.Const
	enums   map[string]bool     // values, and objects
	values  map[string][]string // of each enum
	trees   map[string]*def.Tree
	actions map[string]*def.Action
	agent   *def.Agent
	left    diag.Span // the first declaration that is omitted

	tree  *def.Tree // that is being exported
	loops []string  // variables around the node
	depth int       // derived symbols and constants within each other
}

func (x *exporter) cannot(at diag.Span, format string, args ...any) *diag.Diagnostic {
	return x.ds.Errorf(diag.BTNotInXML, at, format, args...)
}

func (x *exporter) differs(at diag.Span, format string, args ...any) *diag.Diagnostic {
	return x.ds.Warnf(diag.BTNotInXML, at, format, args...)
}

// note makes a declaration known.
func (x *exporter) note(d def.Decl) {
	switch d := d.(type) {
	case *def.TypeDecl:
		for _, v := range d.Values {
			x.enums[v.Name] = true
			x.values[d.Name] = append(x.values[d.Name], v.Name)
		}
	case *def.Objects:
		for _, o := range d.Names {
			x.enums[o.Name] = true
		}
	case *def.Const:
		x.consts[d.Name] = d
	case *def.State:
		for _, s := range d.Symbols {
			x.symbols[s.Name] = s
			x.order = append(x.order, s)
		}
	case *def.Tree:
		x.trees[d.Name] = d
	case *def.Action:
		x.actions[d.Name] = d
		x.doc.Models = append(x.doc.Models, x.model(d))
	case *def.Agent:
		switch {
		case d.Tree != nil && x.agent == nil:
			x.agent = d
		case d.Tree != nil:
			x.differs(d.NameAt, "agent %s is not exported: a document has one main tree", d.Name)
		}
	case *def.Import:
	default:
		if x.left.Src == nil {
			x.left = d.Header().At
			x.differs(x.left, "only trees are exported, not the other declarations")
		}
	}
}

// model returns the model of an action.
func (x *exporter) model(d *def.Action) *Model {
	x.name(d.Name, d.NameAt)
	m := &Model{ID: d.Name, Category: Action}
	switch {
	case d.Composite:
		m.Category = Control
	case d.Decorator:
		m.Category = Decorator
	}
	for _, p := range d.Params {
		x.name(p.Name, p.At)
		port := Port{Name: p.Name}
		if len(p.Types) == 1 {
			port.Type = typeNameOf(p.Types[0].Name)
			if p.Types[0].List {
				port.Type = "std::vector<" + port.Type + ">"
			}
		}
		m.Ports = append(m.Ports, port)
	}
	return m
}

// typeNameOf returns how BehaviorTree.CPP calls a type; those of the file are text there.
func typeNameOf(name string) string {
	switch name {
	case "bool", "int":
		return name
	case "float":
		return doubleType
	}
	return stringType
}

// name reports names that XML or scripts cannot have.
func (x *exporter) name(name string, at diag.Span) {
	for i := range len(name) {
		if c := name[i]; c >= 0x80 || !isNameByte(c, i == 0) || c == ':' || c == '.' || c == '-' {
			x.cannot(at, "%q is not a valid name in BehaviorTree.CPP", name).Hint = "use letters, digits and _"
			return
		}
	}
	if strings.HasPrefix(name, "_") || Builtin(name) != nil || name == "ID" || name == "name" {
		x.cannot(at, "%q has another meaning in BehaviorTree.CPP", name)
	}
}

func (x *exporter) exportTree(d *def.Tree) {
	x.name(d.Name, d.NameAt)
	x.tree = d
	for i := range d.Params {
		x.name(d.Params[i].Name, d.Params[i].At)
	}
	for _, s := range d.Services {
		x.cannot(s.At, "services have no counterpart")
	}
	if d.Root != nil {
		x.doc.Trees = append(x.doc.Trees, &Tree{ID: d.Name, Root: x.node(d.Root)})
	}
	x.tree = nil
}

// main makes the tree that is run: it gives the entries their first values once, and then is the tree of the agent.
func (x *exporter) main() {
	if x.agent == nil {
		x.cannot(diag.Span{}, "no agent has a tree").Hint = "write agent a { tree my_tree }"
		return
	}
	line := x.agent.Tree
	call := &def.Node{Head: line.Head, Kind: def.NodeCall, Call: &line.Call, Overrides: line.Overrides}
	root := x.node(call)
	var code []string
	for _, s := range x.order {
		if text := x.first(s); text != "" {
			code = append(code, text)
		}
	}
	if len(code) > 0 {
		script := leafOf(Action, "Script", "code", strings.Join(code, "; "))
		once := &Element{Category: Decorator, ID: "RunOnce", Children: []*Element{script}}
		root = &Element{Category: Control, ID: "Sequence", Children: []*Element{once, root}}
	}
	x.doc.Main = x.agent.Name
	for x.trees[x.doc.Main] != nil || x.actions[x.doc.Main] != nil {
		x.doc.Main += "_main"
	}
	x.name(x.doc.Main, x.agent.NameAt)
	x.doc.Trees = append(x.doc.Trees, &Tree{ID: x.doc.Main, Root: root})
}

// first returns the statement that gives a symbol its first value; "" for one that the host writes or that follows from
// others.
func (x *exporter) first(s *def.Symbol) string {
	if s.Derived != nil || s.Sensed {
		return ""
	}
	if len(s.Params) > 0 {
		x.cannot(s.NameAt, "a symbol with parameters has no counterpart")
		return ""
	}
	x.name(s.Name, s.NameAt)
	value := "0"
	switch {
	case s.Default != nil:
		value = x.script(s.Default)
	case s.Type.Name == "bool":
		value = "false"
	case s.Type.Name == "float":
		value = "0.0"
	case s.Type.Ranged:
		value = x.script(s.Type.Lo)
	case s.Type.Name != "int":
		value = "'" + x.leastValue(s) + "'"
	}
	return "@" + s.Name + " := " + value
}

// leastValue returns what a symbol of an enum or object type starts with.
func (x *exporter) leastValue(s *def.Symbol) string {
	if s.Type.Name == "vec2" {
		x.cannot(s.NameAt, "vectors have no counterpart")
	}
	if values := x.values[s.Type.Name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

func leafOf(c Category, id, port, value string) *Element {
	return &Element{Category: c, ID: id, Attrs: []Attr{{Name: port, Value: value}}}
}

// reread gives the nodes their models, and makes sure that the document can be read.
func (x *exporter) reread() (*Document, diag.List) {
	var text strings.Builder
	if err := Write(&text, x.doc); err != nil {
		x.cannot(diag.Span{}, "%v", err)
		return nil, x.ds
	}
	d, found := ReadString(x.doc.Name, text.String(), Options{})
	for i := range found.All {
		if f := &found.All[i]; f.Severity == diag.Error {
			x.cannot(diag.Span{}, "the exported document would be refused: %s", f.Message)
		}
	}
	if x.ds.HasErrors() {
		return nil, x.ds
	}
	return d, x.ds
}

// isLiteral returns the text of a literal as a port contains it; false if the expression is not a literal.
func (x *exporter) isLiteral(n expr.Node) (string, bool) {
	switch n := n.(type) {
	case *expr.Lit:
		return x.literal(n), true
	case *expr.List:
		return x.list(n), true
	case *expr.Unary:
		if text, ok := x.isLiteral(n.X); ok && n.Op == expr.Neg {
			return "-" + text, true
		}
	case *expr.Ref:
		switch {
		case len(n.Args) > 0 || x.local(n.Name) || x.symbols[n.Name] != nil:
		case x.consts[n.Name] != nil:
			return x.isLiteral(x.consts[n.Name].Value)
		case x.enums[n.Name]:
			return n.Name, true
		}
	}
	return "", false
}
