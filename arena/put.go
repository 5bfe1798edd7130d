package arena

import "math"

// Put moves a character to a point at once, or if it does not fit there, to the nearest position clear of the walls. It
// cancels [Arena.MoveTowards]. With [Options].Avoid the position is also clear of other living characters. Put returns
// the new position. If the character does not exist or no position is found, ok is false and nothing changes.
func (a *Arena) Put(id ID, to Point) (at Point, ok bool) {
	c := a.get(id)
	if c == nil {
		return to, false
	}
	if to, ok = a.m.settle(to, c.Body.Radius); !ok {
		return to, false
	}
	if to, ok = a.beside(to, c); !ok {
		return to, false
	}
	c.At, c.Velocity, c.Going, c.Beside = to, Point{}, 0, 0
	if a.options.Avoid {
		c.Goal, c.Blocked, c.yields = to, 0, 0
	}
	a.index.put(int32(id>>generationBits), to)
	return to, true
}

// How Put looks for room beside other characters.
const (
	putRings = 64 // each farther by the radius of the body
	putWays  = 24 // points of a ring
)

// beside returns a point near another that is clear of walls and of other characters, with [Options].Avoid.
func (a *Arena) beside(to Point, c *character) (Point, bool) {
	if !a.options.Avoid || a.room(to, c.Body.Radius+skin, c) {
		return to, true
	}
	for ring := 1; ring <= putRings; ring++ {
		for way := range putWays {
			p := along(to, direction(float64(float64(way)*2*math.Pi/putWays)), float64(float64(ring)*c.Body.Radius))
			if a.m.Fits(p, c.Body.Radius+skin) && a.room(p, c.Body.Radius+skin, c) {
				return p, true
			}
		}
	}
	return to, false
}
