package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxOrders is the maximum number of orders that an agent with plan lines has at a time; it declines more.
const MaxOrders = 8

// Order is an activity that an agent with plan lines carries out instead of its plans.
type Order struct {
	Number int64 // by which the sender identifies it; not 0
	Action int32 // number of the activity: the plan for a task, or a goal
	Args   []world.Word
	Urgent bool // it goes before orders that are not urgent, and does not wait for a commitment
}

// OrderState is the state of an order.
type OrderState uint8

// States of an order.
const (
	UnknownOrder OrderState = iota // the agent has no order of that number
	WaitingOrder                   // it has not started, or it was interrupted and will start again
	RunningOrder
	DoneOrder
	FailedOrder
	lastOrderState = FailedOrder
)

// isOver reports whether the order has ended.
func (s OrderState) isOver() bool { return s >= DoneOrder }

// TakesOrders reports whether the agent carries out orders instead of its plans. It does unless it has a tree or a
// brain.
func (r *Runner) TakesOrders() bool { return r.kind.mind == nil && r.root == nil }

// Order gives the agent an order and copies its arguments. The order starts with the next tick at the earliest. Order
// returns false if the agent has [MaxOrders] orders, or takes none.
func (r *Runner) Order(o Order) bool {
	if !r.TakesOrders() {
		return false
	}
	if r.orders == nil {
		r.own().orders = &orders{}
	}
	if !r.orders.add(o) {
		return false
	}
	r.calm = 0
	return true
}

// Urge makes an order urgent.
func (r *Runner) Urge(number int64) {
	if r.orders.urge(number) {
		r.calm = 0
	}
}

// Withdraw removes an order and aborts it if it runs. The stage's context must be that of the agent.
func (r *Runner) Withdraw(s *Stage, number int64) {
	known, ran := r.orders.withdraw(number)
	if !known {
		return
	}
	if r.calm = 0; !ran {
		return
	}
	h := r.idle
	r.idle = action.Handle{}
	s.Instances.Abort(s.Ctx, h, action.NotWanted)
	if t := r.turn(s); t.takeFault() {
		t.emitFault()
	}
}

// OrderState returns the state of an order.
func (r *Runner) OrderState(number int64) OrderState {
	if o := r.orders.of(number); o != nil {
		return o.state
	}
	return UnknownOrder
}

// CurrentOrder returns the order that is being carried out; ok is false if there is none. Its arguments belong to the
// runner.
func (r *Runner) CurrentOrder() (o Order, ok bool) {
	if !r.orders.isOn() {
		return o, false
	}
	return r.orders.of(r.orders.current).Order, true
}
