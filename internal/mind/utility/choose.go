package utility

import "github.com/karakuri-ai/karakuri/internal/sorting"

// better orders options by score, descending; on a tie the current option comes first, then the earlier one.
func better(a, b *candidate, current Option) bool {
	switch {
	case a.score != b.score:
		return a.score > b.score
	case (a.Option == current) != (b.Option == current):
		return a.Option == current
	}
	return a.place < b.place
}

// best returns the best candidate.
func best(list []candidate, current Option) candidate {
	if len(list) == 0 {
		return candidate{Option: noOption}
	}
	first := &list[0]
	for i := range list {
		if better(&list[i], first, current) {
			first = &list[i]
		}
	}
	return *first
}

// admitted returns the part of list from which a weighted random choice is made, the best first. It sorts the list.
func (s *Selection) admitted(list []candidate, options int, current Option) []candidate {
	sorting.InPlace(list, func(a, b candidate) int {
		if better(&a, &b, current) {
			return -1
		}
		return 1
	})
	list = list[:min(len(list), s.take(options))]
	if s.Within > 0 {
		for i := range list {
			if list[i].score < float64((1-s.Within)*list[0].score) {
				return list[:i]
			}
		}
	}
	return list
}

// draw returns a random candidate, with probability proportional to its score.
func draw(list []candidate, drawn float64) candidate {
	total := 0.0
	for i := range list {
		total += list[i].score
	}
	at := float64(drawn * total)
	for i := range list {
		if at < list[i].score || i == len(list)-1 {
			return list[i]
		}
		at -= list[i].score
	}
	return candidate{Option: noOption}
}

// first returns the first option whose score reaches the threshold. It uses bounds to skip options.
func (d *Decider) first(offers []int32) candidate {
	d.floor.begin(&d.prog.cfg.Selection, 0)
	threshold := d.prog.cfg.Selection.Threshold
	d.floor.value = threshold
	for _, i := range offers {
		of := &d.turn.Offers[i]
		b := &d.prog.behaviours[of.Behaviour]
		factor, _ := d.turn.greatest(d.prog, of, b)
		if factor == 0 || !d.climb(b, of.targets(b), factor) {
			continue
		}
		for _, target := range d.batch.targets[:d.batch.n] {
			o := Option{of.Behaviour, target}
			f := d.turn.factors(d.prog, of, o)
			if score := d.score(b, target, f.product()); score > 0 && score >= threshold {
				return candidate{Option: o, score: score}
			}
		}
	}
	return candidate{Option: noOption}
}
