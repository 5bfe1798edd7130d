package schedule

import "math"

// wheelTicks is the number of ticks in a round of the wheel. A slot that sleeps longer is checked once in each round.
const wheelTicks = 256

// sleep is that of one slot.
type sleep struct {
	until  int64 // the tick of its next turn; 0: it is awake
	after  int32 // the next slot in the same place of the wheel, + 1
	before int32 // the one before, + 1
}

// Sleep lets a slot sleep until a tick. If that is the present tick or the next one, the slot has a turn anyway.
func (s *Schedule) Sleep(slot int32, now, until int64) {
	s.remove(slot)
	if until <= now+1 {
		s.flags.Raise(int(slot))
		return
	}
	s.insert(slot, until)
}

// SleepsUntil returns the tick of the next turn of a sleeping slot, unless it is woken; 0 if it is awake.
func (s *Schedule) SleepsUntil(slot int) int64 { return s.sleeps[slot].until }

// IsAsleep reports whether a slot has nothing to do in the tick after the given one.
func (s *Schedule) IsAsleep(slot int, tick int64) bool {
	return !s.flags.Raised(slot) && s.sleeps[slot].until > tick+1
}

// Wake gives a slot a turn in the next tick.
func (s *Schedule) Wake(slot int32) {
	s.flags.Raise(int(slot))
	s.remove(slot)
	if s.paced {
		s.paces[slot].due = 0
	}
}

// WakeDue begins a tick: it wakes the slots that are due. No slot is called yet.
func (s *Schedule) WakeDue(tick int64) {
	for at := s.wheel[tick%wheelTicks]; at != 0; {
		i := at - 1
		if at = s.sleeps[i].after; s.sleeps[i].until <= tick {
			s.Wake(i)
		}
	}
	s.awake = s.awake[:0]
}

// insert puts a slot that is not in the wheel there, until a tick to come.
func (s *Schedule) insert(slot int32, until int64) {
	e := &s.sleeps[slot]
	if e.until = until; until == math.MaxInt64 {
		return
	}
	head := &s.wheel[until%wheelTicks]
	if e.after = *head; e.after != 0 {
		s.sleeps[e.after-1].before = slot + 1
	}
	*head = slot + 1
}

// remove takes a slot out of the wheel.
func (s *Schedule) remove(slot int32) {
	e := &s.sleeps[slot]
	switch {
	case e.until == 0:
		return
	case e.before != 0:
		s.sleeps[e.before-1].after = e.after
	case e.until != math.MaxInt64:
		s.wheel[e.until%wheelTicks] = e.after
	}
	if e.after != 0 {
		s.sleeps[e.after-1].before = e.before
	}
	*e = sleep{}
}
