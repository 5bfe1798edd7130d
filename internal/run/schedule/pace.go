package schedule

import "math"

// pace decides when a slot has its turns, if there are levels of detail or a bound on turns.
type pace struct {
	last         int64   // tick of the last turn
	due          int64   // tick of the next one, unless it is woken; 0: when its flag is raised
	significance float64 // as the host said
	interval     int32   // between turns, in ticks; 0: none
	span         int32   // maximum number of ticks that the next turn covers
	level        uint8
	deaf         bool
}

// take gives a slot a level, regardless of its level before.
func (p *pace) take(level uint8, list []Class) {
	p.level, p.interval, p.deaf = level, list[level].Interval, list[level].Deaf
}

// turnAt returns the first turn of a slot from a tick on.
func (p *pace) turnAt(slot int32, tick int64) int64 {
	n := int64(p.interval)
	if n == 0 || tick == math.MaxInt64 {
		return math.MaxInt64
	}
	if late := (tick + int64(slot)) % n; late > 0 {
		return tick + n - late
	}
	return tick
}

// Span returns how many ticks the turn of a slot covers, if the schedule is paced.
func (s *Schedule) Span(slot int32, tick int64) int32 {
	p := &s.paces[slot]
	if p.interval == 1 {
		return p.span
	}
	return int32(max(1, min(tick-p.last, int64(p.span))))
}

// HasEachTick reports whether the level of a slot allows a turn in each tick.
func (s *Schedule) HasEachTick(slot int32) bool { return !s.paced || s.paces[slot].interval == 1 }

// Due returns the tick of the next turn of a slot that does not have one in each tick; 0: it has, or none is known.
func (s *Schedule) Due(slot int) int64 {
	if s.HasEachTick(int32(slot)) {
		return 0
	}
	return s.paces[slot].due
}

// Took records the turn of a slot that may have one in each tick.
func (s *Schedule) Took(slot int32, tick int64) {
	if s.paced {
		s.paces[slot].took(tick)
	}
}

// took notes that a slot has had its turn.
func (p *pace) took(tick int64) {
	p.last, p.due, p.span = tick, 0, max(1, p.interval)
}

// Pause makes a slot that does not have a turn in every tick wait for its next one. Rests is the tick before which it
// has nothing to do; it is ignored if the flag of the slot is raised. The slot sees its own writes in its next turn.
func (s *Schedule) Pause(slot int32, tick, rests int64) {
	p := &s.paces[slot]
	next := p.turnAt(slot, tick+1)
	if s.flags.Raised(int(slot)) {
		s.flags.Lower(int(slot))
	} else if rests > next {
		next = p.turnAt(slot, rests)
	}
	p.took(tick)
	s.await(slot, next)
}

// await puts a slot into the wheel for a tick.
func (s *Schedule) await(slot int32, tick int64) {
	s.remove(slot)
	s.paces[slot].due = tick
	s.insert(slot, tick)
}

// grade gives a slot a level, and reports whether it waits for its next turn.
func (s *Schedule) grade(slot int32, level uint8, tick int64) (waits bool) {
	p, now := &s.paces[slot], &s.levels[level]
	if p.level == level && p.interval == now.Interval {
		return false
	}
	before := p.interval
	switch before {
	case 0: // turns missed while asleep are not made up for
		p.last, p.span = tick, 1
	case 1: // only deferred turns are owed
		p.last = tick - int64(p.span-1)
	}
	p.take(level, s.levels)
	if p.span = max(p.span, p.interval); p.interval == 1 {
		p.span = int32(max(1, min(tick+1-p.last, int64(p.span))))
	}
	if before != 0 && (p.interval == 0 || p.interval >= before) {
		if before == 1 && s.sleeps[slot].until == tick+1 { // no different from one whose flag is raised
			s.Wake(slot)
		}
		s.await(slot, p.turnAt(slot, tick+1)) // also if its flag is raised: a trace does not record whether it was written to before or after
		return true
	}
	s.Wake(slot)
	return false
}

// IsDeaf reports whether a slot with a raised flag ignores the write until its own turn.
func (s *Schedule) IsDeaf(slot int, tick int64) bool {
	return s.paced && s.paces[slot].deaf && s.paces[slot].due > tick
}

// Defer makes a deaf slot wait for its next turn, and lowers its flag.
func (s *Schedule) Defer(slot int, tick int64) {
	s.flags.Lower(slot)
	if next := s.paces[slot].turnAt(int32(slot), tick+1); next < s.sleeps[slot].until {
		s.await(int32(slot), next)
	}
}
