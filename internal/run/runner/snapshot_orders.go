package runner

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// orders codes the orders of the agent, which must precede what runs instead of the idle action.
func (g *coding) orders() {
	r, current := g.r, int64(0)
	part := g.BeginPart()
	switch ordered := g.More(r.orders != nil && len(r.orders.list) > 0); {
	case ordered && g.Saved.Alone:
		g.lose(LostOrders, "they are of another crowd", "what it was ordered is of another crowd")
		g.skip()
	case ordered:
		current = g.orderList()
	}
	if g.EndPart(part); !g.Reads() || r.orders == nil {
		return
	}
	if d := r.orders.of(current); d != nil && !d.state.isOver() {
		r.orders.current = current
	} else if current != 0 && g.Names == nil {
		g.Fail("the running order does not exist")
	}
}

// orderList codes the list of orders, and the number of the running one.
func (g *coding) orderList() (current int64) {
	c, r, n := g.Coder, g.r, 0
	calm, stuck := r.calm, r.stuck
	if g.Reader() == nil {
		current, n = r.orders.current, len(r.orders.list)
	}
	codec.Int(c, &current)
	codec.Below(c, &n, MaxOrders+1)
	for i := 0; i < n && !g.Failed(); i++ {
		var d order
		if g.Reader() == nil {
			d = r.orders.list[i]
		}
		codec.Int(c, &d.Number)
		codec.Below(c, &d.Action, 1<<30)
		c.Bool(&d.Urgent)
		codec.Below(c, &d.state, int(lastOrderState)+1)
		for w := range codec.Each(c, &d.Args, codec.NoLimit) {
			codec.Int(c, w)
		}
		if g.Reads() {
			g.takeOrder(&d)
		}
	}
	if g.Reader() != nil {
		r.calm, r.stuck = calm, stuck // the agent already knows these orders
	}
	return current
}

// takeOrder gives the agent an order that was read. An order of another program is dropped if its activity is gone.
func (g *coding) takeOrder(d *order) {
	r := g.r
	if g.Names != nil {
		name, why := g.Names.orderNow(&d.Order, r.kind.script, g.Migration)
		if why == "" && !r.TakesOrders() {
			why = "it takes no orders any more"
		}
		if why != "" {
			g.lose(LostOrders, why, "order "+name+" ends: "+why)
			return
		}
	}
	switch {
	case !r.TakesOrders() || d.Number == 0 || r.orders.of(d.Number) != nil || !r.kind.script.fitsOrder(d.Action, d.Args):
		g.Fail("an order does not fit its agent")
	case d.state == UnknownOrder:
		g.Fail("an order has no state")
	default:
		r.Order(d.Order)
		r.orders.of(d.Number).state = d.state
	}
}

// orderNow converts an order to the present program. It returns the ordered activity, and why that is impossible.
func (n *Names) orderNow(o *Order, s *Script, m *world.Migration) (name, why string) {
	if task := o.Action - n.firstTask; task >= 0 && int(task) < n.domain.Tasks() {
		goal, fits := n.domain.PlanGoal(task, o.Args)
		if name = n.domain.TaskName(goal.Task); !fits {
			return name, "its arguments do not fit"
		}
		now, why := n.domain.Goal(goal, s.Domain, m)
		if why == "" {
			o.Action, o.Args = s.info.TaskActivity(s.info.Tasks[now.Task]), now.Args
		}
		return name, why
	}
	at := o.Action - n.firstGoal
	if at < 0 || int(at) >= len(n.goals) {
		return "", "it is of no goal"
	}
	was := &n.goals[at]
	for _, g := range s.info.Goals {
		if g.Name != was.name {
			continue
		}
		words, ok := def.TranslateAll(o.Args, was.params, slotTypes(g.Params), m)
		if o.Action, o.Args = s.info.GoalActivity(g), words; !ok {
			return was.name, "it has other parameters"
		}
		return was.name, ""
	}
	return was.name, "it is gone"
}
