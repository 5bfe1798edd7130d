package expr

import (
	"strings"

	"github.com/karakuri-ai/karakuri/world"
)

// Failing is a part of a condition that does not hold, as written: a call is shown as the call, with its inside below.
type Failing struct {
	Term   *Term
	Text   string        // the part, with parameters replaced by their objects: "range(kane) > 30"
	Values []Operand     // the compared values, in the order in which they are written
	Needs  string        // what the first value would have to be: "> 30"; empty if that says nothing beyond Text
	Why    []Failing     // inside: why the call is false; of a disjunction each of its parts
	Looked int           // exists: how many combinations of members were examined
	Bound  []string      // forall: the members that it fails for: "e = kane"
	Itself bool          // its only value is that of the part itself, or of its negated part
	Frame  []world.Word  // what the part was evaluated over
	Open   bool          // it is about a variable of a quantifier around it, and cannot be evaluated by itself
	Cell   *Term         // of a comparison: the side that consists of a symbol only; may be nil
	Op     Op            // how Cell would have to be to Other
	Other  [2]world.Word // what Cell was compared with, of the type of the cell
}

// Operand is a value of a failing part.
type Operand struct {
	Text  string // "range(kane)"
	Value string // "27.2"
	Reads []Reading
}

const (
	// maxFailingDepth is the maximum depth to which calls are expanded: as far as people can follow.
	maxFailingDepth = 4
	// maxFailingParts is the maximum number of false parts of a conjunction or disjunction that are listed.
	maxFailingParts = 8
)

// ExplainFailing returns the parts of a condition that do not hold, in the order in which they are written; none: it
// holds. Names name the objects; nil: the state of the machine does.
func ExplainFailing(t *Term, m *Machine, fr []world.Word, names world.Names) []Failing {
	if names == nil {
		names = m.State
	}
	x := failer{evaluator: m.evaluator(), names: names}
	if t == nil || x.holds(t, fr) {
		return nil
	}
	return x.parts(t, fr, 0)
}

// failer splits a condition.
type failer struct {
	evaluator
	names world.Names
	open  bool // within a quantifier
}

// parts returns the parts of a conjunction that do not hold.
func (x *failer) parts(t *Term, fr []world.Word, depth int) (list []Failing) {
	for _, c := range t.conjuncts() {
		if len(list) < maxFailingParts && !x.holds(c, fr) {
			list = append(list, x.part(c, fr, depth))
		}
	}
	return list
}

// part splits a failed expression that is not a conjunction.
func (x *failer) part(t *Term, fr []world.Word, depth int) Failing {
	f := Failing{Term: t, Text: x.text(t, fr), Frame: append([]world.Word(nil), fr...), Open: x.open}
	if says := t.Refusal(); says != "" {
		f.Text, f.Values = says, x.operands(fr, t.Args[0])
		return f
	}
	switch t.Kind {
	case TermOr:
		for _, a := range t.Args {
			if depth < maxFailingDepth && len(f.Why) < maxFailingParts {
				f.Why = append(f.Why, x.parts(a, fr, depth+1)...)
			}
		}
	case TermCompare:
		f.Values = x.operands(fr, t.Args...)
		switch {
		case len(f.Values) > 0 && !isGiven(t.Args[0]):
			f.Needs = t.Op.String() + " " + x.valueText(t.Args[1], fr)
			x.compared(&f, t.Args[0], t.Op, t.Args[1])
		case len(f.Values) > 0:
			f.Needs = mirrored(t.Op).String() + " " + x.valueText(t.Args[0], fr)
			x.compared(&f, t.Args[1], mirrored(t.Op), t.Args[0])
		}
	case TermBetween:
		f.Values = x.operands(fr, t.Args...)
		f.Needs = x.valueText(t.Args[1], fr) + ".." + x.valueText(t.Args[2], fr)
	case TermQuant:
		x.quantified(&f, t, fr, depth)
	case TermUnary:
		f.Values, f.Itself = x.operands(fr, t.Args[0]), true
	default:
		f.Values, f.Itself = x.operands(fr, t), true
		if t.Kind == TermDerived && t.Derived.Body != nil && depth < maxFailingDepth {
			inner := failer{evaluator: evaluator{m: x.m}, names: x.names}
			f.Why = inner.parts(t.Derived.Body, x.arguments(t.Args, fr, nil), depth+1)
		}
	}
	return f
}

