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
		if at >= 0 && d.climb(b, of.targets(b)[at:at+1], 1) {
			f := d.turn.factors(d.prog, of, current)
			d.floor.see(b.finish(d.batch.lanes[0].lower) * f.product() * margin)
		}
	}
}

// bound keeps those options of an offer open whose upper bound exceeds the floor, and raises the floor to their lower
// bounds.
func (d *Decider) bound(offer, place int32, of *Offer, b *behaviour) {
	factor, differ := d.turn.greatest(d.prog, of, b)
	if factor == 0 || !d.climb(b, of.targets(b), factor) {
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

// least returns the bound that an option's fold must exceed to reach the floor. It keeps the last one, because
// behaviours are often alike.
func (d *Decider) least(b *behaviour, factor float64) float64 {
	score, l := d.floor.value/factor, &d.bar
	if l.score != score || l.aggregation != b.aggregation || l.n != b.n || l.weights != b.weights {
		*l = bar{b.aggregation, b.n, b.weights, score, b.least(score)}
	}
	return l.least
}

// bar holds a result of [behaviour.least] and what it depends on.
type bar struct {
	aggregation           Aggregation
	n                     int32
	weights, score, least float64
}

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
// cannot lift a score above the floor, it drops the option. It reports whether any option is left.
func (d *Decider) climb(b *behaviour, targets []Target, factor float64) bool {
	q := &d.batch
	least := d.least(b, factor)
	if b.rest <= least || len(targets) == 0 {
		return false
	}
	q.grow(len(targets))
	axes := d.prog.axes[b.first:b.end]
	shared := int(b.shared - b.first)
	upper, lower := unitOf[b.fold], unitOf[b.fold]
	for i := range axes[:shared] {
		a := &axes[i]
		c := a.cell(d.self(a.input))
		upper, lower = b.fold.take(upper, float64(c.upper), a.weight), b.fold.take(lower, float64(c.lower), a.weight)
		if b.fold.most(upper, a.rest) <= least {
			return false
		}
	}
	q.begin(targets, upper, lower)
	for axes = axes[shared:]; len(axes) > 0; {
		n := axes[0].group
		for i := range axes[:n] {
			d.turn.Inputs.Fill(q.values[i*q.n:][:q.n], int(axes[i].input), q.targets[:q.n])
		}
		q.add(axes[:n], b.fold)
		if q.drop(b.fold, axes[n-1].rest, least); q.n == 0 {
			return false
		}
		axes = axes[n:]
	}
	return true
}
