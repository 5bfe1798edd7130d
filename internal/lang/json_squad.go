package lang

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Squads, and what agents and actions have to do with them, in the JSON form, both ways.

func (d *jsonDecoder) squad(v *jsonValue) def.Decl {
	s := &def.Squad{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, End: d.lines(v.get("comment_end"))}
	d.clauses(def.SquadTable.Body, v, s)
	s.Plans = d.planLines(v.get("plans"))
	for _, rv := range v.get("roles").list() {
		r := &def.Role{Head: d.head(rv, "name")}
		d.clauses(def.RoleTable.Head, rv, r)
		s.Roles = append(s.Roles, r)
	}
	for _, tv := range v.get("tokens").list() {
		t := &def.Token{Head: d.head(tv, "name")}
		d.clauses(def.TokenTable.Head, tv, t)
		s.Tokens = append(s.Tokens, t)
	}
	for _, sv := range v.get("slots").list() {
		l := &def.SlotLine{Head: d.head(sv, "type")}
		d.clauses(def.SlotTable.Head, sv, l)
		s.Slots = append(s.Slots, l)
	}
	return s
}

// variable reads a variable with its type; nil for none.
func (d *jsonDecoder) variable(v *jsonValue) (each *expr.Var) {
	d.text(v, func(p *parser) {
		one := p.Var()
		each = &one
	})
	return each
}

func (d *jsonDecoder) reactions(list *jsonValue) []*def.Reaction {
	var reactions []*def.Reaction
	for _, v := range list.list() {
		r := &def.Reaction{Head: d.head(v, "do")}
		if d.clauses(def.ReactionTable.Head, v, r); r.Do.At.Src != nil {
			r.NameAt = r.Do.Name.At
			reactions = append(reactions, r)
		}
	}
	return reactions
}

func (d *jsonDecoder) layers(list *jsonValue) []*def.Layer {
	var layers []*def.Layer
	for _, v := range list.list() {
		l := &def.Layer{Head: d.head(v, "name")}
		if d.clauses(def.LayerTable.Head, v, l); l.Do.At.Src != nil {
			layers = append(layers, l)
		}
	}
	return layers
}

func (d *jsonDecoder) action(v *jsonValue) def.Decl {
	a := &def.Action{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, Params: d.params(v.get("parameters"), true)}
	d.clauses(def.ActionTable.Head, v, a)
	return a
}

func (d *jsonDecoder) needs(list *jsonValue) []*def.Need {
	var needs []*def.Need
	for _, v := range list.list() {
		var n *def.Need
		if d.text(v, func(p *parser) { n = p.need() }) {
			needs = append(needs, n)
		}
	}
	return needs
}

// deed reads what an operator does; nil after a mistake.
func (d *jsonDecoder) deed(v *jsonValue) *def.Call {
	var c def.Call
	if !d.text(v, func(p *parser) { c = p.deed("a call such as move_to(shop)") }) {
		return nil
	}
	return &c
}

func (e *jsonEncoder) squad(o *jsonFields, d *def.Squad) {
	o.must("kind", "squad")
	o.must("name", d.Name)
	e.clauses(o, def.SquadTable.Body, d)
}

// squadLines returns the lines of a squad that a clause stands for.
func (e *jsonEncoder) squadLines(c *def.Clause, d *def.Squad) []any {
	switch c.Of {
	case &def.PlanTable:
		return e.planLines(d.Plans)
	case &def.RoleTable:
		return statementList(e, def.RoleTable.Head, d.Roles)
	case &def.TokenTable:
		return statementList(e, def.TokenTable.Head, d.Tokens)
	}
	return statementList(e, def.SlotTable.Head, d.Slots)
}

// statementList returns lines that have nothing but their clauses.
func statementList[T def.Decl](e *jsonEncoder, clauses []def.Clause, lines []T) []any {
	var list []any
	for _, l := range lines {
		var o jsonFields
		e.clauses(&o, clauses, l)
		e.head(&o, l.Header())
		list = append(list, o)
	}
	return list
}

func (e *jsonEncoder) action(o *jsonFields, d *def.Action) {
	o.must("kind", "action")
	o.must("name", d.Name)
	o.put("parameters", e.params(d.Params))
	e.clauses(o, def.ActionTable.Head, d)
}
