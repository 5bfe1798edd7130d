package lang

import (
	"strings"

	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
)

// Squads, and what agents and actions have to do with them, in the JSON form, both ways.

func (d *jsonDecoder) squad(v *jsonValue) def.Decl {
	s := &def.Squad{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, End: d.lines(v.get("comment_end"))}
	s.Plans, s.Idle = d.planLines(v.get("plans")), d.idleLine(v.get("idle"))
	for _, rv := range v.get("roles").list() {
		r := &def.Role{Head: d.head(rv, "name"), Name: d.name(rv.get("name")).Name, Min: d.expr(rv.get("min")), Max: d.expr(rv.get("max"))}
		r.Each, r.Score, r.Bonus = d.variable(rv.get("each")), d.expr(rv.get("score")), d.expr(rv.get("bonus"))
		s.Roles = append(s.Roles, r)
	}
	for _, tv := range v.get("tokens").list() {
		t := &def.Token{Head: d.head(tv, "name"), Name: d.name(tv.get("name")).Name, Count: d.expr(tv.get("count")), Lease: d.expr(tv.get("lease"))}
		s.Tokens = append(s.Tokens, t)
	}
	for _, sv := range v.get("slots").list() {
		l := &def.SlotLine{Head: d.head(sv, "type"), Type: d.name(sv.get("type")), Count: d.expr(sv.get("count")), Lease: d.expr(sv.get("lease"))}
		s.Slots = append(s.Slots, l)
	}
	s.Superior = d.useLine(v.get("squad"))
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
		r := &def.Reaction{Head: d.head(v, "do"), On: d.expr(v.get("on")), Cooldown: d.expr(v.get("cooldown"))}
		if c := d.placedCall(v.get("do")); c != nil {
			r.Do, r.NameAt = *c, c.Name.At
			reactions = append(reactions, r)
		}
	}
	return reactions
}

func (d *jsonDecoder) layers(list *jsonValue) []*def.Layer {
	var layers []*def.Layer
	for _, v := range list.list() {
		l := &def.Layer{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name}
		if c := d.placedCall(v.get("do")); c != nil {
			l.Do = *c
			layers = append(layers, l)
		}
	}
	return layers
}

func (d *jsonDecoder) action(v *jsonValue) def.Decl {
	a := &def.Action{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, Params: d.params(v.get("parameters"), true), Uses: d.names(v.get("uses")), Grace: d.expr(v.get("grace"))}
	for _, nv := range v.get("needs").list() {
		var n *def.Need
		if d.text(nv, func(p *parser) { n = p.need() }) {
			a.Needs = append(a.Needs, n)
		}
	}
	return a
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
	o.put("plans", e.planLines(d.Plans))
	e.idleLine(o, d.Idle)
	var roles, tokens, slots []any
	for _, r := range d.Roles {
		var ro jsonFields
		ro.must("name", r.Name)
		ro.must("min", e.expr(r.Min))
		ro.put("max", e.expr(r.Max))
		if r.Each != nil {
			ro.must("each", e.vars([]expr.Var{*r.Each}))
		}
		ro.put("score", e.expr(r.Score))
		ro.put("bonus", e.expr(r.Bonus))
		e.head(&ro, &r.Head)
		roles = append(roles, ro)
	}
	o.put("roles", roles)
	for _, t := range d.Tokens {
		tokens = append(tokens, e.lending("name", t.Name, t.Count, t.Lease, &t.Head))
	}
	o.put("tokens", tokens)
	for _, s := range d.Slots {
		slots = append(slots, e.lending("type", s.Type.Name, s.Count, s.Lease, &s.Head))
	}
	o.put("slots", slots)
	e.useLine(o, "squad", d.Superior)
}

// lending returns a token, or the slots of a type.
func (e *jsonEncoder) lending(field, name string, count, lease expr.Node, h *def.Head) jsonFields {
	var o jsonFields
	o.must(field, name)
	o.put("count", e.expr(count))
	o.put("lease", e.expr(lease))
	e.head(&o, h)
	return o
}

func (e *jsonEncoder) reactions(list []*def.Reaction) []any {
	var reactions []any
	for _, r := range list {
		var o jsonFields
		o.must("do", e.complete(namedCallText(&r.Do, false)))
		o.must("on", e.expr(r.On))
		o.put("cooldown", e.expr(r.Cooldown))
		e.head(&o, &r.Head)
		reactions = append(reactions, o)
	}
	return reactions
}

func (e *jsonEncoder) layers(list []*def.Layer) []any {
	var layers []any
	for _, l := range list {
		var o jsonFields
		o.must("name", l.Name)
		o.must("do", e.complete(namedCallText(&l.Do, false)))
		e.head(&o, &l.Head)
		layers = append(layers, o)
	}
	return layers
}

func (e *jsonEncoder) action(o *jsonFields, d *def.Action) {
	o.must("kind", "action")
	o.must("name", d.Name)
	o.put("parameters", e.params(d.Params))
	o.put("uses", nameList(d.Uses))
	needs := needTexts(d.Needs)
	e.complete(strings.Join(needs, " "))
	o.put("needs", anys(needs))
	o.put("grace", e.expr(d.Grace))
}
