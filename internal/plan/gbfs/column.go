package gbfs

import "unsafe"

// column is a list in blocks of memory that never move: growing copies nothing, and takes at most one block more than the
// elements need.
type column[T any] struct {
	blocks [][]T
	size   int32
}

const (
	// columnBits is how many bits of an index count within a block.
	columnBits = 12
	blockSize  = 1 << columnBits
)

// at returns an element.
func (c *column[T]) at(i int32) *T { return &c.blocks[i>>columnBits][i&(blockSize-1)] }

// push adds an element and returns its index. Only the first block grows, so that a short list is small.
func (c *column[T]) push(v T) int32 {
	last := int(c.size >> columnBits)
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

// bytes returns how much memory the list takes.
func (c *column[T]) bytes() int64 {
	var zero T
	return int64(len(c.blocks)) * blockSize * int64(unsafe.Sizeof(zero))
}

// rows are lists of numbers, of any length, in blocks of memory that never move.
type rows struct {
	blocks [][]int32
	place  column[int64] // of each list: its block, and in the lower half where in it its length stands, before its numbers
	taken  int64
}

// rowBlock is how many numbers a block of rows holds; a longer list has a block of its own.
const rowBlock = 1 << 14

// at returns a list; the caller must not change it.
func (r *rows) at(i int32) []int32 {
	place := *r.place.at(i)
	block := r.blocks[place>>32][uint32(place):]
	return block[1 : 1+block[0]]
}

// push adds a copy of a list and returns its index.
func (r *rows) push(list []int32) int32 {
	last := len(r.blocks) - 1
	if last < 0 || cap(r.blocks[last])-len(r.blocks[last]) <= len(list) {
		r.blocks = append(r.blocks, make([]int32, 0, max(rowBlock, len(list)+1)))
		last++
		r.taken += 4 * int64(cap(r.blocks[last]))
	}
	block := r.blocks[last]
	r.blocks[last] = append(append(block, int32(len(list))), list...)
	return r.place.push(int64(last)<<32 | int64(len(block)))
}

func (r *rows) bytes() int64 { return r.taken + r.place.bytes() }

// slotBytes returns how much memory a table of slots takes: that in which it is about to be copied, too, so that a search
// ends at its limit before the table grows beyond it.
func slotBytes[T any](table []T, count int) int64 {
	var zero T
	bytes := int64(len(table)) * int64(unsafe.Sizeof(zero))
	if 2*count >= len(table)-len(table)/16 {
		bytes *= 3
	}
	return bytes
}
