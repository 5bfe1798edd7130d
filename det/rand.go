package det

import "math/bits"

// Rand is a source of random numbers for one purpose of one character. Number i is a function of seed, agent, stream
// and i alone; draws from other sources do not affect it. It is plain data: assign it, save it, compare it. Creating
// one costs about as much as drawing one number. A value is not safe for concurrent use; copies are independent.
//
// Source: Philox2x64-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011): the
// key combines seed and stream, the block number agent and counter. It passes TestU01's BigCrush. It is not
// cryptographically secure.
type Rand struct {
	Key     uint64 // of seed and stream
	Agent   uint64
	Counter uint64 // number of the next draw
}

// NewRand returns the source for a stream of an agent. Streams are small numbers, one for each purpose, so that an
// extra draw for one purpose does not change the numbers of another.
func NewRand(seed, agent, stream uint64) Rand {
	key, _ := philox(stream, 0x6b6172616b757269, seed)
	return Rand{Key: key, Agent: agent}
}

// philox encrypts a block of two words: ten rounds of a multiplication, with a different key in each.
func philox(c0, c1, key uint64) (uint64, uint64) {
	for range 10 {
		hi, lo := bits.Mul64(c0, 0xd2b74407b1ce6e93)
		c0, c1 = hi^key^c1, lo
		key += 0x9e3779b97f4a7c15
	}
	return c0, c1
}

// At returns the number that Uint64 returns when Counter is n. It does not draw.
func (r *Rand) At(n uint64) uint64 {
	x, _ := philox(n, r.Agent, r.Key)
	return x
}

// Uint64 returns the next number, any of 2^64 with equal probability.
func (r *Rand) Uint64() uint64 {
	x := r.At(r.Counter)
	r.Counter++
	return x
}

// Uint64n returns a number in [0, n), each with exactly the same probability. It may draw more than once. It panics if
// n is 0.
//
// Source: Lemire, "Fast random integer generation in an interval" (ACM TOMACS 29, 2019).
func (r *Rand) Uint64n(n uint64) uint64 {
	if n == 0 {
		panic("det: Uint64n(0): there is no number below 0")
	}
	hi, lo := bits.Mul64(r.Uint64(), n)
	if lo < n {
		for least := -n % n; lo < least; {
			hi, lo = bits.Mul64(r.Uint64(), n)
		}
	}
	return hi
}

// Intn returns a number in [0, n), the same on every platform. It panics if n is not positive.
func (r *Rand) Intn(n int) int {
	if n <= 0 {
		panic("det: Intn needs a positive number")
	}
	return int(r.Uint64n(uint64(n)))
}

// Float64 returns a number in [0, 1), a multiple of 2^-53.
func (r *Rand) Float64() float64 {
	return float64(float64(r.Uint64()>>11) * 0x1p-53)
}

// Between returns a number from lo to hi.
func (r *Rand) Between(lo, hi float64) float64 {
	return lo + float64((hi-lo)*r.Float64())
}

// Chance returns true with probability p. It draws once for any p.
func (r *Rand) Chance(p float64) bool { return r.Float64() < p }

// Shuffle puts n elements in a random order, all orders with the same probability; swap exchanges two elements.
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.Intn(i+1))
	}
}

// Perm fills p with the numbers from 0 to len(p)-1 in a random order, without allocating.
func (r *Rand) Perm(p []int) {
	for i := range p {
		p[i] = i
	}
	for i := len(p) - 1; i > 0; i-- {
		j := r.Intn(i + 1)
		p[i], p[j] = p[j], p[i]
	}
}
