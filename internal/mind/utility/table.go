package utility

import (
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

// cells is the number of cells of a table over 0..1. It is a power of two, so that finding the cell of a number
// involves no rounding.
const cells = 256

// slack is the lowest upper bound. It keeps upper bounds so far from 0 that no product of them underflows.
const slack = 1e-6

// rounding is more than the relative error of a conversion to float32 and a product of two such numbers.
const rounding = 0x1p-22

// table holds bounds of a curve.
type table struct {
	cells    row
	greatest float64 // upper bound
	mean     float64 // of the logarithms of the upper bounds: how much the curve rules out
}

// row holds the cells of a table. The last cell is for x = 1 alone.
type row [cells + 1]cell

// cell holds bounds of the values of a curve within the cell.
type cell struct{ upper, lower float32 }

// at returns the cell of x. An x below 0, or NaN, counts as 0, one above 1 as 1.
func (r *row) at(x float64) *cell {
	if x >= 0 && x < 1 {
		return &r[uint8(int(x*cells))]
	}
	if x > 0 {
		return &r[cells]
	}
	return &r[0]
}

func newTable(c *curve.Curve) *table {
	t := new(table)
	for i := range t.cells {
		low, high := c.Range(float64(i)/cells, float64(i+1)/cells)
		upper := max(high, slack) * (1 + rounding)
		t.cells[i] = cell{float32(upper), float32(low * (1 - rounding))}
		t.greatest = max(t.greatest, float64(t.cells[i].upper))
		t.mean += det.Log(upper) / cells
	}
	return t
}
