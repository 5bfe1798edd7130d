package hddl

import (
	"math"
	"strconv"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// formula returns a condition. A nil term always holds.
func (e *exporter) formula(t *expr.Term, v *env) Formula {
	if t == nil {
		return &And{}
	}
	switch t.Kind {
	case expr.TermConst:
		if t.Words[0].Bool() {
			return &And{}
		}
		return never
	case expr.TermVar:
		if f := v.slots[t.Slot].cond; f != nil {
			return f
		}
	case expr.TermCell:
		var bv boundVars
		return bv.formula(e.cell(t, v, &bv))
	case expr.TermDerived:
		if t.Derived.Recursive() {
			e.refuse(e.place(t), "keep it as a symbol that effects write", "HDDL has no symbols that need themselves, as %s does", t.Derived.Name)
			return never
		}
		var bv boundVars
		f := e.formula(t.Derived.Body, e.inside(t, v, &bv))
		return bv.formula(f)
	case expr.TermUnary:
		return opposite(e.formula(t.Args[0], v))
	case expr.TermAnd:
		return allOf(e.formulas(t.Args, v))
	case expr.TermOr:
		return &Or{Parts: e.formulas(t.Args, v)}
	case expr.TermCompare:
		return e.compare(t, v)
	case expr.TermBetween:
		return e.between(t, v)
	case expr.TermIn:
		return e.in(t, v)
	case expr.TermIs:
		return e.is(t, v)
	case expr.TermIf:
		c := e.formulas(t.Args, v)
		return &Or{Parts: []Formula{allOf([]Formula{c[0], c[1]}), allOf([]Formula{opposite(c[0]), c[2]})}}
	case expr.TermQuant:
		return e.quantifier(t, v)
	case expr.TermFunc:
		e.refuseHost(t)
		return never
	}
	e.refuse(e.place(t), "", "HDDL has no form for the condition %s", t)
	return never
}

func (e *exporter) formulas(list []*expr.Term, v *env) []Formula {
	out := make([]Formula, len(list))
	for i, t := range list {
		out[i] = e.formula(t, v)
	}
	return out
}

func opposite(f Formula) Formula {
	if n, ok := f.(*Not); ok {
		return n.Part
	}
	return &Not{Part: f}
}

var exportOps = map[expr.Op]CompareOp{expr.Eq: NumEqual, expr.Lt: Less, expr.Le: LessEqual, expr.Gt: Greater, expr.Ge: GreaterEqual}

func (e *exporter) compare(t *expr.Term, v *env) Formula {
	x, y := t.Args[0], t.Args[1]
	same := t.Op == expr.Eq || t.Op == expr.Ne
	var f Formula
	switch {
	case isNumber(x.Type):
		op, ok := exportOps[t.Op]
		if !ok {
			op = NumEqual
		}
		var bv boundVars
		c := &Compare{Op: op, Left: e.number(x, v, &bv), Right: e.number(y, v, &bv)}
		f = bv.formula(c)
	case same && isObject(x.Type):
		f = e.sameObject(x, y, v)
	case same && x.Type.Kind == world.KindBool:
		a, b := e.formula(x, v), e.formula(y, v)
		f = allOf([]Formula{&Imply{If: a, Then: b}, &Imply{If: b, Then: a}})
	default:
		e.refuse(e.place(t), "", "HDDL cannot compare values of %s as %s does", world.FormatType(e.info.Schema, x.Type), t)
		return never
	}
	if t.Op == expr.Ne {
		return opposite(f)
	}
	return f
}

// sameObject says that two objects are the same; that a symbol has a value is a fact by itself.
func (e *exporter) sameObject(x, y *expr.Term, v *env) Formula {
	if y.Kind == expr.TermCell && x.Kind != expr.TermCell || isNone(x) {
		x, y = y, x
	}
	var bv boundVars
	switch {
	case isNone(y) && x.Kind == expr.TermCell:
		e.valueOf(x, v, &bv)
		return opposite(bv.formula(nil))
	case isNone(y):
		return never // parameters and variables are objects
	case x.Kind == expr.TermCell && y.Kind == expr.TermCell && x.Type.Kind == world.KindObject:
		return e.sameValue(x, y, v)
	case x.Kind == expr.TermCell:
		atom := e.cell(x, v, &bv)
		atom.Args = append(atom.Args, e.object(y, v, &bv))
		return bv.formula(atom)
	}
	a, b := e.object(x, v, &bv), e.object(y, v, &bv)
	return bv.formula(&Equal{Left: a, Right: b})
}

// sameValue says that two symbols have the same object, or both none.
func (e *exporter) sameValue(x, y *expr.Term, v *env) Formula {
	none := &expr.Term{Kind: expr.TermConst, Type: x.Type, Src: x.Src}
	var bv boundVars
	value := e.valueOf(x, v, &bv)
	other := e.cell(y, v, &bv)
	other.Args = append(other.Args, value)
	return &Or{Parts: []Formula{bv.formula(other), allOf([]Formula{e.sameObject(x, none, v), e.sameObject(y, none, v)})}}
}

// between says that a number is in a range, or that a value of an enum is one of several.
func (e *exporter) between(t *expr.Term, v *env) Formula {
	x, lo, hi := t.Args[0], t.Args[1], t.Args[2]
	if isNumber(x.Type) {
		var bv boundVars
		n := e.number(x, v, &bv)
		f := &And{Parts: []Formula{&Compare{Op: GreaterEqual, Left: n, Right: e.number(lo, v, &bv)}, &Compare{Op: LessEqual, Left: n, Right: e.number(hi, v, &bv)}}}
		return bv.formula(f)
	}
	first, okLo := lo.Const()
	last, okHi := hi.Const()
	if !okLo || !okHi || x.Type.Kind != world.KindEnum {
		e.refuse(e.place(t), "name the values: x in { a, b }", "values have no order in HDDL")
		return never
	}
	or := &Or{}
	for w := first[0]; w <= last[0]; w++ {
		or.Parts = append(or.Parts, e.sameObject(x, &expr.Term{Kind: expr.TermConst, Type: x.Type, Words: [2]world.Word{w}, Src: lo.Src}, v))
	}
	return or
}

// in says that a value is one of several.
func (e *exporter) in(t *expr.Term, v *env) Formula {
	or := &Or{}
	for _, y := range t.Args[1:] {
		or.Parts = append(or.Parts, e.compare(&expr.Term{Kind: expr.TermCompare, Op: expr.Eq, Type: expr.BoolType, Args: []*expr.Term{t.Args[0], y}, Src: t.Src}, v))
	}
	return or
}

// is says that an object is of a type: it is the same as some object of the type.
func (e *exporter) is(t *expr.Term, v *env) Formula {
	var bv boundVars
	typ, _ := e.typeOf(world.Type{Kind: world.KindObject, ID: t.TypeID})
	name := v.names.fresh(typ.Names[0].Text)
	f := &Exists{Vars: []Param{{Name: name, Type: typ}}, Body: &Equal{Left: name, Right: e.object(t.Args[0], v, &bv)}}
	return bv.formula(f)
}

func (e *exporter) quantifier(t *expr.Term, v *env) Formula {
	in, vars := e.bind(t.Vars, v)
	switch t.Quant {
	case expr.Exists:
		return &Exists{Vars: vars, Body: e.formula(t.Where, in)}
	case expr.Forall:
		body := e.formula(t.Body, in)
		if t.Where != nil {
			body = &Imply{If: e.formula(t.Where, in), Then: body}
		}
		return &Forall{Vars: vars, Body: body}
	}
	e.refuse(e.place(t), "", "HDDL has no %s", t.Quant)
	return never
}

// refuseSources refuses variables that take what the host returns.
func (e *exporter) refuseSources(vars []expr.BoundVar) {
	for i := range vars {
		if from := vars[i].From; from != nil {
			e.refuseHost(from)
		}
	}
}

// bind brings variables into sight.
func (e *exporter) bind(list []expr.BoundVar, v *env) (*env, []Param) {
	e.refuseSources(list)
	in := &env{names: v.names, slots: v.slots, bound: v.bound[:len(v.bound):len(v.bound)]}
	var vars []Param
	for _, b := range list {
		typ, _ := e.typeOf(b.Type)
		name := v.names.fresh(b.Name)
		in.bound = append(in.bound, name)
		vars = append(vars, Param{Name: name, Type: typ})
	}
	return in, vars
}

func literal(value float64) *Literal {
	return &Literal{Text: strconv.FormatFloat(value, 'f', -1, 64), Value: value}
}

// valueNumber returns the number that a word denotes.
func valueNumber(w world.Word, t world.Type) float64 {
	if t.Kind == world.KindFloat {
		return w.Float()
	}
	return math.Round(float64(w))
}
