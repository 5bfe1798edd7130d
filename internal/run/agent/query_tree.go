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

// Trees returns the running trees of an agent, that of its mind first. They are for reading, and valid until the next
// tick.
func (v *View) Trees(id ID) []*bt.Tree {
	var list []*bt.Tree
	if trees, _ := v.families.drivers(); trees != nil && v.agents.slot(id) != nil {
		trees.slots.of(v.agents.slot(id).slot(), func(t *bt.Tree) { list = append(list, t) })
	}
	slices.Reverse(list)
	return list
}

// Tasks returns the tasks that the trees of an agent plan for, in the order in which they started. They are for
// reading, and valid until the next tick.
func (v *View) Tasks(id ID) []*runner.Task {
	var list []*runner.Task
	if _, plans := v.families.drivers(); plans != nil && v.agents.slot(id) != nil {
		v.routines.passUp(v.agents.slot(id).slot())
		for slot := plans.slots.first(v.agents.slot(id).slot()); slot >= 0; slot = plans.slots.next(slot) {
			list = append(list, plans.at(slot))
		}
	}
	slices.Reverse(list)
	return list
}

// TreeText returns an event of a tree as text, without tick and agent; call it while the event is delivered.
func (v *View) TreeText(e bt.Event) string {
	_, text := v.DescribeTree(e)
	return text
}

// DescribeTree is [View.TreeText], and also returns what the event is about.
func (v *View) DescribeTree(e bt.Event) (of fact.Subject, text string) {
	a := v.agents.slot(e.Agent)
	if a == nil {
		return of, e.Kind.String()
	}
	return v.core.model.Trees.Program(e.Tree).Describe(e, &a.state)
}

// explainTrees writes what runs in the trees of an agent, and how the plans within them came about.
func (v *View) explainTrees(b *strings.Builder, a *agent) {
	for _, t := range v.Trees(a.id) {
		fmt.Fprintf(b, "\ntree %s:\n", t.Program().Info.Name)
		bt.View(b, t, v.core.tick) // a Builder never fails
	}
	for _, t := range v.Tasks(a.id) {
		g, ok := t.Goal()
		if !ok {
			continue
		}
		fmt.Fprintf(b, "\nthe tree plans for %s:\n", v.core.model.Script.GoalText(g, &a.state))
		for i, s := range stepsOf(&t.Runner, &a.state) {
			fmt.Fprintf(b, "%s %d %s\n", s.mark(), i+1, s.Text)
		}
		o := v.planOptions(&t.Runner, &a.state)
		b.WriteString("\nplanning now:\n")
		htn.Explain(v.core.model.Script.Domain, &a.state, g, o).WriteText(b)
	}
}

// stepsOf returns the steps of a runner's plan, or nil if it has none.
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

// PlanOfEvent returns the steps of the plan that an event of plans is about, or nil; call it while the event is
// delivered.
func (v *View) PlanOfEvent(e runner.Event) []Step {
	if e.Level == 0 {
		return v.PlanOf(e.Agent)
	}
	for _, t := range v.Tasks(e.Agent) {
		if t.IsAbout(&e) {
			return stepsOf(&t.Runner, &v.agents.slot(e.Agent).state)
		}
	}
	return nil
}

// TaskSteps returns the steps of the plan that a task of an agent carries out, or nil if it has none; see
// [View.Tasks].
func (v *View) TaskSteps(id ID, t *runner.Task) []Step {
	return stepsOf(&t.Runner, &v.agents.slot(id).state)
}
