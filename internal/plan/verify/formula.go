package verify

import (
	"math"
	"strings"

	"github.com/karakuri-ai/karakuri/hddl"
)

// binding maps variables to objects.
type binding map[string]string

// text returns the object for a name.
func (b binding) text(n hddl.Name) string {
	if object, bound := b[n.Text]; bound {
		return object
	}
	return n.Text
}

func texts(list []hddl.Name, b binding) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = b.text(n)
	}
	return out
}

// maxWork limits the formulas evaluated and choices made for one plan: some ten seconds.
const maxWork = 100_000_000

// world evaluates formulas in the states of a plan.
type world struct {
	*names
	*history
	work int // the remainder of maxWork; below zero, every formula is false
}

// spend counts a unit of work, and reports false if the limit is exceeded.
func (w *world) spend() bool {
	w.work--
	return w.work >= 0
}

func (w *world) exhausted() bool { return w.work < 0 }

// eval reports whether a formula holds in a state. Its free variables must be bound.
func (w *world) eval(state int, f hddl.Formula, b binding) bool {
	if !w.spend() {
		return false
	}
	switch f := f.(type) {
	case *hddl.Atom:
		return w.holds(state, f.Name.Text, texts(f.Args, b))
	case *hddl.Equal:
		return b.text(f.Left) == b.text(f.Right)
	case *hddl.OfType:
		return w.fits(b.text(f.Arg), f.Type)
	case *hddl.Compare:
		return w.compare(state, f, b)
	case *hddl.Not:
		return !w.eval(state, f.Part, b)
	case *hddl.And:
		for _, part := range f.Parts {
			if !w.eval(state, part, b) {
				return false
			}
		}
		return true
	case *hddl.Or:
		for _, part := range f.Parts {
			if w.eval(state, part, b) {
				return true
			}
		}
		return false
	case *hddl.Imply:
		return !w.eval(state, f.If, b) || w.eval(state, f.Then, b)
	case *hddl.Forall:
		return w.each(f.Vars, b, func() bool { return w.eval(state, f.Body, b) })
	case *hddl.Exists:
		return !w.each(f.Vars, b, func() bool { return !w.eval(state, f.Body, b) })
	}
	panic("verify: unknown kind of formula")
}

// each binds variables to all objects of their types, and stops with false if visit returns false. It hides outer
// variables of the same names.
func (w *world) each(vars []hddl.Param, b binding, visit func() bool) bool {
	if len(vars) == 0 {
		return visit()
	}
	name := vars[0].Name.Text
	outer, hidden := b[name]
	defer func() {
		if delete(b, name); hidden {
			b[name] = outer
		}
	}()
	for _, object := range w.of(vars[0].Type) {
		b[name] = object
		if w.exhausted() || !w.each(vars[1:], b, visit) {
			return false
		}
	}
	return true
}

// compare returns false if one side has no value.
func (w *world) compare(state int, f *hddl.Compare, b binding) bool {
	x, okX := w.number(state, f.Left, b)
	y, okY := w.number(state, f.Right, b)
	if !okX || !okY {
		return false
	}
	switch f.Op {
	case hddl.Less:
		return x < y
	case hddl.LessEqual:
		return x <= y
	case hddl.Greater:
		return x > y
	case hddl.GreaterEqual:
		return x >= y
	}
	return x == y
}

// number returns the value of an expression; false if a fluent in it has no value, or it divides by zero.
func (w *world) number(state int, n hddl.Number, b binding) (float64, bool) {
	switch n := n.(type) {
	case *hddl.Literal:
		return n.Value, true
	case *hddl.Fluent:
		return w.value(state, n.Name.Text, texts(n.Args, b))
	case *hddl.Arith:
		return w.arith(state, n, b)
	}
	panic("verify: unknown kind of number")
}

func (w *world) arith(state int, n *hddl.Arith, b binding) (float64, bool) {
	total := 0.0
	for i, part := range n.Parts {
		v, ok := w.number(state, part, b)
		if !ok {
			return 0, false
		}
		switch {
		case i == 0 && n.Op == hddl.Minus && len(n.Parts) == 1:
			total = -v
		case i == 0:
			total = v
		case n.Op == hddl.Plus:
			total += v
		case n.Op == hddl.Minus:
			total -= v
		case n.Op == hddl.Times:
			total *= v
		case n.Op == hddl.Over:
			total /= v
		}
	}
	return total, !math.IsNaN(total) && !math.IsInf(total, 0)
}

// conjuncts returns the parts of a formula that must all hold.
func conjuncts(f hddl.Formula) []hddl.Formula {
	and, ok := f.(*hddl.And)
	if !ok {
		return []hddl.Formula{f}
	}
	var out []hddl.Formula
	for _, part := range and.Parts {
		out = append(out, conjuncts(part)...)
	}
	return out
}

// failing returns the first of the parts of a formula that does not hold.
func (w *world) failing(state int, f hddl.Formula, b binding) hddl.Formula {
	for _, part := range conjuncts(f) {
		if !w.eval(state, part, b) {
			return part
		}
	}
	return nil
}

// shownBytes limits the part of a formula in a message; the diagnostic also shows the place.
const shownBytes = 60

// show renders a formula for a message: atoms and equations with their objects, others as written.
func show(f hddl.Formula, b binding) string {
	switch f := f.(type) {
	case *hddl.Atom:
		return "(" + strings.Join(append([]string{f.Name.Text}, texts(f.Args, b)...), " ") + ")"
	case *hddl.Equal:
		return "(= " + b.text(f.Left) + " " + b.text(f.Right) + ")"
	case *hddl.Not:
		return "(not " + show(f.Part, b) + ")"
	}
	text := strings.Join(strings.Fields(f.Span().Text()), " ")
	if len(text) > shownBytes {
		text = strings.ToValidUTF8(text[:shownBytes], "") + " ..."
	}
	return text
}
