package squad

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// Code saves the ledger, or restores it. The coder holds the mistake, if there is one, and then the ledger is empty.
// The caller checks with [Ledger.Fits] whether activities, roles and arguments are still the same.
func (l *Ledger) Code(c *codec.Coder) {
	if c.Reads() {
		l.Reset(0)
	}
	codec.Whole(c, &l.squad)
	codec.Whole(c, &l.serial)
	codec.List(c, &l.orders, MaxOrders, l.codeOrder)
	codec.List(c, &l.reports, 3*MaxOrders, l.codeReport)
	codec.List(c, &l.events, codec.NoLimit, (*OrderEvent).code)
	codec.List(c, &l.news, codec.NoLimit, (*OrderEvent).code)
	if c.Failed() {
		l.Reset(0)
	}
}

// Fits reports whether all roles that the ledger names are among so many, and all that is ordered fits.
func (l *Ledger) Fits(roles int, fits func(*Command) bool) bool {
	for i := range l.orders {
		if o := &l.orders[i]; o.Role >= roles || !fits(&o.Command) {
			return false
		}
	}
	for _, list := range [][]OrderEvent{l.events, l.news} {
		for i := range list {
			if list[i].Role >= roles {
				return false
			}
		}
	}
	return true
}

func (l *Ledger) codeOrder(o *order, c *codec.Coder) {
	codeID(c, &o.Member)
	codeRole(c, &o.Role, MaxRoles)
	codec.Int(c, &o.Activity)
	codec.List(c, &o.Args, MaxWords, func(w *world.Word, c *codec.Coder) { codec.Int(c, w) })
	c.Bools(&o.Urgent, &o.pressed)
	codec.Int(c, &o.Until)
	codec.Whole(c, &o.Number)
	codec.Int(c, &o.Given)
	codec.Whole(c, &o.Replaces)
	codec.Byte(c, &o.State)
	codec.Byte(c, &o.known)
	codec.Byte(c, &o.heard)
	o.Why.code(c)
	if !c.Reads() {
		return
	}
	o.Squad = l.squad
	switch n := len(l.orders); {
	case o.State < Given || o.State > lastState || o.known > lastState || o.heard < Given || o.heard > lastState:
		c.Fail("an order has an unknown state")
	case o.Number > l.serial || n > 0 && o.Number <= l.orders[n-1].Number || o.Number == 0:
		c.Fail("orders are out of order")
	case !o.State.Ended() && l.open(o.Member, o.Role) >= 0:
		c.Fail("a member has two orders in one role")
	case o.known.Ended() && !o.State.Ended():
		c.Fail("an order continues after its end")
	}
}

func (y *Why) code(c *codec.Coder) {
	codec.Byte(c, &y.Cause)
	codec.Int(c, &y.Detail)
	c.Bools(&y.Retry)
	if c.Reads() && y.Cause > lastCause {
		c.Fail("unknown cause %d", y.Cause)
	}
}

func (l *Ledger) codeReport(r *report, c *codec.Coder) {
	codeID(c, &r.member)
	codec.Whole(c, &r.number)
	codec.Byte(c, &r.state)
	if r.why.code(c); !c.Reads() {
		return
	}
	at, is := l.find(r.number)
	if !is || l.orders[at].Member != r.member || r.state <= Given || r.state > lastState || r.state == Withdrawn {
		c.Fail("a report belongs to no order")
	}
}

func (e *OrderEvent) code(c *codec.Coder) {
	codec.Byte(c, &e.Kind)
	codec.Byte(c, &e.State)
	codec.Whole(c, &e.Number)
	codec.Whole(c, &e.Old)
	codeID(c, &e.Member)
	codeRole(c, &e.Role, MaxRoles)
	codec.Int(c, &e.Tick)
	e.Why.code(c)
	if c.Reads() && (e.Kind < OrderGiven || e.Kind > lastOrderEvent || e.State < Given || e.State > lastState) {
		c.Fail("an event has an unknown kind")
	}
}
