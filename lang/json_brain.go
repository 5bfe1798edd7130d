package lang

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
)

// Brains, personalities, senses and memories in the JSON form, both ways.

func (d *jsonDecoder) brain(v *jsonValue) def.Decl {
	b := &def.Brain{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, End: d.lines(v.get("comment_end"))}
	for _, wv := range v.get("wants").list() {
		if w := d.want(wv); w != nil {
			b.Wants = append(b.Wants, w)
		}
	}
	for _, r := range brainClauses {
		text, h := d.line(v.get(r.word))
		d.text(text, func(p *parser) { r.parse(p, b, h) })
	}
	return b
}

func (d *jsonDecoder) want(v *jsonValue) *def.Want {
	w := &def.Want{Head: d.head(v, "goal"), As: d.name(v.get("as")), End: d.lines(v.get("comment_end"))}
	call := d.call(v.get("goal"))
	if call == nil {
		return nil
	}
	w.Goal, w.NameAt = *call, call.Name.At
	w.Each, w.Where, w.When = d.variable(v.get("each")), d.expr(v.get("where")), d.expr(v.get("when"))
	w.Score, w.ScoreHead = d.exprLine(v.get("score"))
	for _, cv := range v.get("consider").list() {
		c := &def.Consider{Head: d.head(cv, "name"), Name: d.nodeName(cv.get("name")), Value: d.expr(cv.get("value"))}
		for _, r := range considerRules {
			if !r.curve {
				*r.expr(c) = d.expr(cv.get(r.word))
			} else if through := cv.get(r.word); through != nil {
				c.Through = d.placedCall(through)
			}
		}
		w.Considers = append(w.Considers, c)
	}
	text, h := d.line(v.get("combine"))
	w.CombineHead = h
	d.text(text, func(p *parser) { w.Combine = p.combination() })
	w.Weight, w.WeightHead = d.exprLine(v.get("weight"))
	w.Rank, w.RankHead = d.exprLine(v.get("rank"))
	w.Cooldown, w.CooldownHead = d.exprLine(v.get("cooldown"))
	w.Interrupts, w.InterruptsHead = d.flagLine(v.get("interrupts"))
	w.ForgetWhen, w.ForgetHead = d.exprLine(v.get("forget_when"))
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

// brainLine reads the brain of an agent.
func (d *jsonDecoder) brainLine(v *jsonValue) *def.BrainLine {
	var l *def.BrainLine
	text, h := d.line(v)
	d.text(text, func(p *parser) { l = p.brainLine(h) })
	return l
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

func (d *jsonDecoder) bodyLine(v *jsonValue) *def.BodyLine {
	text, h := d.line(v)
	n := d.name(text)
	if n.Name == "" {
		return nil
	}
	h.NameAt = n.At
	return &def.BodyLine{Head: h, Type: n}
}

func (e *jsonEncoder) brain(o *jsonFields, d *def.Brain) {
	o.must("kind", "brain")
	o.must("name", d.Name)
	wants := []any{}
	for _, w := range d.Wants {
		wants = append(wants, e.want(w))
	}
	o.must("wants", wants)
	for _, r := range brainClauses {
		if h := r.head(d); h != nil {
			o.must(r.word, e.line(e.complete(r.text(d)), h))
		}
	}
}

func (e *jsonEncoder) want(w *def.Want) jsonFields {
	var o jsonFields
	o.must("goal", e.call(&w.Goal))
	o.put("as", w.As.Name)
	if w.Each != nil {
		o.must("each", e.vars([]expr.Var{*w.Each}))
	}
	o.put("where", e.expr(w.Where))
	o.put("when", e.expr(w.When))
	e.exprLine(&o, "score", w.Score, &w.ScoreHead)
	var considers []any
	for _, c := range w.Considers {
		var co jsonFields
		co.put("name", c.Name)
		co.must("value", e.expr(c.Value))
		for _, r := range considerRules {
			if !r.curve {
				co.put(r.word, e.expr(*r.expr(c)))
			} else if c.Through != nil {
				co.must(r.word, e.complete(namedCallText(c.Through, false)))
			}
		}
		e.head(&co, &c.Head)
		considers = append(considers, co)
	}
	o.put("consider", considers)
	if w.Combine.Name != "" {
		o.must("combine", e.line(w.Combine.Name, &w.CombineHead))
	}
	e.exprLine(&o, "weight", w.Weight, &w.WeightHead)
	e.exprLine(&o, "rank", w.Rank, &w.RankHead)
	e.exprLine(&o, "cooldown", w.Cooldown, &w.CooldownHead)
	if w.Interrupts {
		o.must("interrupts", e.flagLine(&w.InterruptsHead))
	}
	e.exprLine(&o, "forget_when", w.ForgetWhen, &w.ForgetHead)
	e.head(&o, &w.Head)
	e.end(&o, &w.Head, w.End)
	return o
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

func (e *jsonEncoder) useLine(o *jsonFields, name string, l *def.UseLine) {
	if l != nil {
		o.must(name, e.line(l.What.Name, &l.Head))
	}
}

func (e *jsonEncoder) useLines(list []*def.UseLine) []any {
	var lines []any
	for _, l := range list {
		lines = append(lines, e.line(l.What.Name, &l.Head))
	}
	return lines
}
