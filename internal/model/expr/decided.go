package expr

import (
	"math"

	"github.com/karakuri-ai/karakuri/world"
)

// Decided reports whether a condition is the same in every state, and which. It sees more than [Term.Const]: that
// money, an int 0..100, is never above 200. It does not see everything: parts are judged one by one.
func (t *Term) Decided() (truth, known bool) {
	switch t.Kind {
	case TermConst:
		return t.Words[0].Bool(), true
	case TermUnary:
		truth, known = t.Args[0].Decided()
		return !truth, known
	case TermAnd, TermOr:
		return t.decidedLogic(t.Kind == TermOr)
	case TermCompare:
		return decidedOrder(t.Op, t.Args[0], t.Args[1])
	case TermBetween:
		above, sure := decidedOrder(Ge, t.Args[0], t.Args[1])
		below, sure2 := decidedOrder(Le, t.Args[0], t.Args[2])
		return above && below, sure && sure2 || sure && !above || sure2 && !below
	case TermIn:
		for _, y := range t.Args[1:] {
			if truth, known := decidedOrder(Eq, t.Args[0], y); !known || truth {
				return truth, known
			}
		}
		return false, true
	case TermIf:
		x, okX := t.Args[1].Decided()
		y, okY := t.Args[2].Decided()
		return x, okX && okY && x == y
	case TermQuant:
		return t.decidedQuant()
	}
	return false, false
}

// decidedLogic judges a conjunction, or a disjunction: of which one part suffices.
func (t *Term) decidedLogic(suffices bool) (truth, known bool) {
	all := true
	for _, a := range t.Args {
		truth, known := a.Decided()
		if known && truth == suffices {
			return suffices, true
		}
		all = all && known
	}
	return !suffices, all
}

func (t *Term) decidedQuant() (truth, known bool) {
	switch {
	case t.Quant == Exists && t.Where != nil:
		truth, known = t.Where.Decided()
		return false, known && !truth
	case t.Quant == Forall:
		truth, known = t.Body.Decided()
		return true, known && truth
	}
	return false, false
}

// decidedOrder judges a comparison by the values that the two sides can have.
func decidedOrder(op Op, x, y *Term) (truth, known bool) {
	if !numeric(x.Type) && x.Type.Kind != world.KindEnum {
		return false, false
	}
	a, b := bounds(x), bounds(y)
	less, notLess := a[1] < b[0], a[0] >= b[1]
	more, notMore := a[0] > b[1], a[1] <= b[0]
	same := a == b && a[0] == a[1]
	switch op {
	case Lt:
		return less, less || notLess
	case Ge:
		return notLess, less || notLess
	case Gt:
		return more, more || notMore
	case Le:
		return notMore, more || notMore
	case Eq:
		return same, same || less || more
	}
	return !same, same || less || more
}

// bounds returns the least and the greatest word that a term can have, as far as its type shows.
func bounds(t *Term) [2]world.Word {
	switch {
	case t.Kind == TermConst:
		return [2]world.Word{t.Words[0], t.Words[0]}
	case t.Kind == TermCurve:
		lo, hi := Bounds(t)
		return [2]world.Word{world.Float(lo), world.Float(hi)}
	case t.Kind == TermFloat:
		b := bounds(t.Args[0])
		return [2]world.Word{intToFloat(b[0]), intToFloat(b[1])}
	case t.Type.Kind == world.KindInt:
		return [2]world.Word{world.Word(t.Type.Lo), world.Word(t.Type.Hi)}
	case t.Type.Kind == world.KindEnum:
		return [2]world.Word{0, math.MaxInt64}
	}
	return [2]world.Word{math.MinInt64, math.MaxInt64}
}
