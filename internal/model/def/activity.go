package def

// Everything that can be started has a number: actions first, then trees, then the plans for tasks and those for operators, then goals, then the
// minds of agents, then orders, then actions that need leases.

// TreeActivity returns the number of a tree among all that can be started.
func (i *Info) TreeActivity(t *TreeInfo) int32 { return int32(len(i.Actions)) + t.ID }

// NodeActivity returns the number of what a plan node or goal node starts.
func (i *Info) NodeActivity(n *NodeInfo) int32 {
	switch {
	case n.Goal != nil:
		return i.GoalActivity(n.Goal)
	case n.Task != nil:
		return i.TaskActivity(n.Task)
	}
	return i.OperatorActivity(n.Operator)
}

// CountPlans returns how many kinds of plans can be started.
func (i *Info) CountPlans() int { return len(i.Tasks) + len(i.Operators) }

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
