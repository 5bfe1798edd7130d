package det

import "math"

// Log returns the natural logarithm of x: -Inf for 0, NaN for x < 0.
//
// Source: FreeBSD msun e_log.c, Copyright (C) 1993 Sun Microsystems: x = 2^k (1 + f), and a polynomial by Remez' method
// in s = f / (2 + f).
func Log(x float64) float64 {
	const (
		l1 = 6.666666666666735130e-01
		l2 = 3.999999999940941908e-01
		l3 = 2.857142874366239149e-01
		l4 = 2.222219843214978396e-01
		l5 = 1.818357216161805012e-01
		l6 = 1.531383769920937332e-01
		l7 = 1.479819860511658591e-01
	)
	switch {
	case x != x || x > math.MaxFloat64:
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	f1, ki := split(x)
	if f1 < math.Sqrt2/2 {
		f1 *= 2 // exact
		ki--
	}
	f, k := f1-1, float64(ki)
	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	odd := l5 + float64(s4*l7)
	odd = l3 + float64(s4*odd)
	odd = float64(s2 * (l1 + float64(s4*odd)))
	even := l4 + float64(s4*l6)
	even = float64(s4 * (l2 + float64(s4*even)))
	half := float64(0.5 * f * f)
	tail := float64(s*(half+odd+even)) + float64(k*ln2Low)
	return float64(k*ln2High) - ((half - tail) - f)
}
