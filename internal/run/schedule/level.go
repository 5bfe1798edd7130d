package schedule

import "math"

const (
	// MaxTPS is the most ticks in a second: beyond, a tick has no whole number of microseconds.
	MaxTPS = 1000
	// MaxLevels is the most levels of detail: games have near, far, out of sight and asleep, and some in between.
	MaxLevels = 8
	// MaxLevelSeconds is the longest time between two turns of an agent that does not sleep.
	MaxLevelSeconds = 3600
	// Asleep is the Seconds of a level whose agents have no turn unless they are woken.
	Asleep = -1
	// SignificanceSeconds is how often a rule is asked how significant a slot is.
	SignificanceSeconds = 1.0
)

// Level is a level of detail: how often agents of some significance have a turn, in which they decide and let their actions go on. The schedule spreads the turns
// of a level over the ticks by the slots of the agents, so that each tick has as many.
//
// Between two turns nothing of an agent goes on: its actions are updated once in each turn, with [action.Ctx.DT] saying how much time the turn stands for. What
// takes time by the tick (time-outs, cooldowns, intervals) takes as long as ever, and shows in the first turn when it is over. Its claims hold.
//
// An agent is woken, and has a turn in the next tick, when something is written to its state other than by its own actions, unless it is Deaf; when it
// is given an order, its level becomes a finer one, or the host wakes it.
type Level struct {
	Name string // for statistics
	// Seconds is the time between two turns, in whole ticks; 0: each tick has one; [Asleep]: there is none. At most MaxLevelSeconds.
	Seconds float64
	// Significance is the least that an agent of this level has. An agent has the first level that it is significant enough for, else the last.
	Significance float64
	// Deaf keeps what is written to its state from waking an agent: it hears of it in its next turn. It is for levels whose agents are told
	// every tick where they are.
	Deaf bool
}

// Class is a level of detail in ticks.
type Class struct {
	Name     string
	Interval int32 // ticks between two turns; 0: there are none
	Least    float64
	Deaf     bool
}

// Classes returns levels in ticks. The levels must be valid.
func Classes(levels []Level, tps int) []Class {
	var list []Class
	for _, l := range levels {
		ticks := int32(0)
		if l.Seconds >= 0 {
			ticks = int32(max(1, math.Round(float64(l.Seconds*float64(tps)))))
		}
		list = append(list, Class{l.Name, ticks, l.Significance, l.Deaf})
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

// Level returns the index of the level of a slot; 0 where there are none.
func (s *Schedule) Level(slot int) int {
	if len(s.levels) == 0 {
		return 0
	}
	return int(s.paces[slot].level)
}

// Significance returns how significant a slot is; 0 where there are no levels.
func (s *Schedule) Significance(slot int) float64 {
	if len(s.levels) == 0 {
		return 0
	}
	return s.paces[slot].significance
}

// SetSignificance gives a slot the level of a significance, if there are levels. A slot with fewer turns than before waits for the next one, and
// waits is true; a slot with more has one at once.
func (s *Schedule) SetSignificance(slot int32, significance float64, tick int64) (waits bool) {
	s.paces[slot].significance = significance
	return s.grade(slot, s.levelFor(significance), tick)
}

// RuleTurn returns the slots to ask a rule about before the tick after the given one: count slots from first on, every slots apart.
func (s *Schedule) RuleTurn(tick int64, tps, slots int) (first, every, count int) {
	every = max(1, int(SignificanceSeconds*float64(tps)))
	first = int(tick) % every
	return first, every, (max(0, slots-first) + every - 1) / every
}

// Unruled returns the new slots about which no rule has been asked.
func (s *Schedule) Unruled() []int32 { return s.fresh }

// Ruled records that a rule has been asked about all slots.
func (s *Schedule) Ruled() { s.fresh = s.fresh[:0] }
