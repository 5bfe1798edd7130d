package agent

import (
	"time"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
)

// Phase is a part of a tick.
type Phase uint8

const (
	PhasePerceive Phase = iota // significance is updated, senses work, and memories are written to states
	PhaseReceive               // writes to shared symbols reach agents, and the crowd finds the agents that have a turn
	PhaseDecide                // agents decide and plan, several at a time
	PhaseAct                   // agents act, one after the other
	PhaseCommit                // writes to shared symbols reach the world; agents and objects are added and removed
	Phases        = iota
)

// phaseNames are for people.
var phaseNames = [Phases]string{"perceive", "receive", "decide", "act", "commit"}

// String returns "perceive", "receive", "decide", "act" or "commit".
func (p Phase) String() string { return fact.Name(p, phaseNames[:]...) }

// LevelStats counts the agents of one level of detail.
type LevelStats struct {
	Name   string
	Agents int
	Acting int // agents that only update actions in each tick
	Asleep int // agents with nothing to do in the next tick
}

// Stats describes the last tick and the agents. Everything but Durations is the same in every run with the same inputs.
type Stats struct {
	Tick     int64
	Agents   int
	Levels   [schedule.MaxLevels]LevelStats // without levels, the first one counts all agents
	Turns    int                            // agents that had a turn in the last tick
	Repeated int                            // agents that only updated actions in the last tick
	PutOff   int                            // agents whose turn was deferred because of TurnsPerTick

	Plannings int64 // in the last tick: plannings, repairs, and slices of plannings
	Nodes     int64 // of the search, in the last tick
	Waiting   int   // agents that wait for a slice of planning (CrowdNodesPerTick)
	Longest   int64 // the longest wait of these, in ticks
	Events    int64 // in the last tick, as [Crowd.Decisions] counts them
	Running   int   // actions

	// Durations is the duration of each phase of the last tick by [Options].Clock; all 0 without a clock.
	Durations [Phases]time.Duration
}

// meter counts what happens within a tick.
type meter struct {
	core    *core
	agents  *population
	journal *journal
	crew    *crew

	turns, repeated int
	work            runner.Work // of all workers, up to the start of the tick
	events          int64       // likewise
	since           time.Duration
	durations       [Phases]time.Duration
}

// Stats returns what the last tick did, and how the agents are now. It looks at every agent.
func (m *meter) Stats() Stats {
	n := m.core.schedule
	work := m.planned()
	s := Stats{Tick: m.core.tick, Agents: m.agents.count, Turns: m.turns, Repeated: m.repeated, PutOff: n.PutOff(),
		Plannings: work.Plannings - m.work.Plannings, Nodes: work.Nodes - m.work.Nodes,
		Events: m.journal.hash.Events - m.events, Running: m.core.stage.Instances.Running(), Durations: m.durations}
	for i, l := range n.Levels() {
		s.Levels[i].Name = l.Name
	}
	for i, a := range m.agents.list {
		if a.id == 0 {
			continue
		}
		l := &s.Levels[n.Level(i)]
		l.Agents++
		switch {
		case n.Repeats(i):
			l.Acting++
		case n.IsAsleep(i, m.core.tick):
			l.Asleep++
		}
		if waited := n.Waited(i, m.core.tick); waited > 0 {
			s.Waiting++
			s.Longest = max(s.Longest, waited)
		}
	}
	return s
}

// Stats returns what the last tick did, and the present numbers of agents. It visits every agent.
func (v *View) Stats() Stats { return v.meter.Stats() }

// planned returns the work of all workers so far.
func (m *meter) planned() runner.Work {
	sum := m.core.stage.Worker.Work()
	for _, w := range m.crew.workers {
		more := w.Work()
		sum.Plannings += more.Plannings
		sum.Nodes += more.Nodes
	}
	return sum
}

// Tally returns a copy of the counts of all plannings since the crowd was created or restored; nil without
// [Options].Tally. Do not call it during a tick.
func (m *meter) Tally() *htn.Tally {
	first := m.core.stage.Worker.Options().Tally
	if first == nil {
		return nil
	}
	sum := htn.NewTally(first.Domain())
	sum.Add(first)
	for _, w := range m.crew.workers {
		sum.Add(w.Options().Tally)
	}
	return sum
}

// Tally returns a copy of the counts of all plannings since the crowd was created or restored; nil without
// [Options].Tally. Do not call it during a tick.
func (v *View) Tally() *htn.Tally { return v.meter.Tally() }

// begin starts counting for a tick.
func (m *meter) begin() {
	m.turns, m.repeated, m.work, m.events = 0, 0, m.planned(), m.journal.hash.Events
	if m.core.options.Clock != nil {
		m.since = m.now()
	}
}

// endPhase records the duration of a phase.
func (m *meter) endPhase(p Phase) {
	if m.core.options.Clock != nil {
		now := m.now()
		m.durations[p], m.since = now-m.since, now
	}
}
