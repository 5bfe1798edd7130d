package arena

// Put takes a character to a point at once, or where it does not fit there, to the nearest spot beside the walls. There it stands: what
// [Arena.MoveTowards] began is over. It returns where that is; ok is false, and nothing has changed, when the character is not there or
// no spot is found.
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
