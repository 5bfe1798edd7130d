package arena

import "math"

// How paths lead around characters that stand.
const (
	// aroundMetres is how far from a character, from edge to edge, those are that its path leads around: it does not
	// know how long those farther away will stand.
	aroundMetres = 12.0
	// maxAround limits them: the nearest count.
	maxAround = 24
	// A path around them is at most detourShare times as long as the shortest one, and detourMetres: beyond that it is
	// better to wait until they go. It also keeps the search near a goal or a start that bodies close off.
	detourShare, detourMetres = 2.0, 40.0
	// A path that leaves room for the personal space is at most spaceShare times as long as one that leaves a part of
	// it: as much as one can pass without having to slow down. With less it goes only where there is no other way.
	spaceShare, narrow = 1.1, 0.25
	// aroundPoints is the number of points around each at which a path can bend.
	aroundPoints = 16
)

// disc is a body that a path leads around, grown by the radius of the one that walks.
type disc struct {
	at   Point
	room float64
}

// PathAround is like [Arena.PathTo], but the path also leads around the living characters that stand within 12 metres
// of the character; a character that walks only for a moment counts as walking. It leaves room for Options.Space where
// that makes the way longer by less than a tenth, else for a quarter of it, and for less where there is no other way.
// Characters that stand at the goal are not in the way. It finds no way that is more than twice as long as the shortest
// one and 40 metres. It costs more than PathTo: use it when a character is held up.
func (a *Arena) PathAround(id ID, goal Point, buf []Point) (path []Point, ok bool) {
	c := a.get(id)
	if c == nil {
		return buf, false
	}
	f, radius := a.finder, c.Body.Radius
	defer func() { f.discs, f.rings = f.discs[:0], f.rings[:0] }() // other paths lead around nobody
	if a.findStanding(c, goal, a.options.Space) == 0 {
		return f.Path(c.At, goal, radius, buf)
	}
	to, ok := f.m.settle(goal, radius)
	if !ok || !f.m.Fits(c.At, radius) {
		return buf, false
	}
	shortest, ok := f.alone(c.At, to, radius)
	if !ok {
		return buf, false
	}
	most, least := detourShare*shortest+detourMetres, math.Inf(1)
	path, ok = buf, false
	for _, share := range [...]float64{1, narrow, 0} {
		if least <= spaceShare*shortest || share == 0 && ok {
			break
		}
		if share < 1 {
			a.findStanding(c, goal, share*a.options.Space)
		}
		next, found := f.pathAround(c.At, to, radius, most, path)
		next = next[len(path):]
		if metres := pathLength(c.At, next); found && spaceShare*metres < least {
			path, least, ok = append(buf, next...), metres, true
		}
	}
	return path, ok
}

// findStanding gives the finder the characters that another walks around, and returns their number.
func (a *Arena) findStanding(c *character, goal Point, space float64) int {
	f := a.finder
	f.discs = f.discs[:0]
	a.steer.near = a.steer.near[:0]
	s := a.index.around(c.At, c.Body.Radius+a.widest+aroundMetres)
	for i := s.next(); i != none; i = s.next() {
		o := &a.slots[i]
		n := neighbour{i, distance2(c.At, o.At)}
		if o == c || !o.blocks() || o.walks() || n.far2 > square(c.Body.Radius+o.Body.Radius+aroundMetres) {
			continue
		}
		if room := c.Body.Radius + o.Body.Radius + space + outline; !within(o.At, goal, room) {
			a.steer.near = insert(a.steer.near, n, maxAround)
		}
	}
	for _, n := range a.steer.near {
		o := &a.slots[n.slot]
		f.discs = append(f.discs, disc{o.At, c.Body.Radius + o.Body.Radius + space + outline})
	}
	return len(f.discs)
}

// pathAround is like Path, around the discs, of at most a number of metres.
func (f *Finder) pathAround(from, to Point, radius, most float64, buf []Point) (path []Point, ok bool) {
	if f.m.Clear(from, to, roomFor(radius)) && f.passes(from, to) {
		return append(buf, to), true
	}
	g := f.graph(radius)
	f.addRings(g)
	if !f.find(g, from, to, most) {
		return buf, false
	}
	for _, n := range f.chain {
		buf = append(buf, f.at(g, n))
	}
	return append(buf, to), true
}

// alone returns the length of the shortest path if nobody stood there.
func (f *Finder) alone(from, to Point, radius float64) (metres float64, ok bool) {
	if f.m.Clear(from, to, roomFor(radius)) {
		return from.Distance(to), true
	}
	g, discs := f.graph(radius), f.discs
	f.discs = nil
	ok = f.find(g, from, to, math.Inf(1))
	f.discs = discs
	at := from
	for _, n := range f.chain {
		next := f.at(g, n)
		metres, at = metres+at.Distance(next), next
	}
	return metres + at.Distance(to), ok
}

// addRings stores the points around the discs at which a path can bend.
func (f *Finder) addRings(g *graph) {
	f.rings = f.rings[:0]
	for _, d := range f.discs {
		for k := range aroundPoints {
			p := along(d.at, direction(float64(float64(k)*2*math.Pi/aroundPoints)), ringShare*d.room)
			if g.m.Fits(p, g.room) && f.passes(p, p) {
				f.rings = append(f.rings, p)
			}
		}
	}
}

// ringShare is the distance of the points of a ring from the middle, as a multiple of the room: a line between two
// neighbours stays outside the disc. It is the inverse of the cosine of a 32nd of the circle, and a little more.
const ringShare = 1.0197

// passes reports whether a line leads past all discs. If it begins in one, it must lead out of it.
func (f *Finder) passes(p, q Point) bool {
	for _, d := range f.discs {
		if nearestOn(p, q, d.at).Distance(d.at) >= d.room {
			continue
		}
		if !within(p, d.at, d.room) || dot(q.minus(p), p.minus(d.at)) < 0 || p == q {
			return false
		}
	}
	return true
}
