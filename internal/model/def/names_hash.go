package def

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/karakuri-ai/karakuri/world"
)

// NamesHash returns 16 hexadecimal digits that identify the names and types by which a host refers to a model: enums
// with their values, types and objects, symbols, actions, functions, kinds of agents, and goals. Models with the same
// names have the same hash, whatever their agents decide.
func (i *Info) NamesHash() string {
	d, s := &digest{}, i.Schema
	d.count(len(s.Enums))
	for _, e := range s.Enums {
		d.texts(append([]string{e.Name}, e.Values...))
	}
	d.count(len(s.Types))
	for _, t := range s.Types {
		names := []string{t.Name}
		for _, up := range t.Parents {
			names = append(names, s.Types[up].Name)
		}
		d.texts(names)
		names = names[:0]
		for _, o := range i.Initial.Objects(t.ID) {
			names = append(names, i.Initial.ObjectName(o, t.ID))
		}
		d.texts(names)
	}
	for k := range s.Symbols {
		if sym := &s.Symbols[k]; sym.Says == "" {
			d.text(sym.Name)
			d.count(int(sym.Scope))
			d.flag(sym.Sensed)
			d.types(append([]world.Type{sym.Type}, sym.Params...))
		}
	}
	d.count(len(i.Derived))
	for _, v := range i.Derived {
		d.text(v.Name)
		d.types(append([]world.Type{v.Type}, v.Params...))
	}
	d.hostNames(i)
	sum := sha256.Sum256(d.b)
	return hex.EncodeToString(sum[:8])
}

// hostNames adds the names of actions, functions, kinds of agents and goals, with their parameters.
func (d *digest) hostNames(i *Info) {
	d.count(len(i.Actions))
	for _, a := range i.Actions {
		d.text(a.Name)
		d.flag(a.Composite)
		d.flag(a.Decorator)
		d.count(len(a.Params))
		for _, p := range a.Params {
			d.text(p.Name)
			d.types(p.Types)
		}
	}
	d.count(len(i.Functions))
	for _, f := range i.Functions {
		d.text(f.Name)
		d.flag(f.Set)
		d.types(append([]world.Type{f.Result}, f.Params...))
		if decl := i.Model.Function(f.Name); decl != nil {
			for _, p := range decl.Params {
				d.text(p.Name)
			}
		}
	}
	d.count(len(i.Agents))
	for _, a := range i.Agents {
		d.text(a.Name)
	}
	d.count(len(i.Goals))
	for _, g := range i.Goals {
		d.text(g.Name)
		d.slots(g.Params)
		for _, p := range g.Params {
			d.text(p.Name)
		}
	}
}

func (d *digest) texts(list []string) {
	d.count(len(list))
	for _, s := range list {
		d.text(s)
	}
}
