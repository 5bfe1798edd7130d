package curve

import (
	"math"

	"github.com/karakuri-ai/karakuri/det"
)

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

// Bend returns an upper bound of the second derivative of [Curve.Raw], without its sign, for x from p to q, p < q:
// infinite if there is none. Within that interval a chord of the curve is off by at most the bend times (q-p)^2 / 8.
func (c *Curve) Bend(p, q float64) float64 {
	p, q = p-c.XShift, q-c.XShift
	m, k := math.Abs(c.Slope), c.Exponent
	switch c.Kind {
	case Linear:
		return 0
	case Quadratic:
		return 2 * m
	case Cubic:
		return 6 * m * max(math.Abs(p), math.Abs(q))
	case Polynomial:
		return m * bendOfPower(p, q, k)
	case Logistic: // s'' = s (1 - s) (1 - 2s), at most 1 / (6 sqrt 3), and less than e^-|z|
		return 100 * m * k * k * min(0.0963, det.Exp(-math.Abs(10*k)*nearest(p-0.5, q-0.5)))
	case Logit:
		if p <= 0 || q >= 1 {
			return math.Inf(1)
		}
		return m / (10 * k) * max(bendOfLogit(p), bendOfLogit(q))
	case Exponential:
		if k == 0 {
			return 0
		}
		return m * k * k * math.Abs(det.Exp(max(k*p, k*q))/det.Expm1(k))
	case Normal: // a = 30k: |4 a^2 d^2 - 2a| e^(-a d^2), at most 2a
		a, far := 30*k, max(math.Abs(p-0.5), math.Abs(q-0.5))
		near := nearest(p-0.5, q-0.5)
		return m * min(2*a, (4*a*a*far*far+2*a)*det.Exp(-a*near*near))
	case Sine:
		return 2 * math.Pi * math.Pi * m * k * k
	case Smoothstep:
		return 6 * m * k * k
	}
	for _, x := range c.Turns(nil) { // a step or points
		if t := x - c.XShift; t >= p-1e-9 && t <= q+1e-9 {
			return math.Inf(1)
		}
	}
	return 0
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

// bendOfPower is Bend for t^k, t from p to q.
func bendOfPower(p, q, k float64) float64 {
	near, far := nearest(p, q), max(math.Abs(p), math.Abs(q))
	if math.Floor(k) != k {
		near, far = max(p, 0), max(q, 0) // it is 0 below 0
	}
	switch {
	case k == 0, k == 1, far == 0:
		return 0
	case k >= 2:
		return k * (k - 1) * det.Pow(far, k-2)
	case near == 0:
		return math.Inf(1)
	}
	return k * math.Abs(k-1) * det.Pow(near, k-2)
}

// bendOfLogit is the second derivative of ln(t / (1 - t)), which grows from the middle to either end.
func bendOfLogit(t float64) float64 { return math.Abs(2*t-1) / (t * t * (1 - t) * (1 - t)) }

// nearest returns how near x comes to 0 between p and q.
func nearest(p, q float64) float64 {
	if p <= 0 && q >= 0 {
		return 0
	}
	return min(math.Abs(p), math.Abs(q))
}
