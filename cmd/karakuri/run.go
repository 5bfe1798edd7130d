package main

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/alecthomas/kong"

	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/agent"
	"github.com/karakuri-ai/karakuri/bt"
	"github.com/karakuri-ai/karakuri/program"
	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/sim"
)

type runCmd struct {
	File    string        `arg:"" help:"Karakuri file; or an XML file of BehaviorTree.CPP."`
	Agents  int           `placeholder:"N" help:"How many agents live in the world; the kinds that the file declares come in turn. Without it: one of each."`
	For     time.Duration `placeholder:"DURATION" help:"How long to run, in simulated time, as in 60s. Without it: until nothing more happens, at most ${defaultFor}."`
	Speed   *float64      `placeholder:"X" help:"How many simulated seconds pass in a second; 0: as fast as it goes. Without it: 1 on a terminal, else 0."`
	Seed    uint64        `default:"1" placeholder:"S" help:"Of the map and of all chance: the same seed gives the same run."`
	Workers int           `default:"1" placeholder:"N" help:"How many goroutines decide for the agents at a time. With any number the run is the same; where many agents plan, more are faster."`
	Set     []string      `sep:"none" placeholder:"EFFECT" help:"Change the situation at the start, as in money=0. May be given several times."`
	Trace   string        `placeholder:"FILE" help:"Write the run to a trace, which replay makes again and explain asks about."`
	Events  string        `placeholder:"FILE" help:"Let things happen at their times: see the guide to the command line."`
	Script  string        `placeholder:"FILE" help:"Let actions answer what a JSON file says, instead of what the small world does."`
	Tree    string        `placeholder:"ID" help:"XML: the tree to run. Without it: the main tree of the file."`
	Nodes   []string      `sep:"none" placeholder:"FILE" help:"XML: a file whose TreeNodesModel says which nodes the host has. May be given several times."`
	Log     string        `placeholder:"FILE" help:"XML: write every transition to a log (.btlog), which Groot2 and the command log show."`
	Hash    bool          `help:"Print at the end a hash of everything that was decided: the same for the same run, on every machine."`
	JSON    bool          `help:"Print one JSON object for each event, and one for the end."`
}

const (
	// runTPS is the number of ticks in a simulated second.
	runTPS = 10
	// defaultFor is how long a run may last when nothing is said.
	defaultFor = 60 * time.Second
	// quietTime is how long nothing must happen for a run to end by itself, in simulated time.
	quietTime = 5 * time.Second
	// maxRunAgents bounds --agents: more would not be looked at one by one.
	maxRunAgents = 10_000
)

// Help returns the text of --help.
func (*runCmd) Help() string {
	return `Lets agents live in a small seeded world: places on a map, going somewhere takes the time that the way needs, anything else half a
second to two. On a terminal, map, state and plans are shown in place, with the steps done ✓, running ▶ and to come ·, and the
times that run: time-outs, commitments, cooldowns, bans, the next planning. Elsewhere each decision is a line. An interrupt ends the run and leaves the last picture.

    karakuri run examples/meal/meal.krk
    karakuri run examples/meal/meal.krk --agents 5 --for 60s --speed 4 --seed 7
    karakuri run examples/meal/meal.krk --set has_job=false --speed 0 --json
    karakuri run examples/meal/meal.krk --trace meal.ktrace --hash

A file of --events has a line for each thing that happens, and comments after //:

    at 3s set phone_rings = true        // for everybody: a shared symbol, or that of each agent
    at 3s villager#2 set money = 0      // for one agent, by the name that run shows
    at 5s fail step eat                 // the step that is being carried out, or the next such one, fails
    at 6s add enemy e9
    at 6s remove enemy e1

A file of --script has for actions what they answer, one word for each time that they are asked, and again from the first word:

    {"actions": {"move_to": ["running", "running", "success"], "knock": ["failure", "success"]}}

A file whose name ends in .xml holds behaviour trees of BehaviorTree.CPP. Its main tree is ticked ten times a simulated second, exactly as
that library does, until it has ended, or for as long as --for says, anew each time. Actions and conditions answer what the script says of
their path, name or kind, and else success; it may also say "blackboard": {"battery": 80} and "enums": {"RED": 1}.

    karakuri run tree.xml --script actions.json --log tree.btlog`
}

