package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// stage is the running world: the crowd, its world, and the lines printed about each agent.
type stage struct {
	program *program.Program
	file    string
	seed    uint64
	ground  ground
	crowd   *agent.Crowd
	actors  []*actor            // that are there, in the order in which they came
	byID    map[agent.ID]*actor // also agents that have left
	show    shower
	trace   *traceFile
	timed   []timed  // that have not happened yet
	hashed  bool     // the hash is asked for
	named   []string // activities by number
	quiet   int64    // ticks in which nothing happened
	broken  bool     // output cannot be written
}

// actor holds what was printed about one agent.
type actor struct {
	id     agent.ID
	name   string // "villager#1"
	kind   *def.AgentInfo
	idle   string // its idle action
	done   []string
	reason string // why there is no plan
	hash   uint64
	kept   map[runner.KeepReason]int64 // the tick in which its plan was last kept for each reason
	leased map[lease]int64             // of a squad: the tick in which such a line was last shown

	step   int32          // operator of the step that was started last, + 1; 0: it idles
	doomed map[int32]bool // operators whose next try fails

	answered map[int32]int          // how often each action has answered as the script says
	trees    map[int32]*treeTrail   // by the number of the tree
	services map[service]serviceEnd // their last lines
	refused  map[wanted]string      // the last lines on wants that could not be activated, since they were chosen
	wantless bool                   // the last line on wants said that there are none, and no goal has begun since
}

func newStage(c *console, p *program.Program, cmd *runCmd) (*stage, error) {
	return newStageThat(c, p, cmd, nil)
}

// newStageThat is [newStage] that keeps what sets values; nil: it does not.
func newStageThat(c *console, p *program.Program, cmd *runCmd, keeps agent.Provenance) (*stage, error) {
	s := &stage{program: p, file: cmd.File, seed: cmd.Seed, byID: map[agent.ID]*actor{}, hashed: cmd.Hash}
	listed, err := readOutcomes(c, p.Info, cmd.Script)
	if err != nil {
		return nil, err
	}
	scene, err := cmd.readScene(c)
	if err != nil {
		return nil, err
	}
	told := ktrace.Options{Figures: s.figures, Packed: true}
	if scene != nil {
		told.Land = scene.Land()
	} else {
		told.Land = town.NewWorld(p.Info, cmd.Seed).Land()
	}
	if s.trace, err = newTraceFile(cmd.Trace, told); err != nil {
		return nil, err
	}
	o := agent.Options{TPS: runTPS, Seed: cmd.Seed, Workers: cmd.Workers, Sink: runner.SinkFunc(s.planEvent), TreeSink: bt.SinkFunc(s.treeEvent),
		GoalSink: goal.SinkFunc(s.goalEvent), SquadSink: agent.SquadSinkFunc(s.squadEvent),
		Pictures: true, Recorder: s.trace.recorder(), Provenance: keeps}
	if cmd.Turn > 0 {
		o.Levels = []schedule.Level{{Name: "far", Seconds: cmd.Turn.Seconds(), Deaf: true}}
	}
	if scene != nil {
		err = s.openScene(c, scene, o, listed, cmd)
	} else {
		err = s.openTown(c, o, listed, cmd)
	}
	if err != nil {
		return nil, err
	}
	if goals := s.crowd.Program().Goals; goals != nil {
		s.named = goals.Config().Activities
	}
	if cmd.Events != "" {
		s.timed, err = readTimed(c, s, cmd.Events)
	}
	return s, err
}

// figures records where each figure is in a trace.
func (s *stage) figures(buf []ktrace.Figure) []ktrace.Figure {
	if s.crowd == nil {
		return buf
	}
	return s.ground.Figures(buf)
}

// ground is the map of a run.
type ground interface {
	step()                               // makes a tick
	at(id agent.ID) town.Point           // position of an agent, metres
	heading(id agent.ID) bool            // it is on its way somewhere
	draw(f *town.Frame, actors []*actor) // adds to a picture what there is besides the agents
	lasts() time.Duration                // how long a run is that does not say; 0: until nothing more happens
	ending() string                      // how the run has ended; "" if it goes on
	lastTeam() int64                     // the team that is left in a run that has ended; 0: none is
	ownsObjects() bool                   // they come and go as it pleases

	Figures(buf []ktrace.Figure) []ktrace.Figure // appends the positions of all characters, as a trace records them
}

