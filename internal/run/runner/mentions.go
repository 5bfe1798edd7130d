package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/world"
)

// Mentions reports whether what an agent carries out is about an object: its plan, from the running steps on, or an
// order.
func Mentions(r *Runner, o world.Object) bool {
	if r.orders.mention(o) {
		return true
	}
	return r.planning != nil && r.active && r.course.mentions(o)
}

// mentions reports whether steps that have not ended, or what their methods were chosen for, are about an object.
func (c *course) mentions(o world.Object) bool {
	for i := range c.plan.Len() {
		if c.progress[i].state != StepDone && slices.Contains(c.plan.Step(i).Args, o) {
			return true
		}
	}
	for i := range c.plan.Nodes() {
		if n := c.plan.Node(i); slices.Contains(n.Args, o) || slices.Contains(n.Bound, o) {
			return true
		}
	}
	return false
}

// mention reports whether an order that is not over is about an object.
func (l *orders) mention(o world.Object) bool {
	return l != nil && slices.ContainsFunc(l.list, func(x order) bool { return !x.state.isOver() && slices.Contains(x.Args, o) })
}
