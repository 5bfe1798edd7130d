package det

import "math"

// Atan2 returns the angle of the point (x, y) seen from the origin, within -π and π: note the order of the arguments.
// Special cases are those of math.Atan2.
//
// Source: FreeBSD msun e_atan2.c and s_atan.c, Copyright (C) 1993 Sun Microsystems. Within two units in the last
// place.
func Atan2(y, x float64) float64 {
	switch {
	case x != x || y != y:
		return math.NaN()
	case y == 0 && (x > 0 || x == 0 && !math.Signbit(x)):
		return y
	case y == 0:
		return math.Copysign(math.Pi, y)
	case x == 0:
		return math.Copysign(math.Pi/2, y)
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return math.Copysign(atan2Inf(math.Abs(y), x), y)
	}
	const piLow = 1.2246467991473531772e-16 // π - math.Pi
	z := atan(math.Abs(y / x))
	if x < 0 {
		z = math.Pi - (z - piLow)
	}
	return math.Copysign(z, y)
}

// atan2Inf returns the angle of a point with an infinite coordinate, for positive y.
func atan2Inf(y, x float64) float64 {
	switch {
	case !math.IsInf(y, 1) && x > 0:
		return 0
	case !math.IsInf(y, 1):
		return math.Pi
	case math.IsInf(x, 1):
		return math.Pi / 4
	case math.IsInf(x, -1):
		return 3 * math.Pi / 4
	}
	return math.Pi / 2
}

// atan returns the arc tangent of x >= 0, including +Inf. It reduces x towards zero by one of four fixed angles.
func atan(x float64) float64 {
	switch {
	case x >= 0x1p66:
		return math.Pi / 2
	case x < 0.4375:
		return x - atanTail(x)
	case x < 0.6875: // atan(1/2)
		return atanMoved((2*x-1)/(2+x), 4.63647609000806093515e-01, 2.26987774529616870924e-17)
	case x < 1.1875: // atan(1)
		return atanMoved((x-1)/(x+1), 7.85398163397448278999e-01, 3.06161699786838301793e-17)
	case x < 2.4375: // atan(3/2)
		return atanMoved((x-1.5)/(1+float64(1.5*x)), 9.82793723247329054082e-01, 1.39033110312309984516e-17)
	}
	return atanMoved(-1/x, 1.57079632679489655800e+00, 6.12323399573676603587e-17)
}

// atanMoved returns angle + low + atan(x).
func atanMoved(x, angle, low float64) float64 {
	return angle - ((atanTail(x) - low) - x)
}

// atanTail returns x - atan(x) for |x| < 0.4375.
func atanTail(x float64) float64 {
	const (
		t0  = 3.33333333333329318027e-01
		t1  = -1.99999999998764832476e-01
		t2  = 1.42857142725034663711e-01
		t3  = -1.11111104054623557880e-01
		t4  = 9.09088713343650656196e-02
		t5  = -7.69187620504482999495e-02
		t6  = 6.66107313738753120669e-02
		t7  = -5.83357013379057348645e-02
		t8  = 4.97687799461593236017e-02
		t9  = -3.65315727442169155270e-02
		t10 = 1.62858201153657823623e-02
	)
	z := float64(x * x)
	w := float64(z * z)
	s := t8 + float64(w*t10)
	s = t6 + float64(w*s)
	s = t4 + float64(w*s)
	s = t2 + float64(w*s)
	s = float64(z * (t0 + float64(w*s)))
	u := t7 + float64(w*t9)
	u = t5 + float64(w*u)
	u = t3 + float64(w*u)
	u = float64(w * (t1 + float64(w*u)))
	return float64(x * (s + u))
}
