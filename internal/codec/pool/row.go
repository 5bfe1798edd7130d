package pool

// Room returns the list with room for n more elements. A full list grows by a sixteenth, where append would double a
// short one and add a quarter to a long one: the spare capacity of lists with an entry for each agent, and of lists
// that each agent has, would cost much memory.
func Room[T any](row []T, n int) []T {
	if len(row)+n <= cap(row) {
		return row
	}
	n = len(row) + max(n, len(row)/16)
	var larger []T
	if n < longRow {
		larger = append(larger, make([]T, n)...) // with all that the allocator rounds up to
	} else {
		larger = make([]T, n)
	}
	copy(larger, row)
	return larger[:len(row)]
}

// longRow is the number of elements from which a list gets just what it needs.
const longRow = 1 << 8

// Set returns a copy of a list in the memory of an earlier one, which grows as [Room] says.
func Set[T any](old, list []T) []T { return append(Room(old[:0], len(list)), list...) }
