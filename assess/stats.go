package assess

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/det"
)

// resamples is how often the seeds are drawn anew for an interval.
const resamples = 2000

// streamResamples is the stream of random numbers of resamples.
const streamResamples = 601

// ratio is a sum of counts and the sum of what they refer to, of one seed.
type ratio struct{ num, of float64 }

func (r *ratio) add(o ratio) { r.num, r.of = r.num+o.num, r.of+o.of }

// value returns the ratio; NaN: there is nothing to refer to.
func (r ratio) value() float64 {
	if r.of == 0 {
		return math.NaN()
	}
	return r.num / r.of
}

// value returns the ratio of sums.
func value(list []ratio) float64 {
	var sum ratio
	for _, r := range list {
		sum.add(r)
	}
	return sum.value()
}

// interval returns the 95 % interval of a number that depends on seeds, by drawing as many of them again and again with
// replacement (percentile bootstrap; Efron, 1979). The draws are the same for the same number of seeds. nil: there are
// fewer than two seeds, or nothing to refer to.
func interval(seeds int, of func(drawn []int) float64) *Interval {
	if seeds < 2 {
		return nil
	}
	rand := det.NewRand(1, 0, streamResamples)
	drawn, values := make([]int, seeds), make([]float64, 0, resamples)
	for range resamples {
		for i := range drawn {
			drawn[i] = rand.Intn(seeds)
		}
		if v := of(drawn); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return nil
	}
	slices.Sort(values)
	last := float64(len(values) - 1)
	return &Interval{values[int(last*0.025)], values[int(math.Ceil(last*0.975))]}
}

// Interval is a 95 % confidence interval.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// ShareOf returns the 95 % interval of Wilson for a share of which k of n are known (Wilson, "Probable inference",
// 1927). It holds for few and for extreme shares, too. Of nothing, it is 0..1.
func ShareOf(k, n int) *Interval {
	if n == 0 {
		return &Interval{0, 1}
	}
	const z = 1.959964
	N, share := float64(n), float64(k)/float64(n)
	middle := (share + z*z/(2*N)) / (1 + z*z/N)
	half := z / (1 + z*z/N) * det.Sqrt(share*(1-share)/N+z*z/(4*N*N))
	return &Interval{max(0, middle-half), min(1, middle+half)}
}

// MeanOf returns the mean of values, one of each seed, and its 95 % interval by drawing the seeds anew. nil: there are
// fewer than two.
func MeanOf(values []float64) (float64, *Interval) {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	n := float64(len(values))
	return sum / n, interval(len(values), func(drawn []int) float64 {
		sum := 0.0
		for _, i := range drawn {
			sum += values[i]
		}
		return sum / n
	})
}

// drawnFrom returns the ratio of sums of the drawn seeds.
func drawnFrom(list []ratio, drawn []int) float64 {
	var sum ratio
	for _, i := range drawn {
		sum.add(list[i])
	}
	return sum.value()
}
