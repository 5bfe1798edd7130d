package agent

import "github.com/karakuri-ai/karakuri/world"

// slab hands out words, which are never given back, from pieces of up to slabWords: the allocator rounds up each piece instead of what each agent takes.
type slab []world.Word

const slabWords = 4096

// take returns n words; many says how many have taken as many, or more, before.
func (s *slab) take(n, many int) []world.Word {
	if len(*s) < n {
		*s = make(slab, n*max(1, min(slabWords/n, many/4)))
	}
	words := (*s)[:n:n]
	*s = (*s)[n:]
	return words
}
