package det

import "math"

// Sqrt returns the square root of x, rounded to the nearest float. It returns NaN for x < 0.
func Sqrt(x float64) float64 { return math.Sqrt(x) } // IEEE 754 defines it to the bit

// Hypot returns the length of the vector (x, y) without unnecessary overflow or underflow. It is +Inf if either is an
// infinity, even if the other is NaN.
func Hypot(x, y float64) float64 {
	if s := float64(x*x) + float64(y*y); s > 0x1p-900 && s < 0x1p1000 {
		return math.Sqrt(s) // no square overflowed or underflowed; the rest of the function would return the same
	}
	x, y = math.Abs(x), math.Abs(y)
	if math.IsInf(x, 1) || math.IsInf(y, 1) {
		return math.Inf(1)
	}
	big, small := max(x, y), min(x, y) // NaN if either is NaN
	switch {
	case small == 0, small < float64(big*0x1p-60):
		return big // the other is negligible
	case big > 0x1p500:
		return float64(0x1p600 * root(float64(x*0x1p-600), float64(y*0x1p-600)))
	case small < 0x1p-500:
		return float64(0x1p-600 * root(float64(x*0x1p600), float64(y*0x1p600)))
	}
	return root(x, y)
}

func root(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) }

// scale returns x * 2^k, rounded once, for an x of about 1.
func scale(x float64, k int) float64 {
	switch {
	case k > 1023:
		return float64(float64(x*power2(k-1)) * 2)
	case k < -1022:
		return float64(float64(x*power2(k+1000)) * 0x1p-1000)
	}
	return float64(x * power2(k))
}

// power2 returns 2^k for -1022 <= k <= 1023.
func power2(k int) float64 { return math.Float64frombits(uint64(k+1023) << 52) }

// split returns a fraction with 1/2 <= f < 1 and an exponent such that x = f * 2^k. x must be positive and finite.
func split(x float64) (f float64, k int) {
	if x < 0x1p-1022 {
		x, k = float64(x*0x1p52), -52
	}
	b := math.Float64bits(x)
	return math.Float64frombits(b&^(0x7ff<<52) | 1022<<52), k + int(b>>52) - 1022
}

// high returns x with the low half of its bits cleared, so that products of two such numbers are exact.
func high(x float64) float64 { return math.Float64frombits(math.Float64bits(x) &^ 0xffffffff) }
