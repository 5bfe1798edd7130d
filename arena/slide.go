package arena

import (
	"math"

	"github.com/karakuri-ai/karakuri/det"
)

const (
	// skin is the distance that movement keeps bodies from walls beyond their radius, in metres, so that rounding never
	// puts one inside.
	skin = 1e-4
	// maxSlides limits how often walls deflect a movement within one step. Two stop it in a corner; more come from
	// short walls.
	maxSlides = 4
	// liftOff turns a slide away from its wall, as a fraction of its length, so that rounding does not lead it back
	// into the wall.
	liftOff = 1e-9
)

// slide returns the position of a body of a radius after moving from p along d: walls deflect it, and the bodies of a
// crowd; nil: none. Despite rounding, the whole way is clear.
func (m *Map) slide(p, d Point, radius float64, crowd *among) Point {
	wish := d
	for range maxSlides {
		t, normal := m.hit(p, d, radius+skin)
		if crowd != nil {
			t, normal = crowd.hit(p, d, t, normal)
		}
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

// hit returns the free fraction of the way d from p for a disc, from 0 to 1, and the normal of the wall that ends it.
func (m *Map) hit(p, d Point, radius float64) (t float64, normal Point) {
	t = 1
	if m.isOpen(p, radius+length(d)) {
		return t, normal
	}
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

// meet returns when a disc that moves from p along d first touches the line from a to b, as a fraction of d, and the
// normal of the line there. A disc that already touches may move away from the line, but not nearer.
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

// meetPoint returns when a disc that moves from p along d, and does not touch a point yet, first does.
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
