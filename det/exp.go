package det

import "math"

// ln 2 in two parts; a product of the first with any exponent is exact.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// Exp returns e to the power of x. It is +Inf from about 709.78 on and 0 below about -745.13.
//
// Source: FreeBSD msun e_exp.c, Copyright (C) 1993 Sun Microsystems: x = k ln 2 + r, and a rational approximation
// of exp(r) by Remez' method.
func Exp(x float64) float64 {
	switch {
	case x != x || x > math.MaxFloat64:
		return x
	case x > 7.09782712893383973096e+02:
		return math.Inf(1)
	case x < -7.45133219101941108420e+02:
		return 0
	case math.Abs(x) < 0x1p-28:
		return 1 + x
	}
	k := int(float64(x*math.Log2E) + math.Copysign(0.5, x))
	high := x - float64(float64(k)*ln2High)
	low := float64(float64(k) * ln2Low)
	return scale(expReduced(high, low), k)
}

// expReduced returns exp(high - low) for a difference of at most ln 2 / 2.
func expReduced(high, low float64) float64 {
	const (
		p1 = 1.66666666666666657415e-01
		p2 = -2.77777777770155933842e-03
		p3 = 6.61375632143793436117e-05
		p4 = -1.65339022054652515390e-06
		p5 = 4.13813679705723846039e-08
	)
	r := high - low
	t := float64(r * r)
	c := p4 + float64(t*p5)
	c = p3 + float64(t*c)
	c = p2 + float64(t*c)
	c = p1 + float64(t*c)
	c = r - float64(t*c)
	return 1 - ((low - float64(r*c)/(2-c)) - high)
}

// Expm1 returns e to the power of x, minus 1, within three units in the last place. It is accurate for an x near 0,
// where subtracting 1 from [Exp] would cancel all digits.
//
// Source: W. Kahan's compensation, in N. J. Higham, "Accuracy and Stability of Numerical Algorithms" (2nd ed., SIAM
// 2002), section 1.14.1: the rounding errors of u - 1 and of log u cancel.
func Expm1(x float64) float64 {
	u := Exp(x)
	switch {
	case math.Abs(x) > 1, x != x:
		return u - 1
	case u == 1:
		return x
	}
	return float64((u-1)*x) / Log(u)
}

// Tanh returns the hyperbolic tangent of x, within two units in the last place.
//
// Source: Cephes tanh.c, Copyright 1984-2000 Stephen L. Moshier: a rational function near zero, elsewhere by Exp.
func Tanh(x float64) float64 {
	const (
		p0 = -9.64399179425052238628e-1
		p1 = -9.92877231001918586564e1
		p2 = -1.61468768441708447952e3
		q0 = 1.12811678491632931402e2
		q1 = 2.23548839060100448583e3
		q2 = 4.84406305325125486048e3
	)
	z := math.Abs(x)
	switch {
	case z > 22: // 1 - tanh(z) < 2^-54 beyond 19.1
		return math.Copysign(1, x)
	case z >= 0.625:
		s := Exp(2 * z) // exact: a doubling
		return math.Copysign(1-2/(s+1), x)
	case x == 0:
		return x
	}
	s := float64(x * x)
	p := float64(p0*s) + p1
	p = float64(p*s) + p2
	q := s + q0
	q = float64(q*s) + q1
	q = float64(q*s) + q2
	return x + float64(x*s)*p/q
}
