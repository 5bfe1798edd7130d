package agent

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// Trees returns the trees that run for an agent, that of its mind first. They are for looking at, and valid until the next tick.
func (c *Crowd) Trees(id ID) []*bt.Tree {
	var list []*bt.Tree
	if trees, _ := c.families.drivers(); trees != nil && c.agents.slot(id) != nil {
		trees.slots.of(c.agents.slot(id).slot(), func(t *bt.Tree) { list = append(list, t) })
	}
	slices.Reverse(list)
	return list
}

// Tasks returns what the trees of an agent plan for, in the order in which they started. They are for looking at, and valid until the
// next tick.
func (c *Crowd) Tasks(id ID) []*runner.Task {
	var list []*runner.Task
	if _, plans := c.families.drivers(); plans != nil && c.agents.slot(id) != nil {
		c.routines.passUp(c.agents.slot(id).slot())
		for slot := plans.slots.first(c.agents.slot(id).slot()); slot >= 0; slot = plans.slots.next(slot) {
			list = append(list, plans.at(slot))
		}
	}
	slices.Reverse(list)
	return list
}

// TreeText returns an event of a tree for people, without tick and agent; call it while the event is delivered.
func (c *Crowd) TreeText(e bt.Event) string {
	_, text := c.TellTree(e)
	return text
}

// TellTree is [Crowd.TreeText] with what the event is about.
func (c *Crowd) TellTree(e bt.Event) (of fact.Subject, text string) {
	a := c.agents.slot(e.Agent)
	if a == nil {
		return of, e.Kind.String()
	}
	return c.core.model.Trees.Program(e.Tree).Tell(e, &a.state)
}

// explainTrees tells what runs in the trees of an agent, and how what they plan for came about.
func (c *Crowd) explainTrees(b *strings.Builder, a *agent) {
	for _, t := range c.Trees(a.id) {
		fmt.Fprintf(b, "\ntree %s:\n", t.Program().Info.Name)
		bt.View(b, t, c.core.tick) // a Builder takes everything
	}
	for _, t := range c.Tasks(a.id) {
		g, ok := t.Goal()
		if !ok {
			continue
		}
		fmt.Fprintf(b, "\nthe tree plans for %s:\n", c.core.model.Script.GoalText(g, &a.state))
		for i, s := range stepsOf(&t.Runner, &a.state) {
			fmt.Fprintf(b, "%s %d %s\n", s.mark(), i, s.Text)
		}
		o := c.planOptions()
		o.Bans = t.ToldBans(nil, &a.state)
		b.WriteString("\nplanning now:\n")
		htn.Explain(c.core.model.Script.Domain, &a.state, g, o).WriteText(b)
	}
}

// stepsOf returns the steps of the plan that a runner carries out, or nil when it has none.
func stepsOf(r *runner.Runner, st *world.State) []Step {
	plan, _ := r.Plan()
	if plan == nil {
		return nil
	}
	list := make([]Step, plan.Len())
	for i := range list {
		state := r.StepState(i)
		list[i] = Step{Text: htn.StepText(plan, i, st), Done: state == runner.StepDone, Running: state == runner.StepActive}
	}
	return list
}

// PlanTold returns the steps of the plan that an event of a plan is about, or nil; call it while the event is delivered.
func (c *Crowd) PlanTold(e runner.Event) []Step {
	if e.Level == 0 {
		return c.PlanOf(e.Agent)
	}
	for _, t := range c.Tasks(e.Agent) {
		if t.IsToldOf(&e) {
			return stepsOf(&t.Runner, &c.agents.slot(e.Agent).state)
		}
	}
	return nil
}

// TaskSteps returns the steps of the plan that a task of an agent carries out, or nil when it has none; see [Crowd.Tasks].
func (c *Crowd) TaskSteps(id ID, t *runner.Task) []Step {
	return stepsOf(&t.Runner, &c.agents.slot(id).state)
}
