package goal

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// Order is a goal given to a mind from outside. Orders run one after the other and precede all wants, unless the brain
// has a score for them ([Brain].Orders); interrupted pursuits resume afterwards.
type Order struct {
	Goal   int          // place in Config.Goals
	Args   []world.Word // words of its parameters, copied; missing ones are zero
	Urgent bool         // precedes orders that are not urgent, and interrupts them and uninterrupted steps
}

// order is an order that waits.
type order struct {
	goal   int32
	words  []world.Word
	serial int64
	urgent bool
}

// Order gives the mind an order, which it takes up with the next tick at the earliest, and returns the order's number.
// It is 0 when [MaxOrders] wait already.
func (m *Mind) Order(e *Env, o Order) (number int64) {
	e.enter()
	if len(m.orders) == MaxOrders {
		m.emitOrder(e, OrderRefused, 0, Full)
		return 0
	}
	m.serial++
	at := len(m.orders)
	if o.Urgent {
		for at = 0; at < len(m.orders) && m.orders[at].urgent; {
			at++
		}
	}
	m.insertOrder(at, o)
	m.noticed = m.noticed || m.b.weighs()
	m.emitOrder(e, OrderQueued, m.serial, NoCause)
	return m.serial
}

// insertOrder puts an order into the queue. The memory of those that are done is used again.
func (m *Mind) insertOrder(at int, o Order) {
	n := len(m.orders)
	m.orders = slices.Grow(m.orders, 1)[:n+1]
	last := m.orders[n]
	copy(m.orders[at+1:], m.orders[at:n])
	params := m.p.goals[o.Goal].params
	words := append(last.words[:0], o.Args[:min(len(o.Args), params)]...)
	for len(words) < params {
		words = append(words, 0)
	}
	m.orders[at] = order{int32(o.Goal), words, m.serial, o.Urgent}
}

// Waiting returns an order that waits, by its place in the queue, and its number. Its arguments are a view that is good
// until the next call.
func (m *Mind) Waiting(i int) (o Order, number int64) {
	w := &m.orders[i]
	return Order{int(w.goal), w.words, w.urgent}, w.serial
}

// LastOrder returns the number of the last order given to the mind; 0: none.
func (m *Mind) LastOrder() int64 { return m.serial }

// HasOrder reports whether an order waits or runs.
func (m *Mind) HasOrder(number int64) bool {
	for i := range m.orders {
		if m.orders[i].serial == number {
			return true
		}
	}
	for i := range m.stack {
		if m.stack[i].order == number && number > 0 {
			return true
		}
	}
	return false
}

func (m *Mind) removeOrder(at int) {
	o := m.orders[at]
	copy(m.orders[at:], m.orders[at+1:])
	m.orders[len(m.orders)-1] = o
	m.orders = m.orders[:len(m.orders)-1]
}

// Urge makes a waiting or running order urgent. It reports whether there is one with that number.
func (m *Mind) Urge(number int64) bool {
	for i := range m.stack {
		if l := &m.stack[i]; l.order == number && number > 0 {
			l.urgent = true
			return true
		}
	}
	for i := range m.orders {
		if m.orders[i].serial != number {
			continue
		}
		m.orders[i].urgent, m.noticed = true, m.noticed || m.b.weighs()
		for ; i > 0 && !m.orders[i-1].urgent; i-- {
			m.orders[i], m.orders[i-1] = m.orders[i-1], m.orders[i]
		}
		return true
	}
	return false
}

// Withdraw takes an order back, whether it waits or runs. It reports whether there was one of that number.
func (m *Mind) Withdraw(e *Env, number int64) bool {
	e.enter()
	for i := range m.orders {
		if m.orders[i].serial == number {
			m.emitOrder(e, OrderRefused, number, Outside)
			m.removeOrder(i)
			return true
		}
	}
	for i := range m.stack {
		if m.stack[i].order == number && number > 0 {
			m.withdraw(e, i)
			return true
		}
	}
	return false
}

// withdraw ends an order that was taken. An urgent one that interrupted it continues.
func (m *Mind) withdraw(e *Env, i int) {
	if i < len(m.stack)-1 {
		m.stack[i], m.stack[i+1] = m.stack[i+1], m.stack[i]
	}
	m.end(e, Outside, action.NotWanted)
	m.due = e.Ctx.Tick()
}

// attend takes up the next order, if its turn has come. Where orders are compared with wants that is for the
// arbitration.
func (m *Mind) attend(e *Env) {
	if m.b.weighs() {
		return
	}
	for len(m.orders) > 0 && m.isNext(&m.orders[0]) {
		o := m.orders[0]
		can := m.canObey(e, &o)
		m.removeOrder(0)
		if !can {
			m.emitOrder(e, OrderRefused, o.serial, Cannot)
			continue
		}
		m.suspend(e)
		m.pursueOrder(e, &o)
		return
	}
}

// pursueOrder pursues an order that was taken off the queue.
func (m *Mind) pursueOrder(e *Env, o *order) {
	t := m.push(o.goal, o.words)
	t.order, t.urgent = o.serial, o.urgent
	m.emitOrder(e, OrderTaken, o.serial, NoCause)
}

// isNext reports whether an order can be taken up now.
func (m *Mind) isNext(o *order) bool {
	t := m.top()
	switch {
	case t == nil:
		return true
	case t.isOrder():
		return o.urgent && !t.urgent
	}
	return o.urgent || t.Suspended() || !t.Uninterrupted()
}

// canObey reports whether the goal of an order could be activated.
func (m *Mind) canObey(e *Env, o *order) (can bool) {
	from := len(e.words)
	defer m.guard(e, from)
	e.words = append(e.words, o.words...)
	return prober{m.p, e}.canPursue(o.goal, from)
}

// guard recovers from a panic of a function of the host. The result is then zero.
func (m *Mind) guard(e *Env, words int) {
	if v := recover(); v != nil {
		action.Caught(v)
		e.enter()
		e.panicked(v)
	}
	e.words = e.words[:words]
}

// emitOrder reports something of an order, and has it followed up.
func (m *Mind) emitOrder(e *Env, k EventKind, number int64, why Cause) {
	if e.Sink != nil {
		ev := event(k)
		ev.Brain, ev.Order, ev.Cause = m.b.id, number, why
		e.emit(ev)
	}
	if k != OrderQueued {
		e.follow(Outcome{Kind: k, Cause: why, Order: number})
	}
}
