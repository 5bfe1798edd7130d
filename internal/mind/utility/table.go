package utility

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

// cells is the number of cells of a table over 0..1. It is a power of two, so that finding the cell of a number
// involves no rounding.
const cells = 32

// slack widens every bound on both sides. It is far greater than any rounding error of [curve.Curve.At] within the
// ranges of its parameters (below 1e-9), and keeps non-zero bounds so far from 0 that no product of them underflows.
const slack = 1e-6

// table holds line segments that bound a curve: within a cell, base + slope x is at least the value at x; minus width,
// it is at most that value and at least 0. The last cell is for x = 1 alone.
type table [cells + 1]cell

type cell struct{ base, slope, width float64 }

// above returns the upper bound at x, which is in the cell.
func (c *cell) above(x float64) float64 { return c.base + c.slope*x }

// newTable returns the bounds of a curve, the maximum of them, and the mean, which says how much the curve rules out.
//
// Within a cell of width h, a chord is off by at most bend h^2 / 8. If that is no bound, or a worse one than the
// curve's range within the cell, which is that of its ends and turning points, the bound is constant.
func newTable(c *curve.Curve) (t *table, greatest, mean float64) {
	t = new(table)
	turns := c.Turns(nil)
	for i := range cells {
		p, q := float64(i)/cells, float64(i+1)/cells
		t[i] = bound(c, p, q, turns)
		greatest = max(greatest, min(c.High, max(t[i].above(p), t[i].above(q))))
		mean += (t[i].above(p) + t[i].above(q)) / (2 * cells)
	}
	t[cells] = t[cells-1]
	return t, greatest, mean
}

func bound(c *curve.Curve, p, q float64, turns []float64) cell {
	low, high := reach(c, p, q, turns)
	fp, fq := c.Raw(p), c.Raw(q)
	off := c.Bend(p, q)*(q-p)*(q-p)/8 + slack
	if !(min(fp, fq)-off >= c.Low) { // also if one of them is infinite or NaN
		return level(low, high)
	}
	width := max(2*off, max(fp, fq)+off-c.High)
	if !(width < high-low && min(fp, fq)+off-width >= 2*slack) { // the lower bound must not be negative
		return level(low, high)
	}
	slope := (fq - fp) / (q - p)
	base := max(fp-slope*p, fq-slope*q) + off
	return cell{base: base, slope: slope, width: width + slack}
}

// reach returns bounds of the curve from p to q.
func reach(c *curve.Curve, p, q float64, turns []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	see := func(x float64) {
		y := c.Raw(x)
		low, high = min(low, y), max(high, y)
	}
	see(p)
	see(q)
	for _, x := range turns {
		if x > p && x < q {
			see(x)
		}
	}
	return c.CutOff(low - slack), c.CutOff(high + slack)
}

func level(low, high float64) cell { return cell{base: high, width: high - low} }
