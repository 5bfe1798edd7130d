package expr

import (
	"math"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/world"
)

// Bounds returns the lowest and highest value that a number may have in any state, from the expression and its types;
// parameters are assumed to be within the ranges of their types. Unknown bounds are infinite. A bool counts as 0 and
// 1; other types have no bounds. The bounds include rounding and overflow, but may be wide: parts are bounded
// separately, so that x - x is not 0.
func Bounds(t *Term) (lo, hi float64) {
	b := (&bounder{}).of(t)
	return b.lo, b.hi
}

// interval is the values from lo to hi. lo is never infinity, hi never minus infinity.
type interval struct{ lo, hi float64 }

var (
	anything = interval{math.Inf(-1), math.Inf(1)}
	anyInt   = interval{-1 << 63, 1 << 63}
)

// Limits of exact bounds: beyond them only signs are known.
const (
	exactInt = 1 << 53 // ints up to here are floats without loss, and sums of them do not wrap around
	manySum  = 1e6     // terms of a sum whose rounding slightSlack covers
	// slightSlack is the share by which results are off that are not rounded correctly, at most.
	slightSlack = 1e-9
)

// bounder computes intervals. Within the body of a derived symbol, params holds those of its parameters, by slot.
type bounder struct{ params map[int]interval }

func (b *bounder) of(t *Term) interval {
	switch {
	case t.Kind == TermConst, t.Kind == TermDerived && t.Derived.Body != nil && numeric(t.Type):
	case t.Type.Kind == world.KindBool:
		if truth, known := t.Decided(); known {
			return point(float64(world.Bool(truth)))
		}
		return interval{0, 1}
	case !numeric(t.Type):
		return anything
	}
	switch t.Kind {
	case TermConst:
		return ofConst(t)
	case TermVar:
		if v, ok := b.params[t.Slot]; ok {
			return v
		}
	case TermDerived:
		if t.Derived.Body != nil {
			return b.derived(t)
		}
	case TermFloat:
		return b.of(t.Args[0])
	case TermField:
		if x := t.Args[0]; x.Kind == TermBuiltin && x.Builtin == BuiltinVec2 {
			return b.of(x.Args[t.Slot])
		}
	case TermUnary:
		x := b.of(t.Args[0])
		return fit(t, interval{-x.hi, -x.lo})
	case TermArith:
		x, y := b.of(t.Args[0]), b.of(t.Args[1])
		if t.Type.Kind == world.KindInt {
			return fit(t, arithOfInts(t.Op, x, y))
		}
		return fit(t, arithOfFloats(t.Op, x, y))
	case TermBuiltin:
		return b.builtin(t)
	case TermCurve:
		x := b.of(t.Args[0])
		lo, hi := t.Curve.Range(x.lo, x.hi)
		return interval{lo, hi}
	case TermIf:
		return b.either(t)
	case TermQuant:
		return b.quant(t)
	}
	return ofType(t.Type)
}

func point(f float64) interval { return interval{f, f} }

func ofConst(t *Term) interval {
	switch t.Type.Kind {
	case world.KindFloat:
		return point(t.Words[0].Float())
	case world.KindBool, world.KindInt:
		return point(float64(t.Words[0]))
	}
	return anything
}

func ofType(t world.Type) interval {
	if t.Kind == world.KindInt {
		return interval{float64(t.Lo), float64(t.Hi)}
	}
	return anything
}

// fit answers for what happens at the ends of a type: ints wrap around, floats stay finite.
func fit(t *Term, v interval) interval {
	if t.Type.Kind == world.KindInt {
		if !(v.lo >= -exactInt && v.hi <= exactInt) {
			return anyInt
		}
		return v
	}
	return interval{min(v.lo, math.MaxFloat64), max(v.hi, -math.MaxFloat64)}
}

// join returns the interval from the least to the greatest of both.
func (v interval) join(w interval) interval { return interval{min(v.lo, w.lo), max(v.hi, w.hi)} }

// size returns the greatest value without its sign.
func (v interval) size() float64 { return max(math.Abs(v.lo), math.Abs(v.hi)) }

// holds reports whether a value is among those of the interval.
func (v interval) holds(f float64) bool { return v.lo <= f && f <= v.hi }

// whole reports whether the interval is one whole number.
func (v interval) whole() bool { return v.lo == v.hi && math.Floor(v.lo) == v.lo }

// widened makes room for rounding.
func (v interval) widened() interval {
	if !math.IsInf(v.lo, 0) {
		v.lo -= slightSlack * math.Abs(v.lo)
	}
	if !math.IsInf(v.hi, 0) {
		v.hi += slightSlack * math.Abs(v.hi)
	}
	return v
}

