package runner

import "github.com/karakuri-ai/karakuri/world"

// EachMention calls visit with the words that name the objects which what an agent carries out is about: its plan, from
// the running steps on, or an order.
func EachMention(r *Runner, visit func([]world.Word)) {
	r.orders.eachMention(visit)
	if r.planning != nil && r.active {
		r.course.eachMention(visit)
	}
}

// eachMention visits steps that have not ended, and what their methods were chosen for.
func (c *course) eachMention(visit func([]world.Word)) {
	for i := range c.plan.Len() {
		if c.progress[i].state != StepDone {
			visit(c.plan.Step(i).Args)
		}
	}
	for i := range c.plan.Nodes() {
		n := c.plan.Node(i)
		visit(n.Args)
		visit(n.Bound)
	}
}

// eachMention visits orders that are not over.
func (l *orders) eachMention(visit func([]world.Word)) {
	for i := 0; l != nil && i < len(l.list); i++ {
		if x := &l.list[i]; !x.state.isOver() {
			visit(x.Args)
		}
	}
}
