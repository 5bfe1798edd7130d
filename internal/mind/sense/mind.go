package sense

import "slices"

// Mind is what one character remembers: facts about objects, at most one for each, and at most as many as the memory
// has capacity for. Facts are numbered from 0 in order of their objects, whatever the order they were learned in;
// numbers change when a fact comes or goes.
//
// Within a [Field] the field writes to it; a host may give it percepts of its own between two steps, whose events last
// until the next step. A mind of its own is used like this, tick by tick: [Mind.Begin], any of [Mind.Perceive],
// [Mind.Lose] and [Mind.Miss], and at last [Mind.Age].
type Mind struct {
	senses  *Senses
	ids     []ObjectID // of the facts, ascending
	slots   []int32    // where in facts, by number
	free    int32      // a slot that is free; -1: there is none
	facts   []fact     // by slot; they grow up to one more than there may be facts, for the one that is judged
	nums    []float64  // by slot: the readings from Kind on
	shared  []int64    // by slot: see past; nil: the mind shares nothing
	sayings []saying   // by slot; nil: the mind heeds nothing
	odd     []oddStamp // of facts whose readings have several stamps
	sought  []sought   // facts whose spots were in view lately, by slot
	long    int        // how many facts are in long-term memory
	wake    int64      // no fact changes by itself before this tick
	last    int        // number of the fact that was perceived last: percepts mostly come in the order of their objects
	events  []Event
	dropped int
	tally   *tally // nil: it is not of a field
}

// maxTimes is the maximum of Times.
const maxTimes = 1 << 30

// Fact is a copy of the memory of one object, without its readings.
type Fact struct {
	Object      ObjectID
	Importance  float64
	First, Last int64      // ticks of the first and the last stimulus since it is remembered
	Times       int        // how often it was noticed since it is remembered
	Sensor      SensorKind // of the last percept
	Long        bool       // it is in long-term memory
	Sensed      bool       // it is seen or touched at present
	Fixed       bool       // it does not move by itself
	Missed      bool       // it was not at its remembered position
	Said        int64      // what it was last heard to say; 0: nothing
	SaidUntil   int64      // tick up to which that counts
}

// NewMind returns the mind of a character of a kind that remembers nothing.
func NewMind(s *Senses) *Mind {
	m := &Mind{senses: s}
	m.clear()
	return m
}

// clear forgets everything, without events.
func (m *Mind) clear() {
	for _, id := range m.ids {
		m.tally.add(id, -1)
	}
	m.ids, m.slots, m.free, m.sought, m.events = m.ids[:0], m.slots[:0], -1, m.sought[:0], m.events[:0]
	for i := len(m.facts); i > 0; i-- {
		m.vacate(int32(i - 1))
	}
	m.odd, m.long, m.wake, m.dropped = m.odd[:0], 0, Never, 0
}

// Senses returns what kind of mind it is.
func (m *Mind) Senses() *Senses { return m.senses }

// Len returns the number of facts.
func (m *Mind) Len() int { return len(m.ids) }

// Find returns the number of the fact about an object; ok is false when nothing is remembered of it.
func (m *Mind) Find(id ObjectID) (i int, ok bool) { return slices.BinarySearch(m.ids, id) }

// findAfter is Find for an object that mostly follows the one perceived before.
func (m *Mind) findAfter(id ObjectID) (i int, ok bool) {
	if next := m.last + 1; next < len(m.ids) && m.ids[next] == id {
		m.last = next
		return next, true
	}
	i, ok = m.Find(id)
	m.last = i
	return i, ok
}

// Fact returns the fact of a number.
func (m *Mind) Fact(i int) Fact {
	f, s := m.fact(i), m.said(i)
	return Fact{Object: m.ids[i], Importance: f.importance, First: f.first, Last: f.last, Times: int(f.times), Sensor: f.sensor,
		Long: f.long, Sensed: f.sensed, Fixed: f.fixed, Missed: f.missed, Said: s.said, SaidUntil: s.until}
}

// Sensed reports whether the object of a fact is seen or touched at present.
func (m *Mind) Sensed(i int) bool { return m.fact(i).sensed }

// Reading returns the remembered value of an attribute; ok is false if there is none.
func (m *Mind) Reading(i int, a Attr) (r Reading, ok bool) {
	if a < 0 || int(a) >= m.senses.attrs || !m.fact(i).has.Have(a) {
		return Reading{}, false
	}
	return m.reading(i, a), true
}

// IsFresh reports whether all that is remembered of an object was seen or touched at a tick.
func (m *Mind) IsFresh(i int, now int64) bool {
	f := m.fact(i)
	return f.sensed && f.last == now && now >= m.said(i).until && m.allAt(m.slots[i], now)
}

// ObjectAt returns what the fact of a number is about.
func (m *Mind) ObjectAt(i int) ObjectID { return m.ids[i] }

// Number returns a remembered attribute that is one number, from [Kind] on; ok is false if there is none.
func (m *Mind) Number(i int, a Attr) (x float64, ok bool) {
	if slot := m.slots[i]; a >= Kind && int(a) < m.senses.attrs && m.facts[slot].has.Have(a) {
		return *m.num(slot, a), true
	}
	return 0, false
}

// Velocity returns the remembered velocity, in metres a tick; ok is false if there is none.
func (m *Mind) Velocity(i int) (v Point, ok bool) {
	f := m.fact(i)
	return f.way, f.has.Have(Velocity)
}

// Missed reports whether the object of a fact was not at its remembered position.
func (m *Mind) Missed(i int) bool { return m.fact(i).missed }

// Importance returns how important a fact is.
func (m *Mind) Importance(i int) float64 { return m.fact(i).importance }

// Said returns what the object of a fact was last heard to say, and up to which tick that counts.
func (m *Mind) Said(i int) (said, until int64) {
	s := m.said(i)
	return s.said, s.until
}

// Sure returns the confidence in the position of a fact, and the tick of that position; ok is false if there is none.
func (m *Mind) Sure(i int) (l Level, tick int64, ok bool) {
	slot := m.slots[i]
	f := &m.facts[slot]
	if !f.has.Have(Position) {
		return l, 0, false
	}
	s := m.stamp(slot, Position)
	return m.level(f, Position, s), s.tick, true
}

// Confidence returns how sure an attribute is at a tick; 0 when nothing is known.
func (m *Mind) Confidence(i int, a Attr, now int64) float64 {
	if slot := m.slots[i]; a >= 0 && int(a) < m.senses.attrs && m.facts[slot].has.Have(a) {
		return m.level(&m.facts[slot], a, m.stamp(slot, a)).At(now)
	}
	return 0
}

// Events returns what changed since [Mind.Begin], in the order it did. It is valid until the next one.
func (m *Mind) Events() []Event { return m.events }

// Dropped returns the number of events beyond MaxEvents.
func (m *Mind) Dropped() int { return m.dropped }

// Begin begins a tick: it drops the events of the last one.
func (m *Mind) Begin() { m.events, m.dropped = m.events[:0], 0 }
