package goal

import (
	"math"
	"strconv"

	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Part is a value in the computation of a score: quadratic(1 - energy) = 0.25.
type Part struct {
	Text  string
	Value string
	Depth int // how many parts it is under
}

// MaxParts limits the reported parts of a score to what a person can take in.
const MaxParts = 32

// parts returns the parts of an option's score, if it is an expression of the language; the whole score comes first.
func (m *Mind) parts(e *Env, o *utility.Scored) []Part {
	if len(o.Parts) != 1 || o.Parts[0].Input < len(m.b.Inputs) {
		return nil
	}
	v, ok := m.b.source(o.Parts[0].Input).(*expr.Value)
	if !ok {
		return nil
	}
	x := parter{m: e.Machine, schema: m.p.cfg.Schema, seen: map[Part]bool{}}
	frame := [1]world.Word{wordOf(o.Target)}
	if t := v.Term(); t.Kind != expr.TermConst && t.Kind != expr.TermVar {
		x.whole(t, frame[:], 0)
	}
	return x.list
}

// parter splits a score.
type parter struct {
	m      *expr.Machine
	schema *world.Schema
	list   []Part
	seen   map[Part]bool
}

// whole reports a term and its parts.
func (x *parter) whole(t *expr.Term, frame []world.Word, depth int) {
	if x.show(t, frame, depth) {
		x.inside(t, frame, depth+1)
	}
}

// part reports a term if people have a word for it. Of arithmetic it reports only the operands.
func (x *parter) part(t *expr.Term, frame []world.Word, depth int) {
	switch t.Kind {
	case expr.TermConst, expr.TermVar, expr.TermBound:
	case expr.TermFloat, expr.TermArith, expr.TermUnary, expr.TermAnd, expr.TermOr, expr.TermCompare, expr.TermIn, expr.TermBetween, expr.TermField, expr.TermIf:
		x.inside(t, frame, depth)
	default:
		x.whole(t, frame, depth)
	}
}

// inside reports the parts of a term: of an "if" the condition and the chosen branch; of a derived symbol the parts of
// its expression. The range of a quantifier is not split.
func (x *parter) inside(t *expr.Term, frame []world.Word, depth int) {
	if t.Kind == expr.TermIf {
		x.whole(t.Args[0], frame, depth)
		taken := t.Args[2]
		if expr.EvalTerm(t.Args[0], x.m, frame)[0].Bool() {
			taken = t.Args[1]
		}
		x.part(taken, frame, depth)
		return
	}
	for _, a := range t.Args {
		x.part(a, frame, depth)
	}
	if t.Kind == expr.TermDerived && t.Derived.Body != nil && !t.Derived.Recursive() {
		x.part(t.Derived.Body, x.arguments(t, frame), depth)
	}
}

// show adds the value of a term. It returns false if that has been shown already, or if there is no room.
func (x *parter) show(t *expr.Term, frame []world.Word, depth int) bool {
	w := expr.EvalTerm(t, x.m, frame)
	p := Part{Text: t.String(), Value: x.format(t.Type, w[:])}
	if x.seen[p] || len(x.list) == MaxParts {
		return false
	}
	x.seen[p] = true
	p.Depth = depth
	x.list = append(x.list, p)
	return true
}

// arguments returns the frame of a derived symbol's body.
func (x *parter) arguments(t *expr.Term, frame []world.Word) (words []world.Word) {
	for i, a := range t.Args {
		w := expr.EvalTerm(a, x.m, frame)
		words = append(words, w[:t.Derived.Params[i].Width()]...)
	}
	return words
}

// format writes a value; of a float six digits.
func (x *parter) format(t world.Type, w []world.Word) string {
	if t.Kind == world.KindFloat && !math.IsInf(w[0].Float(), 0) {
		return strconv.FormatFloat(w[0].Float(), 'g', 6, 64)
	}
	return world.FormatWord(x.schema, x.m.State, t, w)
}
