package det

import (
	"math"
	"math/bits"
)

// Sin returns the sine of x radians, also for very large x. NaN for infinities.
//
// Source of Sin and Cos: FreeBSD msun k_sin.c, k_cos.c and e_rem_pio2.c, Copyright (C) 1993 Sun Microsystems; for large
// arguments Payne and Hanek, "Radian reduction for trigonometric functions" (SIGNUM Newsletter 18, 1983).
func Sin(x float64) float64 {
	if x != x || math.IsInf(x, 0) {
		return math.NaN()
	}
	if math.Abs(x) < 0x1p-26 {
		return x
	}
	n, r, low := reduce(x)
	switch n {
	case 0:
		return sinReduced(r, low)
	case 1:
		return cosReduced(r, low)
	case 2:
		return -sinReduced(r, low)
	}
	return -cosReduced(r, low)
}

// Cos returns the cosine of x radians, also for very large x. NaN for infinities.
func Cos(x float64) float64 {
	if x != x || math.IsInf(x, 0) {
		return math.NaN()
	}
	n, r, low := reduce(x)
	switch n {
	case 0:
		return cosReduced(r, low)
	case 1:
		return -sinReduced(r, low)
	case 2:
		return -cosReduced(r, low)
	}
	return sinReduced(r, low)
}

// sinReduced returns sin(x + y) for |x| <= π/4 and a y that is the rounding error of x.
func sinReduced(x, y float64) float64 {
	const (
		s1 = -1.66666666666666324348e-01
		s2 = 8.33333333332248946124e-03
		s3 = -1.98412698298579493134e-04
		s4 = 2.75573137070700676789e-06
		s5 = -2.50507602534068634195e-08
		s6 = 1.58969099521155010221e-10
	)
	z := float64(x * x)
	v := float64(z * x)
	r := s5 + float64(z*s6)
	r = s4 + float64(z*r)
	r = s3 + float64(z*r)
	r = s2 + float64(z*r)
	return x - ((float64(z*(float64(0.5*y)-float64(v*r))) - y) - float64(v*s1))
}

// cosReduced returns cos(x + y) for the same x and y.
func cosReduced(x, y float64) float64 {
	const (
		c1 = 4.16666666666666019037e-02
		c2 = -1.38888888888741095749e-03
		c3 = 2.48015872894767294178e-05
		c4 = -2.75573143513906633035e-07
		c5 = 2.08757232129817482790e-09
		c6 = -1.13596475577881948265e-11
	)
	z := float64(x * x)
	r := c5 + float64(z*c6)
	r = c4 + float64(z*r)
	r = c3 + float64(z*r)
	r = c2 + float64(z*r)
	r = float64(z * (c1 + float64(z*r)))
	half := float64(0.5 * z)
	w := 1 - half
	return w + (((1 - w) - half) + (float64(z*r) - float64(x*y)))
}

// reduce returns the quadrant n and a rest r + low of at most about π/4 such that x = n π/2 + r + low, modulo 2π.
func reduce(x float64) (n int, r, low float64) {
	if math.Abs(x) <= math.Pi/4 {
		return 0, x, 0
	}
	if math.Abs(x) >= 0x1p20 {
		return reduceLarge(x)
	}
	const ( // π/2 in parts of 33 bits: their products with n are exact
		part1 = 1.57079632673412561417e+00
		part2 = 6.07710050630396597660e-11
		part3 = 2.02226624871116645580e-21
		rest3 = 8.47842766036889956997e-32 // π/2 - all three
	)
	f := math.Floor(float64(x*(2/math.Pi)) + 0.5)
	// Always three steps: together they cover any cancellation that a float64 below 2^20 can cause.
	a := x - float64(f*part1)
	w := float64(f * part2)
	b := a - w
	e := (a - b) - w
	w = float64(f * part3)
	c := b - w
	e += (b - c) - w
	e -= float64(f * rest3)
	r = c + e
	return int(f) & 3, r, (c - r) + e
}

// reduceLarge multiplies x by those bits of 2/π that affect the result modulo whole turns.
func reduceLarge(x float64) (n int, r, low float64) {
	b := math.Float64bits(x)
	m := b&(1<<52-1) | 1<<52
	// x = m * 2^e; the bits of 2/π from 2^-(e-1) on matter. Table and position start 64 bits early.
	position := int(b>>52&0x7ff) - 1075 - 2 + 64
	w2, w1, w0 := window(position), window(position+64), window(position+128)
	h1, p0 := bits.Mul64(m, w0)
	h2, l1 := bits.Mul64(m, w1)
	p1, carry := bits.Add64(l1, h1, 0)
	p2 := m*w2 + h2 + carry
	// p2 p1 p0 is x * 2/π modulo 4 with two bits before the point.
	n = int(p2 >> 62)
	hi, lo := p2<<2|p1>>62, p1<<2|p0>>62
	negative := hi>>63 != 0
	if negative { // over one half: the next quadrant, from the other side
		n++
		lo, carry = bits.Sub64(0, lo, 0)
		hi, _ = bits.Sub64(0, hi, carry)
	}
	r, low = fractionOfQuadrant(hi, lo)
	if negative != (x < 0) {
		r, low = -r, -low
	}
	if x < 0 {
		n = -n
	}
	return n & 3, r, low
}

// window returns 64 bits of the table, starting at a bit.
func window(position int) uint64 {
	i, shift := position>>6, uint(position&63)
	if shift == 0 {
		return twoOverPi[i]
	}
	return twoOverPi[i]<<shift | twoOverPi[i+1]>>(64-shift)
}

// fractionOfQuadrant returns hi,lo * 2^-128 * π/2 in two parts.
func fractionOfQuadrant(hi, lo uint64) (r, low float64) {
	const (
		pi2High = 1.57079632679489655800e+00
		pi2Low  = 6.12323399573676603587e-17
	)
	zeros := bits.LeadingZeros64(hi)
	hi, lo = hi<<zeros|lo>>(64-zeros), lo<<zeros
	// 53 bits and the next 53.
	unit := power2(-zeros)
	f := float64(float64(hi>>11) * 0x1p-53)
	g := float64(float64((hi&0x7ff)<<42|lo>>22) * 0x1p-106)
	// (f + g) * (pi2High + pi2Low), the product of the leading parts exact by halves.
	fh, ph := high(f), high(pi2High)
	fl, pl := f-fh, float64(pi2High)-ph
	p := float64(f * pi2High)
	e := ((float64(fh*ph) - p) + float64(fh*pl) + float64(fl*ph)) + float64(fl*pl)
	e += float64(f*pi2Low) + float64(g*pi2High)
	r = p + e
	low = (p - r) + e
	return float64(r * unit), float64(low * unit)
}

// twoOverPi is 2/π in binary: 64 zero bits, then the fraction.
var twoOverPi = [...]uint64{
	0,
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
	0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c,
	0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
	0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
	0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08,
	0x56033046fc7b6bab, 0xf0cfbc209af4361d, 0xa9e391615ee61b08,
}
