package utility

import (
	"math"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

// TestTablesBoundTheirCurves looks at curves with random parameters at random places, and at the ends of all cells.
func TestTablesBoundTheirCurves(t *testing.T) {
	r := det.NewRand(3, 0, 0)
	for round := range 6000 {
		k := curve.Kind(round % len(curve.Kinds()))
		c := k.Curve()
		for i := range curve.Kinds()[k].Params {
			p := &curve.Kinds()[k].Params[i]
			least, greatest := max(p.Min, p.Default-2), min(p.Max, p.Default+2)
			if r.Chance(0.2) {
				least, greatest = p.Min, p.Max
			}
			if r.Chance(0.6) {
				p.Set(&c, r.Between(least, greatest))
			}
			if p.Name == "exponent" && r.Chance(0.3) {
				p.Set(&c, max(p.Min, math.Round(p.Get(&c))))
			}
		}
		if c.Low > c.High {
			c.Low, c.High = c.High, c.Low
		}
		if k == curve.Piecewise {
			c.Points = []curve.Point{{X: r.Between(-1, 0.3), Y: r.Float64()}, {X: r.Between(0.301, 0.6), Y: r.Between(-1, 2)}, {X: r.Between(0.601, 2), Y: r.Float64()}}
		}
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		table := newTable(&c)
		check := func(x float64) {
			cell := table.cells.at(x)
			y, upper, lower := c.At(x), float64(cell.upper), float64(cell.lower)
			if !(lower <= y && y <= upper && lower >= 0 && upper <= table.greatest) {
				t.Fatalf("%v %+v at %v: %v is not within %v..%v, at most %v", k, c, x, y, lower, upper, table.greatest)
			}
		}
		for i := range cells + 1 {
			x := float64(i) / cells
			check(x)
			check(math.Nextafter(x, 0))
			check(min(math.Nextafter(x, 1), 1))
		}
		for range 100 {
			check(r.Float64())
		}
		for _, x := range []float64{-1, 2, -1e300, 1e300, math.Inf(-1), math.Inf(1), math.NaN()} {
			check(x)
		}
	}
}

// TestTablesAreTight: bounds that are far apart would leave everything open.
func TestTablesAreTight(t *testing.T) {
	for k := range curve.Piecewise {
		c := k.Curve()
		table := newTable(&c)
		sum := 0.0
		for _, cell := range table.cells {
			sum += float64(cell.upper-cell.lower) / cells
		}
		if k != curve.Step && sum > 0.015 || sum > 0.05 {
			t.Errorf("%v: bounds are %v apart on average", k, sum)
		}
	}
}

// TestLeastIsBelow: a fold that does not exceed least does not reach the score.
func TestLeastIsBelow(t *testing.T) {
	r := det.NewRand(4, 0, 0)
	for range 20000 {
		n := 1 + r.Intn(MaxConsiderations)
		b := behaviour{aggregation: Aggregation(r.Intn(len(folds))), n: int32(n), spread: 1 - 1/float64(n), weights: r.Between(0.1, 40)}
		b.fold = folds[b.aggregation]
		score := r.Between(0, 1.2)
		if r.Chance(0.3) {
			score = det.Exp(r.Between(-300, 0))
		}
		least := b.least(score)
		if got := b.finish(least); got >= score {
			t.Fatalf("%v of %d: a fold of %v makes %v, which reaches %v", b.aggregation, n, least, got, score)
		}
		if next := least * (1 + 1e-6); score < 0.9 && least > 0 && b.finish(next) < score*margin*margin {
			t.Fatalf("%v of %d: a fold of %v makes %v, far below %v", b.aggregation, n, next, b.finish(next), score)
		}
	}
}
