package utility

import "github.com/karakuri-ai/karakuri/det"

// take adds a consideration to the fold.
func (f fold) take(r, y, weight float64) float64 {
	switch f {
	case foldProduct:
		return float64(r * y)
	case foldSum:
		return r + float64(weight*y)
	case foldMin:
		if y < r {
			return y
		}
		return r
	}
	if y > r {
		return y
	}
	return r
}

// most returns an upper bound of a fold, given an upper bound rest of the axes to come.
func (f fold) most(r, rest float64) float64 { return f.take(r, rest, 1) }

// finish converts a fold to the aggregate.
func (b *behaviour) finish(r float64) float64 {
	switch b.aggregation {
	case Compensated:
		return r + float64(float64((1-r)*b.spread)*r)
	case GeometricMean:
		return det.Pow(r, 1/float64(b.n))
	case WeightedMean:
		return r / b.weights
	}
	return r
}

// margin is slightly less than 1. It covers the rounding errors of all computations on the considerations of one
// behaviour.
const margin = 1 - 0x1p-30

// tiny is a fold or score below which rounding errors are no longer proportional. It counts as 0.
const tiny = 1e-200

// least returns a bound that a fold must exceed for its aggregate to reach a score. If it returns 0, the aggregate of a
// fold of 0 is 0, which is never chosen.
func (b *behaviour) least(score float64) float64 {
	if score < 1e-100 {
		return 0
	}
	r := score * margin
	switch b.aggregation {
	case Compensated: // the inverse of r + (1 - r) spread r
		u := 1 + b.spread
		r = 2 * r / (u + det.Sqrt(max(u*u-4*b.spread*min(r, 1), 0)))
	case GeometricMean:
		t := r
		for range b.n - 1 {
			r *= t
		}
	case WeightedMean:
		r *= b.weights
	}
	if r *= margin; r < tiny {
		return 0
	}
	return r
}
