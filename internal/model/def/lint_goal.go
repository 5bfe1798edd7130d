package def

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
)

// lintGoalConditions warns of conditions of a goal that no state can meet.
func (c *checker) lintGoalConditions(g *GoalInfo) {
	c.lintCondition(fmt.Sprintf("goal %q", g.Name), headSpan(&g.Decl.Head), g.When, varying(g.While))
	for _, w := range g.Ways {
		what := "this way"
		if w.Name != "" {
			what = fmt.Sprintf("way %q", w.Name)
		}
		c.lintCondition(what, headSpan(&w.Decl.Head), varying(g.While), w.When)
	}
	for _, in := range g.Interrupts {
		c.lintCondition("this interrupt", headSpan(&in.Decl.Head), in.When)
	}
	g.eachCall(func(s *StepCall) { c.lintCondition("this step", g.Decl.At, s.When) })
}

// lintGoals warns of goals that do nothing, and of conditions in them that never change.
func (c *checker) lintGoals() {
	used := c.usedGoals()
	entry := len(c.info.Agents)+len(c.info.Tests) > 0
	for _, g := range c.info.Goals {
		if len(g.Ways) == 0 && len(g.Interrupts) == 0 {
			c.diags.Warnf(diag.EmptyGoal, headSpan(&g.Decl.Head), "goal %q has no steps: it is achieved at once", g.Name).Hint = "add a step, or an empty way: way { }"
		}
		c.lintConstant("until", g.Until, "the goal is achieved as soon as it is pursued", "it never ends the goal")
		c.lintConstant("while", g.While, "it never ends the goal", "the goal fails as soon as it is pursued")
		g.eachStep(func(s *StepInfo) {
			c.lintConstant("until", s.Until, "the step ends as soon as it starts", "it never ends the step")
			c.lintConstant("while", s.While, "it never ends the step", "the step fails as soon as it starts")
		})
	}
	for _, e := range c.entriesOf(kindGoal) {
		if entry && c.isMain(e) && !used[e.goal] {
			c.diags.Warnf(diag.UnusedGoal, e.at, "nothing uses goal %q", e.name).Hint = "use it in a brain, a goal, a tree or an operator"
		}
	}
	c.lintGoalRecursion()
}

// lintGoalRecursion warns of goals whose only way begins with the goal itself.
func (c *checker) lintGoalRecursion() {
	goals := c.info.Goals
	_, circles := arrange(len(goals), func(i int) []int {
		if first := goals[i].onlyFirst(); first != nil {
			return []int{int(first.ID)}
		}
		return nil
	})
	for _, loop := range circles {
		path := make([]string, len(loop))
		for k, i := range loop {
			path[k] = goals[i].Name
		}
		g := goals[loop[0]]
		d := c.diags.Warnf(diag.GoalRecursion, headSpan(&g.Decl.Head), "goal %q always starts with itself: %s", g.Name, circleText(path))
		d.Hint = "give it a way that ends, or put another step first"
	}
}

// onlyFirst returns the goal that this one cannot but begin with, or nil.
func (g *GoalInfo) onlyFirst() *GoalInfo {
	if len(g.Ways) != 1 || len(g.Ways[0].Steps) == 0 || g.Until != nil {
		return nil
	}
	s := g.Ways[0].Steps[0]
	if len(s.Else) > 0 || s.Optional || s.Until != nil {
		return nil
	}
	return s.Call.Goal
}

// eachGoal calls visit for a goal, if there is one, and those that its steps lead to, each once and none that has been
// seen.
func eachGoal(g *GoalInfo, seen map[*GoalInfo]bool, visit func(*GoalInfo)) {
	if g == nil || seen[g] {
		return
	}
	seen[g] = true
	visit(g)
	g.eachCall(func(s *StepCall) { eachGoal(s.Goal, seen, visit) })
}

// usedGoals returns the goals that brains, trees, operators, reactions and layers lead to.
func (c *checker) usedGoals() map[*GoalInfo]bool {
	used := map[*GoalInfo]bool{}
	use := func(g *GoalInfo) { eachGoal(g, used, func(*GoalInfo) {}) }
	for _, b := range c.info.Brains {
		for _, w := range b.Wants {
			use(w.Goal)
		}
	}
	for _, e := range c.entriesOf(kindTree) {
		e.tree.root.each(func(n *NodeInfo) { use(n.Goal) })
	}
	for _, op := range c.info.Operators {
		for _, do := range op.Do {
			use(do.Goal)
			if do.Order != nil {
				use(do.Order.Goal)
			}
		}
	}
	for _, a := range c.info.Agents {
		a.eachBeside(func(do *ActionCall) { use(do.Goal) })
	}
	return used
}
