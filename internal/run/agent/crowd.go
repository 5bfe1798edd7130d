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
	// DefaultTPS is the number of ticks in a second where nothing is said: decisions are not frames.
	DefaultTPS = program.DefaultTPS
	// MaxTPS is the most ticks in a second.
	MaxTPS = schedule.MaxTPS
	// MaxTicksPerAdvance is the most ticks that one call of Advance makes up for: after a long pause the crowd goes on from where
	// it was instead of holding up the game.
	MaxTicksPerAdvance = 10
)

// Options set up a crowd.
type Options struct {
	TPS    int         // ticks in a second, at most MaxTPS; 0: DefaultTPS
	Seed   uint64      // of all random numbers
	Limits htn.Limits  // of each planning
	Sink   runner.Sink // receives what agents decide and do; nil: nobody does
	// TreeSink receives what trees do, node by node; nil: nobody does.
	TreeSink bt.Sink
	// GoalSink receives what goals and brains do; nil: nobody does.
	GoalSink goal.Sink
	// SquadSink receives what happens in squads; nil: nobody does.
	SquadSink SquadSink
	// Initial is the situation at the start: the world, and what each agent begins with. It is copied; nil means that
	// of the model.
	Initial *world.State
	// Pictures keeps for each agent a copy of the state that its last planning saw, so that Explain tells of that planning.
	// Without, Explain plans again on the present state.
	Pictures bool
	// Tally counts what plannings try and what comes of it, for [View.Tally].
	Tally bool
	// Levels are levels of detail, the finest first: how often agents have a turn, by how much it matters what they do. At most [schedule.MaxLevels]; none: all agents have
	// a turn in each tick. See [schedule.Level].
	Levels []schedule.Level
	// Significance tells how much it matters what an agent does, where the host does not say so itself ([Crowd.SetSignificance]): it is asked about each agent before
	// its first tick, and then every second ([schedule.SignificanceSeconds]), spread over the ticks. It must not change the crowd. Running again needs no rule.
	Significance func(c *Crowd, id ID) float64
	// TurnsPerTick bounds how many agents have a turn in one tick, in which they decide and act; those do not count whose actions merely go on. Who is left over has its turn in one
	// of the next ticks, in the order of slots from where the last tick stopped: if n agents want turns all the time, each waits n / TurnsPerTick ticks
	// at most, rounded up. What it does stands still meanwhile, and DT makes up for it. 0: there is no bound.
	TurnsPerTick int
	// CrowdNodesPerTick bounds how long all agents together plan in one tick, in nodes of the search. It is given out in slices of NodesPerTick, or [DefaultSlice]: CrowdNodesPerTick
	// / NodesPerTick agents plan in a tick, those first who have waited longest. If n agents want to plan all the time, each has a slice every n / that many of its turns at
	// least, rounded up, and once more. A slice may go over by the candidates of one method ([htn.Planner.Run]). What runs runs on. 0: there is no bound.
	CrowdNodesPerTick int
	// NodesPerTick bounds how long each agent plans in one tick, in nodes of the search: a planning that takes longer goes on in
	// the next ticks, while what runs runs on. 0: a planning is done at once.
	NodesPerTick int
	// RoundsPerTick bounds what all expressions together take that an agent evaluates in one tick outside of plannings, in rounds of their quantifiers ([expr.MaxRounds], which
	// bounds each of them): once as it decides, and again as it acts, with its tree, its brain and its reactions. Beyond, the expression counts as one that panicked: the agent is
	// left alone for a while, and the fault names this option. 0: [DefaultRounds].
	RoundsPerTick int
	// Workers is how many goroutines decide and plan at a time, at most [MaxWorkers]; 0: the caller's alone. The run is the same with any
	// number. Actions, hooks and the Sink are called by the caller's goroutine in any case; with more than one, functions of the host
	// ([action.BindFunc]) are called by several at a time.
	Workers int
	// Recorder writes the run to a trace, so that it can be made again without the host: see [NewReplay]. nil: nobody does. Close it
	// when the crowd is done with.
	Recorder *ktrace.Recorder
	// History is how many of its last events each agent keeps, for [View.History].
	History int
	// Senses shows the world to agents that have a body and a memory: they perceive at the beginning of each tick, and what they remember is in
	// their states from then on. Objects go by their words. nil: nothing is perceived. It is not in traces and snapshots: replaying needs none, and
	// [Restore] is given it again.
	Senses sense.Host
	// Rays is how many lines of sight may be asked of Senses in a tick, by all agents together; 0: [sense.DefaultRays].
	Rays int
	// ErrorLog is told of what goes wrong in the host's code, a panic or a call that ends its goroutine, where no Sink hears of it: once for each agent and cause. What
	// goes wrong in a Sink, or in Clock, is told there in any case. nil: the standard logger of package log.
	ErrorLog *log.Logger
	// Clock tells the time since any moment, for [View.Stats] alone: nothing that is decided depends on it. nil: durations are not measured.
	Clock func() time.Duration

	levels    []schedule.Class // Levels in ticks, where they are known like that
	perceives bool             // agents perceived when what is run again was recorded
	silent    bool             // faults are told as events alone: this runs again what has been told of
}