// hash returns the hash of all decisions as it is shown.
func (s *stage) hash() string { return fmt.Sprintf("%016x", s.crowd.TraceHash()) }

// enter takes note of an agent that has come.
func (s *stage) enter(id agent.ID) *actor {
	kind := s.crowd.KindOf(id)
	a := &actor{id: id, name: s.crowd.View().NameOf(id), idle: "nothing", kept: map[runner.KeepReason]int64{}, leased: map[lease]int64{}}
	for _, k := range s.program.Info.Agents {
		if k.Name == kind {
			a.kind = k
		}
	}
	if a.kind.Idle != nil {
		a.idle = a.kind.Idle.Action.Name
	}
	s.actors = append(s.actors, a)
	s.byID[id] = a
	return a
}

// The events of agents.
const (
	came = "comes"
	left = "is gone"
)

// follow takes note of all agents that have come or left.
func (s *stage) follow(tell bool) {
	gone := func(a *actor) bool { return !s.crowd.Has(a.id) }
	for _, a := range s.actors {
		if gone(a) {
			s.show.actorEvent(a, left)
		}
	}
	s.actors = slices.DeleteFunc(s.actors, gone)
	var fresh []agent.ID
	for id := range s.crowd.All {
		if s.byID[id] == nil {
			fresh = append(fresh, id)
		}
	}
	slices.SortFunc(fresh, func(a, b agent.ID) int { return cmp.Compare(s.crowd.Number(a), s.crowd.Number(b)) })
	for _, id := range fresh {
		if a := s.enter(id); tell {
			s.show.actorEvent(a, came)
		}
	}
}

// planEvent is the crowd's sink for what plans do: the records of the agents and the picture follow what happens.
func (s *stage) planEvent(e runner.Event) {
	a := s.byID[e.Agent]
	switch e.Kind {
	case runner.IdleStarted:
		a.step = 0
	case runner.StepStarted:
		a.step = int32(e.Operator) + 1
	case runner.StepEnded:
		a.done = append(a.done, s.stepText(e))
	case runner.PlanAdopted:
		a.done, a.reason = a.done[:0], ""
	case runner.PlanNone, runner.PlanLimit:
		if e.Count > 0 {
			return // the end of the line printed when it began
		}
		if why := s.crowd.View().WhyIdle(e.Agent); why != a.reason {
			a.reason = why
		} else {
			return // printed before
		}
	}
	s.show.event(e)
}

// squadEvent is the crowd's sink for events of squads. It ignores the events at the beginning of a run.
func (s *stage) squadEvent(e agent.SquadEvent) {
	if s.show == nil {
		return
	}
	if s.byID[e.Squad] == nil || s.byID[e.Member] == nil { // they came in this tick
		s.follow(true)
	}
	s.show.squadEvent(e)
}

// wonder reports agents that have planned in vain again for another reason: no event says so.
func (s *stage) wonder() {
	for _, a := range s.actors {
		r := s.crowd.View().Runner(a.id)
		if a.reason == "" || r == nil || r.Planned() != s.crowd.Tick() {
			continue
		}
		switch e := (runner.Event{Kind: runner.PlanNone, Agent: a.id, Tick: s.crowd.Tick(), Line: int32(r.Line())}); r.Why() {
		case runner.NoPlan:
			s.planEvent(e)
		case runner.HitLimit:
			e.Kind = runner.PlanLimit
			s.planEvent(e)
		}
	}
}

// step makes a tick and takes note of whether anything happens at all.
func (s *stage) step() {
	s.ground.step()
	s.wonder()
	if s.ground.lasts() > 0 {
		return
	}
	s.quiet++
	for _, a := range s.actors {
		hash := s.crowd.State(a.id).Hash()
		plan, _ := s.crowd.View().Runner(a.id).Plan()
		if hash != a.hash || plan != nil || s.ground.heading(a.id) || s.isInTree(a) || s.isInGoal(a) {
			s.quiet = 0
		}
		a.hash = hash
	}
}
