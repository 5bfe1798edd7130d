package karakuri

import (
	"log"
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// Limits bound each planning. 0 means the default; New refuses a negative field.
type Limits struct {
	Nodes  int // methods and operators tried; rounds of quantifiers count too
	Depth  int // nesting of tasks
	Memory int // bytes of the planner's own memory
}

// Options set up a crowd. New refuses options out of range; it never adjusts them.
type Options struct {
	TPS    int    // ticks in a second, at most [MaxTPS]; 0: [DefaultTPS]
	Seed   uint64 // of all random numbers
	Limits Limits // of each planning
	Sink   Sink   // receives the decisions and actions of agents; nil: none
	// Events are the families of events that Sink receives; 0: [MostEvents]. The sink receives the events of each tree
	// node only if Trees is among them.
	Events Families
	// Initial is the initial state: the world, and the initial values of each agent. New copies it; nil means the
	// model's. See [Program.Initial].
	Initial *world.State
	// Pictures keeps for each agent a copy of the state that its last planning saw, so that [Agent.Explain] can
	// explain that planning. Without it, Explain plans again on the present state. Snapshots and
	// traces hold the copies too.
	Pictures bool
	// Origins keeps what set the values of all agents in the last 2048 ticks, and what they decided before, for
	// [Agent.WhoMade] and [Agent.WhatChanged]. It is for debugging: it compares all states and decisions in each tick,
	// and takes up to a megabyte for each agent. A crowd that is restored or rolled back knows nothing of earlier
	// ticks.
	Origins bool
	// Levels are levels of detail, the finest first: they set how often agents have a turn, by their significance. At
	// most [MaxLevels]. Without levels, all agents have a turn in each tick.
	Levels []Level
	// Significance computes the significance of an agent, unless the game sets it ([Agent.SetSignificance]). The crowd
	// calls it for each agent before its first tick, and then every second, spread over the ticks. It must not change
	// the crowd. A replay needs no Significance.
	Significance func(a Agent) float64
	// TurnsPerTick bounds how many agents have a turn, in which they decide and act, in one tick. Agents whose actions
	// merely continue do not count. Deferred agents have their turn in one of the next ticks: if n agents always want
	// a turn, each waits at most n / TurnsPerTick ticks, rounded up. Deferred agents do not move, and DT makes up for
	// the time. 0: no bound.
	TurnsPerTick int
	// CrowdNodesPerTick bounds the planning of all agents together in one tick, in nodes of the search. The crowd
	// allots slices of NodesPerTick, or [DefaultSlice]: CrowdNodesPerTick / NodesPerTick agents plan in a tick, those
	// with the longest wait first. A slice may exceed its size by the candidates of one method. Running actions
	// continue. 0: no bound.
	CrowdNodesPerTick int
	// NodesPerTick bounds the planning of each agent in one tick, in nodes of the search. A longer planning continues
	// in the next ticks, while running actions continue. 0: each planning finishes in its tick.
	NodesPerTick int
	// RoundsPerTick bounds the work of an agent's expressions in one tick, outside of plannings, in rounds of their
	// quantifiers: once while the agent decides, and again while it acts. An expression beyond the bound counts as a
	// panic: the agent is quarantined, and the fault names this option. 0: [DefaultRounds].
	RoundsPerTick int
	// Workers is the number of goroutines that decide and plan, at most [MaxWorkers]; 0: only the caller's. The run is
	// the same with any number. The caller's goroutine always calls actions, hooks and the Sink. With more than one
	// worker, several goroutines call functions of the game ([BindFunc]) concurrently.
	Workers int
	// Recorder writes the run to a trace, which [NewReplay] replays without the game. nil: no trace. Close the
	// recorder at the end of the run: Close writes the end of the trace, and returns the first error of the stream. It
	// is not an io.Writer, which could neither set recording options ([ktrace.Options]) nor end the trace and report
	// its error.
	Recorder *ktrace.Recorder
	// History is the number of recent events that each agent keeps, for [Agent.History].
	History int
	// Senses shows the world to agents that have a body and a memory. They perceive at the beginning of each tick; then
	// the crowd writes their memories to their symbols. nil: agents perceive nothing. Traces and snapshots do not
	// include it: a replay needs no Senses, and [Restore] takes it again.
	Senses SenseHost
	// Rays bounds the lines of sight that all agents together request from Senses in a tick; 0: a default.
	Rays int
	// ErrorLog receives faults in the game's code, that is, a panic or a call that ends its goroutine, if there is no
	// Sink: once for each agent and cause. It receives faults of a Sink or Clock in any case. nil: the standard logger
	// of package log.
	ErrorLog *log.Logger
	// Clock returns the time since any fixed moment. Only [Crowd.Stats] uses it; no decision depends on it. nil: the
	// crowd does not measure durations.
	Clock func() time.Duration

	taps agent.Options // set by our own programs: sinks of the families, Tally, limits that only tools have
}

// OptionError is the error for an option out of range.
type OptionError = action.OptionError

// Bounds of options, and defaults.
const (
	DefaultTPS    = agent.DefaultTPS
	MaxTPS        = agent.MaxTPS
	MaxLevels     = schedule.MaxLevels
	MaxWorkers    = agent.MaxWorkers
	DefaultSlice  = agent.DefaultSlice
	DefaultRounds = agent.DefaultRounds
	// MaxTicksPerAdvance is the maximum number of ticks that one call of [Crowd.Advance] makes up for.
	MaxTicksPerAdvance = agent.MaxTicksPerAdvance
	// Asleep is the Seconds of a level whose agents have a turn only when they are woken.
	Asleep = schedule.Asleep
)

// Level is a level of detail: how often agents of some significance have a turn.
type Level struct {
	Name string // for statistics
	// Seconds is the time between two turns, in whole ticks; 0: a turn in each tick; [Asleep]: no turns. At most an
	// hour.
	Seconds float64
	// Significance is the minimum significance of an agent at this level. An agent has the first level whose minimum
	// it reaches, else the last.
	Significance float64
	// Deaf prevents writes to an agent's state from waking it: the agent notices them in its next turn. Use it for
	// levels whose agents receive their position in every tick.
	Deaf bool
	// Look is the least time between two looks of an agent that perceives, in whole ticks; 0: it looks as often as its
	// sensors say. What it hears, feels or is told it notices in any tick. Until it looks or notices something, its
	// state shows what it remembers as of the last time. At most an hour.
	Look float64
}

// inner returns the options in the crowd's own form, and the listener that needs the crowd, which may be nil.
func (o *Options) inner() (agent.Options, *listener) {
	in := o.taps
	in.TPS, in.Seed, in.Initial, in.Pictures, in.Workers = o.TPS, o.Seed, o.Initial, o.Pictures, o.Workers
	in.Limits.Nodes, in.Limits.Depth, in.Limits.Memory = o.Limits.Nodes, o.Limits.Depth, o.Limits.Memory
	in.TurnsPerTick, in.CrowdNodesPerTick, in.NodesPerTick, in.RoundsPerTick = o.TurnsPerTick, o.CrowdNodesPerTick, o.NodesPerTick, o.RoundsPerTick
	in.Recorder, in.History, in.Senses, in.Rays, in.ErrorLog, in.Clock = o.Recorder, o.History, o.Senses, o.Rays, o.ErrorLog, o.Clock
	in.Provenance = nil
	if o.Origins {
		in.Provenance = &answer.Ledger{}
	}
	in.Levels = nil
	for _, l := range o.Levels {
		in.Levels = append(in.Levels, schedule.Level(l))
	}
	if rule := o.Significance; rule != nil {
		in.Significance = func(c *agent.Crowd, id agent.ID) float64 { return rule(Agent{c, id}) }
	}
	l := listen(&in, o.Sink, o.Events)
	return in, l
}

// optionsOf is the other way round.
func optionsOf(in agent.Options) Options {
	o := Options{TPS: in.TPS, Seed: in.Seed, Initial: in.Initial, Pictures: in.Pictures, Origins: in.Provenance != nil, Workers: in.Workers,
		Limits:       Limits{in.Limits.Nodes, in.Limits.Depth, in.Limits.Memory},
		TurnsPerTick: in.TurnsPerTick, CrowdNodesPerTick: in.CrowdNodesPerTick, NodesPerTick: in.NodesPerTick, RoundsPerTick: in.RoundsPerTick,
		Recorder: in.Recorder, History: in.History, Senses: in.Senses, Rays: in.Rays, ErrorLog: in.ErrorLog, Clock: in.Clock, taps: in}
	for _, l := range in.Levels {
		o.Levels = append(o.Levels, Level(l))
	}
	return o
}

// tapped returns the options including the sinks and the Tally of our own programs.
func (o Options) tapped(in agent.Options) Options {
	o.taps.Sink, o.taps.TreeSink, o.taps.GoalSink, o.taps.SquadSink, o.taps.Tally = in.Sink, in.TreeSink, in.GoalSink, in.SquadSink, in.Tally
	return o
}