// derived computes the body of a derived symbol with the intervals of its arguments, which need not keep to the ranges
// of its parameters.
func (b *bounder) derived(t *Term) interval {
	inner, slot := bounder{params: map[int]interval{}}, 0
	for _, a := range t.Args {
		if numeric(a.Type) {
			inner.params[slot] = b.of(a)
		}
		slot += a.Type.Width()
	}
	return inner.of(t.Derived.Body)
}

func (b *bounder) either(t *Term) interval {
	if truth, known := t.Args[0].Decided(); known && truth {
		return b.of(t.Args[1])
	} else if known {
		return b.of(t.Args[2])
	}
	return b.of(t.Args[1]).join(b.of(t.Args[2]))
}

func (b *bounder) builtin(t *Term) interval {
	x := interval{0, math.Inf(1)} // of dist
	if t.Builtin != BuiltinDist {
		x = b.of(t.Args[0])
	}
	switch t.Builtin {
	case BuiltinMin:
		for _, a := range t.Args[1:] {
			y := b.of(a)
			x = interval{min(x.lo, y.lo), min(x.hi, y.hi)}
		}
	case BuiltinMax:
		for _, a := range t.Args[1:] {
			y := b.of(a)
			x = interval{max(x.lo, y.lo), max(x.hi, y.hi)}
		}
	case BuiltinClamp:
		lo, hi := b.of(t.Args[1]), b.of(t.Args[2])
		x = interval{min(max(x.lo, lo.lo), hi.lo), min(max(x.hi, lo.hi), hi.hi)}
	case BuiltinAbs:
		least := 0.0
		if !x.holds(0) {
			least = min(math.Abs(x.lo), math.Abs(x.hi))
		}
		return fit(t, interval{least, x.size()})
	case BuiltinFloor:
		x = toInt(math.Floor, x)
	case BuiltinCeil:
		x = toInt(math.Ceil, x)
	case BuiltinRound:
		x = toInt(math.Round, x)
	case BuiltinSqrt:
		x = interval{det.Sqrt(max(x.lo, 0)), det.Sqrt(max(x.hi, 0))}
	case BuiltinSin, BuiltinCos:
		x = interval{-1, 1}
	}
	return x
}

// toInt returns what a function that makes ints of floats makes of an interval.
func toInt(f func(float64) float64, x interval) interval {
	at := func(v float64) float64 { return min(max(f(v), anyInt.lo), anyInt.hi) }
	return interval{at(x.lo), at(x.hi)}
}

func (b *bounder) quant(t *Term) interval {
	n, exact := members(t)
	switch t.Quant {
	case Count:
		if !exact {
			return fit(t, interval{0, n})
		}
		return fit(t, point(n))
	case Sum:
		return b.sum(t, n, exact)
	}
	v := b.of(t.Body)
	switch {
	case exact && n > 0:
	case t.Else != nil:
		v = v.join(b.of(t.Else))
	default:
		none := &Term{Kind: TermConst, Type: t.Type, Words: [2]world.Word{extreme(t.Type, t.Quant == Min)}}
		v = v.join(ofConst(none))
	}
	return v
}

// members returns how many combinations of members a quantifier looks at, at most; exact reports that it is always so
// many.
func members(t *Term) (n float64, exact bool) {
	n, exact = 1, t.Where == nil
	for _, v := range t.Vars {
		if v.From != nil {
			n, exact = n*MaxElements, false
		} else if v.Type.Kind == world.KindEnum {
			n *= float64(v.Count)
		} else {
			n, exact = n*world.MaxObjects, false
		}
	}
	return n, exact
}

func (b *bounder) sum(t *Term, n float64, exact bool) interval {
	x := b.of(t.Body)
	v := interval{product(n, x.lo), product(n, x.hi)}
	if !exact {
		v = v.join(point(0))
	}
	switch {
	case t.Type.Kind == world.KindInt:
	case n <= manySum:
		v = v.widened()
	default:
		v = signs(v)
	}
	return fit(t, v)
}

// signs keeps of an interval which signs its values have.
func signs(v interval) interval {
	w := point(0)
	if v.lo < 0 {
		w.lo = math.Inf(-1)
	}
	if v.hi > 0 {
		w.hi = math.Inf(1)
	}
	return w
}

// product is x * y, where 0 times anything is 0: an infinity represents unbounded numbers, which are finite.
func product(x, y float64) float64 {
	if x == 0 || y == 0 {
		return 0
	}
	return x * y
}

// corners returns the interval of what a function makes of the ends of two others: bounds of all that lies between, if
// it only rises or only falls in each of both.
func corners(f func(x, y float64) float64, x, y interval) interval {
	v := interval{math.Inf(1), math.Inf(-1)}
	for _, a := range [...]float64{x.lo, x.hi} {
		for _, b := range [...]float64{y.lo, y.hi} {
			if r := f(a, b); r == r { // no number: between the others
				v = v.join(point(r))
			}
		}
	}
	return v
}
