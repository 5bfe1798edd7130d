package lang

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Brains, personalities, senses and memories in the JSON form, both ways.

func (d *jsonDecoder) brain(v *jsonValue) def.Decl {
	b := &def.Brain{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, End: d.lines(v.get("comment_end"))}
	for _, wv := range v.get("wants").list() {
		if w := d.want(wv); w != nil {
			b.Wants = append(b.Wants, w)
		}
	}
	d.clauses(def.BrainTable.Body, v, b)
	return b
}

func (d *jsonDecoder) want(v *jsonValue) *def.Want {
	w := &def.Want{Head: d.head(v, "goal"), End: d.lines(v.get("comment_end"))}
	d.clauses(def.WantTable.Head, v, w)
	if w.Goal.At.Src == nil {
		return nil
	}
	w.NameAt = w.Goal.Name.At
	d.clauses(def.WantTable.Body, v, w)
	for _, cv := range v.get("consider").list() {
		c := &def.Consider{Head: d.head(cv, "name")}
		d.clauses(def.ConsiderTable.Head, cv, c)
		w.Considers = append(w.Considers, c)
	}
	return w
}

// flagLine reads a clause that is its word alone: true, or an object with its comments.
func (d *jsonDecoder) flagLine(v *jsonValue) (bool, def.Head) {
	switch {
	case v == nil:
		return false, def.Head{}
	case v.kind == jsonObject:
		return true, d.head(v, "")
	}
	return v.isTrue(), def.Head{At: v.at}
}

func (d *jsonDecoder) personality(v *jsonValue) def.Decl {
	pe := &def.Personality{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, End: d.lines(v.get("comment_end"))}
	for _, tv := range v.get("traits").list() {
		text, h := d.line(tv)
		var t *def.Trait
		if d.text(text, func(p *parser) { t = p.trait(h) }) {
			pe.Traits = append(pe.Traits, t)
		}
	}
	return pe
}

func (d *jsonDecoder) sense(v *jsonValue) def.Decl {
	return &def.Sense{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, Kind: d.name(v.get("of")), Clauses: d.senseClauses(v.get("clauses")), End: d.lines(v.get("comment_end"))}
}

func (d *jsonDecoder) memory(v *jsonValue) def.Decl {
	return &def.Memory{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, Kind: d.name(v.get("of")), Clauses: d.senseClauses(v.get("clauses")), End: d.lines(v.get("comment_end"))}
}

func (d *jsonDecoder) senseClauses(list *jsonValue) []*def.SenseClause {
	var clauses []*def.SenseClause
	for _, v := range list.list() {
		text, h := d.line(v)
		var c *def.SenseClause
		if d.text(text, func(p *parser) { c = p.senseClause(h) }) {
			clauses = append(clauses, c)
		}
	}
	return clauses
}

// useLines reads names that are lines of their own.
func (d *jsonDecoder) useLines(list *jsonValue) []*def.UseLine {
	var lines []*def.UseLine
	for _, v := range list.list() {
		if l := d.useLine(v); l != nil {
			lines = append(lines, l)
		}
	}
	return lines
}

// useLine reads a name that is a line of its own; nil for none.
func (d *jsonDecoder) useLine(v *jsonValue) *def.UseLine {
	text, h := d.line(v)
	n := d.name(text)
	if n.Name == "" {
		return nil
	}
	h.NameAt = n.At
	return &def.UseLine{Head: h, What: n}
}

func (e *jsonEncoder) brain(o *jsonFields, d *def.Brain) {
	o.must("kind", "brain")
	o.must("name", d.Name)
	e.clauses(o, def.BrainTable.Body, d)
}

func (e *jsonEncoder) want(w *def.Want) jsonFields {
	var o jsonFields
	e.clauses(&o, def.WantTable.Head, w)
	e.clauses(&o, def.WantTable.Body, w)
	e.head(&o, &w.Head)
	e.end(&o, &w.Head, w.End)
	return o
}

func (e *jsonEncoder) considers(list []*def.Consider) []any {
	var considers []any
	for _, c := range list {
		var o jsonFields
		e.clauses(&o, def.ConsiderTable.Head, c)
		e.head(&o, &c.Head)
		considers = append(considers, o)
	}
	return considers
}

// flagLine returns a clause that is its word alone.
func (e *jsonEncoder) flagLine(h *def.Head) any {
	if quiet(h) {
		return true
	}
	var o jsonFields
	e.head(&o, h)
	return o
}

func (e *jsonEncoder) personality(o *jsonFields, d *def.Personality) {
	o.must("kind", "personality")
	o.must("name", d.Name)
	o.must("traits", e.lines(personalityLines(d)))
}

// lines returns lines as texts, those with comments as objects.
func (e *jsonEncoder) lines(lines []bodyLine) []any {
	list := []any{}
	for _, l := range lines {
		list = append(list, e.line(e.complete(l.text), l.head))
	}
	return list
}

func (e *jsonEncoder) senseOrMemory(o *jsonFields, kind, name string, of def.Name, clauses []*def.SenseClause) {
	o.must("kind", kind)
	o.must("name", name)
	o.put("of", of.Name)
	o.must("clauses", e.lines(senseLines(clauses)))
}

func (e *jsonEncoder) useLines(list []*def.UseLine) []any {
	var lines []any
	for _, l := range list {
		lines = append(lines, e.line(l.What.Name, &l.Head))
	}
	return lines
}
