package def

import (
	"cmp"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// isOrder reports whether a call is written as an order.
func (d *Call) isOrder() bool { return d.Role.Name != "" || d.Urgent }

// orderKey holds everything that distinguishes orders.
type orderKey struct {
	role   string
	what   *entry
	urgent bool
}

// order checks an order that an operator gives; nil after a mistake.
func (c *checker) order(call *Call, sc *Scope) *ActionCall {
	known := c.checkOrderRole(call)
	plain := *call
	plain.Role, plain.Urgent = Name{}, false
	e := c.callee(&plain, "a goal or a task", kindGoal, kindTask)
	if e == nil {
		name := expr.NameText(call.Name.Name)
		c.hint(&plain, "order a goal: goal NAME { "+name+" }", kindAction, kindTree)
		c.hint(&plain, "order a goal: goal NAME { plan "+name+" }", kindOperator)
		c.looseArgs(&plain, sc)
		return nil
	}
	args, ok := c.placed(&plain, e, sc)
	if !known || !ok {
		return nil
	}
	return &ActionCall{Order: c.orderInfo(call, e), Args: args, Which: make([]int, len(args))}
}

// checkOrderRole reports an order to a role that no squad has.
func (c *checker) checkOrderRole(call *Call) bool {
	name, at := call.Role.Name, call.Role.At
	if at.Src == nil {
		at = call.At
	}
	switch {
	case c.groups.roles.has[name]:
		return true
	case name != "":
		c.diags.Errorf(diag.UnknownRole, at, "no squad has a role %q", name).Meant(name, expr.Suggest(name, c.similar(&c.groups.roles)))
	case !c.partial:
		c.diags.Errorf(diag.FaultyOrder, at, "the order names no role").Hint = "do order urgent ROLE GOAL(...)"
	}
	return false
}

// orderInfo returns an order of a goal or task to a role: the same for the same.
func (c *checker) orderInfo(call *Call, e *entry) *OrderInfo {
	key := orderKey{call.Role.Name, e, call.Urgent}
	if o := c.groups.orders[key]; o != nil {
		return o
	}
	o := &OrderInfo{ID: int32(len(c.info.Orders)), Role: key.role, Goal: e.goal, Task: e.task, Params: []world.Type{}, Urgent: call.Urgent}
	for _, p := range e.params() {
		o.Params = append(o.Params, p.Type)
	}
	if c.groups.orders == nil {
		c.groups.orders, c.groups.firsts = map[orderKey]*OrderInfo{}, map[*OrderInfo]diag.Span{}
	}
	c.groups.orders[key], c.groups.firsts[o] = o, call.At
	c.info.Orders = append(c.info.Orders, o)
	return o
}

// strayOrder reports an order in a place that allows none.
func (r *resolver) strayOrder(call *Call, want string) {
	at := cmp.Or(call.Role.At, call.At)
	r.diags.Errorf(diag.FaultyOrder, at, "expected %s, found an order; only operators give orders", want).Hint =
		"operator NAME { do order ROLE " + expr.NameText(call.Name.Name) + " }"
}

// Name returns the name of the ordered goal or task.
func (o *OrderInfo) Name() string {
	if o.Goal != nil {
		return o.Goal.Name
	}
	return o.Task.Name
}
