package arena

import (
	"math"

	"github.com/karakuri-ai/karakuri/det"
)

// halfPlane is a constraint on a velocity: it must not lie to the right of the line through at along dir, a unit
// vector, where right is the side of negative cross products.
type halfPlane struct{ at, dir Point }

// breach returns by how much a velocity breaks the constraint, in metres a second; 0 or less: it keeps it.
func (h halfPlane) breach(v Point) float64 { return cross(h.dir, h.at.minus(v)) }

const (
	// maxNeighbours limits the bodies that a character avoids at once: the nearest.
	maxNeighbours = 10
	// maxNearWalls limits the walls that count in the choice of a velocity. The others only stop the movement.
	maxNearWalls = 8
	// parallel is the sine below which two lines count as parallel.
	parallel = 1e-9
)

// program is a linear program in two dimensions: the velocity nearest to a wish that keeps all constraints. It follows
// van den Berg, Guy, Lin and Manocha, "Reciprocal n-body collision avoidance" (2011).
type program struct {
	planes [maxNearWalls + maxNeighbours]halfPlane
	n      int // planes
	hard   int // the first planes are walls
	shadow [maxNearWalls + maxNeighbours]halfPlane
}

func (l *program) add(h halfPlane) {
	l.planes[l.n] = h
	l.n++
}

// keeps reports whether a velocity keeps all constraints.
func (l *program) keeps(v Point) bool {
	for _, h := range l.planes[:l.n] {
		if h.breach(v) > 0 {
			return false
		}
	}
	return true
}

// solve returns the velocity. If no velocity keeps all constraints, those of bodies are broken by as little as
// possible.
func (l *program) solve(wish Point, speed float64) Point {
	v, broken := nearestTo(wish, speed, l.planes[:l.n])
	if broken < l.n {
		v = l.relax(v, speed, max(broken, l.hard))
	}
	return v
}

// nearestTo returns the velocity within a speed that is nearest to a wish and keeps the constraints. If there is none,
// broken is the place of the first constraint that could not be kept, and v keeps those before it.
func nearestTo(wish Point, speed float64, planes []halfPlane) (v Point, broken int) {
	v = wish
	if far := length(v); far > speed {
		v = v.times(speed / far)
	}
	for i, h := range planes {
		if h.breach(v) <= 0 {
			continue
		}
		from, to, ok := h.span(speed, planes[:i])
		if !ok {
			return v, i
		}
		v = along(h.at, h.dir, min(max(dot(h.dir, wish.minus(h.at)), from), to))
	}
	return v, len(planes)
}

// farthest is like nearestTo for the velocity that is farthest along a direction.
func farthest(way Point, speed float64, planes []halfPlane) (v Point, ok bool) {
	v = way.times(speed)
	for i, h := range planes {
		if h.breach(v) <= 0 {
			continue
		}
		from, to, ok := h.span(speed, planes[:i])
		if !ok {
			return v, false
		}
		if dot(way, h.dir) > 0 {
			from = to
		}
		v = along(h.at, h.dir, from)
	}
	return v, true
}

// span returns the part of the constraint's line that is within a speed and keeps other constraints.
func (h halfPlane) span(speed float64, others []halfPlane) (from, to float64, ok bool) {
	middle := dot(h.at, h.dir)
	under := square(middle) + square(speed) - dot(h.at, h.at)
	if under < 0 {
		return 0, 0, false
	}
	half := det.Sqrt(under)
	from, to = -middle-half, -middle+half
	for _, o := range others {
		across, above := cross(h.dir, o.dir), cross(o.dir, h.at.minus(o.at))
		if math.Abs(across) <= parallel {
			if above < 0 {
				return 0, 0, false
			}
			continue
		}
		if t := above / across; across >= 0 {
			to = min(to, t)
		} else {
			from = max(from, t)
		}
		if from > to {
			return 0, 0, false
		}
	}
	return from, to, true
}

// relax returns a velocity that keeps the constraints of walls, and whose greatest breach of another is as small as
// possible. v keeps the constraints before the first.
func (l *program) relax(v Point, speed float64, first int) Point {
	worst := 0.0
	for i := first; i < l.n; i++ {
		h := l.planes[i]
		if h.breach(v) <= worst {
			continue
		}
		n := copy(l.shadow[:], l.planes[:l.hard])
		for _, o := range l.planes[l.hard:i] {
			if between, ok := h.between(o); ok {
				l.shadow[n] = between
				n++
			}
		}
		if to, ok := farthest(perp(h.dir), speed, l.shadow[:n]); ok {
			v = to
		}
		worst = h.breach(v)
	}
	return v
}

// between returns the constraint that holds where the breach of o is not greater than that of h.
func (h halfPlane) between(o halfPlane) (halfPlane, bool) {
	across := cross(h.dir, o.dir)
	at := h.at.plus(o.at).times(0.5)
	if math.Abs(across) > parallel {
		at = along(h.at, h.dir, cross(o.dir, h.at.minus(o.at))/across)
	} else if dot(h.dir, o.dir) > 0 {
		return halfPlane{}, false
	}
	return halfPlane{at, unit(o.dir.minus(h.dir))}, true
}

// against returns the constraint that keeps two bodies apart for some seconds, when the other is away from this one,
// and their velocities differ by v; the caller moves it to the velocity and shares the change.
// change is the smallest change of v that avoids the other.
func against(away, v Point, room, seconds float64) (change, dir Point) {
	far2 := dot(away, away)
	w := v.minus(away.times(1 / seconds))
	if into := dot(w, away); into < 0 && square(into) > float64(square(room)*dot(w, w)) || far2 <= square(room) {
		long := length(w)
		if long == 0 {
			return Point{}, Point{1, 0}
		}
		n := w.times(1 / long)
		return n.times(room/seconds - long), Point{n.Y, -n.X}
	}
	leg := det.Sqrt(far2 - square(room))
	turn := room
	if cross(away, w) > 0 {
		dir = Point{float64(away.X*leg) - float64(away.Y*turn), float64(away.X*turn) + float64(away.Y*leg)}
	} else {
		dir = Point{-float64(away.X*leg) - float64(away.Y*turn), float64(away.X*turn) - float64(away.Y*leg)}
	}
	dir = dir.times(1 / far2)
	return along(v.times(-1), dir, dot(v, dir)), dir
}
