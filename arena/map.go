package arena

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/fact"
)

// Limits of a map.
const (
	// MaxSide limits the width and height of a map, in metres: beyond it, floats are too imprecise for millimetres.
	MaxSide = 4096.0
	// MaxWalls limits the walls of a map: the memory of path search grows with the square of their number.
	MaxWalls = 1024
	// MaxSpots limits the starts, and the spots for each kind of item.
	MaxSpots = 16384
)

// Layout describes a map. [NewMap] copies the lists.
type Layout struct {
	Width, Height float64 // metres
	Walls         []Wall
	Starts        []Point
	Energy, Power []Point // where items appear; empty: anywhere
}

// Map is a bounded part of the plane with walls. It is immutable: any number of arenas and goroutines may share one.
type Map struct {
	layout Layout
	walls  []Wall // the four sides, then those of the layout
	grid   *wallGrid
	open   openness
	hash   uint64
}

// sides is the number of walls around a map.
const sides = 4

// NewMap creates a map. The error joins all mistakes.
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

// newMap creates a map from a valid layout. It has no grid if the walls touch too many cells.
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
	m.open = newOpenness(l.Width, l.Height, m.walls)
	m.hash = l.hash()
	return m
}

// part identifies a list of a layout.
type part uint8

const (
	partSize part = iota
	partWalls
	partStarts
	partEnergy
	partPower
)

// String returns the word for an entry of the list.
func (p part) String() string {
	return fact.Name(p, "size", "wall", "start", "energy spot", "power spot")
}

// spots returns the lists of points.
func (l *Layout) spots() [3][]Point { return [...][]Point{l.Starts, l.Energy, l.Power} }

// check reports every mistake, with its list and index.
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

// leastWall is the minimum length of a wall, in metres.
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

// Starts returns the starting positions of characters. The slice belongs to the map.
func (m *Map) Starts() []Point { return m.layout.Starts }

// Visible reports whether no wall touches the line between two points. It is symmetric.
func (m *Map) Visible(p, q Point) bool {
	if q.before(p) {
		p, q = q, p
	}
	from, to, any := m.narrow(p, q, touch)
	if !any {
		return true
	}
	s := m.grid.scan(from, to, 0)
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

// WallsBetween returns the number of walls that the line between two points touches, at most 32.
func (m *Map) WallsBetween(p, q Point) int {
	if q.before(p) {
		p, q = q, p
	}
	from, to, any := m.narrow(p, q, touch)
	if !any {
		return 0
	}
	var crossed [maxCrossed]int32
	n := 0
	s := m.grid.scan(from, to, 0)
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

// Clear reports whether a body of a radius fits everywhere on the straight line from p to q, on the map and outside
// walls.
func (m *Map) Clear(p, q Point, radius float64) bool {
	if !m.layout.inside(p) || !m.layout.inside(q) {
		return false
	}
	if q.before(p) {
		p, q = q, p
	}
	from, to, any := m.narrow(p, q, radius)
	if !any {
		return true
	}
	least := square(radius)
	s := m.grid.scan(from, to, radius)
	for near, more := s.next(); more; near, more = s.next() {
		for _, i := range near {
			if w := &m.walls[i]; !w.apart(p, q, radius) && w.distance2ToLine(p, q) < least {
				return false
			}
		}
	}
	return true
}

// Fits reports whether a body of a radius can stand at a point: on the map, outside walls and at least its radius away
// from them.
func (m *Map) Fits(p Point, radius float64) bool { return m.Clear(p, p, radius) }
