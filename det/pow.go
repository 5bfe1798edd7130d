package det

import "math"

// Pow returns x to the power of y, with the special cases of math.Pow: x^0 and 1^y are 1, also for NaN; a negative x
// with a non-integer y is NaN; 0 to a negative power is an infinity.
//
// Source: FreeBSD msun e_pow.c, Copyright (C) 2004 Sun Microsystems: y log2(x) in two parts, so that the error stays
// below 0.7 units in the last place.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y:
		return math.NaN()
	case math.IsInf(y, 0):
		return powInf(x, y)
	}
	sign := 1.0
	if math.Signbit(x) {
		switch parity(y) {
		case odd:
			sign = -1
		case fractional:
			if x != 0 && !math.IsInf(x, -1) {
				return math.NaN()
			}
		}
		x = -x
	}
	switch {
	case x == 0 && y < 0, x > math.MaxFloat64 && y > 0:
		return math.Copysign(math.Inf(1), sign)
	case x == 0, x > math.MaxFloat64:
		return math.Copysign(0, sign)
	case x == 1:
		return sign
	case y == 1:
		return math.Copysign(x, sign)
	case y == 0.5:
		return math.Sqrt(x)
	}
	return math.Copysign(powPositive(x, y), sign)
}

// powInf returns x to the power of an infinity.
func powInf(x, y float64) float64 {
	switch a := math.Abs(x); {
	case a == 1:
		return 1
	case a > 1 == (y > 0):
		return math.Inf(1)
	}
	return 0
}

const (
	even = iota
	odd
	fractional
)

// parity reports whether y is an odd integer, an even integer or not an integer.
func parity(y float64) int {
	y = math.Abs(y)
	switch {
	case y >= 0x1p53:
		return even
	case math.Floor(y) != y:
		return fractional
	case uint64(y)&1 != 0:
		return odd
	}
	return even
}

// powPositive returns x^y for positive finite x other than 1 and finite y.
func powPositive(x, y float64) float64 {
	if math.Abs(y) > 0x1p64 { // with |log2 x| >= 2^-53, the result is out of range
		if x > 1 == (y > 0) {
			return math.Inf(1)
		}
		return 0
	}
	t1, t2 := log2Parts(x)
	// z = y * log2(x) = big + small
	y1 := high(y)
	small := float64((y-y1)*t1) + float64(y*t2)
	big := float64(y1 * t1)
	z := small + big
	const over = 8.0085662595372944372e-17 // -(1024 - log2(overflow + half a unit))
	switch {
	case z > 1024, z == 1024 && small+over > z-big:
		return math.Inf(1)
	case z < -1075, z == -1075 && small <= z-big:
		return 0
	}
	return exp2Parts(big, small, z)
}

// log2Parts returns log2(x) as a sum of two parts; the low half of the first part is zero.
func log2Parts(x float64) (t1, t2 float64) {
	const (
		l1    = 5.99999999999994648725e-01
		l2    = 4.28571428578550184252e-01
		l3    = 3.33333329818377432918e-01
		l4    = 2.72728123808534006489e-01
		l5    = 2.30660745775561754067e-01
		l6    = 2.06975017800338417784e-01
		cp    = 9.61796693925975554329e-01  // 2/(3 ln 2)
		cpHi  = 9.61796700954437255859e-01  // cp in two parts
		cpLo  = -7.02846165095275826516e-09 //
		log15 = 5.84962487220764160156e-01  // log2(1.5) in two parts
		low15 = 1.35003920212974897128e-08
	)
	f, k := split(x)
	ax, n := float64(f*2), k-1 // 1 <= ax < 2
	base, dh, dl := 1.0, 0.0, 0.0
	switch {
	case ax < 0x1.3988ep0: // about sqrt(3/2)
	case ax < 0x1.bb67ap0: // about sqrt(3)
		base, dh, dl = 1.5, log15, low15
	default:
		n, ax = n+1, float64(ax*0.5)
	}
	// s = sh + sl = (ax - base) / (ax + base)
	u, v := ax-base, 1/(ax+base)
	s := float64(u * v)
	sh := high(s)
	th := high(ax + base)
	tl := ax - (th - base)
	sl := float64(v * ((u - float64(sh*th)) - float64(sh*tl)))
	// log(ax/base)
	s2 := float64(s * s)
	r := l5 + float64(s2*l6)
	r = l4 + float64(s2*r)
	r = l3 + float64(s2*r)
	r = l2 + float64(s2*r)
	r = l1 + float64(s2*r)
	r = float64(s2 * s2 * r)
	r += float64(sl * (sh + s))
	s2 = float64(sh * sh)
	th = high(3 + s2 + r)
	tl = r - ((th - 3) - s2)
	u = float64(sh * th)
	v = float64(sl*th) + float64(tl*s)
	// 2/(3 ln 2) * (s + ...)
	ph := high(u + v)
	pl := v - (ph - u)
	zh := float64(cpHi * ph)
	zl := float64(cpLo*ph) + float64(pl*cp) + dl
	t := float64(n)
	t1 = high(((zh + zl) + dh) + t)
	return t1, zl - (((t1 - t) - dh) - zh)
}

// exp2Parts returns 2^(big + small), where z is the sum rounded.
func exp2Parts(big, small, z float64) float64 {
	const (
		p1  = 1.66666666666666019037e-01
		p2  = -2.77777777770155933842e-03
		p3  = 6.61375632143793436117e-05
		p4  = -1.65339022054652515390e-06
		p5  = 4.13813679705723846039e-08
		lg2 = 6.93147180559945286227e-01
		hi2 = 6.93147182464599609375e-01
		lo2 = -1.90465429995776804525e-09
	)
	n := math.Floor(z + 0.5)
	if n > 0 && z <= 0.5 { // rare, unlike an absolute z of at most 0.5, which processors mispredict
		n = 0
	}
	big -= n
	t := high(small + big)
	u := float64(t * hi2)
	v := float64((small-(t-big))*lg2) + float64(t*lo2)
	w := u + v
	rest := v - (w - u)
	t = float64(w * w)
	c := p4 + float64(t*p5)
	c = p3 + float64(t*c)
	c = p2 + float64(t*c)
	c = p1 + float64(t*c)
	c = w - float64(t*c)
	r := float64(w*c)/(c-2) - (rest + float64(w*rest))
	return scale(1-(r-w), int(n))
}
