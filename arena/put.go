package arena

// Put moves a character to a point at once, or if it does not fit there, to the nearest position clear of the walls. It
// cancels [Arena.MoveTowards]. It returns the new position. If the character does not exist or no position is found, ok
// is false and nothing changes.
func (a *Arena) Put(id ID, to Point) (at Point, ok bool) {
	c := a.get(id)
	if c == nil {
		return to, false
	}
	if to, ok = a.m.settle(to, c.Body.Radius); !ok {
		return to, false
	}
	c.At, c.Velocity, c.Going = to, Point{}, 0
	a.index.put(int32(id>>generationBits), to)
	return to, true
}
