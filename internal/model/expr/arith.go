package expr

import (
	"math"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/world"
)

// The arithmetic of the language on words. Ints wrap around; division by zero gives 0; floats stay finite.

func divInt(x, y int64) int64 {
	if y == 0 {
		return 0
	}
	return x / y
}

func modInt(x, y int64) int64 {
	if y == 0 {
		return 0
	}
	return x % y
}

// powInt returns x to the power of y, truncated like a division for negative y.
func powInt(x, y int64) int64 {
	if y < 0 {
		switch {
		case x == 1 || x == -1 && y%2 == 0:
			return 1
		case x == -1:
			return -1
		}
		return 0
	}
	r := int64(1)
	for ; y > 0; y >>= 1 {
		if y&1 != 0 {
			r *= x
		}
		x *= x
	}
	return r
}

// addSaturating returns x + y, or the int nearest to it.
func addSaturating(x, y world.Word) world.Word {
	s := x + y
	if (x^s)&(y^s) < 0 {
		if x < 0 {
			return math.MinInt64
		}
		return math.MaxInt64
	}
	return s
}

// subSaturating returns x - y, or the int nearest to it.
func subSaturating(x, y world.Word) world.Word {
	d := x - y
	if (x^y)&(x^d) < 0 {
		if x < 0 {
			return math.MinInt64
		}
		return math.MaxInt64
	}
	return d
}

func arithInt(op Op, x, y world.Word) world.Word {
	switch op {
	case Add:
		return x + y
	case Sub:
		return x - y
	case Mul:
		return x * y
	case Div:
		return world.Word(divInt(int64(x), int64(y)))
	case Mod:
		return world.Word(modInt(int64(x), int64(y)))
	default:
		return world.Word(powInt(int64(x), int64(y)))
	}
}

func arithFloat(op Op, x, y world.Word) world.Word {
	a, b := x.Float(), y.Float()
	switch op {
	case Add:
		a += b
	case Sub:
		a -= b
	case Mul:
		a *= b
	case Div:
		if b == 0 {
			return world.Float(0)
		}
		a /= b
	case Mod:
		if b == 0 {
			return world.Float(0)
		}
		a = math.Mod(a, b) // exact, so the same everywhere
	default:
		a = det.Pow(a, b)
	}
	return world.Float(a)
}

// truncated returns the int of a float without fraction, or the int nearest to it.
func truncated(f float64) world.Word {
	switch {
	case f >= 1<<63:
		return math.MaxInt64
	case f < -1<<63:
		return math.MinInt64
	}
	return world.Word(int64(f))
}

func negFloat(x world.Word) world.Word { return world.Float(-x.Float()) }

func absInt(x world.Word) world.Word {
	if x < 0 {
		return -x
	}
	return x
}

func intToFloat(x world.Word) world.Word { return world.Float(float64(x)) }

// builtinFloat computes a built-in function of one float.
func builtinFloat(b Builtin, x world.Word) world.Word {
	f := x.Float()
	switch b {
	case BuiltinAbs:
		return world.Float(math.Abs(f))
	case BuiltinFloor:
		return truncated(math.Floor(f))
	case BuiltinCeil:
		return truncated(math.Ceil(f))
	case BuiltinRound:
		return truncated(math.Round(f))
	case BuiltinSqrt:
		return world.Float(det.Sqrt(max(f, 0)))
	case BuiltinSin:
		return world.Float(det.Sin(f))
	default:
		return world.Float(det.Cos(f))
	}
}

// curveOf returns the value of a response curve at a float.
func curveOf(c *curve.Curve, x world.Word) world.Word { return world.Float(c.At(x.Float())) }

// distance returns the distance of two points.
func distance(p, q [2]world.Word) world.Word {
	return world.Float(det.Hypot(p[0].Float()-q[0].Float(), p[1].Float()-q[1].Float()))
}

// clamped returns the word of lo..hi that is nearest to w.
func clamped(w, lo, hi world.Word) world.Word { return min(max(w, lo), hi) }
