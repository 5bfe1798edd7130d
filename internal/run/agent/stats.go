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
	PhasePerceive Phase = iota // significance is asked for, senses work, and what is remembered is written down
	PhaseReceive               // agents are shown what was written to shared symbols, and those are found who have a turn
	PhaseDecide                // agents decide and plan, several at a time
	PhaseAct                   // agents act, one after the other
	PhaseCommit                // what was written to shared symbols becomes the world's; agents and objects come and go
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
	Acting int // their actions go on in each tick, and nothing else happens to them
	Asleep int // nothing is due for them in the next tick, nor do actions of theirs go on then
}

// Stats describes the last tick and the agents. Everything but Durations is the same in each run with the same inputs.
type Stats struct {
	Tick     int64
	Agents   int
	Levels   [schedule.MaxLevels]LevelStats // the first one is of all agents where there are no levels
	Turns    int                            // agents that had a turn in the last tick
	Repeated int                            // agents of whom nothing but actions went on in it
	PutOff   int                            // agents that would have had a turn, but for TurnsPerTick

	Plannings int64 // in the last tick: plannings, repairs, and slices of plannings
	Nodes     int64 // of the search, in the last tick
	Waiting   int   // agents that wait for a slice of planning (CrowdNodesPerTick)
	Longest   int64 // ticks that the one has waited who has waited longest
	Events    int64 // in the last tick, as [Crowd.Decisions] counts them
	Running   int   // actions

	// Durations tells how long each phase of the last tick took by [Options].Clock; all 0 without one.
	Durations [Phases]time.Duration
}

// meter counts what happens within a tick.
type meter struct {
	core    *core
	agents  *population
	journal *journal
	crew    *crew

	turns, repeated int
	work            runner.Work // of all workers, before the tick
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

// planned returns how much all workers have planned so far.
func (m *meter) planned() runner.Work {
	sum := m.core.stage.Worker.Work()
	for _, w := range m.crew.workers {
		more := w.Work()
		sum.Plannings += more.Plannings
		sum.Nodes += more.Nodes
	}
	return sum
}

// Tally returns a copy of what has been counted of all plannings, since the crowd was made or read; nil without [Options].Tally. It must not be called
// within a tick.
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

// Tally returns a copy of what has been counted of all plannings, since the crowd was made or read; nil without [Options].Tally. It must not be called
// within a tick.
func (v *View) Tally() *htn.Tally { return v.meter.Tally() }

// begin begins to count what a tick does.
func (m *meter) begin() {
	m.turns, m.repeated, m.work, m.events = 0, 0, m.planned(), m.journal.hash.Events
	if m.core.options.Clock != nil {
		m.since = m.now()
	}
}

// endPhase notes how long a phase took.
func (m *meter) endPhase(p Phase) {
	if m.core.options.Clock != nil {
		now := m.now()
		m.durations[p], m.since = now-m.since, now
	}
}
