package arena

import "github.com/karakuri-ai/karakuri/det"

// bend is a corner that a path goes around.
type bend struct {
	middle Point
	side   float64 // 1: the corner is to the left of the way, with Y up; -1: to the right; 0: it is an end of the path
	in     Point   // direction of the line that leads to it
}

// pull appends to buf the path of the last search, tightened: lines tangent to the circles around its corners, and arcs
// between them. If that does not fit, it appends the path as found.
func (f *Finder) pull(g *graph, from, to Point, buf []Point) []Point {
	old := len(buf)
	for _, n := range f.chain {
		buf = append(buf, g.nodes[n].at)
	}
	buf = append(buf, to)
	if f.tauten(g, from, to) && pathLength(from, f.taut) <= pathLength(from, buf[old:]) {
		return append(buf[:old], f.taut...)
	}
	return buf
}

// tauten stores the tightened path in taut if it is clear. It omits corners that the tightened path does not touch.
func (f *Finder) tauten(g *graph, from, to Point) bool {
	f.group(g, from, to)
	radius := g.radius + outline
	for range len(f.groups) {
		loose := f.lines(radius)
		if loose < 0 {
			return f.round(g, radius)
		}
		f.groups = append(f.groups[:loose], f.groups[loose+1:]...)
	}
	return false
}

// group stores in groups the corners that the path goes around, with its ends.
func (f *Finder) group(g *graph, from, to Point) {
	f.groups = append(f.groups[:0], bend{middle: from})
	before := from
	for i := 0; i < len(f.chain); {
		corner := g.nodes[f.chain[i]].corner
		first := g.nodes[f.chain[i]].at
		last := first
		for ; i < len(f.chain) && g.nodes[f.chain[i]].corner == corner; i++ {
			last = g.nodes[f.chain[i]].at
		}
		after := to
		if i < len(f.chain) {
			after = g.nodes[f.chain[i]].at
		}
		turn := cross(first.minus(before), after.minus(first))
		if first != last {
			turn = cross(first.minus(g.corners[corner]), last.minus(g.corners[corner]))
		}
		side := 1.0
		if turn < 0 {
			side = -1
		}
		f.groups = append(f.groups, bend{middle: g.corners[corner], side: side})
		before = last
	}
	f.groups = append(f.groups, bend{middle: to})
}

// lines computes the lines between the circles. It returns a corner at which the path would bend away from it, or -1.
func (f *Finder) lines(radius float64) int {
	for i := 1; i < len(f.groups); i++ {
		a, b := &f.groups[i-1], &f.groups[i]
		d := b.middle.minus(a.middle)
		off := float64((b.side - a.side) * radius)
		ahead := det.Sqrt(max(0, dot(d, d)-square(off)))
		b.in = unit(d.times(ahead).minus(perp(d).times(off)))
	}
	for i := 1; i < len(f.groups)-1; i++ {
		if b := &f.groups[i]; float64(cross(b.in, f.groups[i+1].in)*b.side) <= 0 {
			return i
		}
	}
	return -1
}

// round stores in taut the path along the lines, with the arcs approximated by short lines around them, and reports
// whether it is clear.
func (f *Finder) round(g *graph, radius float64) bool {
	f.taut = f.taut[:0]
	for i := 1; i < len(f.groups)-1; i++ {
		b := &f.groups[i]
		f.arc(b.middle, radius, perp(b.in).times(-b.side), perp(f.groups[i+1].in).times(-b.side), maxArcHalvings)
	}
	f.taut = append(f.taut, f.groups[len(f.groups)-1].middle)
	from := f.groups[0].middle
	for _, p := range f.taut {
		if !g.m.Clear(from, p, g.room) {
			return false
		}
		from = p
	}
	return true
}

const (
	// maxArcHalvings bounds the number of lines of an arc.
	maxArcHalvings = 4
	// flatArc is the cosine of the angle below which an arc is two lines: 30 degrees.
	flatArc = 0.866
)

// arc adds the corners of the lines around an arc between two directions from its centre, which are less than half a
// turn apart.
func (f *Finder) arc(middle Point, radius float64, from, to Point, halvings int) {
	half := from.plus(to)
	l := length(half) / 2 // cosine of half the angle
	if l == 0 {
		return
	}
	mid := unit(half)
	if dot(from, to) >= flatArc || halvings == 0 {
		f.taut = append(f.taut, along(middle, mid, radius/l))
		return
	}
	f.arc(middle, radius, from, mid, halvings-1)
	f.arc(middle, radius, mid, to, halvings-1)
}
