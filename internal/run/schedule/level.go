package schedule

import "math"

const (
	// MaxTPS is the maximum number of ticks in a second: beyond, a tick has no whole number of microseconds.
	MaxTPS = 1000
	// MaxLevels is the maximum number of levels of detail: games have near, far, out of sight and asleep, and some in
	// between.
	MaxLevels = 8
	// MaxLevelSeconds is the longest time between two turns of an agent that does not sleep.
	MaxLevelSeconds = 3600
	// Asleep is the Seconds of a level whose agents have a turn only when they are woken.
	Asleep = -1
	// SignificanceSeconds is how often a rule computes the significance of a slot.
	SignificanceSeconds = 1.0
)

// Level is a level of detail: how often agents of some significance have a turn, in which they decide and their
// actions are updated. The schedule spreads the turns of a level over the ticks by the slots of the agents, so that
// each tick has the same number.
//
// Between two turns an agent does nothing: its actions are updated once in each turn, with [action.Ctx.DT] as the time
// that the turn covers. Timers in ticks (time-outs, cooldowns, intervals) keep their durations, and take effect in the
// first turn after they elapse. Its claims hold.
//
// An agent is woken, and has a turn in the next tick, when another writer changes its state, unless it is Deaf; when
// it receives an order, its level becomes a finer one, or the host wakes it.
type Level struct {
	Name string // for statistics
	// Seconds is the time between two turns, in whole ticks; 0: a turn in each tick; [Asleep]: no turns. At most
	// MaxLevelSeconds.
	Seconds float64
	// Significance is the minimum significance of an agent at this level. An agent has the first level whose minimum
	// it reaches, else the last.
	Significance float64
	// Deaf prevents writes to an agent's state from waking it: the agent notices them in its next turn. Use it for
	// levels whose agents receive their position in every tick.
	Deaf bool
	// Look is the least time between two looks of an agent that perceives, in whole ticks; 0: it looks as often as its
	// sensors say. What it hears, feels or is told it notices in any tick. Until it looks or notices something, its
	// state shows what it remembers as of the last time. At most MaxLevelSeconds.
	Look float64
}

// Class is a level of detail in ticks.
type Class struct {
	Name     string
	Interval int32 // ticks between two turns; 0: no turns
	Least    float64
	Deaf     bool
	Look     int32 // least ticks between two looks; 0: any
}

// Classes returns levels in ticks. The levels must be valid.
func Classes(levels []Level, tps int) []Class {
	var list []Class
	for _, l := range levels {
		ticks := int32(0)
		if l.Seconds >= 0 {
			ticks = int32(max(1, math.Round(float64(l.Seconds*float64(tps)))))
		}
		list = append(list, Class{l.Name, ticks, l.Significance, l.Deaf, int32(math.Round(float64(l.Look * float64(tps))))})
	}
	return list
}

// Levels returns the levels of the schedule. They must not be changed.
func (s *Schedule) Levels() []Class { return s.levels }

// levelFor returns the level for a significance.
func (s *Schedule) levelFor(significance float64) uint8 {
	for i := range s.levels {
		if significance >= s.levels[i].Least {
			return uint8(i)
		}
	}
	return uint8(max(0, len(s.levels)-1))
}

// Level returns the index of the level of a slot; 0 without levels.
func (s *Schedule) Level(slot int) int {
	if len(s.levels) == 0 {
		return 0
	}
	return int(s.paces[slot].level)
}

// Significance returns the significance of a slot; 0 without levels.
func (s *Schedule) Significance(slot int) float64 {
	if len(s.levels) == 0 {
		return 0
	}
	return s.paces[slot].significance
}

// SetSignificance gives a slot the level of a significance, if there are levels. A slot with fewer turns than before
// waits for the next one, and waits is true; a slot with more has one at once.
func (s *Schedule) SetSignificance(slot int32, significance float64, tick int64) (waits bool) {
	s.paces[slot].significance = significance
	return s.grade(slot, s.levelFor(significance), tick)
}

// RuleTurn returns the slots whose significance a rule computes before the tick after the given one: count slots from
// first on, every slots apart.
func (s *Schedule) RuleTurn(tick int64, tps, slots int) (first, every, count int) {
	every = max(1, int(SignificanceSeconds*float64(tps)))
	first = int(tick) % every
	return first, every, (max(0, slots-first) + every - 1) / every
}

// Unruled returns the new slots whose significance no rule has computed.
func (s *Schedule) Unruled() []int32 { return s.fresh }

// Ruled records that a rule has computed the significance of all slots.
func (s *Schedule) Ruled() { s.fresh = s.fresh[:0] }
