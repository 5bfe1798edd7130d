package arena

import (
	"math"

	"github.com/karakuri-ai/karakuri/det"
)

const (
	// skin is how far movement keeps bodies from walls beyond their radius, in metres: rounding then never puts one inside.
	skin = 1e-4
	// maxSlides is how often a movement may be turned aside by walls within one step. Two stop it in a corner; more come from short walls.
	maxSlides = 4
	// liftOff turns a slide away from its wall, as a part of its length, so that rounding does not lead it back into the wall.
	liftOff = 1e-9
)

// slide returns where a body of a radius gets to from p on its way along d: walls in the way turn it aside. Whatever rounding does,
// the whole way is clear.
func (m *Map) slide(p, d Point, radius float64) Point {
	wish := d
	for range maxSlides {
		t, normal := m.hit(p, d, radius+skin)
		to := along(p, d, t)
		if !m.Clear(p, to, radius) {
			return p
		}
		p = to
		if t == 1 {
			return p
		}
		rest := d.times(1 - t)
		d = along(rest, normal, -dot(rest, normal))
		if dot(d, wish) <= 0 {
			return p
		}
		d = along(d, normal, float64(liftOff*length(d)))
	}
	return p
}

// hit returns how much of the way d from p is free for a disc, from 0 to 1, and the direction away from the wall that ends it.
func (m *Map) hit(p, d Point, radius float64) (t float64, normal Point) {
	t = 1
	q := p.plus(d)
	s := m.grid.scan(p, q, radius)
	for near, more := s.next(); more; near, more = s.next() {
		for _, i := range near {
			w := &m.walls[i]
			if w.apart(p, q, radius) {
				continue
			}
			lines, n := w.edges()
			for _, line := range lines[:n] {
				if at, away, ok := meet(line[0], line[1], p, d, radius); ok && at < t {
					t, normal = at, away
				}
			}
		}
	}
	return t, normal
}

// meet returns when a disc that goes from p along d first touches the line from a to b, as a part of d, and the direction away from
// the line there. A disc that touches already may go away from the line, but not nearer.
func meet(a, b, p, d Point, radius float64) (t float64, normal Point, ok bool) {
	away := p.minus(nearestOn(a, b, p))
	if dot(away, away) <= square(radius) {
		away = unit(away)
		return 0, away, dot(d, away) < 0
	}
	t = math.Inf(1)
	u := unit(b.minus(a))
	side := perp(u)
	high := dot(p.minus(a), side)
	if high < 0 {
		side, high = side.times(-1), -high
	}
	if v := dot(d, side); high > radius && v < 0 {
		at := (radius - high) / v
		if k := dot(along(p, d, at).minus(a), u); k >= 0 && k <= dot(b.minus(a), u) {
			t, normal = at, side
		}
	}
	for _, end := range [2]Point{a, b} {
		if at, ok := meetPoint(end, p, d, radius); ok && at < t {
			t, normal = at, unit(along(p, d, at).minus(end))
		}
	}
	return t, normal, t <= 1
}

// meetPoint returns when a disc that goes from p along d, and does not touch a point yet, first does.
func meetPoint(c, p, d Point, radius float64) (t float64, ok bool) {
	from := p.minus(c)
	closing, speed2 := dot(from, d), dot(d, d)
	if closing >= 0 {
		return 0, false
	}
	under := square(closing) - float64(speed2*(dot(from, from)-square(radius)))
	if under < 0 {
		return 0, false
	}
	return (-closing - det.Sqrt(under)) / speed2, true
}
