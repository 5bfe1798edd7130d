package btcpp

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// typeName returns the name of a type; if none was found out, it says so.
func (c *converter) typeName(v *typeVar, what string) expr.TypeName {
	v = v.find()
	name, list := "", false
	switch v.typ {
	case typeBool:
		name = "bool"
	case typeInt:
		name = "int"
	case typeFloat:
		name = "float"
	case typeEnum, typeObject:
		name = v.name
	case typeText:
		name = "text"
	case typeList:
		name, list = v.elementName(), true
	default:
		c.cannot(v.at, "the type of %s cannot be inferred", what).Hint = "declare the type of a port that uses it in <TreeNodesModel>"
	}
	return expr.TypeName{At: v.at, Name: name, List: list}
}

func head(at diag.Span) def.Head { return def.Head{At: at, NameAt: at} }

func (c *converter) typeDecls() (decls []def.Decl) {
	for _, v := range c.declared {
		d := &def.TypeDecl{Head: head(v.at), Name: v.name, Enum: v.typ == typeEnum}
		if d.Enum {
			for _, text := range v.texts {
				d.Values = append(d.Values, def.Name{At: v.at, Name: c.names.value[text]})
			}
		}
		decls = append(decls, d)
	}
	for _, o := range c.objects {
		decls = append(decls, &def.Objects{Names: []def.Name{{Name: o.name}}, Type: def.Name{Name: o.typ}})
	}
	return decls
}

// stateDecl declares a symbol for each entry that is not a port of some tree alone.
func (c *converter) stateDecl() *def.State {
	state := &def.State{Head: def.Head{At: c.main.tree.At, Gap: true}, Scope: "agent"}
	for _, k := range c.rootOrder {
		t := c.typeName(k.typ, "entry "+k.name)
		s := &def.Symbol{Head: head(k.at), Name: k.symbol, Sensed: k.sensed, Type: &t}
		if k.first != nil {
			s.Default = c.value(k.typ, k.first.Value, k.first.At)
		}
		state.Symbols = append(state.Symbols, s)
	}
	for _, name := range c.extra {
		state.Symbols = append(state.Symbols, &def.Symbol{Head: head(c.main.tree.At), Name: name, Type: &expr.TypeName{Name: "bool"}})
	}
	return state
}

// treeDecls declares the trees, the main one first.
func (c *converter) treeDecls() (decls []def.Decl) {
	for i := len(c.order) - 1; i >= 0; i-- {
		t := c.order[i]
		d := &def.Tree{Head: head(t.tree.At), Name: t.name}
		d.Gap = true
		for _, k := range t.keys {
			if !k.isPort(c) {
				continue
			}
			p := def.Port{Param: def.Param{At: k.at, Name: k.name, Types: []expr.TypeName{c.typeName(k.typ, "port "+k.name)}}, Dir: def.PortInOut}
			if k.isIn() {
				p.Dir = def.PortIn
			}
			d.Params = append(d.Params, p)
		}
		d.Root = c.node(t, t.tree.Root)
		decls = append(decls, d)
	}
	return decls
}

// model puts the declarations together.
func (c *converter) model() *def.Model {
	trees := c.treeDecls()
	decls := c.typeDecls()
	if state := c.stateDecl(); len(state.Symbols) > 0 {
		decls = append(decls, state)
	}
	for _, u := range c.actionOrder {
		a := &def.Action{Head: def.Head{At: u.model.At, NameAt: u.model.At}, Name: u.name,
			Composite: u.model.Category == Control, Decorator: u.model.Category == Decorator}
		for i, p := range u.model.Ports {
			if u.isParam(i) {
				a.Params = append(a.Params, def.Param{At: u.ports[i].find().at, Name: p.Name, Types: []expr.TypeName{c.typeName(u.ports[i], fmt.Sprintf("port %s of %s", p.Name, u.model.ID))}})
			}
		}
		decls = append(decls, a)
	}
	decls = append(decls, trees...)
	at := c.main.tree.At
	line := &def.TreeLine{Head: def.Head{At: at}, Call: def.Call{At: at, Name: def.Name{At: at, Name: c.main.name}}, Once: true}
	decls = append(decls, &def.Agent{Head: def.Head{At: at, NameAt: at, Gap: true}, Name: c.agent, Tree: line})
	return &def.Model{Files: []*def.File{{Name: c.doc.Name, Src: at.Src, Decls: decls}}}
}
