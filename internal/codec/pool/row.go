package pool

// Room returns a list with room for one more element. Where it is full it grows by a sixteenth, and append would by a quarter: for rows in which every agent has a
// place, so that what is spare is little beside it.
func Room[T any](row []T) []T {
	if len(row) < cap(row) {
		return row
	}
	larger := make([]T, len(row), len(row)+len(row)/16+8)
	copy(larger, row)
	return larger
}
