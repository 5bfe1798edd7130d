package bt

// randomStream is the stream of an agent's random numbers that trees draw from; actions have one of their own.
const randomStream = 2

// draw returns a random number from 0 up to, not including, 1: which one depends on the agent and on how many the tree
// has drawn.
func (x *run) draw() float64 {
	r := x.env.Ctx.Stream(randomStream)
	r.Counter = uint64(x.memory[x.p.draws])
	x.memory[x.p.draws]++
	return r.Float64()
}

// drawWeighted returns an index, each with a probability in proportion to its weight. If no weight is more than 0 it is
// the first.
func (x *run) drawWeighted(weights []float64) int {
	total := 0.0
	for _, w := range weights {
		total += max(w, 0)
	}
	if total <= 0 || len(weights) == 1 {
		return 0
	}
	at := float64(x.draw() * total)
	last := 0
	for i, w := range weights {
		if w <= 0 {
			continue
		}
		if last = i; at < w {
			break
		}
		at -= w
	}
	return last
}
