package pool

// A trim happens after takesFit calls of Take for each value in use, and at least minTakes: a value is taken for longer
// than a slice.
const takesFit, minTakes = 1 << 3, 1 << 9

// IsPlenty reports whether more memory lies idle, of so many that have left, than is kept for those who come: that of
// one for each 32 in use, and of 16 at least.
func IsPlenty(idle, used int) bool { return idle > max(16, used/32) }

// Pool holds unused values together with the memory that they have grown. The zero Pool is empty. Not safe for
// concurrent use.
type Pool[T any] struct {
	Free func(*T) // called for a value that is not kept any longer; nil: nothing is to do

	idle  []*T
	low   int // this many have not been needed since the last trim
	used  int // taken minus returned
	takes int // since the last trim
}

// Take returns a value: a returned one, in the state in which it was returned, or a new zero value.
func (p *Pool[T]) Take() *T {
	if p.takes++; p.takes > max(minTakes, takesFit*p.used) {
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

// Put returns a value to the pool. The caller must not use it afterwards.
func (p *Pool[T]) Put(it *T) {
	p.idle = append(p.idle, it)
	p.used--
}

// trim releases the values not needed since the last trim to the garbage collector.
func (p *Pool[T]) trim() {
	if p.Free != nil {
		for _, it := range p.idle[:p.low] {
			p.Free(it)
		}
	}
	left := copy(p.idle, p.idle[p.low:])
	clear(p.idle[left:])
	p.idle, p.low, p.takes = p.idle[:left], left, 0
}
