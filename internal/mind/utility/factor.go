package utility

import "slices"

// factors multiply the aggregate of an option, in this order.
type factors struct {
	weight     float64 // of the behaviour
	offer      float64 // of the offer
	inertia    float64
	repetition float64
	cooling    bool // the option's cooldown is not over
}

// product returns the product of the factors, or 0 if the option cannot be chosen.
func (f *factors) product() float64 {
	if f.cooling {
		return 0
	}
	return float64(float64(float64(f.weight*f.offer)*f.inertia) * f.repetition)
}

// factors returns the factors of an option.
func (t *Turn) factors(p *Program, of *Offer, o Option) factors {
	b := &p.behaviours[o.Behaviour]
	f := factors{weight: b.weight, offer: of.factor(), inertia: 1, repetition: 1}
	m := t.Memory
	if m == nil {
		return f
	}
	if o == m.Current {
		f.inertia = m.bonus(&p.cfg.Inertia, t.Now)
	} else {
		f.cooling = t.Now < m.left[o.Behaviour]
	}
	f.repetition = m.tired(o, p.cfg.Repetition.Penalty)
	return f
}

// factor returns the offer's own factor; an invalid one excludes the offer.
func (of *Offer) factor() float64 {
	switch {
	case of.Factor == 0:
		return 1
	case of.Factor > 0:
		return min(of.Factor, maxWeight)
	}
	return 0
}

// greatest returns an upper bound of the factors of an offer's options, and whether they may differ. It is 0 if no
// option can be chosen.
func (t *Turn) greatest(p *Program, of *Offer, b *behaviour) (factor float64, differ bool) {
	factor = float64(b.weight * of.factor())
	m := t.Memory
	if m == nil {
		return factor, false
	}
	if m.Current.Behaviour == of.Behaviour {
		return float64(factor * m.bonus(&p.cfg.Inertia, t.Now)), true
	}
	if t.Now < m.left[of.Behaviour] {
		return 0, true
	}
	return factor, slices.ContainsFunc(m.recent, func(o Option) bool { return o.Behaviour == of.Behaviour })
}
