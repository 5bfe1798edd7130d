package def

import "slices"

// Uses returns the resources that a call occupies: those of the action, or of all actions that the tree or goal may
// run, sorted. An order occupies nothing, because members carry it out.
func (c *ActionCall) Uses() []string {
	if c.Action != nil {
		return c.Action.Uses
	}
	r := resources{seen: map[any]bool{}}
	r.call(c)
	slices.Sort(r.list)
	return slices.Compact(r.list)
}

// Uses returns the resources that plans for the task may occupy, sorted.
func (t *TaskInfo) Uses() []string {
	r := resources{seen: map[any]bool{}}
	r.task(t)
	slices.Sort(r.list)
	return slices.Compact(r.list)
}

// resources collects what may be occupied. Goals, tasks and what operators do may lead to each other in circles.
type resources struct {
	list   []string
	orders []*OrderInfo // that may be given
	seen   map[any]bool
}

// first reports whether something is met for the first time.
func (r *resources) first(what any) bool {
	again := r.seen[what]
	r.seen[what] = true
	return !again
}

func (r *resources) call(c *ActionCall) {
	switch {
	case c == nil:
	case c.Tree != nil:
		if r.first(c.Tree) {
			r.node(c.Tree.Root)
		}
	case c.Goal != nil:
		r.goal(c.Goal)
	case c.Order != nil:
		r.orders = append(r.orders, c.Order)
	default:
		r.list = append(r.list, c.Action.Uses...)
	}
}

func (r *resources) node(n *NodeInfo) {
	n.each(func(n *NodeInfo) {
		r.call(n.Action)
		r.goal(n.Goal)
		r.task(n.Task)
		r.operator(n.Operator)
		for i := range n.Services {
			r.call(n.Services[i].Action)
		}
	})
}

func (r *resources) goal(g *GoalInfo) {
	if g == nil || !r.first(g) {
		return
	}
	g.eachCall(func(s *StepCall) {
		r.call(s.Do)
		r.goal(s.Goal)
		r.task(s.Task)
		r.operator(s.Operator)
	})
}

func (r *resources) task(t *TaskInfo) {
	if t == nil || !r.first(t) {
		return
	}
	eachItem(t, func(_ *MethodInfo, item *ItemInfo) {
		r.task(item.Task)
		r.operator(item.Operator)
	})
}

func (r *resources) operator(o *OperatorInfo) {
	if o == nil || !r.first(o) {
		return
	}
	for _, c := range o.Do {
		r.call(c)
	}
}