// compared keeps what a symbol was compared with.
func (x *failer) compared(f *Failing, cell *Term, op Op, other *Term) {
	if cell.Kind == TermCell && cell.Type.Kind == other.Type.Kind && !x.open {
		f.Cell, f.Op, f.Other = cell, op, x.eval(other, f.Frame)
	}
}

// quantified reports how many were examined, or for whom it fails.
func (x *failer) quantified(f *Failing, t *Term, fr []world.Word, depth int) {
	if t.Quant == Exists {
		x.each(t.Vars, fr, func() bool {
			f.Looked++
			return true
		})
		return
	}
	x.each(t.Vars, fr, func() bool { return !x.holds(t.Where, fr) || x.holds(t.Body, fr) })
	for _, v := range t.Vars {
		f.Bound = append(f.Bound, v.Name+" = "+x.word(v.Type, [2]world.Word{x.bound[v.Index]}))
	}
	if depth < maxFailingDepth {
		was := x.open
		x.open = true
		f.Why = x.parts(t.Body, fr, depth+1)
		x.open = was
	}
}

// operands returns the values of the terms that are not literals, each with its readings. An operation also has those
// of its operands.
func (x *failer) operands(fr []world.Word, terms ...*Term) (list []Operand) {
	for _, t := range terms {
		if isGiven(t) {
			continue
		}
		o := Operand{Text: x.text(t, fr)}
		x.seen = func(r *Reading) { o.Reads = append(o.Reads, *r) }
		w := x.eval(t, fr)
		x.seen = nil
		o.Value = x.word(t.Type, w)
		list = append(list, o)
	}
	return list
}

// isLiteral reports whether a term is written as the value that it is.
func isLiteral(t *Term) bool {
	if t.Kind == TermFloat {
		return isLiteral(t.Args[0])
	}
	_, named := t.Src.(*Ref)
	hasNumber := t.Type.Kind == world.KindInt || t.Type.Kind == world.KindFloat || t.Type.Kind == world.KindVec2
	return t.Kind == TermConst && !(named && hasNumber)
}

// isGiven reports whether a term is a literal, or a variable, which is shown by its binding.
func isGiven(t *Term) bool { return isLiteral(t) || t.Kind == TermVar && t.Type.Kind != world.KindVec2 }

// valueText is a term for "needs": terms that are not literals are followed by their value.
func (x *failer) valueText(t *Term, fr []world.Word) string {
	text := x.text(t, fr)
	if isLiteral(t) {
		return text
	}
	if value := x.word(t.Type, x.eval(t, fr)); value != text {
		text += " (" + value + ")"
	}
	return text
}

func (x *failer) word(t world.Type, w [2]world.Word) string {
	return world.FormatWord(x.names.Schema(), x.names, t, w[:t.Width()])
}

// text writes a term as it is written, with bindings instead of variables.
func (x *failer) text(t *Term, fr []world.Word) string {
	w := boundPrinter{x: x, fr: fr}
	w.term(t, precLowest)
	return w.String()
}

// boundPrinter prints terms with the bindings of their variables.
type boundPrinter struct {
	strings.Builder
	x  *failer
	fr []world.Word
}

