package pool

// Room returns the list with room for one more element. A full list grows by a sixteenth, where append would add a
// quarter: lists with an entry for each agent are long, so their spare capacity would cost much memory.
func Room[T any](row []T) []T {
	if len(row) < cap(row) {
		return row
	}
	larger := make([]T, len(row), len(row)+len(row)/16+8)
	copy(larger, row)
	return larger
}
