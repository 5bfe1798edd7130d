package utility

import "github.com/karakuri-ai/karakuri/internal/model/curve"

// admit scores all options of an offer.
func (d *Decider) admit(place int32, of *Offer, b *behaviour) {
	factor, differ := d.turn.greatest(d.prog, of, b)
	if factor == 0 || !d.judge(b, of.targets(b)) {
		return
	}
	q := &d.precise
	for i := range q.n {
		o := Option{of.Behaviour, q.targets[i]}
		if differ {
			f := d.turn.factors(d.prog, of, o)
			factor = f.product()
		}
		d.add(o, float64(q.lanes[i].upper*factor), place+int32(q.lanes[i].place))
	}
}

// settle scores the open options, from last to first, because the last ones have the best bounds so far.
func (d *Decider) settle() {
	for i := len(d.open) - 1; i >= 0; i-- {
		o := &d.open[i]
		behaviour := d.turn.Offers[o.offer].Behaviour
		b := &d.prog.behaviours[behaviour]
		if !d.reaches(b, o.upper, o.factor) {
			continue
		}
		score := d.score(b, o.target, o.factor)
		d.add(Option{behaviour, o.target}, score, o.place)
		if d.floor.keep <= 1 { // else it has been counted before
			d.floor.see(score)
		}
	}
}

func (d *Decider) add(o Option, score float64, place int32) {
	if score > 0 {
		d.exact = append(d.exact, candidate{o, score, place})
	}
}

// score returns the score of an option.
func (d *Decider) score(b *behaviour, target Target, factor float64) float64 {
	d.one[0] = target
	if !d.judge(b, d.one[:]) {
		return 0
	}
	return float64(d.precise.lanes[0].upper * factor)
}

// judge computes the exact aggregates of a behaviour on targets into the lanes of a batch. It drops products of 0. It
// reports whether any option is left.
func (d *Decider) judge(b *behaviour, targets []Target) bool {
	q := &d.precise
	q.grow(len(targets))
	q.begin(targets, unitOf[b.fold], 0)
	for i := range b.considerations {
		if q.n == 0 {
			return false
		}
		c := &b.considerations[i]
		values := q.values[:q.n]
		if d.prog.cfg.Inputs[c.Input].Self {
			v := d.self(int32(c.Input))
			for k := range values {
				values[k] = v
			}
		} else {
			d.turn.Inputs.Fill(values, c.Input, q.targets[:q.n])
		}
		q.judge(c, b.fold)
	}
	for i := range q.n {
		q.lanes[i].upper = b.finish(q.lanes[i].upper)
	}
	return q.n > 0
}

// judge adds the exact values of a consideration. Consecutive values are often equal, such as 0 and 1.
func (q *batch) judge(c *Consideration, f fold) {
	least, scale := c.span()
	weight := orOne(c.Weight)
	last, y := -1.0, 0.0
	kept := 0
	for i, v := range q.values[:q.n] {
		if x := curve.Unit(float64((v - least) * scale)); x != last {
			last, y = x, c.Curve.CutOff(c.Curve.Raw(x))
		}
		l := &q.lanes[i]
		r := f.take(l.upper, y, weight)
		q.targets[kept], q.lanes[kept] = q.targets[i], lane{r, 0, l.place}
		if r != 0 || f != foldProduct {
			kept++
		}
	}
	q.n = kept
}

// self returns an input that does not depend on the target, which is read once per decision.
func (d *Decider) self(input int32) float64 {
	if d.asked[input] != d.serial {
		d.turn.Inputs.Fill(d.values[input:input+1], int(input), alone)
		d.asked[input] = d.serial
	}
	return d.values[input]
}
