package sense

// The parts of urgency besides the steps since the last look.
const (
	// NearSteps is the number of steps of waiting that nearness counts for: all of them for an adjacent thing, none at
	// the end of the range.
	NearSteps = 8
	// SeenSteps is the number of steps of waiting that it counts if a thing was seen in the last look.
	SeenSteps = 4
)

// MaxWaitSteps returns the maximum number of steps that pass between two looks at a thing that stays in view, when at
// most so many looks are wanted in a step: whatever is preferred to it for being near or known is preferred only as
// long as that makes up for the wait, and then each only once.
func (f *Field) MaxWaitSteps(wanted int) int64 {
	rays := int64(f.options.Rays)
	return NearSteps + SeenSteps + max(1, (int64(wanted)+rays-1)/rays)
}

// rank finds how urgent a look is, by the step of the last one.
func (o *observer) rank(c *candidate, step, checked int64, seen bool) {
	c.waited = step - checked
	c.urgency = c.waited + int64(float64(NearSteps*max(0, 1-c.far2/o.senses.looks[c.look].lose2)))
	if seen {
		c.urgency += SeenSteps
	}
}

// allot distributes the lines of sight of a step. Its result depends only on the gathered candidates, not on which
// goroutine gathered them when.
func (f *Field) allot() {
	f.urgent, f.load = f.urgent[:0], Load{}
	for _, o := range f.observers {
		f.want(o.candidates)
		f.want(o.spots)
	}
	limit, even := threshold(f.urgent, f.options.Rays)
	f.load.Wanted, f.load.Asked = len(f.urgent), min(len(f.urgent), f.options.Rays)
	for _, o := range f.observers {
		even = grant(o.candidates, limit, even)
		even = grant(o.spots, limit, even)
	}
}

// want notes the looks that need a line of sight.
func (f *Field) want(candidates []candidate) {
	for i := range candidates {
		if c := &candidates[i]; c.ray {
			f.urgent = append(f.urgent, c.urgency)
			f.load.LongestSteps = max(f.load.LongestSteps, c.waited)
		}
	}
}

// threshold returns the urgency above which all looks fit in a budget, and how many of just that urgency do besides. It
// halves the range of urgencies, so that nothing need be sorted.
func threshold(urgent []int64, budget int) (limit int64, even int) {
	if len(urgent) <= budget {
		return -1, 0
	}
	low, high := int64(0), int64(0) // not all above low fit, or low is 0; all above high fit
	for _, u := range urgent {
		high = max(high, u)
	}
	for low < high {
		middle := low + (high-low)/2
		if countAbove(urgent, middle) <= budget {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return high, budget - countAbove(urgent, high)
}

func countAbove(urgent []int64, limit int64) int {
	n := 0
	for _, u := range urgent {
		if u > limit {
			n++
		}
	}
	return n
}

// grant lets candidates have their looks, and returns the number left for those that are as urgent as the limit.
func grant(candidates []candidate, limit int64, even int) int {
	for i := range candidates {
		c := &candidates[i]
		switch {
		case !c.ray || c.urgency > limit:
			c.granted = true
		case c.urgency == limit && even > 0:
			c.granted = true
			even--
		}
	}
	return even
}
