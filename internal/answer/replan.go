package answer

import (
	"slices"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// replan follows what an agent plans, tick by tick, up to the last time that it took another plan.
type replan struct {
	left       []step // of its plan, at the end of the last tick
	prev, last sight  // of its last two plannings
	is, was    choice
}

// choice is a plan, with what the planning saw that decided on it: the one that gave it, or the last that kept it.
type choice struct {
	line       int // of its plan lines
	goal, plan string
	saw        sight
}

// sight is the state that a planning saw; without a state there was none.
type sight struct {
	tick  int64
	state *world.State
}

// look compares the agent's plan with the one that it had before. What is left of a plan is the same plan.
func (r *replan) look(k *asker) {
	p, plans := k.own()
	if !plans {
		return
	}
	if tick := p.Runner.Planned(); r.last.state == nil || tick != r.last.tick {
		spare := r.prev.state
		if spare == nil || spare == r.is.saw.state || spare == r.was.saw.state {
			spare = world.NewState(p.State.Schema())
		}
		spare.CopyFrom(p.State)
		r.prev, r.last = r.last, sight{tick, spare}
	}
	all, done := stepsOf(p.Runner)
	left := all[done:]
	if n := len(r.left) - len(left); n < 0 || !slices.EqualFunc(left, r.left[n:], step.equal) {
		r.was = r.is
		r.was.saw = r.prev
		r.is = choice{p.Runner.Line(), k.goalText(p.Goal), k.planText(&planned{steps: all}), r.last}
	}
	r.left = left
}

// own returns the last planning for the agent's own plan lines, if the state that it saw is known.
func (k *looker) own() (agent.Planning, bool) {
	list := k.view.Plannings(k.id)
	if len(list) == 0 || !list[0].Seen || list[0].Runner != k.view.Runner(k.id) {
		return agent.Planning{}, false
	}
	return list[0], true
}

// stepsOf returns the steps of a plan, and how many of them are done.
func stepsOf(r *runner.Runner) (all []step, done int) {
	plan, done := r.Plan()
	for i := 0; plan != nil && i < plan.Len(); i++ {
		s := plan.Step(i)
		all = append(all, step{s.Operator, slices.Clone(s.Args)})
	}
	return all, min(done, len(all))
}

// whatReplanned reports by which of the values that its planning depends on, and by which conditions of its plan lines,
// an agent took another plan, if that is known.
func (k judge) whatReplanned(a *explain.Answer, r *replan) {
	p, plans := k.own()
	if !plans || r == nil || r.was.saw.state == nil {
		return
	}
	then, now := r.was.saw.state, r.is.saw.state
	a.Since, a.Until = r.was.saw.tick, r.is.saw.tick
	c := changes{asker: k.asker, then: then, now: now, listed: map[world.Addr]int{}}
	before, after := k.in(then).judgements(a.Since), k.in(now).judgements(a.Until)
	for i := range after {
		if old := find(before, after[i].subject); old.isOther(&after[i]) {
			c.add(old, &after[i])
		}
	}
	a.Differences = append(c.cells, c.verdicts...)
	d := explain.Difference{Symbol: "plan for " + r.is.goal, Old: r.was.plan, New: r.is.plan}
	if r.was.line != r.is.line {
		d.Old = r.was.plan + ", for " + r.was.goal
	} else if r.is.line == p.Runner.Line() {
		a.Differences = append(a.Differences, k.changedCells(&p, then, now)...)
		d.Turned = k.turned(k.take(p, then), k.take(p, now))
	}
	a.Differences = append(a.Differences, d)
}
