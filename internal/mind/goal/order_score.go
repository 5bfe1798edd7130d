package goal

import (
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

// If a brain scores orders, they do not precede all wants: the next order is compared with them like one more want of
// rank 0. The brain takes up a waiting order when it has the highest score, and then interrupts the current pursuit.
// The order ends when a want scores higher, unless that want interrupts it.

// weighs reports whether orders are compared with wants.
func (b *brain) weighs() bool { return b.orders >= 0 }

// addOrders adds the behaviour that orders are.
func (b *brain) addOrders(cfg *utility.Config) {
	if b.orders = -1; b.Orders == nil {
		return
	}
	b.orders = len(cfg.Behaviours)
	cfg.Behaviours = append(cfg.Behaviours, utility.Behaviour{Name: "order", Aggregation: utility.Product, Weight: MaxScore,
		Considerations: []utility.Consideration{{Input: len(cfg.Inputs), Max: MaxScore, Curve: curve.Linear.Curve()}}})
	b.scores = append(b.scores, b.Orders)
	cfg.Inputs = append(cfg.Inputs, utility.Input{Name: "score", Self: true, Cost: 1})
	b.wants = append(b.wants, -1)
}

// collectOrder offers the order that is pursued, or the next one that waits.
func (m *Mind) collectOrder(e *Env) {
	if m.b.weighs() && m.candidate() > 0 {
		e.offers = append(e.offers, utility.Offer{Behaviour: m.b.orders, Factor: 1})
	}
}

// candidate returns the number of the order that is compared with wants, or 0.
func (m *Mind) candidate() int64 {
	at := m.ordered()
	switch {
	case len(m.orders) > 0 && (at < 0 || m.isPressed()):
		return m.orders[0].serial
	case at >= 0:
		return m.stack[at].order
	}
	return 0
}

// ordered returns the place in the stack of the last order that is pursued, or -1.
func (m *Mind) ordered() int {
	for i := len(m.stack) - 1; i >= 0; i-- {
		if m.stack[i].isOrder() {
			return i
		}
	}
	return -1
}

// isPressed reports whether an urgent order waits, and the one that is pursued, if any, is not urgent.
func (m *Mind) isPressed() bool {
	at := m.ordered()
	return len(m.orders) > 0 && m.orders[0].urgent && (at < 0 || !m.stack[at].urgent)
}

// canBeTaken reports whether the order that was chosen can be pursued. Those that cannot are refused, and the next one
// is examined, if it is its turn.
func (m *Mind) canBeTaken(e *Env) bool {
	pursued := m.ordered() >= 0
	for len(m.orders) > 0 && (!pursued || m.isPressed()) {
		if m.canObey(e, &m.orders[0]) {
			return true
		}
		m.emitOrder(e, OrderRefused, m.orders[0].serial, Cannot)
		m.removeOrder(0)
	}
	return pursued
}

// toBeTaken returns the number of the order that is taken up, or continues, if the order is chosen, or 0. It refuses
// nothing.
func (m *Mind) toBeTaken(e *Env) int64 {
	at := m.ordered()
	for i := range m.orders {
		o := &m.orders[i]
		if at >= 0 && (!o.urgent || m.stack[at].urgent) {
			break // its turn has not come
		}
		if m.canObey(e, o) {
			return o.serial
		}
	}
	if at < 0 {
		return 0
	}
	return m.stack[at].order
}

// takeOrder takes up the order that was chosen, or continues with the one that is pursued.
func (m *Mind) takeOrder(e *Env, c *utility.Choice) {
	if at := m.ordered(); at >= 0 && !m.isPressed() {
		m.endAbove(e, at+1, BetterWant)
		m.adopt(e, c)
		m.resume(e)
		return
	}
	o := m.orders[0]
	m.removeOrder(0)
	if m.suspend(e); len(m.stack) > 0 {
		m.memory.Interrupt(c.Option, e.Ctx.Tick())
	} else {
		m.adopt(e, c)
	}
	m.pursueOrder(e, &o)
}
