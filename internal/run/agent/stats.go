package agent

import (
	"strconv"
	"time"

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
func (p Phase) String() string {
	if p >= Phases {
		return "Phase(" + strconv.Itoa(int(p)) + ")"
	}
	return phaseNames[p]
}

// LevelStats tells of the agents of one level of detail.
type LevelStats struct {
	Name   string
	Agents int
	Acting int // their actions go on in each tick, and nothing else happens to them
	Asleep int // nothing is due for them in the next tick, nor do actions of theirs go on then
}

// Stats tells what the last tick did, and how the agents are. Everything but Durations is the same in each run of the same inputs.
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

// tally is what is counted within a tick.
type tally struct {
	turns, repeated int
	work            runner.Work // of all workers, before the tick
	events          int64       // likewise
	since           time.Duration
	durations       [Phases]time.Duration
}

// Stats returns what the last tick did, and how the agents are now. It looks at every agent.
func (c *Crowd) Stats() Stats {
	n, t := c.core.schedule, &c.tally
	work := c.planned()
	s := Stats{Tick: c.core.tick, Agents: c.agents.count, Turns: t.turns, Repeated: t.repeated, PutOff: n.PutOff(),
		Plannings: work.Plannings - t.work.Plannings, Nodes: work.Nodes - t.work.Nodes,
		Events: c.journal.hash.Events - t.events, Running: c.Running(), Durations: t.durations}
	for i, l := range n.Levels() {
		s.Levels[i].Name = l.Name
	}
	for i, a := range c.agents.list {
		if a.id == 0 {
			continue
		}
		l := &s.Levels[c.LevelOf(a.id)]
		l.Agents++
		switch {
		case n.Repeats(i):
			l.Acting++
		case n.IsAsleep(i, c.core.tick):
			l.Asleep++
		}
		if waited := n.Waited(i, c.core.tick); waited > 0 {
			s.Waiting++
			s.Longest = max(s.Longest, waited)
		}
	}
	return s
}

// planned returns how much all workers have planned so far.
func (c *Crowd) planned() runner.Work {
	sum := c.core.stage.Worker.Work()
	for _, w := range c.crew.workers {
		more := w.Work()
		sum.Plannings += more.Plannings
		sum.Nodes += more.Nodes
	}
	return sum
}

// Tally returns a copy of what has been counted of all plannings, since the crowd was made or read; nil without [Options].Tally. It must not be called
// within a tick.
func (c *Crowd) Tally() *htn.Tally {
	first := c.core.stage.Worker.Options().Tally
	if first == nil {
		return nil
	}
	sum := htn.NewTally(first.Domain())
	sum.Add(first)
	for _, w := range c.crew.workers {
		sum.Add(w.Options().Tally)
	}
	return sum
}

// begin begins to count what a tick does.
func (t *tally) begin(c *Crowd) {
	t.turns, t.repeated, t.work, t.events = 0, 0, c.planned(), c.journal.hash.Events
	if c.core.options.Clock != nil {
		t.since = c.now()
	}
}

// ended notes how long a phase took.
func (c *Crowd) ended(p Phase) {
	if c.core.options.Clock != nil {
		now := c.now()
		c.tally.durations[p], c.tally.since = now-c.tally.since, now
	}
}