// term prints a term, in parentheses if it binds less tightly than least.
func (w *boundPrinter) term(t *Term, least int) {
	prec := precPrimary
	if t.Src != nil {
		prec = precOf(t.Src)
	}
	if prec < least {
		w.WriteByte('(')
		defer w.WriteByte(')')
	}
	switch t.Kind {
	case TermVar:
		w.WriteString(w.x.word(t.Type, w.x.eval(t, w.fr)))
	case TermCell:
		w.call(t, cellName(t))
	case TermDerived:
		w.call(t, t.Derived.Name)
	case TermFunc:
		w.call(t, t.Func.Name)
	case TermBuiltin:
		w.call(t, t.Builtin.Name())
	case TermFloat:
		w.term(t.Args[0], least)
	case TermUnary:
		w.WriteString(t.Op.String())
		w.term(t.Args[0], precUnary)
	case TermCompare, TermArith:
		w.infix(t, " "+t.Op.String()+" ")
	case TermAnd, TermOr:
		w.chain(t)
	case TermBetween:
		w.term(t.Args[0], precAdd)
		w.WriteString(" in ")
		w.term(t.Args[1], precAdd)
		w.WriteString("..")
		w.term(t.Args[2], precAdd)
	case TermField:
		w.term(t.Args[0], precPrimary)
		w.WriteString([...]string{".x", ".y"}[t.Slot&1])
	default:
		w.source(t)
	}
}

// cellName is the name of a symbol as it is written: those that hold memories have none of their own.
func cellName(t *Term) string {
	if isRecall(t.Symbol) {
		return wordRemembered
	}
	return t.Symbol.Name
}

// source prints the source.
func (w *boundPrinter) source(t *Term) {
	if t.Src == nil {
		w.WriteString(w.x.word(t.Type, w.x.eval(t, w.fr)))
		return
	}
	w.WriteString(Print(t.Src))
}

// call prints a name with its arguments. Objects and values of enums are shown by name.
func (w *boundPrinter) call(t *Term, name string) {
	w.WriteString(name)
	for i, a := range t.Args {
		w.WriteString([...]string{"(", ", "}[min(i, 1)])
		isName := a.Type.Kind == world.KindObject || a.Type.Kind == world.KindEnum
		if isName && !w.isFree(a) {
			w.WriteString(w.x.word(a.Type, w.x.eval(a, w.fr)))
		} else {
			w.term(a, precLowest)
		}
	}
	if len(t.Args) > 0 {
		w.WriteByte(')')
	}
}

// isFree reports whether a term mentions a variable of a quantifier, which has no one value here.
func (w *boundPrinter) isFree(t *Term) (free bool) {
	t.Walk(func(t *Term) bool {
		free = free || t.Kind == TermBound
		return !free
	})
	return free
}

func (w *boundPrinter) infix(t *Term, op string) {
	prec := precCompare + 1
	if b, ok := t.Src.(*Binary); ok && t.Kind == TermArith {
		prec = opPrecs[b.Op]
	}
	w.term(t.Args[0], prec)
	w.WriteString(op)
	w.term(t.Args[1], prec+1)
}

func (w *boundPrinter) chain(t *Term) {
	op, prec := " && ", opPrecs[And]
	if t.Kind == TermOr {
		op, prec = " || ", opPrecs[Or]
	}
	for i, a := range t.Args {
		if i > 0 {
			w.WriteString(op)
		}
		w.term(a, prec+1)
	}
}

// ReadBy returns what an expression can read, in order: all parts of a conjunction, disjunction or choice, including
// parts that evaluating it now would not reach.
func ReadBy(t *Term, m *Machine, fr []world.Word) (list []Reading) {
	if t == nil {
		return nil
	}
	x := m.evaluator()
	x.seen = func(r *Reading) { list = append(list, *r) }
	x.parts(t, fr, func(part *Term) { x.eval(part, fr) })
	return list
}

// parts visits the parts of an expression that are evaluated as a whole.
func (e *evaluator) parts(t *Term, fr []world.Word, visit func(*Term)) {
	if t.Kind == TermAnd || t.Kind == TermOr || t.Kind == TermIf || t.Kind == TermUnary {
		for _, a := range t.Args {
			e.parts(a, fr, visit)
		}
		return
	}
	visit(t)
}
