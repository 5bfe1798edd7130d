package lang

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Goals in the JSON form, both ways.

// ways reads the steps or the ways of a goal.
func (d *jsonDecoder) ways(g *def.Goal, do, ways *jsonValue) {
	if steps := d.steplist(do); len(steps) > 0 {
		g.Ways = append(g.Ways, &def.Way{Head: def.Head{At: do.opening()}, Bare: true, Steps: steps})
	}
	if do != nil && ways != nil {
		f := d.ds.Errorf(diag.JSONConflict, ways.opening(), "a goal has steps or ways, not both")
		f.Hint = "put the steps in a way"
		f.Related = append(f.Related, diag.Related{Span: do.opening(), Message: "the steps are here"})
	}
	for _, v := range ways.list() {
		g.Ways = append(g.Ways, d.statement(&def.WayTable, v).(*def.Way))
	}
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
	d.clauses(def.StepTable.Head[1:], v, s)
	if pause := v.get("backoff"); pause != nil && v.get("retry") == nil {
		d.ds.Errorf(diag.JSONConflict, pause.at, "backoff without retry").Hint = "it is the time before each retry"
	}
	return s
}

// alternatives reads the alternatives of a step.
func (d *jsonDecoder) alternatives(list *jsonValue) []*def.GoalCall {
	var calls []*def.GoalCall
	for _, v := range list.list() {
		text := v
		if v.kind == jsonObject {
			text = v.get("call")
		}
		if c := d.stepCall(text); c != nil {
			c.When = d.expr(v.get("when"))
			calls = append(calls, c)
		}
	}
	return calls
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

// ways writes the steps or the ways of a goal.
func (e *jsonEncoder) ways(o *jsonFields, c *def.Clause, d *def.Goal) {
	var ways []any
	for _, w := range d.Ways {
		if steps := c.Of == &def.StepTable; w.Bare && steps {
			o.put(c.Field, e.steplist(w.Steps))
		} else if !w.Bare && !steps {
			ways = append(ways, e.statement(&def.WayTable, w))
		}
	}
	o.put(c.Field, ways)
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
	e.clauses(&o, def.StepTable.Head, s)
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
		e.clauses(&o, def.AlternativeTable.Head, c)
		list = append(list, o)
	}
	return list
}
