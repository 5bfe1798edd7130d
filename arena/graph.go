package arena

import (
	"cmp"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/det"
)

// graph is the visibility graph for bodies of one radius: points around the corners of walls, and the straight lines
// between them that a body can walk. Lines are computed on first use, as far as paths need them.
//
// A path bends only around corners, so these points and the two ends suffice (Lozano-Pérez and Wesley, "An algorithm
// for planning collision-free paths among polyhedral obstacles", CACM 1979). The way around a corner is an arc; the
// points are the corners of a polyline around that arc.
type graph struct {
	m         *Map
	radius    float64
	room      float64 // minimum distance of paths from walls
	reach     float64 // maximum distance of nodes from their corner
	corners   []Point
	nodes     []node
	index     *index    // of nodes
	neighbors []visible // by node
	edges     int       // number of entries in neighbors
	longest   float64   // no way over the map by way of a point is longer, metres
}

// visible lists the nodes that can be walked to in a straight line, up to a distance.
type visible struct {
	nodes []int32
	known float64 // metres; 0: nothing has been computed
}

// node is a point on the way around a corner.
type node struct {
	at     Point
	corner int32
}

const (
	// widestPart is the largest part of an arc around a corner that one point covers, in radians. It makes a path
	// around a corner at most 2.4 % longer than the arc.
	widestPart = math.Pi / 6
	// maxHalvings limits how often a part is halved if its point does not fit between walls. Halving moves the points
	// nearer to the corner, so that a body fits through gaps wider than itself by a thousandth.
	maxHalvings = 3
	// maxEdges bounds the memory of a graph. Beyond it, all edges are dropped and computed again when needed.
	maxEdges = 1 << 22
	// outline is the distance that paths keep from corners beyond the radius, in metres. It exceeds that of movement,
	// so that walls do not deflect a body on a path.
	outline = 2 * skin
	// nodeCell is the side of the cells in which nodes are found, in metres.
	nodeCell = 4
	// sameAngle is the difference below which angles count as equal, in radians.
	sameAngle = 1e-9
)

// roomFor returns the minimum distance of paths from walls for a radius. It is less than that of movement, so that
// rounding does not exclude a character's own position.
func roomFor(radius float64) float64 { return radius + skin/2 }

func newGraph(m *Map, radius float64) *graph {
	g := &graph{m: m, radius: radius, room: roomFor(radius), reach: (radius + outline) / det.Cos(widestPart/2)}
	for _, c := range m.corners() {
		g.addCorner(c)
	}
	width, height := m.layout.Width, m.layout.Height
	g.longest = 2 * length(Point{width, height})
	g.neighbors = make([]visible, len(g.nodes))
	g.index = newIndex(width, height, nodeCell, len(g.nodes))
	for i := range g.nodes {
		g.index.put(int32(i), g.nodes[i].at)
	}
	return g
}

// corners returns the ends and corners of all walls, without duplicates, in order.
func (m *Map) corners() []Point {
	var all []Point
	for i := range m.walls {
		if w := &m.walls[i]; w.Solid {
			c := w.corners()
			all = append(all, c[:]...)
		} else {
			all = append(all, w.A, w.B)
		}
	}
	slices.SortFunc(all, func(p, q Point) int { return cmp.Or(cmp.Compare(p.X, q.X), cmp.Compare(p.Y, q.Y)) })
	return slices.Compact(all)
}

// addCorner adds the points of the arcs that lead around a corner.
func (g *graph) addCorner(c Point) {
	corner := int32(len(g.corners))
	g.corners = append(g.corners, c)
	angles := g.m.wallAngles(c)
	for i, from := range angles {
		to := angles[(i+1)%len(angles)]
		if to <= from {
			to += 2 * math.Pi
		}
		width := to - from - math.Pi
		if width <= sameAngle {
			continue // no path bends into a recess
		}
		parts := math.Ceil(width/widestPart - sameAngle)
		half := width / parts / 2
		for k := range int(parts) {
			g.addPart(corner, from+math.Pi/2+float64(float64(2*k+1)*half), half, maxHalvings)
		}
	}
}

// addPart adds the point for the part of an arc that extends half to both sides of an angle.
func (g *graph) addPart(corner int32, angle, half float64, halvings int) {
	reach := (g.radius + outline) / det.Cos(half)
	at := along(g.corners[corner], direction(angle), reach)
	switch {
	case g.m.Fits(at, g.room):
		g.nodes = append(g.nodes, node{at, corner})
	case halvings > 0:
		g.addPart(corner, angle-half/2, half/2, halvings-1)
		g.addPart(corner, angle+half/2, half/2, halvings-1)
	}
}

// wallAngles returns the directions of the walls at a corner, in order. It is empty for a corner inside a box.
func (m *Map) wallAngles(c Point) []float64 {
	var angles []float64
	s := m.grid.scan(c, c, 0)
	for near, more := s.next(); more; near, more = s.next() {
		for _, i := range near {
			w := &m.walls[i]
			if w.distance2To(c) > square(touch) {
				continue
			}
			outside := false
			lines, n := w.edges()
			for _, line := range lines[:n] {
				if distance2(c, nearestOn(line[0], line[1], c)) > square(touch) {
					continue
				}
				outside = true
				for _, end := range line {
					if d := end.minus(c); length(d) > touch {
						angles = append(angles, det.Atan2(d.Y, d.X))
					}
				}
			}
			if !outside {
				return nil
			}
		}
	}
	slices.Sort(angles)
	return slices.Compact(angles)
}

// neighborsOf returns the nodes reachable from a node in a straight line, in no particular order: all up to a distance,
// and some of those farther away. The slice is valid until the next call.
func (g *graph) neighborsOf(n int32, distance float64) []int32 {
	v := &g.neighbors[n]
	if distance <= v.known {
		return v.nodes
	}
	if g.edges > maxEdges {
		clear(g.neighbors)
		g.edges = 0
	}
	to := max(distance, 2*v.known)
	at, before := g.nodes[n].at, len(v.nodes)
	near := g.index.around(at, to)
	for i := near.next(); i != none; i = near.next() {
		if i != n && (v.known == 0 || distance2(at, g.nodes[i].at) > square(v.known)) && g.bends(n, g.nodes[i].at) && g.joins(at, i) {
			v.nodes = append(v.nodes, i)
		}
	}
	g.edges += len(v.nodes) - before
	v.known = to
	return v.nodes
}

// joins reports whether a path can lead straight from a point to a node and bend there.
func (g *graph) joins(p Point, n int32) bool {
	return g.bends(n, p) && g.m.Clear(p, g.nodes[n].at, g.room)
}

// bends reports whether a path along the line between a point and a node can bend at the node: the extended line misses
// the circle around the corner. The shortest path never takes a line into the circle, unless the point itself lies
// between the circle and the polyline around it.
func (g *graph) bends(n int32, p Point) bool {
	at, corner := g.nodes[n].at, g.corners[g.nodes[n].corner]
	d := p.minus(at)
	return square(cross(d, corner.minus(at))) >= float64(square(g.room)*dot(d, d)) || within(p, corner, g.reach)
}
