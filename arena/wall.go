package arena

import "math"

// touch is the distance below which lines count as touching, in metres: rounding must not open a wall where two of its
// pieces meet.
const touch = 1e-9

// Wall blocks movement and sight: a line from A to B, or a solid box, of which A is the corner with the lower
// coordinates and B the opposite one.
type Wall struct {
	A, B  Point
	Solid bool
}

// bounds returns the corners of the smallest box around the wall.
func (w *Wall) bounds() (low, high Point) {
	return Point{min(w.A.X, w.B.X), min(w.A.Y, w.B.Y)}, Point{max(w.A.X, w.B.X), max(w.A.Y, w.B.Y)}
}

// edges returns the lines of the wall's outline.
func (w *Wall) edges() (lines [4][2]Point, n int) {
	if !w.Solid {
		lines[0] = [2]Point{w.A, w.B}
		return lines, 1
	}
	c := w.corners()
	for i := range c {
		lines[i] = [2]Point{c[i], c[(i+1)%4]}
	}
	return lines, 4
}

// corners returns the corners of a solid box, in sequence.
func (w *Wall) corners() [4]Point {
	return [4]Point{w.A, {w.B.X, w.A.Y}, w.B, {w.A.X, w.B.Y}}
}

// apart reports whether the bounding boxes of the wall and of the line from p to q are farther than room from each
// other.
func (w *Wall) apart(p, q Point, room float64) bool {
	low, high := w.bounds()
	return max(p.X, q.X) < low.X-room || min(p.X, q.X) > high.X+room || max(p.Y, q.Y) < low.Y-room || min(p.Y, q.Y) > high.Y+room
}

// crosses reports whether the line from p to q touches the wall. It tests the axes that can separate two convex shapes:
// X and Y, and the normals of the lines.
func (w *Wall) crosses(p, q Point) bool {
	if w.apart(p, q, touch) {
		return false
	}
	d := q.minus(p)
	if w.Solid {
		half := w.B.minus(w.A).times(0.5)
		middle := w.A.plus(half)
		reach := float64(half.X*math.Abs(d.Y)) + float64(half.Y*math.Abs(d.X))
		return math.Abs(cross(d, middle.minus(p))) <= reach+touch
	}
	own := w.B.minus(w.A)
	return !sameSide(cross(own, p.minus(w.A)), cross(own, q.minus(w.A))) && !sameSide(cross(d, w.A.minus(p)), cross(d, w.B.minus(p)))
}

// sameSide reports whether two points lie clearly on the same side of a line, given their signed distances from it.
func sameSide(s, t float64) bool { return s > touch && t > touch || s < -touch && t < -touch }

// distance2To returns the squared distance from the wall to a point: 0 inside a box.
func (w *Wall) distance2To(p Point) float64 {
	return distance2(p, w.nearest(p))
}

// nearest returns the point of the wall that is nearest to p.
func (w *Wall) nearest(p Point) Point {
	if w.Solid {
		return Point{min(max(p.X, w.A.X), w.B.X), min(max(p.Y, w.A.Y), w.B.Y)}
	}
	return nearestOn(w.A, w.B, p)
}

// distance2ToLine returns the squared distance from the wall to the line from p to q.
func (w *Wall) distance2ToLine(p, q Point) float64 {
	if p == q {
		return w.distance2To(p)
	}
	if w.crosses(p, q) {
		return 0
	}
	least := min(w.distance2To(p), w.distance2To(q))
	if !w.Solid {
		return min(least, distance2(w.A, nearestOn(p, q, w.A)), distance2(w.B, nearestOn(p, q, w.B)))
	}
	for _, c := range w.corners() {
		least = min(least, distance2(c, nearestOn(p, q, c)))
	}
	return least
}
