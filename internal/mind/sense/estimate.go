package sense

import (
	"math"

	"github.com/karakuri-ai/karakuri/det"
)

// Estimate is the believed position of a remembered thing.
type Estimate struct {
	At         Point
	Spread     float64 // how far from there it may be, metres
	Confidence float64 // of the position it is derived from
	AgeTicks   int64   // of that position
}

// Estimate returns the estimated position of an object at a tick: the last one, extrapolated along its velocity for at
// most Memory.PredictTicks. The Spread grows while the object is not perceived, unless it is fixed. Walls make no
// difference: the mind does not know the map. If no position is known, everything is zero.
func (m *Mind) Estimate(i int, now int64) Estimate {
	f := m.fact(i)
	if !f.has.Have(Position) {
		return Estimate{}
	}
	c := &m.senses.spec.Memory
	r := m.reading(i, Position)
	age := max(0, now-r.Tick)
	e := Estimate{At: f.at, Spread: f.spread, Confidence: r.Level.At(now), AgeTicks: age}
	if f.fixed {
		return e
	}
	e.At = m.Where(i, now)
	e.Spread = max(e.Spread, min(c.MaxSpread, e.Spread+float64(float64(age)*c.SpreadPerTick)))
	return e
}

// Where returns [Estimate].At alone.
func (m *Mind) Where(i int, now int64) Point {
	at, _ := m.Heading(i, now)
	return at
}

// Heading is Where, and whether that changes with the next tick.
func (m *Mind) Heading(i int, now int64) (at Point, moves bool) {
	slot := m.slots[i]
	f := &m.facts[slot]
	switch {
	case !f.has.Have(Position):
		return Point{}, false
	case f.fixed || !f.has.Have(Velocity):
		return f.at, false
	}
	since := m.stamp(slot, Position).tick
	if f.odd != 0 && m.stamp(slot, Velocity).tick < since {
		return f.at, false
	}
	age, most := max(0, now-since), m.senses.spec.Memory.PredictTicks
	return f.at.Add(f.way.Scale(float64(min(age, most)))), age < most && f.way != (Point{})
}

// Blurred is the reported position when the exact one is not known: a uniformly random spot within some metres.
func blurred(at Point, metres float64, r *det.Rand) Point {
	if metres == 0 {
		return at
	}
	angle := r.Between(0, 2*math.Pi)
	far := float64(metres * det.Sqrt(r.Float64()))
	return at.Add(Point{X: det.Cos(angle), Y: det.Sin(angle)}.Scale(far))
}
