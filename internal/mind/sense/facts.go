package sense

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec/pool"
)

// A mind is read in each tick, and most of what a crowd takes is that of minds. A fact therefore keeps its readings in
// little room: most of them come from the same percept, and share its stamp. What a look around reads is in the first
// half of a fact.

// fact is the memory of one object, without what is in the other lists of [Mind].
type fact struct {
	times  int32 // of a free slot: the next free one; -1: there is none
	has    Parts // readings that there are
	odd    Parts // those with another stamp than the fact, in Mind.odd
	below  uint8 // how many of Memory.Doubts the position's confidence is below
	sensor SensorKind
	long   bool
	sensed bool
	fixed  bool
	missed bool
	due    int32 // when it changes by itself: see next

	at, way    Point // position and velocity
	spread     float64
	stamp      stamp // of its readings
	importance float64
	last       int64 // tick of the last stimulus
	first      int64 // tick of the first stimulus
}

// next returns the tick at which a fact changes by itself, or one before, in which nothing happens.
func (f *fact) next() int64 {
	if f.due == never {
		return Never
	}
	return f.last + int64(f.due)
}

// setNext sets when a fact changes by itself. It has to be set again when what was perceived last changes.
func (f *fact) setNext(tick int64) {
	if f.due = never; tick != Never {
		f.due = int32(min(max(tick-f.last, math.MinInt32), never-1))
	}
}

// never is the due of a fact that does not change by itself.
const never = math.MaxInt32

// past is what is seldom asked of a fact.
type past struct {
	first  int64 // tick of the first stimulus
	shared int64 // tick at which the fact was last shared with the team; -1: never
	search
}

// search is when the spot of a fact was looked for. A mind keeps it of few facts.
type search struct {
	wanted  int64 // step in which it was last in view; -1: never
	checked int64 // step in which it was last looked at, or came into view
}

// sought is the search for the spot of the fact in a slot.
type sought struct {
	slot int32
	search
}

// longSearch is for how many steps a mind keeps a search at least, once its spot is no longer in view. A search is over
// when an observer looks again and the spot was not in view the last time.
const longSearch = 8

// saying is what the object of a fact was heard to say.
type saying struct {
	said  int64 // 0: nothing
	until int64 // tick up to which that counts
}

// stamp says when a reading was so, and how sure it is; the rate at which that falls depends on the memory and the
// attribute.
type stamp struct {
	tick  int64   // see [Reading]
	value float64 // see [Level]
	from  int64
}

// oddStamp is the stamp of readings of a fact that were perceived at another time than the rest.
type oddStamp struct {
	slot  int32
	parts Parts
	stamp
}

// fewFacts is for how many facts a mind has room when it learns the first one, and for how many more each time, at
// least.
const fewFacts = 4

// grow makes room for more facts, in steps: most characters remember far fewer than they could. There may always be one
// more than the memory has capacity for.
func (m *Mind) grow() {
	old, most := len(m.facts), m.senses.capacity()+1
	facts := append([]fact(nil), make([]fact, min(old+max(fewFacts, old/8), most))...) // with all that the allocator rounds up to
	n := min(cap(facts), most)
	copy(facts, m.facts)
	m.facts = facts[:n]
	m.nums = append(make([]float64, 0, n*m.senses.nums()), m.nums...)[:n*m.senses.nums()]
	if m.senses.shares {
		m.shared = append(make([]int64, 0, n), m.shared...)[:n]
	}
	if m.senses.heeds {
		m.sayings = append(make([]saying, 0, n), m.sayings...)[:n]
	}
	for i := n; i > old; i-- {
		m.vacate(int32(i - 1))
	}
	m.ids, m.slots = pool.Room(m.ids, n-len(m.ids)), pool.Room(m.slots, n-len(m.slots))
}

// nums is how many numbers a fact has besides position and velocity.
func (s *Senses) nums() int { return s.attrs - int(Kind) }

// vacate makes a slot the next free one.
func (m *Mind) vacate(slot int32) { m.facts[slot].times, m.free = m.free, slot }

func (m *Mind) fact(i int) *fact { return &m.facts[m.slots[i]] }

// past returns what is seldom asked of a fact.
func (m *Mind) past(i int) past {
	slot := m.slots[i]
	p := past{m.facts[slot].first, -1, search{-1, 0}}
	if m.senses.shares {
		p.shared = m.shared[slot]
	}
	if at, found := m.searchOf(slot); found {
		p.search = m.sought[at].search
	}
	return p
}

// setPast sets what is seldom asked of a fact.
func (m *Mind) setPast(i int, p past) {
	slot := m.slots[i]
	if m.facts[slot].first = p.first; m.senses.shares {
		m.shared[slot] = p.shared
	}
	if p.wanted >= 0 {
		m.seek(slot).search = p.search
	}
}

// searchOf returns the place of the search for the spot of the fact in a slot, or where it would be.
func (m *Mind) searchOf(slot int32) (at int, found bool) {
	return slices.BinarySearchFunc(m.sought, slot, func(s sought, slot int32) int { return int(s.slot - slot) })
}

// seek is searchOf, and adds the search if there is none.
func (m *Mind) seek(slot int32) *sought {
	at, found := m.searchOf(slot)
	if !found {
		m.sought = slices.Insert(pool.Room(m.sought, 1), at, sought{slot, search{-1, 0}})
	}
	return &m.sought[at]
}

