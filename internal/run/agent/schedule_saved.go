package agent

import (
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
)

// appendTurns writes when each agent has its next turn.
func (snap *snapshots) appendTurns(b []byte, traced bool) []byte {
	return snap.core.schedule.Append(b, snap.core.tick, !traced, snap.taken)
}

// schedule reads what [snapshots.appendTurns] wrote.
func (l *loader) schedule() {
	c := l.c
	c.core.schedule.Read(l.Reader, schedule.Reading{Tick: c.core.tick, Slots: l.written, Soon: l.migration != nil || l.tuned,
		Has:    func(i int) bool { return c.agents.list[i].id != 0 },
		Settle: func(i int) { c.routines.settleEachTick(int32(i), c.agents.list[i]) },
	})
	l.ration()
}

// written yields the slots that the snapshot holds an agent for.
func (l *loader) written(yield func(int) bool) {
	for i, kept := range l.kept {
		if kept && !yield(i) {
			return
		}
	}
}

// ration puts all runners on shared planning, if the schedule shares it. Agents that repeat a routine have no turn that
// would do so earlier.
func (l *loader) ration() {
	if !l.c.core.schedule.IsShared() {
		return
	}
	for _, a := range l.c.agents.list {
		if a.id != 0 {
			a.runner.Ration(false, l.c.core.tick)
		}
	}
}
