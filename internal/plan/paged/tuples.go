package paged

import "slices"

// Tuples numbers tuples of numbers, each with a head, as they are first met. The zero Tuples has none.
type Tuples struct {
	rows   Rows // of each, its head and its arguments
	byHash Index
	row    []int32
}

// Len returns the number of tuples.
func (t *Tuples) Len() int32 { return t.rows.Len() }

// Count returns the number of numbers in all tuples, with their heads.
func (t *Tuples) Count() int64 { return t.rows.Count() }

// Full reports whether there is room for some thousand tuples more at most, whatever memory there is.
func (t *Tuples) Full() bool { return t.rows.Full() }

// Bytes returns how much memory the tuples take.
func (t *Tuples) Bytes() int64 { return t.rows.Bytes() + t.byHash.Bytes() }

// Head returns the head of a tuple.
func (t *Tuples) Head(n int32) int32 { return t.rows.At(n)[0] }

// Args returns the arguments of a tuple; the caller must not change them.
func (t *Tuples) Args(n int32) []int32 { return t.rows.At(n)[1:] }

// Find returns the number of a tuple, or -1 if it was never met.
func (t *Tuples) Find(head int32, args []int32) int32 { return t.find(hashOf(head, args), head, args) }

func (t *Tuples) find(hash uint64, head int32, args []int32) int32 {
	return t.byHash.Find(hash, func(n int32) bool {
		row := t.rows.At(n)
		return row[0] == head && slices.Equal(row[1:], args)
	})
}

// Intern returns the number of a tuple, and whether it was never met. It keeps a copy of the arguments.
func (t *Tuples) Intern(head int32, args []int32) (n int32, fresh bool) {
	hash := hashOf(head, args)
	if n := t.find(hash, head, args); n >= 0 {
		return n, false
	}
	t.row = append(append(t.row[:0], head), args...)
	n = t.rows.Push(t.row)
	t.byHash.Add(hash, n)
	return n, true
}

func hashOf(head int32, args []int32) uint64 {
	h := uint64(head)*0x9E3779B97F4A7C15 + 0x7F4A7C15
	for _, a := range args {
		h ^= uint64(uint32(a)) + 1
		h *= 0xFF51AFD7ED558CCD
		h ^= h >> 32
	}
	return h
}
