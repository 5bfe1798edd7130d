package bt

import (
	"unsafe"

	"github.com/karakuri-ai/karakuri/world"
)

// memory is the memory of a tree's nodes. The compiler computes its layout: see layout.
type memory []world.Word

// mem returns the memory of the tree, whose program says how long it is: a slice would take 16 bytes more of each tree.
func (t *Tree) mem() memory { return (*widest)(unsafe.Pointer(t.first))[:t.p.words:t.p.words] }

// widest is more words than any tree has: slicing it costs less than unsafe.Slice, which also looks for an overflow.
type widest [1 << 27]world.Word

// Use gives a tree that was not Reset yet memory, which must be no other's. A program that needs more takes its own.
func (t *Tree) Use(words []world.Word) { t.first, t.room = unsafe.SliceData(words), int32(len(words)) }

// clearMem gives the tree zeroed memory for a program, and reuses its memory if that is large enough.
func (t *Tree) clearMem(p *Program) {
	if int(t.room) >= p.words {
		clear(unsafe.Slice(t.first, p.words))
		return
	}
	t.Use(make([]world.Word, p.words))
}

func (m memory) bit(i int32) bool { return m[i>>6]>>(i&63)&1 != 0 }

// pair returns a bit with an even number and the one after it.
func (m memory) pair(i int32) (first, second bool) {
	both := m[i>>6] >> (i & 63)
	return both&1 != 0, both&2 != 0
}

func (m memory) setBit(i int32, v bool) {
	w := &m[i>>6]
	*w &^= 1 << (i & 63)
	*w |= world.Bool(v) << (i & 63)
}

func (m memory) lane(i int32) uint32 { return uint32(m[i>>1] >> (i & 1 * 32)) }

func (m memory) setLane(i int32, v uint32) {
	w := &m[i>>1]
	shift := i & 1 * 32
	*w = *w&^(0xffffffff<<shift) | world.Word(v)<<shift
}

// Frame returns the words that the expressions of the tree read: those of its parameters, ports and variables come
// first. It belongs to the tree, for reading, and is valid until the next tick.
func (t *Tree) Frame() []world.Word { return t.mem() }