// Validate is called by kong.
func (cmd *runCmd) Validate() error {
	switch {
	case cmd.Agents < 0 || cmd.Agents > maxRunAgents:
		return &usageError{fmt.Sprintf("--agents must be from 1 to %d", maxRunAgents)}
	case cmd.Workers < 1 || cmd.Workers > agent.MaxWorkers:
		return &usageError{fmt.Sprintf("--workers must be from 1 to %d", agent.MaxWorkers)}
	case cmd.For < 0:
		return &usageError{"--for must not be negative"}
	case cmd.Speed != nil && (*cmd.Speed < 0 || math.IsNaN(*cmd.Speed) || math.IsInf(*cmd.Speed, 0)):
		return &usageError{"--speed must be a number from 0 up"}
	}
	return nil
}

// Run lets time pass until it is over.
func (cmd *runCmd) Run(c *console, ctx *kong.Context) error {
	if isXML(cmd.File) {
		return cmd.runTree(c, ctx)
	}
	if err := refuse(ctx, "for XML files", "tree", "nodes", "log"); err != nil {
		return err
	}
	p, err := load(c, cmd.File)
	if err != nil {
		return err
	}
	if len(p.Info.Agents) == 0 {
		return &usageError{cmd.File + " declares no agent: there is nobody to run"}
	}
	s, err := newStage(c, p, cmd)
	if err != nil {
		return err
	}
	show := cmd.shower(c, s)
	defer show.close()
	cmd.live(c, func(tick int64) bool {
		s.happen(tick)
		s.step()
		show.tick()
		return !s.broken && (cmd.For > 0 || len(s.timed) > 0 || s.quiet < int64(quietTime.Seconds()*runTPS))
	})
	if err := errors.Join(show.finish(), s.trace.close()); err != nil {
		return err
	}
	if cmd.Hash && !cmd.JSON {
		fmt.Fprintf(c.out, "hash %s\n", s.hash())
	}
	return nil
}

// shower chooses how the run is shown.
func (cmd *runCmd) shower(c *console, s *stage) shower {
	switch {
	case cmd.JSON:
		return newJSONLines(c, s)
	case c.outIsTerminal:
		return newScreen(c, s)
	}
	return newPlainLines(c, s)
}

// live is the loop: a tick, by its number, and a pause, for as long as tick wants to go on.
func (cmd *runCmd) live(c *console, tick func(n int64) bool) {
	limit := cmd.For
	if limit == 0 {
		limit = defaultFor
	}
	ticks := int64(limit.Seconds() * runTPS)
	speed := cmd.speed(c)
	start := c.now()
	for n := int64(1); n <= ticks && tick(n); n++ {
		var pause time.Duration
		if speed > 0 {
			due := start + time.Duration(float64(n)/runTPS/speed*float64(time.Second))
			pause = due - c.now()
		}
		if !c.sleep(pause) {
			return
		}
	}
}

func (cmd *runCmd) speed(c *console) float64 {
	switch {
	case cmd.Speed != nil:
		return *cmd.Speed
	case c.outIsTerminal && !cmd.JSON:
		return 1
	}
	return 0
}

// shower shows a run.
type shower interface {
	event(e runner.Event)                // while a tick is made
	treeEvent(e bt.Event, p *bt.Program) // the same, of a tree
	tick()                               // after a tick
	finish() error                       // at the end
	close()                              // always, last
}

// stage is the running world: the crowd, the map, and what is told about each agent.
type stage struct {
	program *program.Program
	file    string
	seed    uint64
	world   *sim.World
	crowd   *agent.Crowd
	actors  []*actor // in order
	byID    map[agent.ID]*actor
	show    shower
	trace   *traceFile
	timed   []timed // that have not happened yet
	hashed  bool    // the hash is asked for
	quiet   int64   // ticks in which nothing happened
	broken  bool    // output cannot be written
}

// actor is what is told about one agent.
type actor struct {
	id     agent.ID
	name   string // "villager#1"
	idle   string // its idle action
	done   []string
	reason string // why there is no plan
	hash   uint64
	kept   runner.Keep // the last reason told for keeping a plan

	step   int32          // operator of the step that was started last, + 1; 0: it idles
	doomed map[int32]bool // operators whose next try fails

	answered map[int32]int        // how often each action has answered as the script says
	trees    map[int32]*treeTrail // by the number of the tree
}

