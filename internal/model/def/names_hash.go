package def

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// NamesHash returns 16 hexadecimal digits that identify the names and types by which a host refers to a model: enums
// with their values, types and objects, symbols, actions, functions, kinds of agents, and goals. Models with the same
// names have the same hash, whatever their agents decide.
func (i *Info) NamesHash() string {
	h := sha256.New()
	s := i.Schema
	for _, e := range s.Enums {
		fmt.Fprintf(h, "enum %q %q\n", e.Name, e.Values)
	}
	for _, t := range s.Types {
		fmt.Fprintf(h, "type %q %v\n", t.Name, t.Parents)
		for _, o := range i.Initial.Objects(t.ID) {
			fmt.Fprintf(h, "object %q\n", i.Initial.ObjectName(o, t.ID))
		}
	}
	for k := range s.Symbols {
		if sym := &s.Symbols[k]; sym.Says == "" {
			fmt.Fprintf(h, "symbol %q %d %v", sym.Name, sym.Scope, sym.Sensed)
			i.hashTypes(h, append([]world.Type{sym.Type}, sym.Params...)...)
		}
	}
	for _, d := range i.Derived {
		fmt.Fprintf(h, "derived %q", d.Name)
		i.hashTypes(h, append([]world.Type{d.Type}, d.Params...)...)
	}
	for _, a := range i.Actions {
		fmt.Fprintf(h, "action %q %v %v\n", a.Name, a.Composite, a.Decorator)
		for _, p := range a.Params {
			fmt.Fprintf(h, "%q", p.Name)
			i.hashTypes(h, p.Types...)
		}
	}
	for _, f := range i.Functions {
		i.hashFunction(h, f)
	}
	for _, a := range i.Agents {
		fmt.Fprintf(h, "kind %q\n", a.Name)
	}
	for _, g := range i.Goals {
		fmt.Fprintf(h, "goal %q\n", g.Name)
		for _, p := range g.Params {
			fmt.Fprintf(h, "%q", p.Name)
			i.hashTypes(h, p.Type)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

func (i *Info) hashFunction(h io.Writer, f *expr.Function) {
	fmt.Fprintf(h, "function %q %v", f.Name, f.Set)
	if decl := i.Model.Function(f.Name); decl != nil {
		for _, p := range decl.Params {
			fmt.Fprintf(h, " %q", p.Name)
		}
	}
	i.hashTypes(h, append([]world.Type{f.Result}, f.Params...)...)
}

func (i *Info) hashTypes(h io.Writer, list ...world.Type) {
	for _, t := range list {
		fmt.Fprintf(h, " %q", world.FormatType(i.Schema, t))
	}
	fmt.Fprintln(h)
}
