package utility

import "slices"

// collect collects the options of offers that may be chosen, with their scores. Bounds first determine which options
// remain open; of these, it scores those that the floor allows. If bounds are of no use, it scores all.
func (d *Decider) collect(offers []int32) {
	d.open, d.exact = d.open[:0], d.exact[:0]
	options := d.options(offers)
	d.floor.begin(&d.prog.cfg.Selection, options)
	bounded := d.floor.rises && d.spared == 0
	d.spared = max(d.spared-1, 0)
	if bounded && d.floor.keep == 1 {
		d.seed(offers)
	}
	place := int32(0)
	for _, i := range offers {
		of := &d.turn.Offers[i]
		b := &d.prog.behaviours[of.Behaviour]
		if bounded {
			d.bound(i, place, of, b)
		} else {
			d.admit(place, of, b)
		}
		place += int32(len(of.targets(b)))
	}
	d.settle()
	if bounded && len(d.exact) > 8 && len(d.exact) > options/2 {
		d.spared = sparedDecisions
	}
}

// sparedDecisions is the number of decisions scored without bounds after one in which bounds ruled out less than half.
const sparedDecisions = 63

// seed raises the floor to a lower bound of the current option, which is likely to be chosen again.
func (d *Decider) seed(offers []int32) {
	current := d.turn.current()
	for _, i := range offers {
		of := &d.turn.Offers[i]
		if of.Behaviour != current.Behaviour {
			continue
		}
		b := &d.prog.behaviours[of.Behaviour]
		at := slices.Index(of.targets(b), current.Target)
		if at >= 0 && d.climb(b, of.targets(b)[at:at+1], 0) {
			f := d.turn.factors(d.prog, of, current)
			d.floor.see(b.finish(d.batch.lanes[0].lower) * f.product() * margin)
		}
	}
}

// bound keeps those options of an offer open whose upper bound exceeds the floor, and raises the floor to their lower
// bounds.
func (d *Decider) bound(offer, place int32, of *Offer, b *behaviour) {
	factor, differ := d.turn.greatest(d.prog, of, b)
	if factor == 0 || !d.climb(b, of.targets(b), d.least(b, factor)) {
		return
	}
	if differ {
		d.boundEach(offer, place, of, b)
		return
	}
	q := &d.batch
	lanes := q.lanes[:q.n]
	if d.floor.keep == 1 {
		greatest := 0.0
		for i := range lanes {
			greatest = max(greatest, lanes[i].lower)
		}
		d.floor.see(b.finish(greatest) * factor * margin)
	} else {
		for i := range lanes {
			d.floor.see(b.finish(lanes[i].lower) * factor * margin)
		}
	}
	for i := range lanes {
		if l := &lanes[i]; d.reaches(b, l.upper, factor) {
			d.open = append(d.open, open{offer, place + int32(l.place), l.upper, factor, q.targets[i]})
		}
	}
}

// boundEach is bound for options whose factors differ.
func (d *Decider) boundEach(offer, place int32, of *Offer, b *behaviour) {
	q := &d.batch
	for i := range q.n {
		f := d.turn.factors(d.prog, of, Option{of.Behaviour, q.targets[i]})
		q.factors[i] = f.product()
		d.floor.see(b.finish(q.lanes[i].lower) * q.factors[i] * margin)
	}
	for i := range q.n {
		if l := &q.lanes[i]; q.factors[i] > 0 && d.reaches(b, l.upper, q.factors[i]) {
			d.open = append(d.open, open{offer, place + int32(l.place), l.upper, q.factors[i], q.targets[i]})
		}
	}
}

// least returns the bound that an option's fold must exceed to reach the floor.
func (d *Decider) least(b *behaviour, factor float64) float64 { return b.least(d.floor.value / factor) }

// reaches reports whether an option with an upper bound of its fold may reach the floor.
func (d *Decider) reaches(b *behaviour, upper, factor float64) bool {
	switch b.aggregation {
	case GeometricMean:
		return upper > d.least(b, factor) // cheaper than the root
	case Compensated:
		upper = min(upper, 1) // above 1, which no fold reaches, the compensation decreases
	}
	return b.finish(upper)*factor > d.floor.value*margin
}

// climb adds bounds of all axes of a behaviour to the folds of a batch of its targets. As soon as the remaining axes
// cannot lift a fold above least, it drops the option. It reports whether any option is left.
func (d *Decider) climb(b *behaviour, targets []Target, least float64) bool {
	q := &d.batch
	if b.rest <= least || len(targets) == 0 {
		return false
	}
	q.grow(len(targets))
	axes := d.prog.axes[b.first:b.end]
	shared := int(b.shared - b.first)
	upper, lower := unitOf[b.fold], unitOf[b.fold]
	for i := range axes[:shared] {
		a := &axes[i]
		y, low := a.bounds(d.self(a.input))
		upper, lower = b.fold.take(upper, y, a.weight), b.fold.take(lower, low, a.weight)
		if b.fold.most(upper, a.rest) <= least {
			return false
		}
	}
	axes = axes[shared:]
	if b.fold == foldProduct {
		return d.climbProduct(axes, targets, upper, lower, least)
	}
	q.begin(targets, upper, lower)
	for i := 0; i < len(axes) && q.n > 0; i++ {
		d.turn.Inputs.Fill(q.values[:q.n], int(axes[i].input), q.targets[:q.n])
		q.take(&axes[i], b.fold, least)
	}
	return q.n > 0
}

// climbProduct completes climb for products, the most common aggregation. It adds two free inputs at once: reading one
// unnecessarily costs less than waiting for the result of the first.
func (d *Decider) climbProduct(axes []axis, targets []Target, upper, lower, least float64) bool {
	q := &d.batch
	if len(axes) == 0 {
		q.begin(targets, upper, lower)
		return true
	}
	for begun := false; len(axes) > 0; begun = true {
		if begun {
			targets = q.targets[:q.n]
		}
		a, and, taken := &axes[0], (*axis)(nil), 1
		d.turn.Inputs.Fill(q.values[:len(targets)], int(a.input), targets)
		if a.paired {
			and, taken = &axes[1], 2
			d.turn.Inputs.Fill(q.more[:len(targets)], int(and.input), targets)
		}
		if begun {
			q.multiply(a, and, least)
		} else {
			q.start(a, and, targets, upper, lower, least)
		}
		if q.n == 0 {
			return false
		}
		axes = axes[taken:]
	}
	return true
}