// Crowd is agents that share a world and are ticked together. Not safe for concurrent use; different crowds are independent.
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
	meter      meter
	snapshots  snapshots
	view       View

	phase int   // of the tick that is being made
	spare spare // memory for the next rollback
}

// New returns a crowd without agents for a program and what a host has bound. The error lists what is not bound or wrongly
// bound, as a [*diag.Failure], is an [*OptionError] for an option out of its range, that of a [ktrace.Recorder], or an [*UntraceableError]. It panics when the initial situation is of
// another model.
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

// newCrowd returns a crowd whose actions and functions are carried out by whatever is given. Asks may be nil.
func newCrowd(p *program.Program, o Options, in *action.Instances, functions []action.Func, asks []action.Ask) (*Crowd, error) {
	c := &Crowd{}
	return c, c.establish(p, o, in, functions, asks)
}

// establish makes an empty crowd one of a program.
func (c *Crowd) establish(p *program.Program, o Options, in *action.Instances, functions []action.Func, asks []action.Ask) error {
	if o.TPS == 0 {
		o.TPS = DefaultTPS
	}
	m, err := p.At(o.TPS)
	if err != nil {
		return err
	}
	c.core.model, c.core.options, c.core.world = m, o, world.NewState(m.Info.Schema)
	c.core.perceives = c.core.perceivesWith(&o)
	c.wire()
	c.core.schedule = c.core.options.newSchedule()
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
	c.journal.reporter = reporter{core: &c.core, agents: &c.agents, journal: &c.journal, plans: o.Sink, trees: o.TreeSink, goals: o.GoalSink, squads: o.SquadSink, silent: o.silent}
	planning := htn.Options{Limits: o.Limits, Funcs: funcs}
	if o.Tally {
		planning.Tally = htn.NewTally(m.Domain)
	}
	c.core.stage = runner.Stage{
		Worker:    runner.NewWorker(c.core.model.Script, planning),
		Ctx:       action.NewCtx(o.Seed, o.TPS, c.Derive),
		Instances: in,
		Sink:      &c.journal.reporter,
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
	c.families.attach(machine)
	return nil
}

// Derive evaluates a derived symbol in a state, from the first n words of args.
func (c *Crowd) Derive(st *world.State, id int32, args action.Args, n int) [2]world.Word {
	return c.core.stage.Worker.Derive(st, id, args[:n])
}

// Advance adds elapsed time and runs the ticks that are due, at most [MaxTicksPerAdvance]; it drops time beyond that. It returns the number of ticks
// run. Call it once per frame of a game, with the time since the last frame.
func (c *Crowd) Advance(dt time.Duration) int {
	if dt > MaxTicksPerAdvance*time.Second {
		dt = MaxTicksPerAdvance * time.Second // as much as can be made up for at any rate
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

// Fraction returns how much of the next tick has already passed, from 0 to below 1: use it to interpolate positions between ticks.
func (c *Crowd) Fraction() float64 { return float64(c.core.rest) / float64(time.Second) }

// Tick returns the number of ticks so far.
func (c *Crowd) Tick() int64 { return c.core.tick }

// TPS returns the number of ticks in a second.
func (c *Crowd) TPS() int { return c.core.options.TPS }

// Seconds returns the simulated time so far.
func (c *Crowd) Seconds() float64 { return c.core.seconds() }
