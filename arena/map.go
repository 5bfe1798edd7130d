package arena

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/karakuri-ai/karakuri/det"
)

// Limits of a map.
const (
	// MaxSide is how wide and how high a map may be, in metres: with more, too little of a float's precision is left for millimetres.
	MaxSide = 4096.0
	// MaxWalls is how many walls a map may have: the search for paths around them takes memory with the square of their number.
	MaxWalls = 1024
	// MaxSpots is how many starts, and how many spots for each kind of item, a map may have.
	MaxSpots = 1024
)

// Layout is what a map is made of. Lists may share memory with the caller's until [NewMap] returns.
type Layout struct {
	Width, Height float64 // metres
	Walls         []Wall
	Starts        []Point
	Energy, Power []Point // where items appear; none: anywhere
}

// Map is a part of the plane with walls in it, and walls around it. It does not change: any number of arenas and goroutines may
// share one.
type Map struct {
	layout Layout
	walls  []Wall // the four sides, then those of the layout
	grid   *wallGrid
	hash   uint64
}

// sides is the number of walls around a map.
const sides = 4

// NewMap makes a map. The error joins every mistake there is.
func NewMap(l Layout) (*Map, error) {
	var all []error
	l.check(func(_ part, _ int, why string) { all = append(all, errors.New("arena: "+why)) })
	if len(all) > 0 {
		return nil, errors.Join(all...)
	}
	m := newMap(l)
	if m.grid == nil {
		return nil, errors.New("arena: " + tooDense)
	}
	return m, nil
}

const tooDense = "walls: together they cover too much of the map; join those that lie on each other"

// newMap makes a map of a sound layout. It has no grid when there is too much for one.
func newMap(l Layout) *Map {
	l.Walls = slices.Clone(l.Walls)
	l.Starts = slices.Clone(l.Starts)
	l.Energy = slices.Clone(l.Energy)
	l.Power = slices.Clone(l.Power)
	c := [sides]Point{{}, {l.Width, 0}, {l.Width, l.Height}, {0, l.Height}}
	m := &Map{layout: l}
	for i := range c {
		m.walls = append(m.walls, Wall{A: c[i], B: c[(i+1)%sides]})
	}
	m.walls = append(m.walls, l.Walls...)
	m.grid = newWallGrid(l.Width, l.Height, m.walls)
	m.hash = l.hash()
	return m
}

// part says which list of a layout a mistake is in.
type part uint8

const (
	partSize part = iota
	partWalls
	partStarts
	partEnergy
	partPower
)

// String returns what an entry of the list is called.
func (p part) String() string {
	names := [...]string{"size", "wall", "start", "energy spot", "power spot"}
	if int(p) >= len(names) {
		return "part(" + strconv.Itoa(int(p)) + ")"
	}
	return names[p]
}

// spots returns the lists of points.
func (l *Layout) spots() [3][]Point { return [...][]Point{l.Starts, l.Energy, l.Power} }

// check reports every mistake, with the list that it is in and the index there.
func (l *Layout) check(report func(list part, i int, why string)) {
	if !(l.Width >= 1 && l.Width <= MaxSide && l.Height >= 1 && l.Height <= MaxSide) {
		report(partSize, 0, fmt.Sprintf("size: %v by %v metres; each must be from 1 to %v", l.Width, l.Height, MaxSide))
		return
	}
	if len(l.Walls) > MaxWalls {
		report(partWalls, MaxWalls, fmt.Sprintf("walls: there are %d; at most %d are allowed", len(l.Walls), MaxWalls))
		return
	}
	for i := range l.Walls {
		w := &l.Walls[i]
		switch {
		case !l.inside(w.A) || !l.inside(w.B):
			report(partWalls, i, fmt.Sprintf("wall %d: from %v to %v leaves the map", i+1, w.A, w.B))
		case w.Solid && !(w.B.X-w.A.X >= leastWall && w.B.Y-w.A.Y >= leastWall):
			report(partWalls, i, fmt.Sprintf("wall %d: the box's second corner must lie to the right of and below its first, by a millimetre at least", i+1))
		case !w.Solid && w.A.Distance(w.B) < leastWall:
			report(partWalls, i, fmt.Sprintf("wall %d: it must be a millimetre long at least", i+1))
		}
	}
	for k, list := range l.spots() {
		kind := partStarts + part(k)
		if len(list) > MaxSpots {
			report(kind, MaxSpots, fmt.Sprintf("%ss: there are %d; at most %d are allowed", kind, len(list), MaxSpots))
			continue
		}
		for i, p := range list {
			if !l.inside(p) {
				report(kind, i, fmt.Sprintf("%s %d: %v lies off the map", kind, i+1, p))
			}
		}
	}
}

