package arena

import (
	"math"

	"github.com/karakuri-ai/karakuri/det"
)

// Point is a position on the map, or a vector between two positions, in metres. This package rounds every product
// before adding it, which prevents fused operations on any platform.
type Point struct{ X, Y float64 }

// Distance returns the distance between two points, in metres.
func (p Point) Distance(q Point) float64 { return length(q.minus(p)) }

func (p Point) plus(q Point) Point        { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) minus(q Point) Point       { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) times(f float64) Point     { return Point{float64(p.X * f), float64(p.Y * f)} }
func dot(p, q Point) float64              { return float64(p.X*q.X) + float64(p.Y*q.Y) }
func cross(p, q Point) float64            { return float64(p.X*q.Y) - float64(p.Y*q.X) }
func perp(p Point) Point                  { return Point{-p.Y, p.X} }
func length(p Point) float64              { return det.Sqrt(dot(p, p)) }
func along(p, d Point, t float64) Point   { return Point{p.X + float64(d.X*t), p.Y + float64(d.Y*t)} }
func square(x float64) float64            { return float64(x * x) }
func distance2(p, q Point) float64        { d := q.minus(p); return dot(d, d) }
func within(p, q Point, r float64) bool   { return distance2(p, q) <= square(r) }
func (p Point) before(q Point) bool       { return p.X < q.X || p.X == q.X && p.Y < q.Y }
func finite(x float64) bool               { return !math.IsNaN(x) && !math.IsInf(x, 0) }
func (p Point) finite() bool              { return finite(p.X) && finite(p.Y) }
func between(x, least, most float64) bool { return x >= least && x <= most }

// unit returns the direction of p, or the zero Point for the zero vector.
func unit(p Point) Point {
	l := length(p)
	if l == 0 {
		return Point{}
	}
	return Point{p.X / l, p.Y / l}
}

// direction returns the unit vector of an angle: 0 points along X.
func direction(angle float64) Point { return Point{det.Cos(angle), det.Sin(angle)} }

// nearestOn returns the point of the line from a to b that is nearest to p.
func nearestOn(a, b, p Point) Point {
	d := b.minus(a)
	l := dot(d, d)
	if l == 0 {
		return a
	}
	t := dot(p.minus(a), d) / l
	switch {
	case t <= 0:
		return a
	case t >= 1:
		return b
	}
	return along(a, d, t)
}
