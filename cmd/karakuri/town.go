package main

import (
	"fmt"
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// townGround is the small world as the ground of a run.
type townGround struct {
	stage *stage
	world *town.World
}

// openTown lets the agents of a run live in the small world.
func (s *stage) openTown(c *console, o agent.Options, listed outcomes, cmd *runCmd) error {
	t := &townGround{s, town.New(s.program.Info, cmd.Seed)}
	s.ground = t
	b := runner.NewBindings(s.program.Info)
	for _, a := range s.program.Info.Actions {
		action.Bind(b, a.Name, t.action(a.ID, listed[a.ID]), action.OnStart(t.started))
	}
	for _, f := range s.program.Info.Functions {
		action.BindFunc[action.Arguments, action.Value](b, f.Name, t.world.Function(f.ID))
	}
	crowd, err := agent.New(s.program, b, o)
	if err != nil {
		return err
	}
	s.crowd = crowd
	if err := applySets(c, s.program.Info, crowd.Target(0, true), cmd.Set); err != nil {
		return err
	}
	n := cmd.Agents
	if n == 0 {
		n = len(s.program.Info.Agents)
	}
	for i := range n {
		t.spawn(i)
	}
	return t.join()
}

// join deals the members of squads out among those there are, in turn.
func (t *townGround) join() error {
	dealt := map[string]int{}
	for _, a := range t.stage.actors {
		var squads []*actor
		for _, other := range t.stage.actors {
			if a.kind.Squad != nil && other.kind.Leads == a.kind.Squad {
				squads = append(squads, other)
			}
		}
		if len(squads) == 0 {
			continue
		}
		squad := squads[dealt[a.kind.Squad.Name]%len(squads)]
		dealt[a.kind.Squad.Name]++
		if err := t.stage.crowd.Join(squad.id, a.id); err != nil {
			return fmt.Errorf("%s cannot join %s: %w", a.name, squad.name, err)
		}
	}
	return nil
}

// spawn adds agent number i: the kinds come in turn.
func (t *townGround) spawn(i int) {
	kinds := t.stage.program.Info.Agents
	a := t.stage.enter(t.stage.crowd.Spawn(kinds[i%len(kinds)].Name))
	t.world.Enter(a.id, t.stage.crowd.Target(a.id, false))
}

// job is the private state of a running action: that of the small world, and the step that it belongs to.
type job struct {
	town.Job
	Step int32 // operator + 1; 0: it is the idle action
}

// started notes which step an action belongs to: the one that the agent was last said to start.
func (t *townGround) started(c *action.Ctx, _ *action.Arguments, j *job) {
	j.Step = t.stage.byID[c.Agent()].step
}

// action returns what an action does: what is listed for it, or else what it does in the small world, unless its step is to fail.
func (t *townGround) action(id int32, listed []action.Status) func(*action.Ctx, *action.Arguments, *job) action.Status {
	do := t.world.Action(id)
	return func(c *action.Ctx, args *action.Arguments, j *job) action.Status {
		a := t.stage.byID[c.Agent()]
		switch {
		case j.Step > 0 && a.isDoomed(j.Step-1):
			return action.Failure
		case listed != nil:
			return a.answer(id, listed)
		}
		return do(c, args, &j.Job)
	}
}

func (t *townGround) step() { t.stage.crowd.Step() }

// event lets the map follow a plan. It answers at once: nothing has to be waited for.
func (t *townGround) event(e runner.Event) {
	switch e.Kind {
	case runner.StepStarted:
		t.world.Started(e.Agent, int32(e.Operator), e.Args)
	case runner.StepExpecting, runner.StepEnded:
		t.world.Ended(e.Agent, t.stage.crowd.State(e.Agent))
	}
}

func (t *townGround) at(id agent.ID) town.Point { return t.world.At(id) }

func (t *townGround) heading(id agent.ID) bool { return t.world.Heading(id, t.stage.crowd.Tick()) }

func (t *townGround) draw(f *town.Frame, _ []*actor) {
	f.Bounds, f.Places = t.world.Bounds(), t.world.Places()
}

func (t *townGround) lasts() time.Duration { return 0 }

func (t *townGround) ownsObjects() bool { return false }

func (t *townGround) figures(buf []ktrace.Figure) []ktrace.Figure {
	for id := range t.stage.crowd.All {
		at := t.world.At(id)
		buf = append(buf, ktrace.Figure{Key: t.stage.crowd.Number(id), X: at.X, Y: at.Y, Health: -1})
	}
	return buf
}
