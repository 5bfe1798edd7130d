package def

import "slices"

// Everything that can be started has a number: actions first, then trees, then the plans for tasks and those for
// operators, then goals, then the minds of agents, then orders, then actions that need leases. Cheapest plans, if there
// are any, stand behind the other plans.

// TreeActivity returns the number of a tree among all that can be started.
func (i *Info) TreeActivity(t *TreeInfo) int32 { return int32(len(i.Actions)) + t.ID }

// NodeActivity returns the number of what a plan node or goal node starts.
func (i *Info) NodeActivity(n *NodeInfo) int32 {
	switch {
	case n.Goal != nil:
		return i.GoalActivity(n.Goal)
	case n.Task != nil:
		return i.PlanActivity(i.TaskActivity(n.Task), n.Best)
	}
	return i.PlanActivity(i.OperatorActivity(n.Operator), n.Best)
}

// CountGoals returns how many kinds of goals plans can have: tasks, then operators.
func (i *Info) CountGoals() int { return len(i.Tasks) + len(i.Operators) }

// CountPlans returns how many kinds of plans can be started: one of each goal, and, where any node or step asks for the
// cheapest plan, another of each for that.
func (i *Info) CountPlans() int {
	if i.best {
		return 2 * i.CountGoals()
	}
	return i.CountGoals()
}

// PlanActivity returns the number of the plan for a task or an operator: its own, or that of its cheapest plan.
func (i *Info) PlanActivity(number int32, best bool) int32 {
	if best {
		return number + int32(i.CountGoals())
	}
	return number
}

// seeksBest reports whether a node or one below it asks for the cheapest plan.
func (n *NodeInfo) seeksBest() bool {
	return n != nil && (n.Best || slices.ContainsFunc(n.Children, (*NodeInfo).seeksBest))
}

// seeksBest reports whether any node or step asks for the cheapest plan.
func (i *Info) seeksBest() bool {
	found := slices.ContainsFunc(i.Trees, func(t *TreeInfo) bool { return t.Root.seeksBest() })
	for _, g := range i.Goals {
		g.eachStep(func(s *StepInfo) { found = found || s.Best })
	}
	return found
}

// TaskActivity returns the number of the plan for a task.
func (i *Info) TaskActivity(t *TaskInfo) int32 { return int32(len(i.Actions)+len(i.Trees)) + t.ID }

// OperatorActivity returns the number of the plan for an operator.
func (i *Info) OperatorActivity(o *OperatorInfo) int32 {
	return int32(len(i.Actions)+len(i.Trees)+len(i.Tasks)) + o.ID
}

// GoalActivity returns the number of a goal.
func (i *Info) GoalActivity(g *GoalInfo) int32 { return i.firstGoal() + g.ID }

// MindActivity returns the number of a brain with a personality.
func (i *Info) MindActivity(m *MindUse) int32 { return i.firstGoal() + int32(len(i.Goals)) + m.ID }

// OrderActivity returns the number of an order.
func (i *Info) OrderActivity(o *OrderInfo) int32 {
	return i.firstOrder() + o.ID
}

// Activity returns the number by which an action is started: its own, or, if it needs leases, that of the activity
// that waits for them first.
func (i *Info) Activity(a *ActionInfo) int32 {
	if len(a.Needs) == 0 {
		return a.ID
	}
	n := i.firstOrder() + int32(len(i.Orders))
	for _, other := range i.Actions[:a.ID] {
		if len(other.Needs) > 0 {
			n++
		}
	}
	return n
}

func (i *Info) firstGoal() int32 { return int32(len(i.Actions) + len(i.Trees) + i.CountPlans()) }

func (i *Info) firstOrder() int32 { return i.firstGoal() + int32(len(i.Goals)+len(i.Minds)) }
