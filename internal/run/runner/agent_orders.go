package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// orders are the orders of an agent, the next one first. An order that has ended stays in the list until it is
// withdrawn. A nil list counts as empty; only add needs one.
type orders struct {
	list    []order
	current int64 // number of the order that runs instead of the idle action; 0: none
}

type order struct {
	Order
	state OrderState
}

// add adds an order with a copy of its arguments, and reports whether there was room.
func (l *orders) add(o Order) bool {
	n := len(l.list)
	if n == MaxOrders {
		return false
	}
	l.list = slices.Grow(l.list, 1)[:n+1]
	o.Args = append(l.list[n].Args[:0], o.Args...) // reuse the memory of a removed order
	l.list[n] = order{o, WaitingOrder}
	l.advance(n)
	return true
}

// advance moves an urgent order before the orders that are not urgent.
func (l *orders) advance(at int) {
	for list := l.list; at > 0 && list[at].Urgent && !list[at-1].Urgent; at-- {
		list[at], list[at-1] = list[at-1], list[at]
	}
}

// urge makes an order urgent, and reports whether there is an order of that number.
func (l *orders) urge(number int64) bool {
	at := l.find(number)
	if at < 0 {
		return false
	}
	l.list[at].Urgent = true
	l.advance(at)
	return true
}

// withdraw removes an order, and reports whether it was in the list and whether it ran. The list reuses its memory.
func (l *orders) withdraw(number int64) (known, ran bool) {
	at := l.find(number)
	if at < 0 {
		return false, false
	}
	last := l.list[at]
	copy(l.list[at:], l.list[at+1:])
	l.list[len(l.list)-1] = last
	l.list = l.list[:len(l.list)-1]
	if ran = l.current == number; ran {
		l.current = 0
	}
	return true, ran
}

func (l *orders) find(number int64) int {
	if l == nil {
		return -1
	}
	return slices.IndexFunc(l.list, func(o order) bool { return o.Number == number })
}

// of returns the order of a number, or nil.
func (l *orders) of(number int64) *order {
	if at := l.find(number); at >= 0 {
		return &l.list[at]
	}
	return nil
}

// isOn reports whether an order is being carried out.
func (l *orders) isOn() bool { return l != nil && l.current != 0 }

// next returns the first order that has not ended, or nil.
func (l *orders) next() *order {
	if l == nil {
		return nil
	}
	for i := range l.list {
		if o := &l.list[i]; !o.state.isOver() {
			return o
		}
	}
	return nil
}

// isPressed reports whether the next order is urgent: it does not wait until the agent's commitment is over.
func (l *orders) isPressed() bool {
	o := l.next()
	return o != nil && o.Urgent
}

// end records how the current order has ended.
func (l *orders) end(status action.Status) {
	o := l.of(l.current)
	if l.current, o.state = 0, FailedOrder; status == action.Success {
		o.state = DoneOrder
	}
}

// interrupt records that the current order was aborted; the order starts again later. It returns false if no order ran.
func (l *orders) interrupt() bool {
	if !l.isOn() {
		return false
	}
	l.of(l.current).state = WaitingOrder
	l.current = 0
	return true
}

// clear removes all orders and keeps the memory of the list.
func (l *orders) clear() {
	if l != nil {
		l.list, l.current = l.list[:0], 0
	}
}

// fitsOrder reports whether an order can start the activity with these arguments.
func (s *Script) fitsOrder(action int32, words []world.Word) bool {
	for _, t := range s.info.Tasks {
		if s.info.TaskActivity(t) == action {
			return s.fitsParams(t.Params, words)
		}
	}
	for _, g := range s.info.Goals {
		if s.info.GoalActivity(g) == action {
			return s.fitsParams(g.Params, words)
		}
	}
	return false
}

func (s *Script) fitsParams(params []def.Slot, words []world.Word) bool {
	n := 0
	for _, p := range params {
		for range p.Type.Width() {
			if n == len(words) || !s.info.Schema.Fits(p.Type, words[n]) {
				return false
			}
			n++
		}
	}
	return n == len(words)
}
