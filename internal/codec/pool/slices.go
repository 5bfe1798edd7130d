// Package pool reuses slices of varying length. If many users change their needs at different times, their total need
// is about constant; if each kept its own memory, each would keep the most that it ever needed.
package pool

import "math/bits"

const (
	// steps is the number of size classes between two powers of two: a slice is at most a quarter longer than
	// requested.
	steps = 4
	// exact is the length up to which each length has a class of its own.
	exact = 4
	// classes is the number of classes, enough for lengths up to maxLength.
	classes = steps * 28
	// maxLength limits the lengths kept in the pool; longer slices are allocated and left to the garbage collector.
	maxLength = 1 << 28
	// minIdle elements may always be idle. Beyond that, at most maxIdle times the recent peak of elements in use: all
	// users can change to another length at the same time, and back.
	minIdle, maxIdle = 1 << 12, 2
	// A trim happens after periodFits calls of Fit per user on average, and at least minPeriod calls in total.
	periodFits, minPeriod = 32, 1 << 12
)

// Slices holds unused slices. The zero Slices is empty. Not safe for concurrent use; a slice may come from another
// pool.
type Slices[T any] struct {
	idle  [classes]idle[T]
	count int // idle elements
	used  int // elements handed out minus elements returned
	users int // slices handed out minus slices returned
	fits  int // since the last trim
	peak  int // peak of elements in use since then
	past  int // peak in the period before
}

// idle holds the idle slices of one class.
type idle[T any] struct {
	list [][]T
	low  int // this many have not been needed since the last trim
}

// Fit returns a slice of length 0 with capacity for n elements, in exchange for old, which the caller must not use
// afterwards. It returns old itself if that fits. It allocates only if the pool has no suitable slice.
func (s *Slices[T]) Fit(old []T, n int) []T {
	if n > maxLength {
		s.Put(old)
		return make([]T, 0, n)
	}
	if s.fits++; s.fits > max(minPeriod, periodFits*s.users) {
		s.trim()
	}
	if n == 0 {
		s.Put(old)
		return nil
	}
	class, length := classOf(n)
	if cap(old) == length {
		return old[:0]
	}
	s.Put(old)
	s.used += length
	s.peak = max(s.peak, s.used)
	s.users++
	at := &s.idle[class]
	last := len(at.list) - 1
	if last < 0 {
		return make([]T, 0, length)
	}
	out := at.list[last]
	at.list[last] = nil
	at.list, at.low = at.list[:last], min(at.low, last)
	s.count -= length
	return out
}

// trim releases the slices not needed since the last trim to the garbage collector.
func (s *Slices[T]) trim() {
	s.fits, s.past, s.peak = 0, s.peak, s.used
	for i := range s.idle {
		at := &s.idle[i]
		for _, unneeded := range at.list[:at.low] {
			s.count -= cap(unneeded)
		}
		left := copy(at.list, at.list[at.low:])
		clear(at.list[left:])
		at.list, at.low = at.list[:left], left
	}
}

// Put returns a slice to the pool. A slice that the pool did not allocate, or one too many, is left to the garbage
// collector.
func (s *Slices[T]) Put(old []T) {
	if cap(old) == 0 || cap(old) > maxLength {
		return
	}
	class, length := classOf(cap(old))
	if length != cap(old) {
		return
	}
	s.used -= length
	s.users--
	if s.count+length > max(minIdle, maxIdle*max(s.peak, s.past)) {
		return
	}
	clear(old[:length])
	s.idle[class].list = append(s.idle[class].list, old[:0])
	s.count += length
}

// classOf returns the class for slices of at least n elements, n >= 1, and its length.
func classOf(n int) (class, length int) {
	if n <= exact {
		return n - 1, n
	}
	power := bits.Len(uint(n-1)) - 1 // 1<<power < n <= 2<<power
	step := 1 << power / steps
	part := (n - 1 - 1<<power) / step
	return steps*(power-2) + part + exact, 1<<power + (part+1)*step
}
