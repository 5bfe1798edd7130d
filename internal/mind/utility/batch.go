package utility

// batch holds bounds of the options of one offer and adds one consideration after the other to all options at once: one
// call for all inputs, and loops without branches that depend on them. Options that are ruled out are dropped on the
// way.
type batch struct {
	n       int       // number of remaining options
	targets []Target  // of the remaining options
	lanes   []lane    // of the remaining options
	values  []float64 // of the current input
	more    []float64 // of a second input
	factors []float64 // of the options' scores
}

// lane holds the bounds of an option's fold.
type lane struct {
	upper, lower float64
	place        int // index of its target in the offer
}

// grow makes room for n options.
func (q *batch) grow(n int) {
	if n > len(q.values) {
		q.targets, q.lanes = make([]Target, n), make([]lane, n)
		q.values, q.more, q.factors = make([]float64, n), make([]float64, n), make([]float64, n)
	}
}

// begin fills the batch with targets, all with the same bounds.
func (q *batch) begin(targets []Target, upper, lower float64) {
	q.n = copy(q.targets, targets)
	for i := range q.n {
		q.lanes[i] = lane{upper, lower, i}
	}
}

// bounds returns bounds of an axis for a value of its input.
func (a *axis) bounds(v float64) (upper, lower float64) {
	x := a.normal(v)
	c := &a.table[int(x*cells)]
	y := c.above(x)
	return y, y - c.width
}

// restOf returns the bound of the axes after one, or two.
func restOf(a, and *axis) float64 {
	if and != nil {
		return and.rest
	}
	return a.rest
}

// start combines begin and multiply.
func (q *batch) start(a, and *axis, targets []Target, upper, lower, least float64) {
	kept, rest := 0, restOf(a, and)
	more := q.more[:len(targets)]
	values, to, lanes := q.values[:len(targets)], q.targets[:len(targets)], q.lanes[:len(targets)]
	for i, v := range values {
		y, low := a.bounds(v)
		if and != nil {
			y2, low2 := and.bounds(more[i])
			y *= y2
			low *= low2
		}
		r := upper * y
		to[kept], lanes[kept] = targets[i], lane{r, lower * low, i}
		if r*rest > least {
			kept++
		}
	}
	q.n = kept
}

// multiply adds an axis, and a second one unless it is nil, to products, and drops options that cannot exceed least.
func (q *batch) multiply(a, and *axis, least float64) {
	kept, rest := 0, restOf(a, and)
	more := q.more[:q.n]
	values, targets, lanes := q.values[:q.n], q.targets[:q.n], q.lanes[:q.n]
	for i, v := range values {
		y, low := a.bounds(v)
		if and != nil {
			y2, low2 := and.bounds(more[i])
			y *= y2
			low *= low2
		}
		l := &lanes[i]
		r := l.upper * y
		targets[kept], lanes[kept] = targets[i], lane{r, l.lower * low, l.place}
		if r*rest > least {
			kept++
		}
	}
	q.n = kept
}

// take is multiply for any fold.
func (q *batch) take(a *axis, f fold, least float64) {
	kept := 0
	for i, v := range q.values[:q.n] {
		y, low := a.bounds(v)
		l := q.lanes[i]
		r := f.take(l.upper, y, a.weight)
		q.targets[kept], q.lanes[kept] = q.targets[i], lane{r, f.take(l.lower, low, a.weight), l.place}
		if f.most(r, a.rest) > least {
			kept++
		}
	}
	q.n = kept
}
