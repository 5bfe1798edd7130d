// Package schedule decides which slots of a crowd have a turn in which tick. It handles slots, ticks and numbers only,
// not agents.
//
// A slot with nothing to do sleeps in a wheel of ticks until its tick comes, and costs nothing meanwhile. A write to
// the state of a slot raises its flag, and the slot has a turn in the next tick. Levels of detail give slots turns
// less often; bounds on a tick defer turns, and shares of planning.
//
// In a tick, [Schedule.WakeDue] raises the flags of the slots whose tick has come, the crowd calls those that take
// part ([Schedule.Call]), and [Schedule.Choose] defers those beyond the bound. The others are [Schedule.Awake]. A slot
// that has acted sleeps again ([Schedule.Sleep], [Schedule.Repeat], [Schedule.Pause]).
package schedule

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec/pool"
	"github.com/karakuri-ai/karakuri/world"
)

// Options set up a schedule.
type Options struct {
	Levels       []Class // the finest first; none: every slot has a turn in each tick in which there is something to do for it
	IsRuled      bool    // a rule computes the significance of slots: see [Schedule.Unruled]
	TurnsPerTick int     // how many slots have a turn in a tick at most; 0: any number
	Shares       int     // how many slots have a share of planning in a tick; 0: any number
}

// Schedule decides which slots have a turn in a tick. Not safe for concurrent use, except its flags: see [world.Flags].
type Schedule struct {
	flags   world.Flags       // by slot: raised for those that have a turn next, by the crowd or by writes to their state
	sleeps  []sleep           // by slot
	wheel   [wheelTicks]int32 // the first of the slots whose tick has this rest, + 1
	awake   []int32           // slots that have a turn in the present tick, in order
	repeats world.Flags       // by slot: raised for those that do the same in each tick, besides turns

	levels []Class
	ruled  bool
	paced  bool    // there are levels of detail, or a bound on turns or planning
	paces  []pace  // by slot, if it is
	fresh  []int32 // slots whose significance no rule has been asked for yet
	most   int     // turns in a tick; 0: any number
	next   int32   // the slot after the last one that was chosen where not all could have a turn
	put    int     // how many were put off in the last tick
	shares shares

	saving coding // memory for Append
}

// New returns a schedule without slots.
func New(o Options) *Schedule {
	return &Schedule{levels: o.Levels, ruled: o.IsRuled, most: o.TurnsPerTick, shares: shares{most: o.Shares},
		paced: len(o.Levels) > 0 || o.TurnsPerTick > 0 || o.Shares > 0}
}

// IsPaced reports whether a turn may cover more than a tick: there are levels of detail, or a bound on turns or
// planning.
func (s *Schedule) IsPaced() bool { return s.paced }

// Flags returns the flags of the slots. Raising one gives the slot a turn in the next tick, unless its level is deaf.
func (s *Schedule) Flags() *world.Flags { return &s.flags }

// Add adds the next slot and wakes it. From now on, every change of the state raises its flag.
func (s *Schedule) Add(st *world.State) {
	i := len(s.sleeps)
	s.sleeps = append(pool.Room(s.sleeps, 1), sleep{})
	s.flags.Fit(i + 1)
	st.Flag(&s.flags, i)
	s.flags.Raise(i)
	s.repeats.Fit(i + 1)
	if s.paced {
		s.paces = append(s.paces, pace{interval: 1, span: 1})
	}
	s.shares.add()
}

// Begin gives a new slot its first turn in the tick after the present one.
func (s *Schedule) Begin(slot int32, tick int64) {
	if s.paced {
		s.paces[slot] = pace{interval: 1, span: 1, last: tick}
	}
	if len(s.levels) > 0 {
		s.paces[slot].take(s.levelFor(0), s.levels)
		if s.ruled {
			s.fresh = append(s.fresh, slot)
		}
	}
	s.shares.forget(slot)
	s.Wake(slot)
}

// Clear removes all slots and keeps their memory for reuse.
func (s *Schedule) Clear() {
	for i := range s.sleeps {
		s.flags.Lower(i)
		s.repeats.Lower(i)
	}
	s.sleeps, s.awake, s.wheel = s.sleeps[:0], s.awake[:0], [wheelTicks]int32{}
	s.paces, s.fresh, s.next = s.paces[:0], s.fresh[:0], 0
	s.shares.clear()
}

// Call adds a slot to those that want a turn in the present tick. Call slots in order.
func (s *Schedule) Call(slot int) { s.awake = append(s.awake, int32(slot)) }

// Awake returns the slots that have a turn in the present tick, in order. It is for reading.
func (s *Schedule) Awake() []int32 { return s.awake }

// Choose keeps as many of the called slots as may have a turn in a tick. It continues after the last slot of the
// previous tick, so that no slot waits longer than all take to have their turns. The flags of the other slots stay
// raised.
func (s *Schedule) Choose() {
	s.putOff()
	for _, i := range s.awake {
		s.flags.Lower(int(i))
		s.remove(i)
	}
}

func (s *Schedule) putOff() {
	count := len(s.awake)
	if s.put = 0; s.most <= 0 || count <= s.most {
		return
	}
	at, _ := slices.BinarySearch(s.awake, s.next)
	first := at % count
	chosen, last := s.awake[:0], int32(0)
	for rank, i := range s.awake {
		after := (rank - first + count) % count
		if after < s.most {
			if chosen = append(chosen, i); after == s.most-1 {
				last = i
			}
			continue
		}
		s.paces[i].span++
		s.put++
	}
	s.awake, s.next = chosen, last+1
}

// PutOff returns the number of slots that were called in the last tick and had no turn.
func (s *Schedule) PutOff() int { return s.put }

// Repeat makes a slot repeat its routine in each tick before until, besides its turns.
func (s *Schedule) Repeat(slot int32, now, until int64) {
	s.repeats.Raise(int(slot))
	s.Sleep(slot, now, until)
}

// Repeats reports whether a slot repeats its routine in each tick.
func (s *Schedule) Repeats(slot int) bool { return s.repeats.Raised(slot) }

// EndRepeat ends the repeated routine of a slot.
func (s *Schedule) EndRepeat(slot int) { s.repeats.Lower(slot) }

// Turns iterates over the slots that act in a tick, in order: awake slots, and slots that only repeat their routine.
type Turns struct {
	schedule *Schedule
	taken    int // how many of those that are awake have had their turn
	next     int // the next of the others, or -1
}

// Turns returns the turns of the present tick.
func (s *Schedule) Turns() Turns { return Turns{s, 0, s.repeats.Next(0)} }

// Take returns the next slot, and whether it repeats its routine; ok is false after the last one.
func (t *Turns) Take() (slot int32, repeats, ok bool) {
	awake := t.schedule.awake
	switch {
	case t.next >= 0 && (t.taken == len(awake) || t.next < int(awake[t.taken])):
		slot = int32(t.next)
		t.next = t.schedule.repeats.Next(t.next + 1)
		return slot, true, true
	case t.taken < len(awake):
		t.taken++
		return awake[t.taken-1], false, true
	}
	return 0, false, false
}
