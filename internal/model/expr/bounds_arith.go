package expr

import (
	"math"

	"github.com/karakuri-ai/karakuri/det"
)

// arithOfFloats returns bounds of an operator's results.
func arithOfFloats(op Op, x, y interval) interval {
	switch op {
	case Add:
		return interval{x.lo + y.lo, x.hi + y.hi}
	case Sub:
		return interval{x.lo - y.hi, x.hi - y.lo}
	case Mul:
		return corners(product, x, y)
	case Div:
		if y.holds(0) {
			return quotientSigns(x, y)
		}
		return corners(func(a, b float64) float64 { return a / b }, x, y)
	case Mod:
		return remainder(x, y)
	default:
		return powOfFloats(x, y).widened()
	}
}

// arithOfInts is arithOfFloats for ints that do not wrap around. If floats may be mixed with ints, little is known.
func arithOfInts(op Op, x, y interval) interval {
	exact := x.size() <= exactInt && y.size() <= exactInt
	switch {
	case op == Mod:
		return remainder(x, y)
	case op == Div && (!exact || y.holds(0)): // a quotient without a division by 0 does not grow
		s := quotientSigns(x, y)
		return interval{max(s.lo, -x.size()), min(s.hi, x.size())}
	case !exact:
		return anyInt
	case op == Div:
		return corners(func(a, b float64) float64 { return math.Trunc(a / b) }, x, y)
	case op == Pow:
		return powOfInts(x, y)
	}
	return arithOfFloats(op, x, y)
}

// quotientSigns returns bounds of quotients whose divisor may be 0, of which nothing but the sign is known.
func quotientSigns(x, y interval) interval {
	return signs(corners(product, signs(x), signs(y)))
}

// remainder returns bounds of remainders: they have the sign of x, and the size of neither is exceeded.
func remainder(x, y interval) interval {
	most := min(x.size(), y.size())
	s := signs(x)
	return interval{max(s.lo, -most), min(s.hi, most)}
}

func powOfFloats(x, y interval) interval {
	switch {
	case y == point(0):
		return point(1)
	case x.lo >= 0:
		return corners(det.Pow, x, y)
	case y.whole() && y.lo > 0 && math.Mod(y.lo, 2) == 0:
		v := corners(det.Pow, x, y)
		if x.holds(0) {
			v.lo = 0
		}
		return v
	case y.whole() && y.lo > 0:
		return corners(det.Pow, x, y)
	}
	return anything
}

// powOfInts bounds powers of ints, those with negative exponents being truncated to 0, 1 or -1.
func powOfInts(x, y interval) interval {
	v := interval{math.Inf(1), math.Inf(-1)}
	if y.lo < 0 {
		v = interval{-1, 1}
		if x.lo >= 0 {
			v.lo = 0
		}
		y.lo = 0
	}
	if y.hi < 0 {
		return v
	}
	switch {
	case y.lo == y.hi:
		return v.join(powOfFloats(x, y))
	case x.lo >= 0:
		return v.join(corners(det.Pow, x, y))
	}
	most := det.Pow(max(1, x.size()), y.hi)
	return v.join(interval{-most, most})
}