// leastWall is how long a wall must be, in metres.
const leastWall = 0.001

func (l *Layout) inside(p Point) bool { return between(p.X, 0, l.Width) && between(p.Y, 0, l.Height) }

// hash is the identity of a layout.
func (l *Layout) hash() uint64 {
	h := uint64(1)
	add := func(x uint64) { h = det.Mix(h+0x9e3779b97f4a7c15) ^ det.Mix(x+h) }
	point := func(p Point) { add(math.Float64bits(p.X)); add(math.Float64bits(p.Y)) }
	point(Point{l.Width, l.Height})
	add(uint64(len(l.Walls)))
	for _, w := range l.Walls {
		point(w.A)
		point(w.B)
		if w.Solid {
			add(1)
		}
	}
	for _, list := range l.spots() {
		add(uint64(len(list)))
		for _, p := range list {
			point(p)
		}
	}
	return h
}

// Size returns width and height, in metres.
func (m *Map) Size() (width, height float64) { return m.layout.Width, m.layout.Height }

// Walls returns the walls, without the four around the map. The slice belongs to the map.
func (m *Map) Walls() []Wall { return m.walls[sides:] }

// Starts returns where characters are meant to begin. The slice belongs to the map.
func (m *Map) Starts() []Point { return m.layout.Starts }

// Visible reports whether nothing stands between two points: no wall touches the line between them. It is the same in both
// directions.
func (m *Map) Visible(p, q Point) bool {
	if q.before(p) {
		p, q = q, p
	}
	s := m.grid.scan(p, q, 0)
	for near, more := s.next(); more; near, more = s.next() {
		for _, w := range near {
			if m.walls[w].crosses(p, q) {
				return false
			}
		}
	}
	return true
}

// maxCrossed bounds [Map.WallsBetween].
const maxCrossed = 32

// WallsBetween returns how many walls the line between two points touches: 32 stands for all higher numbers.
func (m *Map) WallsBetween(p, q Point) int {
	if q.before(p) {
		p, q = q, p
	}
	var crossed [maxCrossed]int32
	n := 0
	s := m.grid.scan(p, q, 0)
	for near, more := s.next(); more; near, more = s.next() {
		for _, w := range near {
			if slices.Contains(crossed[:n], w) || !m.walls[w].crosses(p, q) {
				continue
			}
			crossed[n] = w
			if n++; n == maxCrossed {
				return n
			}
		}
	}
	return n
}

// Clear reports whether a body of a radius fits everywhere on the straight line from p to q, on the map and outside of walls.
func (m *Map) Clear(p, q Point, radius float64) bool {
	if !m.layout.inside(p) || !m.layout.inside(q) {
		return false
	}
	if q.before(p) {
		p, q = q, p
	}
	least := square(radius)
	s := m.grid.scan(p, q, radius)
	for near, more := s.next(); more; near, more = s.next() {
		for _, i := range near {
			if w := &m.walls[i]; !w.apart(p, q, radius) && w.distance2ToLine(p, q) < least {
				return false
			}
		}
	}
	return true
}

// Fits reports whether a body of a radius can stand at a point: on the map, outside of walls and not nearer to one than its radius.
func (m *Map) Fits(p Point, radius float64) bool { return m.Clear(p, p, radius) }
