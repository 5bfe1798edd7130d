package ground

import "slices"

// tuples numbers tuples of numbers, each with a head, as they are first met.
type tuples struct {
	heads []int32
	args  lists
	table []int32 // open addressing: a tuple + 1, or 0
}

func newTuples() tuples { return tuples{table: make([]int32, 64)} }

func (t *tuples) len() int { return len(t.heads) }

// intern returns the number of a tuple, and whether it was never met. It keeps a copy of the arguments.
func (t *tuples) intern(head int32, args []int32) (int32, bool) {
	i := t.slot(head, args)
	for ; t.table[i] != 0; i = (i + 1) & (len(t.table) - 1) {
		if n := t.table[i] - 1; t.heads[n] == head && slices.Equal(t.args.at(n), args) {
			return n, false
		}
	}
	n := int32(len(t.heads))
	t.table[i] = n + 1
	t.heads = append(t.heads, head)
	t.args.push(args)
	if 2*len(t.heads) > len(t.table) {
		t.grow()
	}
	return n, true
}

func (t *tuples) grow() {
	t.table = make([]int32, 2*len(t.table))
	for n := range int32(len(t.heads)) {
		i := t.slot(t.heads[n], t.args.at(n))
		for t.table[i] != 0 {
			i = (i + 1) & (len(t.table) - 1)
		}
		t.table[i] = n + 1
	}
}

// slot returns where a tuple would stand in the table if nothing else stood there.
func (t *tuples) slot(head int32, args []int32) int {
	h := uint64(head)*0x9E3779B97F4A7C15 + 0x7F4A7C15
	for _, a := range args {
		h ^= uint64(uint32(a)) + 1
		h *= 0xFF51AFD7ED558CCD
		h ^= h >> 32
	}
	return int(h) & (len(t.table) - 1)
}

func (t *tuples) bytes() int64 {
	table := 4 * int64(len(t.table))
	if 2*len(t.heads) >= len(t.table)-len(t.table)/16 { // it is about to grow
		table *= 3
	}
	return room(t.heads) + table + t.args.bytes()
}
