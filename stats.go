package karakuri

import (
	"time"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Stats describes the last tick of a crowd. Everything except the durations is the same in each run with the same
// inputs.
type Stats struct {
	Tick     int64
	Agents   int
	Levels   []LevelStats // without levels, one entry with all agents
	Turns    int          // agents that had a turn in the last tick
	Repeated int          // agents whose actions merely continued
	PutOff   int          // agents deferred by TurnsPerTick

	Plannings int64 // plannings, repairs and slices of plannings in the last tick
	Nodes     int64 // nodes of the search in the last tick
	Waiting   int   // agents that wait for a slice of planning (CrowdNodesPerTick)
	Longest   int64 // ticks of the longest wait
	Events    int64 // events in the last tick, as [Crowd.Decisions] counts them
	Running   int   // running actions

	Phases []PhaseStats // the parts of a tick, in order
}

// LevelStats counts the agents of a level.
type LevelStats struct {
	Name   string
	Agents int
	Acting int // agents whose actions continue in each tick without any decision
	Asleep int // agents with nothing due in the next tick and no running action
}

// PhaseStats is the duration of a phase of the last tick, by [Options.Clock]; 0 without a clock.
type PhaseStats struct {
	Name     string // perceive, receive, decide, act, commit
	Duration time.Duration
}

// BarkCount counts how often a clause say was said, and how often agents held it back: because of a gap, or because
// they said something else in the same tick.
type BarkCount struct {
	Of         string // what says it: "method attack/go round", "want gatherer/kill"
	Said, Held int64
}

// Barks returns the counts of all clauses say of the program, since the crowd was made, restored or reloaded.
func (c *Crowd) Barks() (list []BarkCount) {
	for _, b := range c.in.View().Barks() {
		list = append(list, BarkCount(b))
	}
	return list
}

// Stats returns what the last tick did.
func (c *Crowd) Stats() Stats {
	in := c.in.View().Stats()
	s := Stats{Tick: in.Tick, Agents: in.Agents, Turns: in.Turns, Repeated: in.Repeated, PutOff: in.PutOff, Plannings: in.Plannings, Nodes: in.Nodes,
		Waiting: in.Waiting, Longest: in.Longest, Events: in.Events, Running: in.Running}
	for i, l := range in.Levels {
		if i == 0 || l.Name != "" || l.Agents > 0 {
			s.Levels = append(s.Levels, LevelStats(l))
		}
	}
	for p, d := range in.Durations {
		s.Phases = append(s.Phases, PhaseStats{agent.Phase(p).String(), d})
	}
	return s
}
