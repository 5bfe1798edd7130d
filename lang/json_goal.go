package lang

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
)

// Goals in the JSON form, both ways.

func (d *jsonDecoder) goal(v *jsonValue) def.Decl {
	g := &def.Goal{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, Params: d.params(v.get("parameters"), false), End: d.lines(v.get("comment_end"))}
	g.When, g.WhenHead = d.exprLine(v.get("when"))
	g.While, g.WhileHead = d.exprLine(v.get("while"))
	g.Until, g.UntilHead = d.exprLine(v.get("until"))
	g.Backoff, g.BackoffHead = d.exprLine(v.get("backoff"))
	do, ways := v.get("do"), v.get("ways")
	if steps := d.steplist(do); len(steps) > 0 {
		g.Ways = append(g.Ways, &def.Way{Head: def.Head{At: do.opening()}, Bare: true, Steps: steps})
	}
	if do != nil && ways != nil {
		f := d.ds.Errorf(diag.JSONConflict, ways.opening(), "a goal has steps or ways, not both")
		f.Hint = "put the steps in a way"
		f.Related = append(f.Related, diag.Related{Span: do.opening(), Message: "the steps are here"})
	}
	for _, wv := range ways.list() {
		w := &def.Way{Head: d.head(wv, "name"), Name: d.nodeName(wv.get("name")), When: d.expr(wv.get("when")), Tries: d.expr(wv.get("tries"))}
		w.Steps, w.End = d.steplist(wv.get("do")), d.lines(wv.get("comment_end"))
		g.Ways = append(g.Ways, w)
	}
	for _, iv := range v.get("interrupts").list() {
		i := &def.Interrupt{Head: d.head(iv, ""), When: d.expr(iv.get("when")), End: d.lines(iv.get("comment_end"))}
		if do := iv.get("do"); do != nil {
			i.Step = d.step(do)
		}
		g.Interrupts = append(g.Interrupts, i)
	}
	return g
}

func (d *jsonDecoder) steplist(list *jsonValue) []*def.GoalStep {
	var steps []*def.GoalStep
	for _, v := range list.list() {
		if s := d.step(v); s != nil {
			steps = append(steps, s)
		}
	}
	return steps
}

// step reads a step: an object, or a string for a call alone; nil after a mistake that leaves nothing of it.
func (d *jsonDecoder) step(v *jsonValue) *def.GoalStep {
	text, s := v.get("call"), &def.GoalStep{}
	if text == nil {
		text, s.Head = d.line(v)
	} else {
		s.Head = d.head(v, "call")
	}
	call := d.stepCall(text)
	if call == nil {
		return nil
	}
	s.Call, s.NameAt = *call, call.Call.Name.At
	for _, r := range stepRules {
		switch {
		case r.expr != nil:
			*r.expr(s) = d.expr(v.get(r.word))
		case r.flag != nil:
			*r.flag(s) = v.get(r.word).isTrue()
		}
	}
	if pause := v.get("backoff"); pause != nil && v.get("retry") == nil {
		d.ds.Errorf(diag.JSONConflict, pause.at, "backoff without retry").Hint = "it is the time before each retry"
	}
	for _, ev := range v.get("else").list() {
		text := ev
		if ev.kind == jsonObject {
			text = ev.get("call")
		}
		if c := d.stepCall(text); c != nil {
			c.When = d.expr(ev.get("when"))
			s.Else = append(s.Else, c)
		}
	}
	return s
}

func (d *jsonDecoder) stepCall(v *jsonValue) *def.GoalCall {
	var c def.GoalCall
	if !d.text(v, func(p *parser) { c = p.stepCall("a call such as move_to(shop)") }) {
		return nil
	}
	return &c
}

// text reads a string as a statement of the language is read, and reports whether all went well.
func (d *jsonDecoder) text(v *jsonValue, read func(*parser)) bool {
	if !v.isString() {
		return false
	}
	p := &parser{Parser: expr.NewStringParser(v.source(), d.ds), decls: declRules}
	read(p)
	return p.Finish()
}

func (e *jsonEncoder) goal(o *jsonFields, d *def.Goal) {
	o.must("kind", "goal")
	o.must("name", d.Name)
	o.put("parameters", e.params(d.Params))
	e.exprLine(o, "when", d.When, &d.WhenHead)
	e.exprLine(o, "while", d.While, &d.WhileHead)
	e.exprLine(o, "until", d.Until, &d.UntilHead)
	e.exprLine(o, "backoff", d.Backoff, &d.BackoffHead)
	var ways, interrupts []any
	for _, w := range d.Ways {
		if w.Bare {
			o.put("do", e.steplist(w.Steps))
			continue
		}
		var wo jsonFields
		wo.put("name", w.Name)
		wo.put("when", e.expr(w.When))
		wo.put("tries", e.expr(w.Tries))
		wo.must("do", e.steplist(w.Steps))
		e.head(&wo, &w.Head)
		e.end(&wo, &w.Head, w.End)
		ways = append(ways, wo)
	}
	o.put("ways", ways)
	for _, i := range d.Interrupts {
		var io jsonFields
		io.must("when", e.expr(i.When))
		if i.Step != nil {
			io.must("do", e.step(i.Step))
		}
		e.head(&io, &i.Head)
		e.end(&io, &i.Head, i.End)
		interrupts = append(interrupts, io)
	}
	o.put("interrupts", interrupts)
}

func (e *jsonEncoder) steplist(steps []*def.GoalStep) []any {
	list := []any{}
	for _, s := range steps {
		list = append(list, e.step(s))
	}
	return list
}

// step returns a step: a string if it is a call that has nothing else to say.
func (e *jsonEncoder) step(s *def.GoalStep) any {
	call := e.complete(stepCallText(&s.Call))
	if len(stepPieces(s)) == 1 {
		return e.line(call, &s.Head)
	}
	var o jsonFields
	o.must("call", call)
	for _, r := range stepRules {
		switch {
		case r.expr != nil:
			o.put(r.word, e.expr(*r.expr(s)))
		case r.flag != nil:
			o.put(r.word, *r.flag(s))
		default:
			o.put(r.word, e.alternatives(s.Else))
		}
	}
	e.head(&o, &s.Head)
	return o
}

func (e *jsonEncoder) alternatives(calls []*def.GoalCall) []any {
	var list []any
	for _, c := range calls {
		text := e.complete(stepCallText(c))
		if c.When == nil {
			list = append(list, text)
			continue
		}
		var o jsonFields
		o.must("call", text)
		o.must("when", e.expr(c.When))
		list = append(list, o)
	}
	return list
}
