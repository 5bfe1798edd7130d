package action

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/det"
)

// Vec2 is a value of type vec2: a point or a direction in a plane. Its methods give the same bits on every platform.
type Vec2 struct{ X, Y float64 }

// Add returns v + w.
func (v Vec2) Add(w Vec2) Vec2 { return Vec2{v.X + w.X, v.Y + w.Y} }

// Sub returns v - w: the way from w to v.
func (v Vec2) Sub(w Vec2) Vec2 { return Vec2{v.X - w.X, v.Y - w.Y} }

// Scale returns k times v. The products are rounded, so no platform fuses them with a following addition.
func (v Vec2) Scale(k float64) Vec2 { return Vec2{float64(v.X * k), float64(v.Y * k)} }

// Dot returns the dot product: positive where v and w point to the same side.
func (v Vec2) Dot(w Vec2) float64 { return float64(v.X*w.X) + float64(v.Y*w.Y) }

// Cross returns the cross product: positive where w lies counterclockwise of v.
func (v Vec2) Cross(w Vec2) float64 { return float64(v.X*w.Y) - float64(v.Y*w.X) }

// Len returns the length.
func (v Vec2) Len() float64 { return det.Hypot(v.X, v.Y) }

// Dist returns the distance from v to w.
func (v Vec2) Dist(w Vec2) float64 { return v.Sub(w).Len() }

// Unit returns v scaled to length 1; the zero Vec2 stays zero.
func (v Vec2) Unit() Vec2 {
	n := v.Len()
	if n == 0 {
		return v
	}
	return Vec2{v.X / n, v.Y / n}
}

// Lerp returns the point that lies the share t of the way from v to w: v at 0, w at 1.
func (v Vec2) Lerp(w Vec2, t float64) Vec2 {
	return Vec2{v.X + float64((w.X-v.X)*t), v.Y + float64((w.Y-v.Y)*t)}
}

// Toward returns the point reached by going from v to w for a distance, at most to w; arrived reports whether that is
// w.
func (v Vec2) Toward(w Vec2, distance float64) (at Vec2, arrived bool) {
	way := v.Dist(w)
	if way <= distance {
		return w, true
	}
	return v.Lerp(w, distance/way), false
}

// String returns "(1, 2.5)".
func (v Vec2) String() string {
	return "(" + strconv.FormatFloat(v.X, 'g', -1, 64) + ", " + strconv.FormatFloat(v.Y, 'g', -1, 64) + ")"
}
