package hddl

import (
	"maps"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// operators declares an action for each operator. The actions of the game have no counterpart.
func (e *exporter) operators() {
	for _, op := range e.info.Operators {
		e.at = nameSpan(&op.Decl.Head)
		v := newEnv()
		a := Action{Name: Name{Text: e.names.calls[op.Name]}, Params: e.params(op.Params, op.Decl.Params, v)}
		a.Precondition = e.formula(op.When, v)
		x := effects{exporter: e, op: op, written: map[*world.Symbol]bool{}}
		var list []Effect
		if op.Effect != nil {
			list = x.list(op.Effect.List, v)
		}
		if e.costs {
			list = append(list, e.costOf(op, v))
		}
		a.Effect = &AndEffect{Parts: list}
		if len(list) == 1 {
			a.Effect = list[0]
		}
		e.d.Actions = append(e.d.Actions, a)
		e.warnCourse(op.Decl)
	}
}

// warnCourse says which clauses are lost because an action of HDDL has no duration.
func (e *exporter) warnCourse(d *def.Operator) {
	for i := range def.OperatorTable.Body {
		if c := &def.OperatorTable.Body[i]; c.NeedDo && c.Has(d) {
			e.ds.Warnf(diag.NotInHDDL, c.Span(d), "HDDL has no time: %s is not exported", c.Word)
		}
	}
	if d.Cooldown.Time != nil {
		e.ds.Warnf(diag.NotInHDDL, d.Cooldown.Time.Span(), "HDDL has no time: a cooldown lasts to the end of the plan")
	}
}

func nameSpan(h *def.Head) diag.Span {
	if h.NameAt.Src != nil {
		return h.NameAt
	}
	return h.At
}

// params declares parameters, which must be objects. Others are reported at their declarations.
func (e *exporter) params(slots []def.Slot, decls []def.Param, v *env) []Param {
	var list []Param
	for i, s := range slots {
		typ, ok := e.typeOf(s.Type)
		if !ok {
			if i < len(decls) {
				e.refuse(decls[i].At, "in HDDL parameters are objects", "a parameter of type %s has no counterpart", world.FormatType(e.info.Schema, s.Type))
			}
			v.slots[s.Index] = operand{number: literal(0), cond: never}
			continue
		}
		name := v.names.fresh(s.Name)
		v.slots[s.Index] = operand{object: name}
		list = append(list, Param{Name: name, Type: typ})
	}
	return list
}

// costOf is the increase of the costs by an operator.
func (e *exporter) costOf(op *def.OperatorInfo, v *env) Effect {
	var bv boundVars
	cost := Number(literal(1))
	if op.Cost != nil {
		cost = e.number(op.Cost, v, &bv)
	}
	return e.withVars(&bv, &Change{Op: Increase, Fluent: &Fluent{Name: Name{Text: e.costName}}, Value: cost})
}

// withVars returns x with the variables bound: for all objects that satisfy their definitions.
func (e *exporter) withVars(bv *boundVars, x Effect) Effect {
	if len(bv.vars) == 0 {
		return x
	}
	e.depends = true
	return &ForallEffect{Vars: bv.vars, Body: &When{If: allOf(bv.defs), Then: x}}
}

// effects says the effects of one operator.
type effects struct {
	*exporter
	op      *def.OperatorInfo
	written map[*world.Symbol]bool // numbers and objects that have been
}

func (x *effects) list(list []*expr.EffectTerm, v *env) []Effect {
	var out []Effect
	for _, t := range list {
		out = append(out, x.effect(t, v)...)
	}
	return x.lastWins(out)
}

// together is a list as one effect.
func together(list []Effect) Effect {
	if len(list) == 1 {
		return list[0]
	}
	return &AndEffect{Parts: list}
}

func (x *effects) effect(t *expr.EffectTerm, v *env) []Effect {
	switch {
	case t.Symbol != nil:
		return x.assign(t, v)
	case t.Cond != nil:
		return x.choice(t, v)
	}
	x.depends = true
	in, vars := x.bind(t.Vars, v)
	body := x.list(t.Then, in)
	if len(body) == 0 {
		return nil
	}
	effect := together(body)
	if t.Where != nil {
		effect = &When{If: x.formula(t.Where, in), Then: effect}
	}
	return []Effect{&ForallEffect{Vars: vars, Body: effect}}
}

// choice writes a conditional effect. It writes effects of both branches once.
func (x *effects) choice(t *expr.EffectTerm, v *env) []Effect {
	x.depends = true
	cond := x.formula(t.Cond, v)
	var out []Effect
	before := maps.Clone(x.written)
	if then := x.list(t.Then, v); len(then) > 0 {
		out = append(out, &When{If: cond, Then: together(then)})
	}
	then := x.written
	x.written = before
	if other := x.list(t.Else, v); len(other) > 0 {
		out = append(out, &When{If: opposite(cond), Then: together(other)})
	}
	maps.Copy(x.written, then)
	return out
}

// assign says a write of one cell.
func (x *effects) assign(t *expr.EffectTerm, v *env) []Effect {
	at := x.at
	if t.Src != nil {
		at = t.Src.Span()
	}
	if !x.has(t.Symbol, at) {
		return nil
	}
	var bv boundVars
	target := &Atom{Name: Name{Text: x.names.symbols[t.Symbol.Name]}, Args: x.objects(t.Args, v, &bv)}
	switch {
	case t.Symbol.Type.Kind == world.KindBool:
		return x.fact(t, target, v, &bv)
	case x.written[t.Symbol]:
		x.refuse(at, "write it once in an operator", "%q is written twice, and HDDL does not define which write wins", t.Symbol.Name)
		return nil
	}
	x.written[t.Symbol] = true
	x.onlyOnce(t, target, v, at)
	if isNumber(t.Symbol.Type) {
		x.warnRange(t, at)
		ops := [...]ChangeOp{expr.AssignSet: Assign, expr.AssignAdd: Increase, expr.AssignSub: Decrease}
		c := &Change{Op: ops[t.Op], Fluent: &Fluent{Name: target.Name, Args: target.Args}, Value: x.number(t.Value, v, &bv)}
		return []Effect{x.withVars(&bv, c)}
	}
	return x.value(t, target, v, &bv)
}

// onlyOnce wants a write within a universal effect to be of another cell for each object.
func (x *effects) onlyOnce(t *expr.EffectTerm, target *Atom, v *env, at diag.Span) {
	for _, b := range v.bound {
		found := false
		for _, arg := range target.Args {
			found = found || arg.Text == b.Text
		}
		if !found {
			x.refuse(at, "write it outside of forall", "%q is written once for many objects, but HDDL would write it for each", t.Symbol.Name)
			return
		}
	}
}

// warnRange reports once for a symbol that its range is lost, if a write could leave it.
func (x *effects) warnRange(t *expr.EffectTerm, at diag.Span) {
	typ := t.Symbol.Type
	_, constant := t.Value.Const()
	if typ.Kind != world.KindInt || typ.Lo == expr.IntType.Lo && typ.Hi == expr.IntType.Hi || x.inRange[t.Symbol] || constant && t.Op == expr.AssignSet {
		return
	}
	x.inRange[t.Symbol] = true
	x.ds.Warnf(diag.NotInHDDL, at, "HDDL does not keep %q within %d..%d", t.Symbol.Name, typ.Lo, typ.Hi).Hint =
		"this makes no difference if conditions keep it in range"
}

// fact makes a fact true or false.
func (x *effects) fact(t *expr.EffectTerm, target *Atom, v *env, bv *boundVars) []Effect {
	add, del := Effect(&Add{Atom: target}), Effect(&Delete{Atom: target})
	if w, ok := t.Value.Const(); ok {
		if w[0].Bool() {
			return []Effect{x.withVars(bv, add)}
		}
		return []Effect{x.withVars(bv, del)}
	}
	x.depends = true
	cond := x.formula(t.Value, v)
	return []Effect{x.withVars(bv, &AndEffect{Parts: []Effect{&When{If: cond, Then: add}, &When{If: opposite(cond), Then: del}}})}
}

// value makes an object the value of a symbol: its predicate ceases to hold for all others.
func (x *effects) value(t *expr.EffectTerm, target *Atom, v *env, bv *boundVars) []Effect {
	typ, _ := x.typeOf(t.Symbol.Type)
	x.depends = true
	any := v.names.fresh(typ.Names[0].Text)
	old := &Atom{Name: target.Name, Args: append(target.Args[:len(target.Args):len(target.Args)], any)}
	out := []Effect{x.withVars(bv, &ForallEffect{Vars: []Param{{Name: any, Type: typ}}, Body: &Delete{Atom: old}})}
	if isNone(t.Value) {
		return out
	}
	value := x.object(t.Value, v, bv)
	now := &Atom{Name: target.Name, Args: append(target.Args[:len(target.Args):len(target.Args)], value)}
	return append(out, x.withVars(bv, &Add{Atom: now}))
}

// lastWins makes good that of two writes of one fact HDDL keeps the one that makes it true, and a model the last one.
func (x *effects) lastWins(list []Effect) []Effect {
	out := make([]Effect, 0, len(list))
	for i, e := range list {
		for _, later := range list[i+1:] {
			if e != nil {
				e = x.unless(e, later)
			}
		}
		if e != nil {
			out = append(out, e)
		}
	}
	return out
}

// unless is an effect that is skipped if a later one deletes what it adds; nil: it always happens.
func (x *effects) unless(e, later Effect) Effect {
	if !clash(e, later) {
		return e
	}
	add, okAdd := e.(*Add)
	del, okDel := later.(*Delete)
	if !okAdd || !okDel {
		x.refuse(x.at, "write each fact once", "in %q a fact may become true and then false, and HDDL keeps it true", x.op.Name)
		return e
	}
	var same []Formula
	for i, a := range add.Atom.Args {
		b := del.Atom.Args[i]
		if a.Text != b.Text && !a.IsVar() && !b.IsVar() {
			return e
		}
		if a.Text != b.Text {
			same = append(same, &Equal{Left: a, Right: b})
		}
	}
	if len(same) == 0 {
		return nil
	}
	x.depends = true
	return &When{If: opposite(allOf(same)), Then: add}
}

// clash reports whether the first effect adds facts of a predicate of which the second deletes some.
func clash(first, second Effect) bool {
	added := map[string]bool{}
	eachFact(first, func(a *Atom, adds bool) { added[a.Name.Text] = added[a.Name.Text] || adds })
	found := false
	eachFact(second, func(a *Atom, adds bool) { found = found || !adds && added[a.Name.Text] })
	return found
}

func eachFact(e Effect, visit func(a *Atom, adds bool)) {
	switch e := e.(type) {
	case *Add:
		visit(e.Atom, true)
	case *Delete:
		visit(e.Atom, false)
	case *AndEffect:
		for _, part := range e.Parts {
			eachFact(part, visit)
		}
	case *ForallEffect:
		eachFact(e.Body, visit)
	case *When:
		eachFact(e.Then, visit)
	}
}
