package pool

// Pool is things that nobody uses at present, with the memory that they have grown. The zero Pool is empty. Not safe for concurrent use.
type Pool[T any] struct {
	idle  []*T
	low   int // as many have not been needed since the last trim
	used  int // that were taken, less those that were kept
	takes int // since the last trim
}

// Take returns a thing: one that was used before, as it was left, or a zero one.
func (p *Pool[T]) Take() *T {
	if p.takes++; p.takes > max(minPeriod, periodFits*p.used) {
		p.trim()
	}
	p.used++
	last := len(p.idle) - 1
	if last < 0 {
		return new(T)
	}
	it := p.idle[last]
	p.idle[last] = nil
	p.idle, p.low = p.idle[:last], min(p.low, last)
	return it
}

// Keep takes a thing that is no longer used.
func (p *Pool[T]) Keep(it *T) {
	p.idle = append(p.idle, it)
	p.used--
}

// trim leaves to the garbage collector what has not been needed since the last time.
func (p *Pool[T]) trim() {
	left := copy(p.idle, p.idle[p.low:])
	clear(p.idle[left:])
	p.idle, p.low, p.takes = p.idle[:left], left, 0
}
