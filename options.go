package karakuri

import (
	"log"
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// Limits bound each planning. A zero field means the default; one below 0 is refused.
type Limits struct {
	Nodes  int // methods and operators tried; rounds of quantifiers count too
	Depth  int // nesting of tasks
	Memory int // bytes of the planner's own memory
}

// Options set up a crowd. Those out of their range are refused, never bent.
type Options struct {
	TPS    int    // ticks in a second, at most [MaxTPS]; 0: [DefaultTPS]
	Seed   uint64 // of all random numbers
	Limits Limits // of each planning
	Sink   Sink   // receives what agents decide and do; nil: nobody does
	// Events are the families of events that Sink receives; 0: [MostEvents]. A tree tells of each of its nodes only if Trees is among them.
	Events Families
	// Initial is the situation at the start: the world, and what each agent begins with. It is copied; nil means that
	// of the model. See [Program.Initial].
	Initial *world.State
	// Pictures keeps for each agent a copy of the state that its last planning saw, so that [Agent.Explain] tells of that planning.
	// Without, it plans again on the present state.
	Pictures bool
	// Levels are levels of detail, the finest first: how often agents have a turn, by how much it matters what they do. At most [MaxLevels]; none: all agents have
	// a turn in each tick.
	Levels []Level
	// Significance tells how much it matters what an agent does, where the game does not say so itself ([Agent.SetSignificance]): it is asked about each agent before
	// its first tick, and then every second, spread over the ticks. It must not change the crowd. Running again needs no rule.
	Significance func(a Agent) float64
	// TurnsPerTick bounds how many agents have a turn in one tick, in which they decide and act; those do not count whose actions merely go on. Who is left over has its turn in one
	// of the next ticks: if n agents want turns all the time, each waits n / TurnsPerTick ticks
	// at most, rounded up. What it does stands still meanwhile, and DT makes up for it. 0: there is no bound.
	TurnsPerTick int
	// CrowdNodesPerTick bounds how long all agents together plan in one tick, in nodes of the search. It is given out in slices of NodesPerTick, or [DefaultSlice]: CrowdNodesPerTick
	// / NodesPerTick agents plan in a tick, those first who have waited longest. A slice may go over by the candidates of one method. What runs runs on. 0: there is no bound.
	CrowdNodesPerTick int
	// NodesPerTick bounds how long each agent plans in one tick, in nodes of the search: a planning that takes longer goes on in
	// the next ticks, while what runs runs on. 0: a planning is done at once.
	NodesPerTick int
	// RoundsPerTick bounds what all expressions together take that an agent evaluates in one tick outside of plannings, in rounds of their quantifiers:
	// once as it decides, and again as it acts. Beyond, the expression counts as one that panicked: the agent is
	// left alone for a while, and the fault names this option. 0: [DefaultRounds].
	RoundsPerTick int
	// Workers is how many goroutines decide and plan at a time, at most [MaxWorkers]; 0: the caller's alone. The run is the same with any
	// number. Actions, hooks and the Sink are called by the caller's goroutine in any case; with more than one, functions of the game
	// ([BindFunc]) are called by several at a time.
	Workers int
	// Recorder writes the run to a trace, so that it can be made again without the game: see [NewReplay]. nil: nobody does. Close it
	// when the crowd is done with: that writes the end of the trace, and returns the first error of the stream. It is not an io.Writer,
	// which could neither say how to record ([ktrace.Options]) nor end the trace and tell what went wrong.
	Recorder *ktrace.Recorder
	// History is how many of its last events each agent keeps, for [Agent.History].
	History int
	// Senses shows the world to agents that have a body and a memory: they perceive at the beginning of each tick, and what they remember is in
	// their symbols from then on. nil: nothing is perceived. It is not in traces and snapshots: replaying needs none, and
	// [Restore] is given it again.
	Senses SenseHost
	// Rays is how many lines of sight may be asked of Senses in a tick, by all agents together; 0: a default.
	Rays int
	// ErrorLog is told of what goes wrong in the game's code, a panic or a call that ends its goroutine, where no Sink hears of it: once for each agent and cause. What
	// goes wrong in a Sink, or in Clock, is told there in any case. nil: the standard logger of package log.
	ErrorLog *log.Logger
	// Clock tells the time since any moment, for [Crowd.Stats] alone: nothing that is decided depends on it. nil: durations are not measured.
	Clock func() time.Duration

	taps agent.Options // what our own programs set beside: sinks of the families, Tally, limits that only tools have
}

// OptionError is why a crowd is not made: an option is out of its range.
type OptionError = action.OptionError

// Bounds of options, and defaults.
const (
	DefaultTPS    = agent.DefaultTPS
	MaxTPS        = agent.MaxTPS
	MaxLevels     = schedule.MaxLevels
	MaxWorkers    = agent.MaxWorkers
	DefaultSlice  = agent.DefaultSlice
	DefaultRounds = agent.DefaultRounds
	// MaxTicksPerAdvance is the most ticks that one call of [Crowd.Advance] makes up for.
	MaxTicksPerAdvance = agent.MaxTicksPerAdvance
	// Asleep is the Seconds of a level whose agents have no turn unless they are woken.
	Asleep = schedule.Asleep
)

// Level is a level of detail: how often agents of some significance have a turn.
type Level struct {
	Name string // for statistics
	// Seconds is the time between two turns, in whole ticks; 0: each tick has one; [Asleep]: there is none. At most an hour.
	Seconds float64
	// Significance is the least that an agent of this level has. An agent has the first level that it is significant enough for, else the last.
	Significance float64
	// Deaf keeps what is written to its state from waking an agent: it hears of it in its next turn. It is for levels whose agents are told
	// every tick where they are.
	Deaf bool
}

// inner returns the options as the crowd itself is given them, and the listener to attend to it; nil: there is none.
func (o *Options) inner() (agent.Options, *listener) {
	in := o.taps
	in.TPS, in.Seed, in.Initial, in.Pictures, in.Workers = o.TPS, o.Seed, o.Initial, o.Pictures, o.Workers
	in.Limits.Nodes, in.Limits.Depth, in.Limits.Memory = o.Limits.Nodes, o.Limits.Depth, o.Limits.Memory
	in.TurnsPerTick, in.CrowdNodesPerTick, in.NodesPerTick, in.RoundsPerTick = o.TurnsPerTick, o.CrowdNodesPerTick, o.NodesPerTick, o.RoundsPerTick
	in.Recorder, in.History, in.Senses, in.Rays, in.ErrorLog, in.Clock = o.Recorder, o.History, o.Senses, o.Rays, o.ErrorLog, o.Clock
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
	o := Options{TPS: in.TPS, Seed: in.Seed, Initial: in.Initial, Pictures: in.Pictures, Workers: in.Workers,
		Limits:       Limits{in.Limits.Nodes, in.Limits.Depth, in.Limits.Memory},
		TurnsPerTick: in.TurnsPerTick, CrowdNodesPerTick: in.CrowdNodesPerTick, NodesPerTick: in.NodesPerTick, RoundsPerTick: in.RoundsPerTick,
		Recorder: in.Recorder, History: in.History, Senses: in.Senses, Rays: in.Rays, ErrorLog: in.ErrorLog, Clock: in.Clock, taps: in}
	for _, l := range in.Levels {
		o.Levels = append(o.Levels, Level(l))
	}
	return o
}

// tapped returns the options with the sinks and the Tally of others beside.
func (o Options) tapped(in agent.Options) Options {
	o.taps.Sink, o.taps.TreeSink, o.taps.GoalSink, o.taps.SquadSink, o.taps.Tally = in.Sink, in.TreeSink, in.GoalSink, in.SquadSink, in.Tally
	return o
}
