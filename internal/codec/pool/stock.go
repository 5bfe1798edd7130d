// Package pool hands memory of varying length from one user to the next: many users whose needs go up and down, each at its own time, together
// need about the same all the time, where each of them would keep the most that it ever needed.
package pool

import "math/bits"

const (
	// steps is into how many classes the lengths between two powers of two are divided: a slice is at most a quarter longer than asked for.
	steps = 4
	// exact is up to which length each has a class of its own.
	exact = 4
	// classes is how many classes there are: enough for lengths up to maxLength.
	classes = steps * 28
	// maxLength is up to which length slices go through the stock; longer ones are made and left to the garbage collector.
	maxLength = 1 << 28
	// minIdle is how many elements may lie about in any case. Beyond, no more may than maxIdle times as many as have lately been in use at once:
	// all users can change to another length at the same time, and back.
	minIdle, maxIdle = 1 << 12, 2
	// periodFits is how often each user's memory is fitted, on average, before what nobody has needed in that time is given back, and
	// minPeriod the least number of fittings of all together.
	periodFits, minPeriod = 8, 1 << 12
)

// Stock is slices that nobody uses at present. The zero Stock is empty. Not safe for concurrent use; slices may come from another stock.
type Stock[T any] struct {
	idle  [classes]idle[T]
	count int // elements that lie about
	used  int // elements that were given, less those that were taken back
	users int // the same in slices
	fits  int // since the last trim
	peak  int // the most that were in use since then
	past  int // the most that were in the time before
}

// idle is slices of one class that lie about.
type idle[T any] struct {
	list [][]T
	low  int // as many have not been needed since the last trim
}

// Fit returns a slice of length 0 with room for n elements, in exchange for one that is no longer used: the same where it fits. It
// allocates only where the stock has none.
func (s *Stock[T]) Fit(old []T, n int) []T {
	if n > maxLength {
		s.Keep(old)
		return make([]T, 0, n)
	}
	if s.fits++; s.fits > max(minPeriod, periodFits*s.users) {
		s.trim()
	}
	if n == 0 {
		s.Keep(old)
		return nil
	}
	class, length := classOf(n)
	if cap(old) == length {
		return old[:0]
	}
	s.Keep(old)
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

// trim leaves to the garbage collector what has not been needed since the last time.
func (s *Stock[T]) trim() {
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

// Keep takes a slice that is no longer used. One that is not of the stock's making, or one too many, is left to the garbage collector.
func (s *Stock[T]) Keep(old []T) {
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

// classOf returns the class of slices that n elements, at least one, fit in, and their length.
func classOf(n int) (class, length int) {
	if n <= exact {
		return n - 1, n
	}
	power := bits.Len(uint(n-1)) - 1 // 1<<power < n <= 2<<power
	step := 1 << power / steps
	part := (n - 1 - 1<<power) / step
	return steps*(power-2) + part + exact, 1<<power + (part+1)*step
}