func newStage(c *console, p *program.Program, cmd *runCmd) (*stage, error) {
	s := &stage{program: p, file: cmd.File, seed: cmd.Seed, world: sim.New(p.Info, cmd.Seed), byID: map[agent.ID]*actor{}, hashed: cmd.Hash}
	listed, err := readOutcomes(c, p.Info, cmd.Script)
	if err != nil {
		return nil, err
	}
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		activity.Bind(b, a.Name, s.action(a.ID, listed[a.ID]), activity.OnStart(s.started))
	}
	for _, f := range p.Info.Functions {
		activity.BindFunc[activity.Arguments, activity.Value](b, f.Name, s.world.Function(f.ID))
	}
	file, err := newTraceFile(cmd.Trace)
	if err != nil {
		return nil, err
	}
	s.trace = file
	crowd, err := agent.New(p.Domain, b, agent.Options{TPS: runTPS, Seed: cmd.Seed, Workers: cmd.Workers, Sink: s, TreeSink: bt.SinkFunc(s.treeEvent), Pictures: true, Recorder: file.recorder()})
	if err != nil {
		return nil, err
	}
	s.crowd = crowd
	if err := applySets(c, p.Info, crowd.Target(0, true), cmd.Set); err != nil {
		return nil, err
	}
	n := cmd.Agents
	if n == 0 {
		n = len(p.Info.Agents)
	}
	for i := range n {
		s.spawn(i)
	}
	if cmd.Events != "" {
		s.timed, err = readTimed(c, s, cmd.Events)
	}
	return s, err
}

// job is the private state of a running action: that of the small world, and the step that it belongs to.
type job struct {
	sim.Job
	Step int32 // operator + 1; 0: it is the idle action
}

// started notes which step an action belongs to: the one that the agent was last said to start.
func (s *stage) started(c *activity.Ctx, _ *activity.Arguments, j *job) {
	j.Step = s.byID[c.Agent()].step
}

// action returns what an action does: what is listed for it, or else what it does in the small world, unless its step is to fail.
func (s *stage) action(id int32, listed []activity.Status) func(*activity.Ctx, *activity.Arguments, *job) activity.Status {
	do := s.world.Action(id)
	return func(c *activity.Ctx, args *activity.Arguments, j *job) activity.Status {
		a := s.byID[c.Agent()]
		switch {
		case j.Step > 0 && a.isDoomed(j.Step-1):
			return activity.Failure
		case listed != nil:
			return a.answer(id, listed)
		}
		return do(c, args, &j.Job)
	}
}

// hash returns the hash of all decisions as it is shown.
func (s *stage) hash() string { return fmt.Sprintf("%016x", s.crowd.TraceHash()) }

// spawn adds agent number i: the kinds come in turn.
func (s *stage) spawn(i int) {
	kinds := s.program.Info.Agents
	kind := kinds[i%len(kinds)]
	a := &actor{name: fmt.Sprintf("%s#%d", kind.Name, i/len(kinds)+1), idle: "nothing"}
	if kind.Idle != nil {
		a.idle = kind.Idle.Action.Name
	}
	a.id = s.crowd.Spawn(kind.Name)
	s.world.Enter(a.id, s.crowd.Target(a.id, false))
	s.actors = append(s.actors, a)
	s.byID[a.id] = a
}

// Event is the crowd's sink: the map, the records of the agents and the picture follow what happens.
func (s *stage) Event(e runner.Event) {
	a := s.byID[e.Agent]
	switch e.Kind {
	case runner.IdleStarted:
		a.step = 0
	case runner.StepStarted:
		a.step = int32(e.Operator) + 1
		s.world.Started(e.Agent, int32(e.Operator), e.Args)
	case runner.StepExpecting: // the world answers at once: nothing has to be waited for
		s.world.Ended(e.Agent, s.crowd.State(e.Agent))
	case runner.StepEnded:
		s.world.Ended(e.Agent, s.crowd.State(e.Agent))
		a.done = append(a.done, s.stepText(e))
	case runner.PlanAdopted:
		a.done, a.reason, a.kept = a.done[:0], "", runner.NotKept
	case runner.PlanNone, runner.PlanLimit:
		if why := s.crowd.WhyIdle(e.Agent); why != a.reason {
			a.reason = why
		} else {
			return // told before
		}
	}
	s.show.event(e)
}

// step makes a tick and takes note of whether anything happens at all.
func (s *stage) step() {
	s.crowd.Step()
	s.quiet++
	for _, a := range s.actors {
		hash := s.crowd.State(a.id).Hash()
		plan, _ := s.crowd.Runner(a.id).Plan()
		if hash != a.hash || plan != nil || s.world.Heading(a.id, s.crowd.Tick()) || s.isInTree(a) {
			s.quiet = 0
		}
		a.hash = hash
	}
}
