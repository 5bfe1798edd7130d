package runner

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
)

// duties codes what the agent was ordered; it must come before what runs in the place of the idle action. From another program nothing of it goes over.
func (g *coding) duties() {
	r, current := g.r, int64(0)
	part := g.BeginPart()
	switch ordered := g.More(r.orders != nil && len(r.orders.list) > 0); {
	case ordered && g.Names != nil:
		g.lose(LostOrders, "they are of another program", "what it was ordered is of another program")
		g.skip()
	case ordered:
		current = g.dutyList()
	}
	if g.EndPart(part); !g.Reads() || r.orders == nil {
		return
	}
	if d := r.orders.of(current); d != nil && !d.state.isOver() {
		r.orders.current = current
	} else if current != 0 {
		g.Fail("an order in it runs that is not there")
	}
}

// dutyList codes the orders, and the number of the one that runs.
func (g *coding) dutyList() (current int64) {
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
			g.takeDuty(&d)
		}
	}
	if g.Reader() != nil {
		r.calm, r.stuck = calm, stuck // it has heard of them before
	}
	return current
}

func (g *coding) takeDuty(d *order) {
	r := g.r
	switch {
	case !r.TakesOrders() || d.Number == 0 || r.orders.of(d.Number) != nil || !r.kind.script.fitsOrder(d.Action, d.Args):
		g.Fail("an order in it is none of its agent")
	case d.state == UnknownOrder:
		g.Fail("an order in it has no state")
	default:
		r.Order(d.Order)
		r.orders.of(d.Number).state = d.state
	}
}
