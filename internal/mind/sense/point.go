package sense

import (
	"math"

	"github.com/karakuri-ai/karakuri/det"
)

// Point is a spot, or a way from one spot to another, in metres. Products are rounded before they are added to anything, so that no
// platform may fuse the two.
type Point struct{ X, Y float64 }

// maxNumber bounds lengths, speeds and attributes: far beyond any map, and its square is no trouble.
const maxNumber = 1e9

func (p Point) plus(q Point) Point       { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) minus(q Point) Point      { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) times(f float64) Point    { return Point{float64(p.X * f), float64(p.Y * f)} }
func (p Point) sane() bool               { return sane(p.X) && sane(p.Y) }
func dot(p, q Point) float64             { return float64(p.X*q.X) + float64(p.Y*q.Y) }
func square(x float64) float64           { return float64(x * x) }
func distance2(p, q Point) float64       { d := q.minus(p); return dot(d, d) }
func within(x, least, most float64) bool { return x >= least && x <= most }
func sane(x float64) bool                { return math.Abs(x) <= maxNumber }

// unit returns the direction of p, and the zero Point for none.
func unit(p Point) Point {
	l := det.Hypot(p.X, p.Y)
	if !(l > 0) || math.IsInf(l, 0) {
		return Point{}
	}
	return Point{p.X / l, p.Y / l}
}
