package arena

// Step advances time by seconds: characters move, then pick up items, then new items appear. More than [MaxStepSeconds]
// is cut to it; zero, a negative number or NaN does nothing.
func (a *Arena) Step(seconds float64) {
	if !(seconds > 0) {
		return
	}
	seconds = min(seconds, MaxStepSeconds)
	a.now += seconds
	if a.options.Avoid {
		a.moveApart(seconds)
	} else {
		a.move(seconds)
	}
	a.pickUp()
	a.supply()
}

// move moves every character with a goal, through others.
func (a *Arena) move(seconds float64) {
	for i := range a.slots {
		c := &a.slots[i]
		if !c.here {
			continue
		}
		if c.Going == 0 || !c.Alive() {
			c.Velocity = Point{}
			continue
		}
		from := c.At
		way := c.Goal.minus(from)
		far, most := length(way), float64(c.Going*seconds)
		c.turnTo(way, seconds)
		if far > most {
			way = way.times(most / far)
		}
		if far > 0 {
			c.At = a.m.slide(from, way, c.Body.Radius, nil)
		}
		if far <= most && within(c.At, c.Goal, arrived) {
			c.Going = 0
			if a.m.Clear(from, c.Goal, c.Body.Radius) {
				c.At = c.Goal // to the bit
			}
		}
		c.Velocity = c.At.minus(from).times(1 / seconds)
		a.index.put(int32(i), c.At)
	}
}

// arrived is the distance from its goal that rounding may leave, in metres.
const arrived = 1e-9
