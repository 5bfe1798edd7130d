package arena

import (
	"math"
	"slices"
)

// shortest is the slow reference for paths: walls grown by the radius of the body as convex shapes of many corners, and
// Dijkstra's algorithm over all of these corners. The shapes lie within the true ones, so that the result is never
// longer than the true way.
type shortest struct {
	shapes [][]Point // corners in turn
	width  float64
	height float64
	radius float64
}

const shapeCorners = 32

func newShortest(m *Map, radius float64) *shortest {
	s := &shortest{radius: radius}
	s.width, s.height = m.Size()
	for _, w := range m.Walls() {
		ends := []Point{w.A, w.B}
		if w.Solid {
			c := w.corners()
			ends = c[:]
		}
		var all []Point
		for _, e := range ends {
			for k := range shapeCorners {
				angle := 2 * math.Pi * float64(k) / shapeCorners
				all = append(all, Point{e.X + radius*math.Cos(angle), e.Y + radius*math.Sin(angle)})
			}
		}
		s.shapes = append(s.shapes, hull(all))
	}
	return s
}

// hull returns the convex hull, by Andrew's algorithm.
func hull(all []Point) []Point {
	slices.SortFunc(all, func(p, q Point) int {
		if p.before(q) {
			return -1
		}
		return 1
	})
	half := func(points []Point) []Point {
		var h []Point
		for _, p := range points {
			for len(h) > 1 && cross(h[len(h)-1].minus(h[len(h)-2]), p.minus(h[len(h)-1])) <= 1e-12 {
				h = h[:len(h)-1]
			}
			h = append(h, p)
		}
		return h[:len(h)-1]
	}
	lower := half(all)
	slices.Reverse(all)
	return append(lower, half(all)...)
}

// hits reports whether a line leads through the inside of a shape: whether anything remains of it when cut along each
// side.
func hits(shape []Point, p, q Point) bool {
	from, to := 0.0, 1.0
	d := q.minus(p)
	for i, a := range shape {
		side := unit(shape[(i+1)%len(shape)].minus(a))
		at, speed := cross(side, p.minus(a))-1e-7, cross(side, d)
		switch {
		case math.Abs(speed) < 1e-15:
			if at < 0 {
				return false
			}
		case speed > 0:
			from = max(from, -at/speed)
		default:
			to = min(to, -at/speed)
		}
		if from >= to {
			return false
		}
	}
	return true
}

func (s *shortest) clear(p, q Point) bool {
	for _, x := range [2]Point{p, q} {
		if x.X < s.radius-1e-9 || x.Y < s.radius-1e-9 || x.X > s.width-s.radius+1e-9 || x.Y > s.height-s.radius+1e-9 {
			return false
		}
	}
	for _, shape := range s.shapes {
		if hits(shape, p, q) {
			return false
		}
	}
	return true
}

// length returns the length of the shortest way, or infinity.
func (s *shortest) length(from, to Point) float64 {
	points := []Point{from, to}
	for _, shape := range s.shapes {
		for _, p := range shape {
			if s.clear(p, p) {
				points = append(points, p)
			}
		}
	}
	cost := make([]float64, len(points))
	done := make([]bool, len(points))
	for i := range cost {
		cost[i] = math.Inf(1)
	}
	cost[0] = 0
	for {
		n := -1
		for i := range points {
			if !done[i] && !math.IsInf(cost[i], 1) && (n < 0 || cost[i] < cost[n]) {
				n = i
			}
		}
		if n < 0 || n == 1 {
			return cost[1]
		}
		done[n] = true
		for i := range points {
			if c := cost[n] + points[n].Distance(points[i]); !done[i] && c < cost[i] && s.clear(points[n], points[i]) {
				cost[i] = c
			}
		}
	}
}