// said returns what the object of a fact was heard to say.
func (m *Mind) said(i int) saying {
	if m.sayings == nil {
		return saying{}
	}
	return m.sayings[m.slots[i]]
}

// say keeps what the object of a fact was heard to say, if the mind heeds that.
func (m *Mind) say(i int, s saying) {
	if m.sayings != nil {
		m.sayings[m.slots[i]] = s
	}
}

// num is the place of a number of a fact, the attributes from Kind on.
func (m *Mind) num(slot int32, a Attr) *float64 {
	return &m.nums[int(slot)*m.senses.nums()+int(a-Kind)]
}

// values returns the numbers of a reading.
func (m *Mind) values(slot int32, a Attr) (x, y float64) {
	switch f := &m.facts[slot]; a {
	case Position:
		return f.at.X, f.at.Y
	case Velocity:
		return f.way.X, f.way.Y
	}
	return *m.num(slot, a), 0
}

func (m *Mind) setValues(slot int32, a Attr, x, y float64) {
	switch f := &m.facts[slot]; a {
	case Position:
		f.at = Point{X: x, Y: y}
	case Velocity:
		f.way = Point{X: x, Y: y}
	default:
		*m.num(slot, a) = x
	}
}

// stamp returns the stamp of a reading.
func (m *Mind) stamp(slot int32, a Attr) stamp {
	f := &m.facts[slot]
	if f.odd.Have(a) {
		return m.odd[slices.IndexFunc(m.odd, func(o oddStamp) bool { return o.slot == slot && o.parts.Have(a) })].stamp
	}
	return f.stamp
}

// setStamp gives some readings of a fact a stamp.
func (m *Mind) setStamp(slot int32, parts Parts, s stamp) {
	f := &m.facts[slot]
	m.unstamp(slot, parts)
	switch {
	case f.has&^(parts|f.odd) == 0:
		f.stamp = s
	case f.stamp == s:
	default:
		f.odd |= parts
		if i := slices.IndexFunc(m.odd, func(o oddStamp) bool { return o.slot == slot && o.stamp == s }); i >= 0 {
			m.odd[i].parts |= parts
			return
		}
		m.odd = append(pool.Room(m.odd, 1), oddStamp{slot, parts, s})
	}
}

// unstamp makes readings of a fact such that have its stamp.
func (m *Mind) unstamp(slot int32, parts Parts) {
	f := &m.facts[slot]
	if f.odd&parts == 0 {
		return
	}
	f.odd &^= parts
	for i := range m.odd {
		if o := &m.odd[i]; o.slot == slot {
			o.parts &^= parts
		}
	}
	m.odd = slices.DeleteFunc(m.odd, func(o oddStamp) bool { return o.parts == 0 })
}

// level returns how sure a reading with a stamp is.
func (m *Mind) level(f *fact, a Attr, s stamp) Level {
	store := 0
	if f.long {
		store = 1
	}
	return Level{s.value, s.from, m.senses.loses[store][a]}
}

// reading returns the remembered value of an attribute that there is.
func (m *Mind) reading(i int, a Attr) Reading {
	slot := m.slots[i]
	x, y := m.values(slot, a)
	s := m.stamp(slot, a)
	return Reading{x, y, s.tick, m.level(&m.facts[slot], a, s)}
}

// setReading sets a reading of a fact, which has it, except for the rate of its level.
func (m *Mind) setReading(i int, a Attr, r Reading) {
	slot := m.slots[i]
	m.setValues(slot, a, r.X, r.Y)
	m.setStamp(slot, PartsOf(a), stamp{r.Tick, r.Level.Value, r.Level.Tick})
}

// drop takes readings out of a fact.
func (m *Mind) drop(i int, parts Parts) {
	m.fact(i).has &^= parts
	m.unstamp(m.slots[i], parts)
}

// sure returns how sure the position of a fact is, which has one.
func (m *Mind) sure(i int) Level {
	slot := m.slots[i]
	return m.level(&m.facts[slot], Position, m.stamp(slot, Position))
}

// allAt reports whether all readings of a fact are as of a tick.
func (m *Mind) allAt(slot int32, tick int64) bool {
	f := &m.facts[slot]
	if f.has&^f.odd != 0 && f.stamp.tick != tick {
		return false
	}
	return f.odd == 0 || !slices.ContainsFunc(m.odd, func(o oddStamp) bool { return o.slot == slot && o.tick != tick })
}

// insert makes room for a fact with a number.
func (m *Mind) insert(i int, id ObjectID) {
	if m.free < 0 {
		m.grow()
	}
	slot := m.free
	m.free = m.facts[slot].times
	m.tally.add(id, 1)
	m.ids = slices.Insert(m.ids, i, id)
	m.slots = slices.Insert(m.slots, i, slot)
	m.facts[slot] = fact{}
	m.setPast(i, past{shared: -1, search: search{wanted: -1}})
	m.say(i, saying{})
}

// remove takes a fact out.
func (m *Mind) remove(i int) {
	f := m.fact(i)
	if f.long {
		m.long--
	}
	m.tally.add(m.ids[i], -1)
	m.unstamp(m.slots[i], f.odd)
	if at, found := m.searchOf(m.slots[i]); found {
		m.sought = slices.Delete(m.sought, at, at+1)
	}
	m.vacate(m.slots[i])
	m.ids = slices.Delete(m.ids, i, i+1)
	m.slots = slices.Delete(m.slots, i, i+1)
}
