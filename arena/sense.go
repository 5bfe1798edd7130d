package arena

import "slices"

// Visible reports whether no wall touches the line between two points: see [Map.Visible].
func (a *Arena) Visible(p, q Point) bool { return a.m.Visible(p, q) }

// SeesPoint reports whether a character sees a point: it is alive, and the point is within its sight and view angle
// with no wall between. Other characters do not block sight.
func (a *Arena) SeesPoint(id ID, p Point) bool {
	c := a.able(id)
	return c != nil && p.finite() && c.sees(p) && a.m.Visible(c.At, p)
}

// Sees reports whether a character sees the centre of another, dead or alive, as SeesPoint does. No character sees
// itself.
func (a *Arena) Sees(id, other ID) bool {
	o := a.get(other)
	return o != nil && id != other && a.SeesPoint(id, o.At)
}

// Seen appends to buf the IDs of all characters that one sees, in order.
func (a *Arena) Seen(id ID, buf []ID) []ID {
	c := a.able(id)
	if c == nil {
		return buf
	}
	first := len(buf)
	s := a.index.around(c.At, c.Body.Sight)
	for i := s.next(); i != none; i = s.next() {
		if o := &a.slots[i]; o != c && c.sees(o.At) && a.m.Visible(c.At, o.At) {
			buf = append(buf, o.ID)
		}
	}
	slices.Sort(buf[first:])
	return buf
}

// Near appends to buf the IDs of all characters, dead or alive, whose centre is within r metres of a point, in order.
// Walls make no difference.
func (a *Arena) Near(p Point, r float64, buf []ID) []ID {
	first := len(buf)
	s := a.index.around(p, r)
	for i := s.next(); i != none; i = s.next() {
		buf = append(buf, a.slots[i].ID)
	}
	slices.Sort(buf[first:])
	return buf
}

// NearItems appends to buf the indices of all items on the map within r metres of a point, in order.
func (a *Arena) NearItems(p Point, r float64, buf []int) []int {
	first := len(buf)
	s := a.supplied.around(p, r)
	for i := s.next(); i != none; i = s.next() {
		buf = append(buf, int(i))
	}
	slices.Sort(buf[first:])
	return buf
}

// Hears reports whether a character hears a sound at a point with a range in metres in the open. Each wall between
// reduces the range ([Options.WallDamping]), and the character's hearing multiplies it. Sound travels straight, not
// around corners.
func (a *Arena) Hears(id ID, at Point, metres float64) bool {
	c := a.able(id)
	if c == nil || !at.finite() || !(metres >= 0) {
		return false
	}
	carries, far := float64(metres*c.Body.Hearing), c.At.Distance(at)
	if c.Body.Hearing == 0 || far > carries {
		return false
	}
	for range a.m.WallsBetween(c.At, at) {
		carries = float64(carries * a.options.WallDamping)
	}
	return far <= carries
}
