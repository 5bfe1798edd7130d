package curve

import (
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri/det"
)

// Kind is the kind of a curve. [Kinds] documents each.
type Kind uint8

// The kinds of curves.
const (
	Linear Kind = iota
	Quadratic
	Cubic
	Polynomial
	Logistic
	Logit
	Exponential
	Normal
	Sine
	Step
	Smoothstep
	Piecewise
)

// Point is a point of a piecewise curve.
type Point struct{ X, Y float64 }

// Curve is a response curve: it maps 0..1 to 0..1. Get one with [Kind.Curve], which sets the parameters of the kind to
// their defaults, and change what you like; a Curve made otherwise has a slope of 0. Plain data.
//
// Source: the parameters m, k, b and c of the "Infinite Axis Utility System" (Dave Mark, GDC AI Summit 2013 and 2015).
type Curve struct {
	Kind      Kind
	Slope     float64 // m: factor; negative: upside down
	Exponent  float64 // k: exponent, steepness or frequency; not of linear, quadratic, cubic, step and piecewise
	XShift    float64 // c: how far the curve is moved to the right
	YShift    float64 // b: how far it is moved up
	Low, High float64 // what results are cut off at, within 0..1
	Points    []Point // of Piecewise: with rising X, at most MaxPoints
}

// MaxPoints is the greatest number of points of a piecewise curve: more is a table, and belongs into an input.
const MaxPoints = 64

// At returns the value of the curve at x, the same bits on every platform. An x below 0, or NaN, counts as 0, one above
// 1 as 1. It does not allocate; the curve must be one that [Curve.Check] finds nothing wrong with.
func (c *Curve) At(x float64) float64 { return c.CutOff(c.Raw(Unit(x))) }

// Unit brings a number into 0..1; NaN becomes 0.
func Unit(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	if x > 1 {
		return 1
	}
	return x
}

// CutOff returns y, what [Curve.Raw] gives, brought into Low..High; NaN becomes Low.
func (c *Curve) CutOff(y float64) float64 {
	if !(y > c.Low) {
		return c.Low
	}
	if y > c.High {
		return c.High
	}
	return y
}

// Raw returns the value at x, which must be within 0..1, before clamping. It may be infinite, but never NaN.
func (c *Curve) Raw(x float64) float64 {
	t := x - c.XShift
	switch c.Kind {
	case Linear:
		return float64(c.Slope*t) + c.YShift
	case Quadratic:
		return float64(c.Slope*float64(t*t)) + c.YShift
	case Cubic:
		return float64(c.Slope*float64(float64(t*t)*t)) + c.YShift
	case Polynomial:
		return float64(c.Slope*power(t, c.Exponent)) + c.YShift
	case Logistic:
		return c.Slope/(1+det.Exp(float64(float64(-10*c.Exponent)*(t-0.5)))) + c.YShift
	case Logit:
		return c.logit(t) + c.YShift
	case Exponential:
		return float64(c.Slope*exponential(t, c.Exponent)) + c.YShift
	case Normal:
		d := t - 0.5
		return float64(c.Slope*det.Exp(float64(float64(-30*c.Exponent)*float64(d*d)))) + c.YShift
	case Sine:
		return float64(float64(0.5*c.Slope)*det.Sin(float64(float64(2*math.Pi*c.Exponent)*t))) + 0.5 + c.YShift
	case Step:
		if t >= 0.5 {
			return c.Slope + c.YShift
		}
		return c.YShift
	case Smoothstep:
		s := Unit(float64(c.Exponent*(t-0.5)) + 0.5)
		return float64(c.Slope*float64(float64(s*s)*(3-float64(2*s)))) + c.YShift
	}
	return float64(c.Slope*c.between(t)) + c.YShift
}

// power is t^k; of a negative t, unless k is a whole number, it is 0.
func power(t, k float64) float64 {
	if t < 0 && math.Floor(k) != k {
		return 0
	}
	return det.Pow(t, k)
}

// exponential runs from 0 at 0 to 1 at 1; for k = 0 it is a straight line.
func exponential(t, k float64) float64 {
	if k == 0 {
		return t
	}
	return det.Expm1(float64(k*t)) / det.Expm1(k)
}

// logit is the inverse of the logistic curve with the same exponent: minus infinity up to 0, infinity from 1 on.
func (c *Curve) logit(t float64) float64 {
	odds := math.Inf(1)
	if t <= 0 {
		odds = 0
	} else if t < 1 {
		odds = t / (1 - t)
	}
	if c.Slope == 0 {
		return 0.5
	}
	return float64(c.Slope*det.Log(odds))/float64(10*c.Exponent) + 0.5
}

// between interpolates the points.
func (c *Curve) between(t float64) float64 {
	p := c.Points
	if t <= p[0].X {
		return p[0].Y
	}
	for i := 1; i < len(p); i++ {
		if t <= p[i].X {
			share := (t - p[i-1].X) / (p[i].X - p[i-1].X)
			return p[i-1].Y + float64(share*(p[i].Y-p[i-1].Y))
		}
	}
	return p[len(p)-1].Y
}

// Check returns the mistake in the curve, or nil: a parameter out of the range that [Kinds] documents, or points that
// do not rise.
func (c *Curve) Check() error {
	if int(c.Kind) >= len(kinds) {
		return fmt.Errorf("there is no curve of kind %d", c.Kind)
	}
	info := &kinds[c.Kind]
	for i := range info.Params {
		p := &info.Params[i]
		if v := *p.of(c); !(v >= p.Min && v <= p.Max) {
			return fmt.Errorf("%s: %s is %v, must be in %v..%v", info.Name, p.Name, v, p.Min, p.Max)
		}
	}
	if c.Low > c.High {
		return fmt.Errorf("%s: low is %v, above high, %v", info.Name, c.Low, c.High)
	}
	if c.Kind == Piecewise {
		return checkPoints(c.Points)
	}
	return nil
}

func checkPoints(p []Point) error {
	if len(p) == 0 || len(p) > MaxPoints {
		return fmt.Errorf("piecewise: %d points, must be 1 to %d", len(p), MaxPoints)
	}
	for i := range p {
		switch {
		case !(math.Abs(p[i].X) <= 100 && math.Abs(p[i].Y) <= 100):
			return fmt.Errorf("piecewise: point %d has a coordinate out of -100..100", i+1)
		case i > 0 && !(p[i].X-p[i-1].X >= leastStep):
			return fmt.Errorf("piecewise: x of point %d is %v, must be greater than %v, by %v at least", i+1, p[i].X, p[i-1].X, leastStep)
		}
	}
	return nil
}

// leastStep is the least distance of two points in x: steeper is a step, and would drown in rounding.
const leastStep = 1e-6
