package studio

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// underway reports what an agent is doing in the form of the events with which it began. early: it began at an unknown
// time before the event's tick.
func underway(crowd *agent.Crowd, info *def.Info, id agent.ID, tell func(e *Entry, early bool)) {
	u := begun{crowd, info, id, tell}
	u.wants()
	for _, p := range crowd.View().Pursuits(id) {
		u.goals(p)
	}
	if r := crowd.View().Runner(id); r != nil {
		u.plan(r, runner.Event{Line: int32(r.Line()), Task: -1})
	}
	for _, t := range crowd.View().Tasks(id) {
		if g, ok := t.Goal(); ok {
			e := runner.Event{Task: g.Task, Operator: g.Operator, Args: g.Args, Level: int32(t.Level())}
			if g.IsOperator {
				e.Task = -1
			}
			u.plan(&t.Runner, e)
		}
	}
	for _, t := range crowd.View().Trees(id) {
		u.leaves(t)
	}
}

// begun makes these events.
type begun struct {
	crowd *agent.Crowd
	info  *def.Info
	id    agent.ID
	tell  func(e *Entry, early bool)
}

// event reports something that began at an unknown time.
func (u *begun) event(e Entry) {
	e.Tick, e.Leaf = u.crowd.Tick(), true
	u.tell(&e, true)
}

func (u *begun) goal(e goal.Event) Entry {
	of, text := u.crowd.View().DescribeGoal(e)
	return eventEntry(agent.GoalCode(e.Kind), of, text)
}

func (u *begun) planned(e runner.Event) Entry {
	of, text := u.crowd.View().Describe(e)
	told := eventEntry(agent.PlanCode(e.Kind), of, text)
	told.Level, told.steps = e.Level, e.Steps
	return told
}

// wants reports the want that a brain has chosen last, also if it is suspended under an order.
func (u *begun) wants() {
	m, kind := u.crowd.View().Mind(u.id), u.info.Agent(u.crowd.KindOf(u.id))
	if m == nil || kind == nil || kind.Mind == nil {
		return
	}
	last := m.Len() - 1
	for last >= 0 && m.Pursued(last).Want < 0 {
		last--
	}
	if last < 0 {
		return
	}
	p := m.Pursued(last)
	e := goal.Event{Kind: goal.WantChosen, Brain: int32(slices.Index(u.info.Brains, kind.Mind.Brain)), Want: p.Want, Target: p.Target, Agent: u.id}
	u.event(u.goal(e))
}

// goals reports a pursuit, from the outside in. A step that was aborted when its goal was suspended does not run.
func (u *begun) goals(p *goal.Pursuit) {
	for i := range p.Depth() {
		v := p.At(i)
		if v.Goal < 0 && !p.Started(i) {
			continue
		}
		e := goal.Event{Kind: goal.GoalActivated, Goal: v.Goal, Sub: -1, Target: utility.NoTarget, Args: v.Args, Agent: u.id}
		if v.Goal < 0 {
			e.Kind, e.Activity, e.Args = goal.StepStarted, v.Activity, nil
		}
		u.event(u.goal(e))
	}
}

// plan reports a plan and its steps, whose ticks are known. of names its goal.
func (u *begun) plan(r *runner.Runner, of runner.Event) {
	plan, _ := r.Plan()
	if plan == nil {
		return
	}
	of.Agent, of.Kind, of.Steps = u.id, runner.PlanAdopted, int32(plan.Len())
	u.event(u.planned(of))
	for _, s := range r.Steps(nil) {
		e := u.planned(runner.Event{Kind: runner.StepStarted, Operator: s.Operator, Args: s.Args, Level: of.Level, Agent: u.id})
		e.Tick = s.Begun
		u.tell(&e, false)
	}
}

// leaves reports what a tree does, for the nodes whose events are in traces.
func (u *begun) leaves(t *bt.Tree) {
	p := t.Program()
	for n := range int32(p.Len()) {
		e := bt.Event{Kind: bt.NodeStarted, Tree: p.ID(), Node: n, Agent: u.id}
		if t.Status(n) == bt.Running && p.Matters(&e) && u.crowd.View().Texts().IsLeaf(p.ID(), n) {
			about, text := u.crowd.View().DescribeTree(e)
			u.event(eventEntry(agent.TreeCode(e.Kind), about, text))
		}
	}
}
