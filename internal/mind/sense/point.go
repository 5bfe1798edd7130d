package sense

import (
	"math"

	"github.com/karakuri-ai/karakuri/det"
)

// maxNumber bounds lengths, speeds and attributes: far beyond any map, and its square does not overflow.
const maxNumber = 1e9

func isSpot(p Point) bool                { return sane(p.X) && sane(p.Y) }
func square(x float64) float64           { return float64(x * x) }
func distance2(p, q Point) float64       { d := q.Sub(p); return d.Dot(d) }
func within(x, least, most float64) bool { return x >= least && x <= most }
func sane(x float64) bool                { return math.Abs(x) <= maxNumber }

// unit returns the direction of p, and the zero Point for none.
func unit(p Point) Point {
	l := det.Hypot(p.X, p.Y)
	if !(l > 0) || math.IsInf(l, 0) {
		return Point{}
	}
	return Point{X: p.X / l, Y: p.Y / l}
}
