package agent

import (
	"cmp"
	"log"
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// Limits of time.
const (
	// DefaultTPS is the default number of ticks per second.
	DefaultTPS = program.DefaultTPS
	// MaxTPS is the maximum number of ticks in a second.
	MaxTPS = schedule.MaxTPS
	// MaxTicksPerAdvance limits the ticks that one call of Advance makes: after a long pause the crowd continues from
	// its last tick instead of holding up the game.
	MaxTicksPerAdvance = 10
)

// Options set up a crowd.
type Options struct {
	TPS    int         // ticks in a second, at most MaxTPS; 0: DefaultTPS
	Seed   uint64      // of all random numbers
	Limits htn.Limits  // of each planning
	Sink   runner.Sink // receives the decisions and actions of agents; nil: none
	// TreeSink receives what trees do, node by node; nil: none.
	TreeSink bt.Sink
	// GoalSink receives the events of goals and brains; nil: none.
	GoalSink goal.Sink
	// SquadSink receives the events of squads; nil: none.
	SquadSink SquadSink
	// Initial is the situation at the start: the world, and what each agent begins with. It is copied; nil means that
	// of the model.
	Initial *world.State
	// Pictures keeps for each agent, and for each plan within its trees and goals, a copy of the state that the last
	// planning saw, so that Explain can explain that planning. Without it, Explain plans again on the present state.
	// Snapshots and traces hold the copies too.
	Pictures bool
	// Provenance is told what can have written values, and when a tick has ended; nil: nothing is. The sinks hear of it
	// too.
	Provenance Provenance
	// Anew makes [Restore] carry everything over by names, as if the program were another one, and all agents decide
	// anew: then what two restored crowds do differs only because their programs do.
	Anew bool
	// Tally counts what plannings try and what comes of it, for [View.Tally].
	Tally bool
	// Levels are levels of detail, the finest first: they set how often agents have a turn, by their significance. At
	// most [schedule.MaxLevels]. Without levels, all agents have a turn in each tick. See [schedule.Level].
	Levels []schedule.Level
	// Significance computes the significance of an agent, unless the host sets it ([Crowd.SetSignificance]). The crowd
	// calls it for each agent before its first tick, and then every second ([schedule.SignificanceSeconds]), spread
	// over the ticks. It must not change the crowd. A replay needs no Significance.
	Significance func(c *Crowd, id ID) float64
	// TurnsPerTick bounds how many agents have a turn, in which they decide and act, in one tick. Agents whose actions
	// merely continue do not count. Deferred agents have their turn in one of the next ticks, in the order of slots
	// from where the last tick stopped: if n agents always want a turn, each waits at most n / TurnsPerTick ticks,
	// rounded up. Deferred agents do not move, and DT makes up for the time. 0: no bound.
	TurnsPerTick int
	// CrowdNodesPerTick bounds the planning of all agents together in one tick, in nodes of the search. The crowd
	// allots slices of NodesPerTick, or [DefaultSlice]: CrowdNodesPerTick / NodesPerTick agents plan in a tick, those
	// with the longest wait first. If n agents always want to plan, each has a slice at least every n / that many of
	// its turns, rounded up, plus one. A slice may exceed its size by the candidates of one method
	// ([htn.Planner.Run]). Running actions continue. 0: no bound.
	CrowdNodesPerTick int
	// NodesPerTick bounds the planning of each agent in one tick, in nodes of the search. A longer planning continues
	// in the next ticks, while running actions continue. 0: each planning finishes in its tick.
	NodesPerTick int
	// RoundsPerTick bounds the rounds of quantifiers that all expressions of an agent together take in one tick outside
	// of planning ([expr.MaxRounds] bounds each expression). The bound applies once to deciding, and again to acting
	// with tree, brain and reactions. An expression beyond it counts as a panic: the agent goes into quarantine, and
	// the fault names this option. 0: [DefaultRounds].
	RoundsPerTick int
	// Workers is the number of goroutines that decide concurrently, at most [MaxWorkers]; 0: only the caller's. The run
	// is the same with any number. The caller's goroutine calls all actions, hooks and sinks. With more than one
	// worker, several goroutines call functions of the host ([action.BindFunc]) concurrently.
	Workers int
	// Recorder writes the run to a trace, which [NewReplay] replays without the host. nil: no trace. Close it at the
	// end of the run.
	Recorder *ktrace.Recorder
	// History is the number of last events that each agent keeps, for [View.History].
	History int
	// Senses shows the world to agents that have a body and a memory. They perceive at the beginning of each tick, and
	// their memories are in their states from then on. Objects are identified by their words. nil: agents perceive
	// nothing. Traces and snapshots do not include it: a replay needs no Senses, and [Restore] takes it again.
	Senses sense.Host
	// Rays bounds the lines of sight that all agents together request from Senses in a tick; 0: [sense.DefaultRays].
	Rays int
	// ErrorLog receives faults in the host's code, that is, a panic or a call that ends its goroutine, if there is no
	// Sink: once for each agent and cause. It receives faults of a Sink or Clock in any case. nil: the standard logger
	// of package log.
	ErrorLog *log.Logger
	// Clock returns the time since any fixed moment. Only [View.Stats] uses it; no decision depends on it. nil: the
	// crowd does not measure durations.
	Clock func() time.Duration

	levels    []schedule.Class // Levels in ticks, for a replay
	perceives bool             // a replay: agents had senses when it was recorded
	silent    bool             // a replay: faults are reported as events only
}

// Crowd holds agents that share a world and are ticked together. Not safe for concurrent use; different crowds are
// independent.
type Crowd struct {
	core       core
	agents     population
	crew       *crew
	families   families
	routines   routines
	turns      turns
	net        net
	journal    journal
	reflexes   reflexes
	perception perception
	objects    objects
	squads     squads
	commands   commands
	exchange   exchange
	commons    commons
	meter      meter
	snapshots  snapshots
	view       View

	phase int   // phase of the current tick
	spare spare // memory for the next rollback
}

// New returns a crowd without agents for a program and the host's bindings. The error is a [*diag.Failure] that lists
// missing and wrong bindings, an [*OptionError] for an option out of its range, that of a [ktrace.Recorder], or an
// [*UntraceableError]. New panics if the initial state belongs to another model.
func New(p *program.Program, b *action.Bindings, o Options) (*Crowd, error) {
	if err := b.Err(); err != nil {
		return nil, err
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	c, err := newCrowd(p, o, action.NewInstances(b), b.Funcs(), b.Asks())
	if err != nil {
		return nil, err
	}
	if err := c.perception.addSenses(); err != nil || o.Recorder == nil {
		return c, err
	}
	return c, c.journal.Record(o.Recorder)
}

// newCrowd returns a crowd that runs the actions of in and calls the given functions. Asks may be nil.
func newCrowd(p *program.Program, o Options, in *action.Instances, functions []action.Func, asks []action.Ask) (*Crowd, error) {
	c := &Crowd{}
	return c, c.establish(p, o, in, functions, asks)
}

// establish sets up an empty crowd for a program.
func (c *Crowd) establish(p *program.Program, o Options, in *action.Instances, functions []action.Func, asks []action.Ask) error {
	if o.TPS == 0 {
		o.TPS = DefaultTPS
	}
	o.witness(c)
	m, err := p.At(o.TPS)
	if err != nil {
		return err
	}
	c.core.model, c.core.options, c.core.world = m, o, world.NewState(m.Info.Schema)
	c.core.perceives = c.core.perceivesWith(&o)
	c.wire()
	c.core.schedule = c.core.options.newSchedule()
	c.nameObjects()
	c.agents.kinds = make([]int32, len(m.Info.Agents))
	c.core.world.CopyFrom(m.Info.Initial)
	if o.Initial != nil {
		if o.Initial.Schema() != m.Info.Schema {
			panic("karakuri: Options.Initial is of another model; copy Info().Initial and change that")
		}
		c.core.world.CopyFrom(o.Initial)
	}
	c.journal.asked = asked{make([]expr.Func, len(functions)), make([]action.Ask, len(asks)), functions, asks}
	c.journal.asked.pass()
	funcs := c.journal.asked.funcs
	c.journal.reporter = reporter{core: &c.core, agents: &c.agents, journal: &c.journal, voices: &c.journal.voices, plans: o.Sink, trees: o.TreeSink, goals: o.GoalSink, squads: o.SquadSink, silent: o.silent}
	planning := htn.Options{Limits: o.Limits, Funcs: funcs}
	if o.Tally {
		planning.Tally = htn.NewTally(m.Domain)
	}
	c.core.stage = runner.Stage{
		Worker:    runner.NewWorker(c.core.model.Script, planning),
		Ctx:       action.NewCtx(o.Seed, o.TPS, c.Derive),
		Instances: in,
		Sink:      &c.journal.reporter,
		Say:       c.journal.voices.say,
	}
	c.core.allowed, c.core.rounds = c.core.stage.Worker.Allowed(), cmp.Or(o.RoundsPerTick, DefaultRounds)
	c.core.stage.Ctx.OnRefused(c.journal.refused)
	c.core.stage.Worker.Groups(c.squads.sharers)
	c.core.stage.Worker.Claimants(c.squads.claimants)
	in.Report(func(f action.Fault) { c.journal.blame(c.snapshots.saving, f) })
	c.crew = c.newCrew(o.Workers)
	c.meter.crew, c.perception.crew = c.crew, c.crew
	machine := expr.Machine{Funcs: funcs, Asks: c.journal.asked.asks, Allowance: c.core.allowed}
	c.reflexes.fit(machine)
	c.squads.fit(machine)
	c.journal.voices.fit()
	c.perception.alertness.fit()
	c.families.attach(machine)
	return nil
}

// Derive evaluates a derived symbol in a state, from the first n words of args.
func (c *Crowd) Derive(st *world.State, id int32, args action.Args, n int) [2]world.Word {
	return c.core.stage.Worker.Derive(st, id, args[:n])
}

// Advance adds elapsed time and runs the ticks that are due, at most [MaxTicksPerAdvance]; it drops time beyond that.
// It returns the number of ticks run. Call it once per frame of a game, with the time since the last frame.
func (c *Crowd) Advance(dt time.Duration) int {
	if dt > MaxTicksPerAdvance*time.Second {
		dt = MaxTicksPerAdvance * time.Second // more than enough for the most ticks
	}
	c.core.rest += max(0, int64(dt)) * int64(c.core.options.TPS)
	ticks := 0
	for ; c.core.rest >= int64(time.Second) && ticks < MaxTicksPerAdvance; ticks++ {
		c.core.rest -= int64(time.Second)
		c.Step()
	}
	c.core.rest %= int64(time.Second)
	return ticks
}

// Fraction returns how much of the next tick has already passed, from 0 to below 1: use it to interpolate positions
// between ticks.
func (c *Crowd) Fraction() float64 { return float64(c.core.rest) / float64(time.Second) }

// Tick returns the number of ticks so far.
func (c *Crowd) Tick() int64 { return c.core.tick }

// TPS returns the number of ticks in a second.
func (c *Crowd) TPS() int { return c.core.options.TPS }

// Seconds returns the simulated time so far.
func (c *Crowd) Seconds() float64 { return c.core.seconds() }
