package main

import (
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/town"
)

// townGround is a town as the ground of a run.
type townGround struct {
	*town.Town
	stage *stage
}

// openTown lets the agents of a run live in a town.
func (s *stage) openTown(c *console, o agent.Options, listed outcomes, cmd *runCmd) error {
	t, err := town.New(s.program, town.Options{Crowd: o, Bind: func(b *action.Bindings, a *def.ActionInfo, do town.Action) {
		action.Bind(b, a.Name, s.scripted(a.ID, listed[a.ID], do), action.OnStart(s.started))
	}})
	if err != nil {
		return err
	}
	s.ground, s.crowd = &townGround{t, s}, t.Crowd()
	if err := applySets(c, s.program.Info, s.crowd.Target(0, true), cmd.Set); err != nil {
		return err
	}
	err = t.Populate(cmd.Agents)
	s.follow(false)
	return err
}

// job is the private state of a running action: that of the town, and the step that it belongs to.
type job struct {
	town.Job
	Step int32 // operator + 1; 0: it is the idle action
}

// started notes which step an action belongs to: the one that the agent was last said to start.
func (s *stage) started(c *action.Ctx, _ *action.Arguments, j *job) {
	j.Step = s.byID[c.Agent()].step
}

// scripted returns the behaviour of an action: the listed outcome, or else its behaviour in the town, unless its step
// is to fail.
func (s *stage) scripted(id int32, listed []action.Status, do town.Action) func(*action.Ctx, *action.Arguments, *job) action.Status {
	return func(c *action.Ctx, args *action.Arguments, j *job) action.Status {
		a := s.byID[c.Agent()]
		switch {
		case j.Step > 0 && a.isDoomed(j.Step-1):
			return action.Failure
		case listed != nil:
			return a.answer(id, listed)
		}
		return do(c, args, &j.Job)
	}
}

func (g *townGround) step() { g.Step() }

func (g *townGround) at(id agent.ID) town.Point { return g.At(id) }

func (g *townGround) heading(id agent.ID) bool { return g.Heading(id) }

func (g *townGround) draw(f *town.Frame, _ []*actor) { f.Bounds, f.Places = g.Bounds(), g.Places() }

func (g *townGround) ending() string { return "" }

func (g *townGround) lastTeam() int64 { return 0 }

func (g *townGround) lasts() time.Duration { return 0 }

func (g *townGround) ownsObjects() bool { return false }
