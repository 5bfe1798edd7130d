package def

import "math"

// MaxTicks is the longest time of a declaration, in ticks: so that a point in time is never out of range.
const MaxTicks = 1 << 40

// Ticks returns how many ticks a time in seconds takes: none for none, else at least one and at most [MaxTicks]. All
// that is declared in seconds becomes ticks by it, so that equal times end together.
func Ticks(seconds, tps float64) int64 {
	if !(seconds > 0) {
		return 0
	}
	return int64(max(1, min(math.Round(float64(seconds*tps)), MaxTicks)))
}
