package lang

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
)

// Operators in the JSON form, both ways.

func (d *jsonDecoder) operator(v *jsonValue) def.Decl {
	o := &def.Operator{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, Params: d.params(v.get("parameters"), false), End: d.lines(v.get("comment_end"))}
	o.When, o.WhenHead = d.exprLine(v.get("when"))
	d.does(v.get("do"), o)
	var text *jsonValue
	text, o.ClaimHead = d.line(v.get("claim"))
	o.Claims = d.nameTexts(text)
	o.Until, o.UntilHead = d.exprLine(v.get("until"))
	o.While, o.WhileHead = d.exprLine(v.get("while"))
	o.SucceedAfter, o.SucceedAfterHead = d.exprLine(v.get("succeed_after"))
	o.FailAfter, o.FailAfterHead = d.exprLine(v.get("fail_after"))
	text, o.EffectHead = d.line(v.get("effect"))
	o.Effect = d.effects(text)
	o.Cost, o.CostHead = d.exprLine(v.get("cost"))
	text, o.CooldownHead = d.line(v.get("cooldown"))
	o.Cooldown, o.Shared = d.cooldown(text)
	o.Commit, o.CommitHead = d.exprLine(v.get("commit"))
	return o
}

// exprLine reads a clause that is one expression.
func (d *jsonDecoder) exprLine(v *jsonValue) (expr.Node, def.Head) {
	text, h := d.line(v)
	return d.expr(text), h
}

// does reads what an operator does: a call, a call with comments, or several calls at once.
func (d *jsonDecoder) does(v *jsonValue, o *def.Operator) {
	if v.get("parallel") == nil {
		var text *jsonValue
		text, o.DoHead = d.line(v)
		o.Do = d.deed(text)
		return
	}
	o.DoHead = d.head(v, "")
	o.Parallel = &def.Parallel{At: v.at, Join: d.join(v.get("join")), End: d.lines(v.get("comment_end"))}
	for _, item := range v.get("parallel").list() {
		text, h := d.line(item)
		if call := d.deed(text); call != nil {
			o.Parallel.Calls = append(o.Parallel.Calls, &def.ParallelCall{Head: h, Do: *call})
		}
	}
}

// join returns how the actions end the step; the name is empty where it is all.
func (d *jsonDecoder) join(v *jsonValue) def.Name {
	if !v.isString() || v.text == def.JoinAll.String() {
		return def.Name{}
	}
	return def.Name{At: v.inner(), Name: v.text}
}

func (e *jsonEncoder) operator(o *jsonFields, d *def.Operator) {
	o.must("kind", "operator")
	o.must("name", d.Name)
	o.put("parameters", e.params(d.Params))
	e.exprLine(o, "when", d.When, &d.WhenHead)
	switch {
	case d.Do != nil:
		o.must("do", e.line(e.complete(deedText(d.Do)), &d.DoHead))
	case d.Parallel != nil:
		o.must("do", e.parallel(d.Parallel, &d.DoHead))
	}
	if len(d.Claims) > 0 {
		o.must("claim", e.line(e.complete(namesText(d.Claims)), &d.ClaimHead))
	}
	e.exprLine(o, "until", d.Until, &d.UntilHead)
	e.exprLine(o, "while", d.While, &d.WhileHead)
	e.exprLine(o, "succeed_after", d.SucceedAfter, &d.SucceedAfterHead)
	e.exprLine(o, "fail_after", d.FailAfter, &d.FailAfterHead)
	if len(d.Effect) > 0 {
		o.must("effect", e.line(e.effects(d.Effect), &d.EffectHead))
	}
	e.exprLine(o, "cost", d.Cost, &d.CostHead)
	if d.Cooldown != nil {
		o.must("cooldown", e.line(e.cooldown(d.Cooldown, d.Shared), &d.CooldownHead))
	}
	e.exprLine(o, "commit", d.Commit, &d.CommitHead)
}

// exprLine writes a clause that is one expression, if it is there.
func (e *jsonEncoder) exprLine(o *jsonFields, name string, n expr.Node, h *def.Head) {
	if n != nil {
		o.must(name, e.line(e.expr(n), h))
	}
}

func (e *jsonEncoder) parallel(d *def.Parallel, h *def.Head) jsonFields {
	calls := []any{}
	for _, pc := range d.Calls {
		calls = append(calls, e.line(e.complete(deedText(&pc.Do)), &pc.Head))
	}
	var o jsonFields
	o.must("parallel", calls)
	if d.Join.Name != def.JoinAll.String() {
		o.put("join", d.Join.Name)
	}
	e.head(&o, h)
	e.end(&o, h, d.End)
	return o
}
