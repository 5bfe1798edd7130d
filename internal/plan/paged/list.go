package paged

// List is a list of numbers that is compact if it is short: most lists are. Long lists are kept in blocks that never
// move. The zero List is empty.
type List struct {
	head []int32
	more *[][]int32 // blocks after a full head, each full except for the last
}

// Push adds a number, and returns how many bytes more the list takes.
func (l *List) Push(v int32) (bytes int64) {
	if len(l.head) < blockSize {
		before := cap(l.head)
		l.head = append(l.head, v)
		return 4 * int64(cap(l.head)-before)
	}
	if l.more == nil {
		l.more = new([][]int32)
	}
	blocks := *l.more
	if last := len(blocks) - 1; last >= 0 && len(blocks[last]) < blockSize {
		blocks[last] = append(blocks[last], v)
		return 0
	}
	*l.more = append(blocks, append(make([]int32, 0, blockSize), v))
	return 4 * blockSize
}

// View returns the numbers that the list has now, without later additions.
func (l *List) View() View {
	v := View{head: l.head, size: len(l.head)}
	if l.more != nil {
		v.more = *l.more
		v.size += (len(v.more)-1)*blockSize + len(v.more[len(v.more)-1])
	}
	return v
}

// View is the content of a [List] at a moment. The zero View is empty.
type View struct {
	head []int32
	more [][]int32
	size int
}

// Len returns the number of numbers.
func (v *View) Len() int { return v.size }

// At returns a number.
func (v *View) At(i int) int32 {
	if i < len(v.head) {
		return v.head[i]
	}
	return v.more[i>>BlockBits-1][i&(blockSize-1)]
}
