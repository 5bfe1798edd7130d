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
	senses   *Senses
	ids      []ObjectID // of the facts, ascending
	slots    []int32    // where in facts, by number
	free     []int32    // slots that are free
	facts    []fact     // by slot; they grow up to one more than there may be facts, for the one that is judged
	readings []Reading  // by slot and attribute
	long     int        // how many facts are in long-term memory
	wake     int64      // no fact changes by itself before this tick
	events   []Event
	dropped  int
	tally    *tally // nil: it is not of a field
}

// fact is the memory of one object, without readings.
type fact struct {
	importance  float64
	spread      float64
	first, last int64 // ticks of stimuli
	shared      int64 // tick at which the fact was last shared with the team
	next        int64 // when it changes by itself
	wanted      int64 // step in which its spot was last in view
	checked     int64 // step in which its spot was last looked at, or came into view
	said        int64 // what its object was heard to say; 0: nothing
	until       int64 // tick up to which that counts
	times       int32
	has         Parts
	below       uint8 // how many of Memory.Doubts the position's confidence is below
	sensor      SensorKind
	long        bool
	sensed      bool
	fixed       bool
	missed      bool
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

// fewFacts is for how many facts a mind has room when it learns the first one, at least.
const fewFacts = 8

// grow makes room for more facts, in three steps: most characters remember far fewer than they could. There may always
// be one more than the memory has capacity for.
func (m *Mind) grow() {
	old, most := len(m.facts), m.senses.capacity()+1
	n := min(max(fewFacts, most/4+1, 2*old), most)
	if n > most*3/4 {
		n = most
	}
	m.facts = append(make([]fact, 0, n), m.facts...)[:n]
	m.readings = append(make([]Reading, 0, n*m.senses.attrs), m.readings...)[:n*m.senses.attrs]
	for i := n; i > old; i-- {
		m.free = append(m.free, int32(i-1))
	}
}

// clear forgets everything, without events.
func (m *Mind) clear() {
	for _, id := range m.ids {
		m.tally.add(id, -1)
	}
	m.ids, m.slots, m.free, m.events = m.ids[:0], m.slots[:0], m.free[:0], m.events[:0]
	for i := len(m.facts); i > 0; i-- {
		m.free = append(m.free, int32(i-1))
	}
	m.long, m.wake, m.dropped = 0, Never, 0
}

// Senses returns what kind of mind it is.
func (m *Mind) Senses() *Senses { return m.senses }

// Len returns the number of facts.
func (m *Mind) Len() int { return len(m.ids) }

// Find returns the number of the fact about an object; ok is false when nothing is remembered of it.
func (m *Mind) Find(id ObjectID) (i int, ok bool) { return slices.BinarySearch(m.ids, id) }

// Fact returns the fact of a number.
func (m *Mind) Fact(i int) Fact {
	f := m.fact(i)
	return Fact{Object: m.ids[i], Importance: f.importance, First: f.first, Last: f.last, Times: int(f.times), Sensor: f.sensor,
		Long: f.long, Sensed: f.sensed, Fixed: f.fixed, Missed: f.missed, Said: f.said, SaidUntil: f.until}
}

// Sensed reports whether the object of a fact is seen or touched at present.
func (m *Mind) Sensed(i int) bool { return m.fact(i).sensed }

// Reading returns the remembered value of an attribute; ok is false if there is none.
func (m *Mind) Reading(i int, a Attr) (r Reading, ok bool) {
	if a < 0 || int(a) >= m.senses.attrs || !m.fact(i).has.Have(a) {
		return Reading{}, false
	}
	return *m.reading(i, a), true
}

// IsFresh reports whether all that is remembered of an object was seen or touched at a tick.
func (m *Mind) IsFresh(i int, now int64) bool {
	f := m.fact(i)
	if !f.sensed || f.last != now || now < f.until {
		return false
	}
	for a := range Attr(m.senses.attrs) {
		if f.has.Have(a) && m.reading(i, a).Tick != now {
			return false
		}
	}
	return true
}

// ObjectAt returns what the fact of a number is about.
func (m *Mind) ObjectAt(i int) ObjectID { return m.ids[i] }

// Peek is [Mind.Reading] without a copy; nil if nothing is remembered. The memory belongs to the mind.
func (m *Mind) Peek(i int, a Attr) *Reading {
	if a < 0 || int(a) >= m.senses.attrs || !m.fact(i).has.Have(a) {
		return nil
	}
	return m.reading(i, a)
}

// Confidence returns how sure an attribute is at a tick; 0 when nothing is known.
func (m *Mind) Confidence(i int, a Attr, now int64) float64 {
	r, ok := m.Reading(i, a)
	if !ok {
		return 0
	}
	return r.Level.At(now)
}

// Events returns what changed since [Mind.Begin], in the order it did. It is valid until the next one.
func (m *Mind) Events() []Event { return m.events }

// Dropped returns the number of events beyond MaxEvents.
func (m *Mind) Dropped() int { return m.dropped }

// Begin begins a tick: it drops the events of the last one.
func (m *Mind) Begin() { m.events, m.dropped = m.events[:0], 0 }

func (m *Mind) fact(i int) *fact { return &m.facts[m.slots[i]] }

func (m *Mind) reading(i int, a Attr) *Reading {
	return &m.readings[int(m.slots[i])*m.senses.attrs+int(a)]
}

// insert makes room for a fact with a number.
func (m *Mind) insert(i int, id ObjectID) {
	if len(m.free) == 0 {
		m.grow()
	}
	slot := m.free[len(m.free)-1]
	m.free = m.free[:len(m.free)-1]
	m.tally.add(id, 1)
	m.ids = slices.Insert(m.ids, i, id)
	m.slots = slices.Insert(m.slots, i, slot)
	m.facts[slot] = fact{shared: -1, wanted: -1}
}

// remove takes a fact out.
func (m *Mind) remove(i int) {
	if m.fact(i).long {
		m.long--
	}
	m.tally.add(m.ids[i], -1)
	m.free = append(m.free, m.slots[i])
	m.ids = slices.Delete(m.ids, i, i+1)
	m.slots = slices.Delete(m.slots, i, i+1)
}
