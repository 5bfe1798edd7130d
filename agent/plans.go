package agent

import (
	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/htn"
	"github.com/karakuri-ai/karakuri/pack"
	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxNesting is how deep plans within trees within plans may nest: beyond, a plan fails as soon as it starts. A character has few layers;
// one that has more runs in a circle.
const MaxNesting = 8

// plans carries out the plans that nodes of trees ask for.
type plans struct {
	crowd *Crowd
	stage runner.Stage // the crowd's, with the instances that the driver is attached to
	slots slots[runner.Task]
	level int           // of the plan that is being updated; 0: none
	saved *runner.Saved // how plans are read
}

func newPlans(c *Crowd, in *activity.Instances) *plans {
	p := &plans{crowd: c, stage: c.stage}
	p.stage.Instances = in
	return p
}

// goal returns what an activity plans for.
func (p *plans) goal(id int32, words []world.Word) htn.Goal {
	if tasks := int32(len(p.crowd.script.Info().Tasks)); id >= tasks {
		return htn.Goal{Operator: htn.OperatorID(id - tasks), IsOperator: true, Args: words}
	}
	return htn.Goal{Task: htn.TaskID(id), Args: words}
}

// Start implements [activity.Driver].
func (p *plans) Start(c *activity.Ctx, id int32, words []world.Word) int32 {
	slot := p.slots.take(c.Agent())
	p.reset(slot, id, words, p.level+1)
	return slot
}

func (p *plans) reset(slot, id int32, words []world.Word, level int) {
	agent := p.crowd.agents[p.slots.agent(slot)]
	p.slots.at(slot).Reset(p.crowd.script, p.goal(id, words), id, &agent.runner, level, p.crowd.runnerOptions())
}

// Update implements [activity.Driver].
func (p *plans) Update(c *activity.Ctx, slot int32) activity.Status {
	s := p.slots.at(slot)
	if s.Level() > MaxNesting {
		p.slots.release(slot)
		return activity.Failure
	}
	before := p.level
	p.level = s.Level()
	return p.follow(c, slot, s.Update(&p.stage), before)
}

// follow follows up on what a tick of a plan has come to. Before is the level of what it is within.
func (p *plans) follow(c *activity.Ctx, slot int32, status activity.Status, before int) activity.Status {
	if p.level = before; status != activity.Running {
		c.TakeExcuse() // of one of its steps
		p.slots.release(slot)
	}
	return status
}

// Abort implements [activity.Driver].
func (p *plans) Abort(c *activity.Ctx, slot int32, r activity.Reason) {
	p.slots.at(slot).Abort(&p.stage, r)
	p.slots.release(slot)
}

// notice tells the plans of an agent what has been written to its state, before the state forgets it.
func (p *plans) notice(agent int, w *runner.Worker, st *world.State) {
	for slot := p.slots.first(agent); slot >= 0; slot = p.slots.next(slot) {
		p.slots.at(slot).Notice(w, st)
	}
}

// Running implements [activity.Driver].
func (p *plans) Running() int { return p.slots.running() }

// Fresh implements [activity.Driver].
func (p *plans) Fresh(in *activity.Instances) activity.Driver { return newPlans(p.crowd, in) }

// Clear implements [activity.Driver].
func (p *plans) Clear() { p.slots.clear() }

// Append implements [activity.Driver].
func (p *plans) Append(b []byte, slot int32) []byte {
	s := p.slots.at(slot)
	b = pack.AppendUint(pack.AppendUint(b, s.Number()), s.Level())
	b = pack.AppendUint(b, len(s.Args()))
	for _, w := range s.Args() {
		b = pack.AppendInt(b, w)
	}
	return s.Append(b, &p.stage, p.crowd.agents[p.slots.agent(slot)].state)
}

// Read implements [activity.Driver]. From another program a plan does not go on: its tree plans anew.
func (p *plans) Read(c *activity.Ctx, r *pack.Reader, rv *activity.Revival) (id, slot int32, why string) {
	if p.saved.Names != nil {
		return 0, 0, "a plan within it is of another program"
	}
	id = int32(r.Below(p.crowd.script.Info().CountPlans()))
	level := r.Below(MaxNesting + 2)
	words := make([]world.Word, r.Count())
	for i := range words {
		words[i] = world.Word(r.Int())
	}
	if r.Failed() {
		return id, 0, ""
	}
	if !runner.FitsGoal(p.crowd.script.Info(), p.goal(id, words)) {
		r.Fail("the arguments of a plan in it do not fit")
		return id, 0, ""
	}
	slot = p.slots.take(c.Agent())
	p.reset(slot, id, words, level)
	p.slots.at(slot).Read(r, p.saved, c.State())
	if r.Failed() {
		p.Drop(slot)
	}
	return id, slot, ""
}

// Restored implements [activity.Driver].
func (p *plans) Restored(c *activity.Ctx, slot int32) bool {
	p.slots.at(slot).Restored(&p.stage)
	return true
}

// Drop implements [activity.Driver].
func (p *plans) Drop(slot int32) {
	p.slots.at(slot).Drop(&p.stage)
	p.slots.release(slot)
}
