package def

import "slices"

// Everything that a step or a node can start has a number: actions first, then trees, then the plans for tasks and those for operators.

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
