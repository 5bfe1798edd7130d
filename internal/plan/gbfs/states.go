package gbfs

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/ground"
	"github.com/karakuri-ai/karakuri/internal/plan/paged"
)

// states numbers sets of facts: equal sets have the same number.
type states struct {
	words  int // of one set
	shift  int // a block holds 1 << shift sets
	blocks [][]uint64
	byHash paged.Index
	count  int
}

// stateBlock is the approximate number of words in a block of sets.
const stateBlock = 1 << 13

func newStates(facts int) *states {
	s := &states{words: (facts + 63) / 64}
	for s.words<<s.shift < stateBlock && s.shift < paged.BlockBits {
		s.shift++
	}
	return s
}

// at returns the bits of a state, which the caller must not change.
func (s *states) at(state int32) []uint64 {
	first := int(state) & (1<<s.shift - 1) * s.words
	return s.blocks[state>>s.shift][first : first+s.words]
}

func (s *states) bytes() int64 {
	return int64(len(s.blocks))*int64(s.words<<s.shift)*8 + s.byHash.Bytes()
}

func hashWords(list []uint64) uint64 {
	h := uint64(0x9E3779B97F4A7C15)
	for _, w := range list {
		h = mix(h ^ w)
	}
	return h
}

func mix(h uint64) uint64 {
	h *= 0xFF51AFD7ED558CCD
	h ^= h >> 33
	h *= 0xC4CEB9FE1A85EC53
	return h ^ h>>29
}

// intern returns the number of a set of facts.
func (s *states) intern(set []uint64) int32 {
	hash := hashWords(set)
	if n := s.byHash.Find(hash, func(n int32) bool { return slices.Equal(s.at(n), set) }); n >= 0 {
		return n
	}
	if s.count>>s.shift == len(s.blocks) {
		s.blocks = append(s.blocks, make([]uint64, 0, s.words<<s.shift))
	}
	last := &s.blocks[s.count>>s.shift]
	*last = append(*last, set...)
	s.byHash.Add(hash, int32(s.count))
	s.count++
	return int32(s.count - 1)
}

func has(set []uint64, f int32) bool { return set[f>>6]>>(f&63)&1 != 0 }
func put(set []uint64, f int32)      { set[f>>6] |= 1 << (f & 63) }
func take(set []uint64, f int32)     { set[f>>6] &^= 1 << (f & 63) }

// holds reports whether some facts are true in a state and others false.
func holds(set []uint64, pre, neg []int32) bool {
	for _, f := range pre {
		if !has(set, f) {
			return false
		}
	}
	for _, f := range neg {
		if has(set, f) {
			return false
		}
	}
	return true
}

// apply applies an action to a state; before is memory for a copy. It returns the approximate number of facts visited.
func apply(a *ground.Action, set, before []uint64) (facts int) {
	if len(a.Cond) > 0 {
		copy(before, set)
	}
	for _, f := range a.Del {
		take(set, f)
	}
	facts = len(a.Del) + len(a.Add)
	for i := range a.Cond {
		c := &a.Cond[i]
		facts += len(c.Pre) + len(c.Neg) + len(c.Del) + len(c.Add)
		if holds(before, c.Pre, c.Neg) {
			for _, f := range c.Del {
				take(set, f)
			}
		}
	}
	for _, f := range a.Add {
		put(set, f)
	}
	for i := range a.Cond {
		if c := &a.Cond[i]; holds(before, c.Pre, c.Neg) {
			for _, f := range c.Add {
				put(set, f)
			}
		}
	}
	return facts
}
