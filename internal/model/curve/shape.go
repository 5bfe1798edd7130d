package curve

import "math"

// Turns appends to dst the points at which the curve may change from rising to falling, jumps, or bends sharply, in
// rising order, and returns it. It contains all such points within 0..1, and perhaps others. Between two neighbours
// [Curve.Raw] only rises or only falls.
func (c *Curve) Turns(dst []float64) []float64 {
	switch c.Kind {
	case Quadratic, Cubic, Polynomial:
		return append(dst, c.XShift)
	case Normal:
		return append(dst, c.XShift+0.5)
	case Sine:
		if c.Exponent == 0 {
			return dst
		}
		first := math.Floor(-2 * c.Exponent * (1 + math.Abs(c.XShift)))
		for n := first; ; n++ {
			x := c.XShift + (0.25+0.5*n)/c.Exponent
			if x > 1 {
				return dst
			}
			if x >= 0 {
				dst = append(dst, x)
			}
		}
	case Step:
		return append(dst, c.XShift+0.5)
	case Piecewise:
		for _, p := range c.Points {
			dst = append(dst, p.X+c.XShift)
		}
	}
	return dst
}

// slack is added to both sides of a range: it is far greater than any rounding error of [Curve.At] within the ranges of
// its parameters.
const slack = 1e-9

// Range returns bounds of the values that [Curve.At] has for x from p to q, p <= q; either may be infinite. They are as
// tight as rounding allows.
func (c *Curve) Range(p, q float64) (low, high float64) {
	p, q = Unit(p), Unit(q)
	low, high = math.Inf(1), math.Inf(-1)
	see := func(y float64) { low, high = min(low, y), max(high, y) }
	see(c.Raw(p))
	see(c.Raw(q))
	if c.Kind == Piecewise {
		for _, at := range c.Points { // the value at a point is known better than its place
			if x := at.X + c.XShift; x > p-slack && x < q+slack {
				see(float64(c.Slope*at.Y) + c.YShift)
			}
		}
	} else {
		for _, x := range c.Turns(nil) {
			if x > p && x < q {
				see(c.Raw(x))
			}
		}
	}
	return c.CutOff(widened(low, -slack)), c.CutOff(widened(high, slack))
}

// widened adds a share of its size, and as much again, to a number. An infinite one stays as it is.
func widened(y, by float64) float64 {
	if math.IsInf(y, 0) {
		return y
	}
	return y + by*(1+math.Abs(y))
}
