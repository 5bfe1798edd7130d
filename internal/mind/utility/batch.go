package utility

// batch holds bounds of the options of one offer and adds considerations to all options at once: one call for all
// inputs, and loops without branches that depend on them. Options that are ruled out are dropped on the way.
type batch struct {
	n       int       // number of remaining options
	targets []Target  // of the remaining options
	lanes   []lane    // of the remaining options
	values  []float64 // of a group of inputs: of all options for the first input, then for the second, and so on
	factors []float64 // of the options' scores
}

// lane holds the bounds of an option's fold.
type lane struct {
	upper, lower float64
	place        int // index of its target in the offer
}

// group is the maximum number of free inputs that are read at once. Reading some unnecessarily costs less than dropping
// options after each: a processor cannot predict how many remain.
const group = 4

// grow makes room for n options.
func (q *batch) grow(n int) {
	if n > len(q.targets) {
		q.targets, q.lanes = make([]Target, n), make([]lane, n)
		q.values, q.factors = make([]float64, n*group), make([]float64, n)
	}
}

// begin fills the batch with targets, all with the same bounds.
func (q *batch) begin(targets []Target, upper, lower float64) {
	q.n = copy(q.targets, targets)
	lanes := q.lanes[:q.n]
	for i := range lanes {
		lanes[i] = lane{upper, lower, i}
	}
}

// cell returns the bounds of an axis for a value of its input.
func (a *axis) cell(v float64) *cell { return a.table.cells.at((v - a.least) * a.scale) }

// add adds axes to the folds: two at once to products, the most common fold.
func (q *batch) add(axes []axis, f fold) {
	values := q.values
	for len(axes) > 1 && f == foldProduct {
		q.multiply(&axes[0], &axes[1], values)
		axes, values = axes[2:], values[2*q.n:]
	}
	for i := range axes {
		q.take(&axes[i], f, values)
		values = values[q.n:]
	}
}

// multiply adds two axes to products.
func (q *batch) multiply(a, b *axis, values []float64) {
	lanes := q.lanes[:q.n]
	values, more := values[:len(lanes)], values[len(lanes):][:len(lanes)]
	cells, least, scale := &a.table.cells, a.least, a.scale
	cells2, least2, scale2 := &b.table.cells, b.least, b.scale
	for i := range lanes {
		c, c2 := cells.at((values[i]-least)*scale), cells2.at((more[i]-least2)*scale2)
		lanes[i].upper *= float64(c.upper * c2.upper)
		lanes[i].lower *= float64(c.lower * c2.lower)
	}
}

// take adds an axis to folds of any kind.
func (q *batch) take(a *axis, f fold, values []float64) {
	for i, v := range values[:q.n] {
		c, l := a.cell(v), &q.lanes[i]
		l.upper, l.lower = f.take(l.upper, float64(c.upper), a.weight), f.take(l.lower, float64(c.lower), a.weight)
	}
}

// drop drops options whose folds cannot exceed least, given the bound of the remaining axes.
func (q *batch) drop(f fold, rest, least float64) {
	kept := 0
	for i, l := range q.lanes[:q.n] {
		q.targets[kept], q.lanes[kept] = q.targets[i], l
		if f.most(l.upper, rest) > least {
			kept++
		}
	}
	q.n = kept
}
