package utility_test

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/det"
	. "github.com/karakuri-ai/karakuri/internal/mind/utility"
)

// naive decides without bounds: it scores every option in the order of the offers. It shares nothing with
// the decider but curves, memory and random numbers.
type naive struct {
	cfg    *Config
	scored []scoredOption
	y      []float64
}

type scoredOption struct {
	Option
	score float64
	place int
}

func orOne(x float64) float64 {
	if x == 0 {
		return 1
	}
	return x
}

func (n *naive) aggregate(b *Behaviour, in Inputs, target Target) float64 {
	n.y = n.y[:0]
	for i := range b.Considerations {
		c := &b.Considerations[i]
		asked := target
		if n.cfg.Inputs[c.Input].Self {
			asked = NoTarget
		}
		n.y = append(n.y, 0)
		in.Fill(n.y[i:], c.Input, []Target{asked})
		n.y[i] = c.At(n.y[i])
	}
	if len(n.y) == 0 {
		return 1
	}
	product, sum, weights, least, greatest := 1.0, 0.0, 0.0, 1.0, 0.0
	for i, y := range n.y {
		w := orOne(b.Considerations[i].Weight)
		product = float64(product * y)
		sum += float64(w * y)
		weights += w
		least, greatest = math.Min(least, y), math.Max(greatest, y)
	}
	count := float64(len(n.y))
	switch b.Aggregation {
	case Compensated:
		return product + float64(float64((1-product)*(1-1/count))*product)
	case Product:
		return product
	case GeometricMean:
		return det.Pow(product, 1/count)
	case Sum:
		return sum
	case WeightedMean:
		return sum / weights
	case Min:
		return least
	}
	return greatest
}

// factor returns what a score is multiplied by: 0 while it is cooling down.
func (n *naive) factor(t *Turn, of *Offer, o Option) float64 {
	b := &n.cfg.Behaviours[o.Behaviour]
	f := float64(orOne(b.Weight) * orOne(of.Factor))
	m := t.Memory
	if m == nil {
		return f
	}
	if o == m.Current {
		share := 1.0
		if fade := n.cfg.Inertia.FadeTicks; fade > 0 {
			share = max(0, float64(fade-(t.Now-m.Since))/float64(fade))
		}
		f = float64(f * (1 + float64(n.cfg.Inertia.Bonus*share)))
	} else if t.Now < m.ReadyAt(o.Behaviour) {
		return 0
	}
	tired := 1.0
	for _, r := range m.Recent(nil) {
		if r == o {
			tired = float64(tired * (1 - n.cfg.Repetition.Penalty))
		}
	}
	return float64(f * tired)
}

func (n *naive) decide(t *Turn) (Option, float64) {
	drawn := 0.0
	if n.cfg.Selection.Rule == WeightedRandom {
		drawn = t.Random.Float64()
	}
	ranks := map[int]int{} // options by rank
	for i := range t.Offers {
		of := &t.Offers[i]
		b := &n.cfg.Behaviours[of.Behaviour]
		rank := 0
		if n.cfg.Selection.Ranked {
			rank = b.Rank + of.Rank
		}
		ranks[rank] += len(targetsOf(b, of))
	}
	var order []int
	for rank := range ranks {
		order = append(order, rank)
	}
	slices.Sort(order)
	slices.Reverse(order)
	for _, rank := range order {
		n.scored = n.scored[:0]
		for i := range t.Offers {
			of := &t.Offers[i]
			b := &n.cfg.Behaviours[of.Behaviour]
			if n.cfg.Selection.Ranked && b.Rank+of.Rank != rank {
				continue
			}
			for _, target := range targetsOf(b, of) {
				o := Option{of.Behaviour, target}
				score := float64(n.aggregate(b, t.Inputs, target) * n.factor(t, of, o))
				n.scored = append(n.scored, scoredOption{o, score, len(n.scored)})
			}
		}
		if o := n.choose(t, ranks[rank], drawn); o.score > 0 {
			return o.Option, o.score
		}
	}
	return Option{None, NoTarget}, 0
}

func targetsOf(b *Behaviour, of *Offer) []Target {
	if b.Targeted {
		return of.Targets
	}
	return []Target{NoTarget}
}

func (n *naive) choose(t *Turn, options int, drawn float64) scoredOption {
	list := n.scored[:0]
	for _, o := range n.scored {
		if o.score > 0 {
			list = append(list, o)
		}
	}
	sel := n.cfg.Selection
	if sel.Rule == FirstOver {
		for _, o := range list {
			if o.score >= sel.Threshold {
				return o
			}
		}
		return scoredOption{}
	}
	isCurrent := func(o scoredOption) int {
		if t.Memory != nil && o.Option == t.Memory.Current {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b scoredOption) int {
		if a.score != b.score {
			if a.score > b.score {
				return -1
			}
			return 1
		}
		return isCurrent(a) - isCurrent(b)
	})
	if len(list) == 0 {
		return scoredOption{}
	}
	if sel.Rule == Best {
		return list[0]
	}
	take := options
	if sel.Top > 0 {
		take = min(take, sel.Top)
	}
	if sel.TopPercent > 0 {
		take = min(take, max(1, int(math.Ceil(sel.TopPercent*float64(options)/100))))
	}
	list = list[:min(len(list), take)]
	total := 0.0
	for i, o := range list {
		if sel.Within > 0 && o.score < float64((1-sel.Within)*list[0].score) {
			list = list[:i]
			break
		}
		total += o.score
	}
	at := float64(drawn * total)
	for _, o := range list[:len(list)-1] {
		if at < o.score {
			return o
		}
		at -= o.score
	}
	return list[len(list)-1]
}
