package utility

import "math"

// floor is a lower bound of the score that an option must reach to be chosen.
type floor struct {
	value float64
	rises bool
	keep  int       // number of options that can be chosen; 0: any
	share float64   // fraction of the best score that options must reach; 0: none
	best  []float64 // highest lower bounds, descending, at most keep
}

// maxKept limits the lower bounds kept in order, which takes quadratic time. If more options can be chosen, their
// number does not raise the floor.
const maxKept = 64

// begin initializes the floor for a selection.
func (f *floor) begin(sel *Selection, options int) {
	f.value, f.best, f.keep, f.share = 0, f.best[:0], 0, 0
	if sel.Rule == Best {
		f.keep = 1
	} else if n := sel.take(options); n < options && n <= maxKept {
		f.keep = n
	}
	if sel.Rule == WeightedRandom && sel.Within > 0 {
		f.share = 1 - sel.Within
	}
	f.rises = f.keep > 0 || f.share > 0
}

// see adds the lower bound of an option's score.
func (f *floor) see(score float64) {
	score *= margin
	if f.share > 0 {
		f.value = max(f.value, score*f.share*margin)
	}
	if f.keep == 1 {
		f.value = max(f.value, score)
	} else if f.keep > 1 {
		f.insert(score)
	}
}

func (f *floor) insert(score float64) {
	if len(f.best) == f.keep {
		if score <= f.best[f.keep-1] {
			return
		}
		f.best = f.best[:f.keep-1]
	}
	f.best = append(f.best, score)
	for i := len(f.best) - 1; i > 0 && f.best[i-1] < f.best[i]; i-- {
		f.best[i-1], f.best[i] = f.best[i], f.best[i-1]
	}
	if len(f.best) == f.keep {
		f.value = max(f.value, f.best[f.keep-1])
	}
}

// take returns the maximum number of options that a selection admits.
func (s *Selection) take(options int) int {
	n := options
	if s.Top > 0 {
		n = min(n, s.Top)
	}
	if s.TopPercent > 0 {
		n = min(n, max(1, int(math.Ceil(float64(s.TopPercent*float64(options))/100))))
	}
	return n
}
