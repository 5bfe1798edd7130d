package agent

import "github.com/karakuri-ai/karakuri/world"

// slab hands out words from blocks of up to slabWords, and never takes them back. The allocator then rounds up each
// block, and not the memory of each agent.
type slab []world.Word

const slabWords = 4096

// take returns n words. Many is the number of earlier callers that took as many words or more.
func (s *slab) take(n, many int) []world.Word {
	if len(*s) < n {
		*s = make(slab, n*max(1, min(slabWords/n, many/4)))
	}
	words := (*s)[:n:n]
	*s = (*s)[n:]
	return words
}
