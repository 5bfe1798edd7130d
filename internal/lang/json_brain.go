package lang

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Lines of personalities, senses, memories and agents in the JSON form, both ways.

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

func (d *jsonDecoder) traits(list *jsonValue) []*def.Trait {
	var traits []*def.Trait
	for _, v := range list.list() {
		text, h := d.line(v)
		var t *def.Trait
		if d.text(text, func(p *parser) { t = p.trait(h) }) {
			traits = append(traits, t)
		}
	}
	return traits
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

// flagLine returns a clause that is its word alone.
func (e *jsonEncoder) flagLine(h *def.Head) any {
	if quiet(h) {
		return true
	}
	var o jsonFields
	e.head(&o, h)
	return o
}

// lines returns lines as texts, those with comments as objects.
func (e *jsonEncoder) lines(lines []bodyLine) []any {
	list := []any{}
	for _, l := range lines {
		list = append(list, e.line(e.complete(l.text), l.head))
	}
	return list
}

func (e *jsonEncoder) useLines(list []*def.UseLine) []any {
	var lines []any
	for _, l := range list {
		lines = append(lines, e.line(l.What.Name, &l.Head))
	}
	return lines
}
