package agent

import (
	"iter"

	"github.com/karakuri-ai/karakuri/internal/run/schedule"
)

// appendSchedule writes who has a turn when.
func (c *Crowd) appendSchedule(b []byte, traced bool) []byte {
	return c.schedule.Append(b, c.tick, !traced, c.taken())
}

// taken yields the slots that somebody has.
func (c *Crowd) taken() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, a := range c.agents {
			if a.id != 0 && !yield(i) {
				return
			}
		}
	}
}

// schedule reads what [Crowd.appendSchedule] has written.
func (l *loader) schedule() {
	c := l.c
	c.schedule.Read(l.Reader, schedule.Reading{Tick: c.tick, Slots: l.written, Soon: l.migration != nil,
		Has:    func(i int) bool { return c.agents[i].id != 0 },
		Settle: func(i int) { c.settleEachTick(int32(i), c.agents[i]) },
	})
	l.ration()
}

// written yields the slots of which something was written.
func (l *loader) written(yield func(int) bool) {
	for i, kept := range l.kept {
		if kept && !yield(i) {
			return
		}
	}
}

// ration tells all runners that planning is shared out, if it is: an agent that repeats a routine is told nothing of it before.
func (l *loader) ration() {
	if !l.c.schedule.IsShared() {
		return
	}
	for _, a := range l.c.agents {
		if a.id != 0 {
			a.runner.Ration(false, l.c.tick)
		}
	}
}
