package runner

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
)

// orders codes the orders of the agent, which must precede what runs instead of the idle action. Orders do not carry over from another program.
func (g *coding) orders() {
	r, current := g.r, int64(0)
	part := g.BeginPart()
	switch ordered := g.More(r.orders != nil && len(r.orders.list) > 0); {
	case ordered && g.Names != nil:
		g.lose(LostOrders, "they are of another program", "what it was ordered is of another program")
		g.skip()
	case ordered:
		current = g.orderList()
	}
	if g.EndPart(part); !g.Reads() || r.orders == nil {
		return
	}
	if d := r.orders.of(current); d != nil && !d.state.isOver() {
		r.orders.current = current
	} else if current != 0 {
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

func (g *coding) takeOrder(d *order) {
	r := g.r
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
