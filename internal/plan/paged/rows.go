package paged

// Rows are lists of numbers, of any length, in blocks of memory that never move. The zero Rows has none.
type Rows struct {
	place  Column[uint32] // of each list: its block, and where in it its length stands, before the list itself
	blocks [][]int32
	room   int64 // bytes of the blocks
	count  int64 // numbers in all lists
}

const (
	placeBits = 16
	// minBlock and maxBlock are how many numbers the first block of rows has, and a large one. A list that is longer
	// has a block of its own.
	minBlock = 1 << 8
	maxBlock = 1 << placeBits
	// maxBlocks is the maximum number of blocks for which the numbers of places fit 32 bits, with a reserve for rows
	// that are added between two checks.
	maxBlocks = 1<<(32-placeBits) - 1<<13
)

// Len returns the number of lists.
func (r *Rows) Len() int32 { return r.place.Len() }

// Count returns the number of numbers in all lists.
func (r *Rows) Count() int64 { return r.count }

// Full reports whether there is room for some thousand lists more at most: the numbers take 16 GB.
func (r *Rows) Full() bool { return len(r.blocks) > maxBlocks }

// At returns a list; the caller must not change it.
func (r *Rows) At(i int32) []int32 {
	place := *r.place.At(i)
	block := r.blocks[place>>placeBits][place&(maxBlock-1):]
	return block[1 : 1+block[0]]
}

// Push adds a copy of a list at the end and returns its index.
func (r *Rows) Push(list []int32) int32 {
	last := len(r.blocks) - 1
	if last < 0 || cap(r.blocks[last])-len(r.blocks[last]) <= len(list) {
		size := minBlock
		if last >= 0 {
			size = min(2*cap(r.blocks[last]), maxBlock)
		}
		r.blocks = append(r.blocks, make([]int32, 0, max(size, len(list)+1)))
		last++
		r.room += 4 * int64(cap(r.blocks[last]))
	}
	r.count += int64(len(list))
	block := r.blocks[last]
	r.blocks[last] = append(append(block, int32(len(list))), list...)
	return r.place.Push(uint32(last)<<placeBits | uint32(len(block)))
}

// Bytes returns how much memory the rows take.
func (r *Rows) Bytes() int64 { return r.place.Bytes() + r.room }
