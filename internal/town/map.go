package town

import (
	"github.com/karakuri-ai/karakuri/det"
)

// Width and Height are the size of a map in metres, where the program does not say where its places are.
const (
	Width  = 48.0
	Height = 24.0
)

// margin keeps places off the edge of the map, in metres: walls are drawn there.
const margin = 2.0

// candidates is the number of spots that are tried for each place: more spread them more evenly.
const candidates = 24

// rowWeight makes places keep more distance upward than sideways, so that their names do not cover each other.
const rowWeight = 3.0

// Streams of random numbers.
const (
	streamLayout = 1
	streamWork   = 2
)

// Point is a spot on the map, in metres from its upper left corner.
type Point struct{ X, Y float64 }

// Distance returns the way between two points, in metres.
func (p Point) Distance(q Point) float64 {
	dx, dy := p.X-q.X, p.Y-q.Y
	return det.Sqrt(float64(dx*dx) + float64(dy*dy))
}

// Toward returns the point reached from p after walking a distance in metres toward q, at most q itself.
func (p Point) Toward(q Point, metres float64) Point {
	way := p.Distance(q)
	if way <= metres || way == 0 {
		return q
	}
	f := metres / way
	return Point{p.X + float64((q.X-p.X)*f), p.Y + float64((q.Y-p.Y)*f)}
}

// Rect is a part of the plane, in metres.
type Rect struct{ Min, Max Point }

// wholeMap is the part shown if the program does not say where its places are.
var wholeMap = Rect{Max: Point{Width, Height}}

// scale returns the point of the rectangle that lies as p does on a map of Width times Height.
func (r Rect) scale(p Point) Point {
	return Point{r.Min.X + float64(p.X/Width*(r.Max.X-r.Min.X)), r.Min.Y + float64(p.Y/Height*(r.Max.Y-r.Min.Y))}
}

// nearest returns the point of the rectangle that is nearest to p.
func (r Rect) nearest(p Point) Point {
	return Point{min(max(p.X, r.Min.X), r.Max.X), min(max(p.Y, r.Min.Y), r.Max.Y)}
}

// around returns the rectangle that contains points, with a margin.
func around(points []Point) Rect {
	r := Rect{points[0], points[0]}
	for _, p := range points {
		r.Min = Point{min(r.Min.X, p.X), min(r.Min.Y, p.Y)}
		r.Max = Point{max(r.Max.X, p.X), max(r.Max.Y, p.Y)}
	}
	room := Point{max(1, (r.Max.X-r.Min.X)/8), max(1, (r.Max.Y-r.Min.Y)/8)}
	return Rect{Point{r.Min.X - room.X, r.Min.Y - room.Y}, Point{r.Max.X + 2*room.X, r.Max.Y + room.Y}}
}

// Place is something to go to.
type Place struct {
	Name string
	At   Point
	// Thing reports that it is not a place but an object or an agent that one can walk to.
	Thing bool
}

// layout finds spots for places, far from each other. The spot of a place depends on the seed and on the places
// before it only.
type layout struct {
	rand  det.Rand
	spots []Point
}

func newLayout(seed uint64) *layout {
	return &layout{rand: det.NewRand(seed, 0, streamLayout)}
}

// next returns the spot of the next place: of several random ones the one farthest from all others.
func (l *layout) next() Point {
	var best Point
	most := -1.0
	for range candidates {
		p := Point{l.rand.Between(margin, Width-4*margin), l.rand.Between(margin, Height-margin)}
		if d := l.clearance(p); d > most {
			best, most = p, d
		}
	}
	l.spots = append(l.spots, best)
	return best
}

// clearance returns the weighted distance to the nearest spot.
func (l *layout) clearance(p Point) float64 {
	least := Width * rowWeight
	for _, q := range l.spots {
		d := Point{p.X, p.Y * rowWeight}.Distance(Point{q.X, q.Y * rowWeight})
		least = min(least, d)
	}
	return least
}
