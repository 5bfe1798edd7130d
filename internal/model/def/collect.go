package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// collectNames fills the table of names from all files.
func (c *checker) collectNames() {
	for _, f := range c.files {
		for _, d := range f.Decls {
			c.collect(f, d)
		}
	}
	c.names.seal()
}

func (c *checker) collect(f *File, d Decl) {
	switch d := d.(type) {
	case *TypeDecl:
		c.declare(kindType, d.Name, &d.Head, f, d)
	case *Objects:
		for _, name := range d.Names {
			c.declare(kindObject, name.Name, &Head{At: name.At, NameAt: name.At}, f, d)
		}
	case *Const:
		c.declare(kindConst, d.Name, &d.Head, f, d)
	case *State:
		c.collectState(f, d)
	case *Function:
		c.declare(kindFunction, d.Name, &d.Head, f, d)
	case *Action:
		c.declare(kindAction, d.Name, &d.Head, f, d)
	case *Operator:
		c.declare(kindOperator, d.Name, &d.Head, f, d)
	case *Task:
		c.declare(kindTask, d.Name, &d.Head, f, d)
	case *Tree:
		c.declare(kindTree, d.Name, &d.Head, f, d)
	case *Goal:
		c.declare(kindGoal, d.Name, &d.Head, f, d)
	case *Brain:
		c.declare(kindBrain, d.Name, &d.Head, f, d)
	case *Personality:
		c.declare(kindPersonality, d.Name, &d.Head, f, d)
	case *Sense:
		c.declare(kindSense, d.Name, &d.Head, f, d)
	case *Memory:
		c.declare(kindMemory, d.Name, &d.Head, f, d)
	case *Squad:
		c.collectSquad(d)
		c.declare(kindSquad, d.Name, &d.Head, f, d)
	case *Agent:
		c.declare(kindAgent, d.Name, &d.Head, f, d)
	}
}

var scopes = []string{world.ScopeAgent: "agent", world.ScopeSquad: "squad", world.ScopeWorld: "world"}

func (c *checker) collectState(f *File, d *State) {
	scope, known := world.ScopeAgent, false
	for i, name := range scopes {
		if d.Scope == name {
			scope, known = world.Scope(i), true
		}
	}
	if !known && !(d.Scope == "" && c.partial) {
		c.diags.Errorf(diag.UnknownScope, headSpan(&d.Head), "unknown scope %q", d.Scope).MeantOr(d.Scope, expr.Suggest(d.Scope, scopes), "it is agent, squad or world")
	}
	for _, s := range d.Symbols {
		if s == nil {
			continue
		}
		k := kindSymbol
		if s.Derived != nil {
			k = kindDerived
		}
		c.declare(k, s.Name, &s.Head, f, s).scope = scope
	}
}

// declare enters a name into the table, or reports why not. The entry is listed in any case, so that the rest of
// the declaration is checked too.
func (c *checker) declare(k kind, name string, h *Head, f *File, decl any) *entry {
	e := &entry{kind: k, name: name, at: headSpan(h), file: f, decl: decl}
	c.all[k] = append(c.all[k], e)
	switch first := c.names.taken(k, name); {
	case name == "" && c.partial:
		e.lost = true
	case !isName(name):
		e.lost = true
		c.diags.Errorf(diag.NotAName, e.at, "%q is not a name", name).Hint =
			"a name cannot contain backquotes or control characters, and its length is limited"
	case builtinTypes[name]:
		e.lost = true
		c.diags.Errorf(diag.DeclaredTwice, e.at, "%q is the name of a built-in type", name)
	case first != nil:
		e.lost = true
		d := c.diags.Errorf(diag.DeclaredTwice, e.at, "%q is already declared, as %s", name, first.kind)
		d.Related = []diag.Related{{Span: first.at, Message: "first declared here"}}
	default:
		c.names.table(k)[name] = e
	}
	return e
}

var builtinTypes = map[string]bool{"bool": true, "int": true, "float": true, "vec2": true}

// isName reports whether a string can be a name. Words of the language are refused by the parsers that read them
// without backquotes.
func isName(s string) bool { return expr.CanName(s) }

// headSpan returns where to point for a declaration: its name if it has one.
func headSpan(h *Head) diag.Span {
	if h.NameAt.Src != nil {
		return h.NameAt
	}
	return h.At
}
