package hddl

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// env says what the parameters and bound variables of an expression are in HDDL.
type env struct {
	names varNames
	slots map[int]operand
	bound []Name
}

// operand is the HDDL form of an expression: an object, a number or a condition.
type operand struct {
	object Name
	number Number
	cond   Formula
}

func newEnv() *env { return &env{names: varNames{}, slots: map[int]operand{}} }

// boundVars collects variables for arguments that HDDL cannot write: symbols whose value is an object. Each variable is
// the object for which the symbol's predicate holds.
type boundVars struct {
	vars []Param
	defs []Formula
}

// formula returns f with the variables bound by an exists.
func (bv *boundVars) formula(f Formula) Formula {
	if len(bv.vars) == 0 {
		return f
	}
	return &Exists{Vars: bv.vars, Body: allOf(append(bv.defs, f))}
}

// allOf joins conditions without nesting.
func allOf(list []Formula) Formula {
	var parts []Formula
	for _, f := range list {
		switch f := f.(type) {
		case nil:
		case *And:
			parts = append(parts, f.Parts...)
		default:
			parts = append(parts, f)
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return &And{Parts: parts}
}

var never = &Or{} // holds nowhere

// place returns where a term is written.
func (e *exporter) place(t *expr.Term) diag.Span {
	if t.Src == nil {
		return e.at
	}
	return t.Src.Span()
}

// isObject reports whether values of a type are objects in HDDL.
func isObject(t world.Type) bool { return t.Kind == world.KindEnum || t.Kind == world.KindObject }

func isNumber(t world.Type) bool { return t.Kind == world.KindInt || t.Kind == world.KindFloat }

// object returns the object or variable that a term is.
func (e *exporter) object(t *expr.Term, v *env, bv *boundVars) Name {
	switch t.Kind {
	case expr.TermConst:
		return e.constant(t)
	case expr.TermVar:
		return v.slots[t.Slot].object
	case expr.TermBound:
		return v.bound[t.Slot]
	case expr.TermCell:
		return e.valueOf(t, v, bv)
	case expr.TermDerived:
		return e.object(t.Derived.Body, e.inside(t, v, bv), bv)
	}
	e.refuse(e.place(t), "name the object by a symbol, parameter or variable", "HDDL cannot compute an object, as %s does", t)
	return Name{}
}

// constant returns the name of an object or value of an enum.
func (e *exporter) constant(t *expr.Term) Name {
	w := t.Words[0]
	if t.Type.Kind == world.KindEnum {
		return Name{Text: e.names.values[t.Type.ID][w]}
	}
	if isNone(t) {
		e.refuse(e.place(t), "", "HDDL has no value none")
		return Name{}
	}
	e.named[w] = true
	return Name{Text: e.names.objects[w]}
}

func isNone(t *expr.Term) bool {
	w, ok := t.Const()
	return ok && t.Type.Kind == world.KindObject && w[0] == 0
}

// valueOf returns the variable that is the value of a symbol.
func (e *exporter) valueOf(t *expr.Term, v *env, bv *boundVars) Name {
	atom := e.cell(t, v, bv)
	for i, def := range bv.defs {
		if known := def.(*Atom); known.Name == atom.Name && slices.Equal(known.Args[:len(known.Args)-1], atom.Args) {
			return bv.vars[i].Name
		}
	}
	typ, _ := e.typeOf(t.Symbol.Type)
	name := v.names.fresh(t.Symbol.Name)
	atom.Args = append(atom.Args, name)
	bv.vars, bv.defs = append(bv.vars, Param{Name: name, Type: typ}), append(bv.defs, atom)
	return name
}

// cell returns the predicate of a symbol with its arguments.
func (e *exporter) cell(t *expr.Term, v *env, bv *boundVars) *Atom {
	e.has(t.Symbol, e.place(t))
	return &Atom{Name: Name{Text: e.names.symbols[t.Symbol.Name]}, Args: e.objects(t.Args, v, bv)}
}

func (e *exporter) objects(list []*expr.Term, v *env, bv *boundVars) []Name {
	var names []Name
	for _, t := range list {
		if !isObject(t.Type) {
			names = append(names, Name{}) // the symbol has been reported
			continue
		}
		names = append(names, e.object(t, v, bv))
	}
	return names
}

// inside returns what the parameters of a derived symbol are bound to in a call.
func (e *exporter) inside(t *expr.Term, v *env, bv *boundVars) *env {
	in := &env{names: v.names, slots: map[int]operand{}}
	slot := 0
	for i, a := range t.Args {
		typ := t.Derived.Params[i]
		switch {
		case isObject(typ):
			in.slots[slot] = operand{object: e.object(a, v, bv)}
		case isNumber(typ):
			in.slots[slot] = operand{number: e.number(a, v, bv)}
		case typ.Kind == world.KindBool:
			in.slots[slot] = operand{cond: e.formula(a, v)}
		default:
			e.refuse(e.place(a), "", "HDDL has no %s", world.FormatType(e.info.Schema, typ))
		}
		slot += typ.Width()
	}
	return in
}

// number returns a number.
func (e *exporter) number(t *expr.Term, v *env, bv *boundVars) Number {
	switch t.Kind {
	case expr.TermConst:
		return literal(valueNumber(t.Words[0], t.Type))
	case expr.TermVar:
		if n := v.slots[t.Slot].number; n != nil {
			return n
		}
	case expr.TermCell:
		a := e.cell(t, v, bv)
		return &Fluent{Name: a.Name, Args: a.Args}
	case expr.TermDerived:
		return e.number(t.Derived.Body, e.inside(t, v, bv), bv)
	case expr.TermFloat:
		return e.number(t.Args[0], v, bv)
	case expr.TermUnary:
		return &Arith{Op: Minus, Parts: []Number{e.number(t.Args[0], v, bv)}}
	case expr.TermArith:
		return e.arith(t, v, bv)
	case expr.TermFunc:
		e.refuseHost(t)
		return literal(0)
	}
	e.refuse(e.place(t), "HDDL adds, subtracts, multiplies and divides", "HDDL cannot compute %s", t)
	return literal(0)
}

func (e *exporter) arith(t *expr.Term, v *env, bv *boundVars) Number {
	ops := map[expr.Op]ArithOp{expr.Add: Plus, expr.Sub: Minus, expr.Mul: Times, expr.Div: Over}
	op, ok := ops[t.Op]
	switch {
	case !ok || t.Type.Kind == world.KindVec2:
		e.refuse(e.place(t), "HDDL adds, subtracts, multiplies and divides", "HDDL cannot compute %s", t)
	case op == Over && t.Type.Kind == world.KindInt:
		e.refuse(e.place(t), "make one of them a float", "HDDL divides without rounding, and %s rounds", t)
	default:
		return &Arith{Op: op, Parts: []Number{e.number(t.Args[0], v, bv), e.number(t.Args[1], v, bv)}}
	}
	return literal(0)
}

// refuseHost reports a call of a function of the host.
func (e *exporter) refuseHost(t *expr.Term) {
	e.refuse(e.place(t), "make it a symbol and give its values", "%q is a function of the host", t.Func.Name)
}
