package paged

import "unsafe"

// Column is a list in blocks of memory that never move: growing copies nothing, and takes at most one block more than
// the elements need. The zero Column is empty.
type Column[T any] struct {
	blocks [][]T
	size   int32
}

const (
	// BlockBits is the number of bits of an index within a block of a column.
	BlockBits = 12
	blockSize = 1 << BlockBits
)

// Len returns the number of elements.
func (c *Column[T]) Len() int32 { return c.size }

// At returns an element, whose address never changes.
func (c *Column[T]) At(i int32) *T { return &c.blocks[i>>BlockBits][i&(blockSize-1)] }

// Push adds an element and returns its index. Only the first block grows, so that a short list is small; its elements
// may move until it is full.
func (c *Column[T]) Push(v T) int32 {
	last := int(c.size >> BlockBits)
	if last == len(c.blocks) {
		var block []T
		if last > 0 {
			block = make([]T, 0, blockSize)
		}
		c.blocks = append(c.blocks, block)
	}
	c.blocks[last] = append(c.blocks[last], v)
	c.size++
	return c.size - 1
}

// Bytes returns the memory of the list, in bytes.
func (c *Column[T]) Bytes() int64 {
	if len(c.blocks) == 0 {
		return 0
	}
	var zero T
	return (int64(cap(c.blocks[0])) + int64(len(c.blocks)-1)*blockSize) * int64(unsafe.Sizeof(zero))
}
