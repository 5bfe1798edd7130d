package world

import (
	"math/bits"

	"github.com/karakuri-ai/karakuri/internal/codec/pool"
)

// packedReads are the intervals of dense cells that a ReadSet keeps when it takes Notes: most of them are of one value,
// and an address is a bit. It takes a third of the memory of a list, and whether a cell is among them shows without a
// search. The zero packedReads are empty.
type packedReads struct {
	// words are a bit set of addresses, one of those of which the interval is one value, and what the intervals are, in
	// order of address: the value, or lo and hi.
	words []Word
	span  int // words of each bit set
	count int // cells
}

func (p *packedReads) clear() { p.words, p.span, p.count = p.words[:0], 0, 0 }

// covers reports whether an address is found here if it is found at all.
func (p *packedReads) covers(a Addr) bool { return a>>6 < Addr(p.span) }

// take packs the dense cells of notes, unless they lie so far apart that a list takes less.
func (p *packedReads) take(n *Notes, s *pool.Slices[Word]) bool {
	p.span, p.count = 0, 0
	size := 0
	for i, noted := range n.noted {
		if noted != 0 {
			p.span = i + 1
			p.count += bits.OnesCount64(noted)
			size += 2*bits.OnesCount64(noted) - bits.OnesCount64(n.final[i])
		}
	}
	if size += 2 * p.span; size > 3*p.count {
		p.words = s.Fit(p.words, 0)
		p.clear()
		return false
	}
	p.words = s.Fit(p.words, size)[:size]
	at := 2 * p.span
	for i, noted := range n.noted[:p.span] {
		final := n.final[i]
		p.words[i], p.words[p.span+i] = Word(noted), Word(final)
		for w := noted; w != 0; w &= w - 1 {
			c := &n.cells[i<<6+bits.TrailingZeros64(w)]
			p.words[at] = c.lo
			at++
			if final&(w&-w) == 0 {
				p.words[at] = c.hi
				at++
			}
		}
	}
	return true
}

// find returns the interval of an address that is covered.
func (p *packedReads) find(a Addr) (i Interval, found bool) {
	at, bit := int(a>>6), uint64(1)<<(a&63)
	noted, single := p.sets(at)
	if noted&bit == 0 {
		return i, false
	}
	isSingle := single&bit != 0
	place := 2*p.span + places(noted&(bit-1), single&(bit-1))
	for k := range at {
		place += places(p.sets(k))
	}
	i = Interval{a, p.words[place], p.words[place]}
	if !isSingle {
		i.Hi = p.words[place+1]
	}
	return i, true
}

// sets returns a word of either bit set.
func (p *packedReads) sets(at int) (noted, single uint64) {
	return uint64(p.words[at]), uint64(p.words[p.span+at])
}

// places returns the number of words of intervals.
func places(noted, single uint64) int { return 2*bits.OnesCount64(noted) - bits.OnesCount64(single) }

// all calls yield for each cell, in order of address, until yield returns false, and reports whether it never has.
func (p *packedReads) all(yield func(Interval) bool) bool {
	place := 2 * p.span
	for at := range p.span {
		noted, single := p.sets(at)
		for ; noted != 0; noted &= noted - 1 {
			i := Interval{Addr(at<<6 + bits.TrailingZeros64(noted)), p.words[place], p.words[place]}
			place++
			if single&(noted&-noted) == 0 {
				i.Hi = p.words[place]
				place++
			}
			if !yield(i) {
				return false
			}
		}
	}
	return true
}

func (p *packedReads) copyFrom(other *packedReads) {
	p.words, p.span, p.count = append(p.words[:0], other.words...), other.span, other.count
}
