package ground

import "unsafe"

// lists is a list of lists of numbers. They stand in blocks of memory that never move.
type lists struct {
	place  []int32 // of each list: its block, and where in it its length stands, before the list itself
	blocks [][]int32
	room   int64 // bytes of the blocks
	count  int64 // numbers in all lists
}

const (
	placeBits = 16
	// minBlock and maxBlock are how many numbers the first block of lists has, and a large one. A list that is longer
	// has a block of its own.
	minBlock = 1 << 8
	maxBlock = 1 << placeBits
	// maxBlocks is how many blocks there can be for places to be numbers of 32 bits.
	maxBlocks = 1 << (31 - placeBits)
)

func (l *lists) len() int { return len(l.place) }

// at returns a list; the caller must not change it.
func (l *lists) at(i int32) []int32 {
	place := l.place[i]
	block := l.blocks[place>>placeBits][place&(maxBlock-1):]
	return block[1 : 1+block[0]]
}

// push adds a copy of a list at the end.
func (l *lists) push(list []int32) {
	last := len(l.blocks) - 1
	if last < 0 || cap(l.blocks[last])-len(l.blocks[last]) <= len(list) {
		size := minBlock
		if last >= 0 {
			size = min(2*cap(l.blocks[last]), maxBlock)
		}
		l.blocks = append(l.blocks, make([]int32, 0, max(size, len(list)+1)))
		last++
		l.room += 4 * int64(cap(l.blocks[last]))
	}
	l.count += int64(len(list))
	block := l.blocks[last]
	l.place = append(l.place, int32(last<<placeBits|len(block)))
	l.blocks[last] = append(append(block, int32(len(list))), list...)
}

func (l *lists) bytes() int64 { return room(l.place) + l.room }

// room returns how many bytes a list takes, with its copy where it is about to grow.
func room[T any](list []T) int64 {
	var zero T
	bytes := int64(cap(list)) * int64(unsafe.Sizeof(zero))
	if len(list) >= cap(list)-cap(list)/16 {
		bytes += bytes + bytes/4
	}
	return bytes
}
