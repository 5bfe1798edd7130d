package sense

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
)

// The attributes that every object has; those of [Memory.Values] follow: see [Senses.Attr].
const (
	Position   = action.SensePosition
	Velocity   = action.SenseVelocity
	Kind       = action.SenseKind
	firstValue = action.SenseFirstValue
)

// MaxValues is the maximum number of a host's own attributes.
const MaxValues = action.MaxSenseValues

// maxAttrs is the maximum number of all attributes.
const maxAttrs = int(firstValue) + MaxValues

// AllParts is all attributes.
const AllParts = action.AllSenseParts

// PartsOf returns a set of attributes.
func PartsOf(attrs ...Attr) Parts { return action.SensePartsOf(attrs...) }

// Reading is the remembered value of one attribute of an object.
type Reading struct {
	X, Y  float64
	Tick  int64 // when it was so: its age is counted from then
	Level Level // how sure it is
}

// Level is a confidence that falls steadily: nothing is computed as time passes.
type Level struct {
	Value float64 // at Tick, from 0 to 1
	Tick  int64
	Rate  float64 // loss per tick
}

// Never is a tick that does not come.
const Never = math.MaxInt64

// At returns the confidence at a tick. Before Level.Tick it is Level.Value.
func (l Level) At(tick int64) float64 {
	if tick <= l.Tick || l.Rate == 0 {
		return l.Value
	}
	return max(0, l.Value-float64(float64(tick-l.Tick)*l.Rate))
}

// Below returns the first tick at which the confidence is less than a threshold, at the earliest Level.Tick, or Never.
func (l Level) Below(threshold float64) int64 {
	if l.Value < threshold {
		return l.Tick
	}
	if l.Rate == 0 || threshold <= 0 {
		return Never
	}
	// The quotient is rounded; it is not off by more than a tick, since rates are not smaller than leastDecay times
	// leastFade.
	tick := l.Tick + int64((l.Value-threshold)/l.Rate)
	for l.At(tick) >= threshold {
		tick++
	}
	for tick > l.Tick && l.At(tick-1) < threshold {
		tick--
	}
	return tick
}

// rebased returns the same confidence from a tick on, falling at another rate from there.
func (l Level) rebased(tick int64, rate float64) Level {
	return Level{l.At(tick), max(tick, l.Tick), rate}
}
