package def

import "slices"

// Everything that can be started has a number: actions first, then trees, then the plans for tasks and those for operators, then goals, then the
// minds of agents.

// TreeActivity returns the number of a tree among all that can be started.
func (i *Info) TreeActivity(t *TreeInfo) int32 { return int32(len(i.Actions)) + t.ID }

// PlanActivity returns the number of the plan of a plan node.
func (i *Info) PlanActivity(n *NodeInfo) int32 {
	first := int32(len(i.Actions) + len(i.Trees))
	if n.Task != nil {
		return first + n.Task.ID
	}
	return first + int32(len(i.Tasks)) + n.Operator.ID
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

func (i *Info) firstGoal() int32 { return int32(len(i.Actions) + len(i.Trees) + i.CountPlans()) }

// Uses returns the resources that a call occupies: those of the action, or of all actions that the tree may run.
func (c *ActionCall) Uses() []string {
	if c.Tree == nil {
		return c.Action.Uses
	}
	var list []string
	c.Tree.Root.walk(func(n *NodeInfo) {
		if n.Action != nil {
			list = append(list, n.Action.Action.Uses...)
		}
		for i := range n.Services {
			if a := n.Services[i].Action; a != nil {
				list = append(list, a.Action.Uses...)
			}
		}
	})
	slices.Sort(list)
	return slices.Compact(list)
}

func (n *NodeInfo) walk(visit func(*NodeInfo)) {
	visit(n)
	for _, child := range n.Children {
		child.walk(visit)
	}
}
