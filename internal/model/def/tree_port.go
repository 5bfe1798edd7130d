package def

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// treeDecl is a declared tree: its signature, and what the checks found in its nodes.
type treeDecl struct {
	entry *entry
	decl  *Tree
	ports []port
	info  *TreeInfo // as it is declared; nil with out- and inout-ports
	root  *NodeInfo // its own nodes, with the trees that it calls left out

	calls  []*treeDecl     // trees that it calls, each once
	called map[string]bool // actions and trees that it calls

	overridden []overridden
}

// port is a checked port.
type port struct {
	decl  *Port
	name  string
	typ   world.Type // none after a mistake
	value *expr.Term // default; nil: must be given
}

func (p *port) isIn() bool { return p.decl.Dir == PortIn }

// hasRefs reports whether the tree has ports that refer to symbols.
func (t *treeDecl) hasRefs() bool {
	for i := range t.ports {
		if !t.ports[i].isIn() {
			return true
		}
	}
	return false
}

// slots lays the in-ports out at the beginning of a frame.
func (t *treeDecl) slots() []Slot {
	var slots []Slot
	for i := range t.ports {
		if p := &t.ports[i]; p.isIn() {
			slots = append(slots, Slot{Name: p.name, Type: p.typ, Index: frame(slots)})
		}
	}
	return slots
}

// treeSignature resolves the ports of a tree.
func (c *checker) treeSignature(e *entry) {
	d := e.decl.(*Tree)
	t := &treeDecl{entry: e, decl: d, called: map[string]bool{}}
	e.tree = t
	if len(d.Params) > MaxParams {
		c.diags.Errorf(diag.TooManyParts, d.Params[MaxParams].At, "%d ports are more than %d", len(d.Params), MaxParams)
	}
	for i := range d.Params[:min(len(d.Params), MaxParams)] {
		t.ports = append(t.ports, c.port(t, &d.Params[i]))
	}
	if !e.lost && !t.hasRefs() {
		t.info = c.treeInfo(growth{tree: t}, t.entry.name)
	}
}

// port resolves a port of a tree.
func (c *checker) port(t *treeDecl, d *Port) port {
	p := port{decl: d, name: d.Name}
	switch {
	case !isName(d.Name) && !(d.Name == "" && c.partial):
		c.diags.Errorf(diag.NotAName, d.At, "%q is not a name", d.Name)
	case hasPort(t.ports, d.Name):
		c.diags.Errorf(diag.DeclaredTwice, d.At, "%q is already a port", d.Name)
	case d.Dir == PortIn: // a port that refers to a symbol may have its name
		c.warnHidden(d.Name, d.At)
	}
	switch {
	case d.Dir > PortInOut:
		c.diags.Errorf(diag.FaultyPort, d.At, "port %q has no direction", d.Name)
	case len(d.Types) == 0 && !c.partial:
		c.diags.Errorf(diag.PartMissing, d.At, "port %q has no type", d.Name)
	case len(d.Types) > 1:
		c.diags.Errorf(diag.WrongKind, d.Types[1].At, "only parameters of actions take several types")
	case len(d.Types) == 1:
		by := typeResolver(expr.ResolveType)
		if p.isIn() {
			by = expr.ResolveArgument
		}
		p.typ = c.resolve(&d.Types[0], c.global(), by)
	}
	if d.Default == nil {
		return p
	}
	if d.Dir != PortIn {
		c.diags.Errorf(diag.FaultyPort, d.Default.Span(), "port %q takes a symbol and cannot have a default", d.Name)
		return p
	}
	if _, _, ok := c.constant(d.Default, c.global(), p.typ, "the default of a port"); ok {
		p.value = c.term(d.Default, c.global(), p.typ)
	} else {
		p.typ = none
	}
	return p
}

func hasPort(ports []port, name string) bool {
	for i := range ports {
		if ports[i].name == name && name != "" {
			return true
		}
	}
	return false
}

// ordered puts the arguments of a call in the order of the parameters; nil for those that are missing.
func (r *resolver) ordered(call *Call, e *entry, params []string) ([]expr.Node, bool) {
	given, ok := make([]expr.Node, len(params)), true
	names := call.ArgNames
	if len(names) > 0 && len(names) != len(call.Args) {
		r.diags.Errorf(diag.FaultyArgument, call.At, "%s for %s", count(len(names), "name"), count(len(call.Args), "argument"))
		return given, false
	}
	if len(names) == 0 && len(call.Args) > len(params) {
		return given, r.arity(call, e, len(params))
	}
	byName := false
	for i, n := range call.Args {
		at := i
		if len(names) > 0 && names[i].Name != "" {
			byName = true
			at = r.paramNamed(names[i], e, params)
		} else if byName {
			r.diags.Errorf(diag.FaultyArgument, spanOf(n), "positional arguments must come before named ones")
			ok = false
			continue
		}
		switch {
		case at < 0 || at >= len(params):
			ok = at >= 0 && r.arity(call, e, len(params))
		case given[at] != nil:
			r.diags.Errorf(diag.FaultyArgument, spanOf(n), "%q is given twice", params[at])
			ok = false
		case n == nil:
			r.missing(call.At, "an argument")
			ok = false
		default:
			given[at] = n
		}
	}
	return given, ok
}

// paramNamed returns the index of a parameter by its name; -1 after a mistake.
func (r *resolver) paramNamed(n Name, e *entry, params []string) int {
	for i, name := range params {
		if name == n.Name {
			return i
		}
	}
	r.diags.Errorf(diag.FaultyArgument, n.At, "%q has no parameter %q", e.name, n.Name).Meant(n.Name, expr.Suggest(n.Name, params))
	return -1
}

// notGiven reports a parameter without an argument.
func (r *resolver) notGiven(call *Call, e *entry, name string) {
	d := r.diags.Errorf(diag.FaultyArgument, call.At, "%q has no argument for %q", e.name, name)
	d.Related = []diag.Related{{Span: e.at, Message: fmt.Sprintf("%q is declared here", e.name)}}
}
