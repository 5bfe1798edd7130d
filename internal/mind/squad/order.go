package squad

import (
	"slices"

	"github.com/karakuri-ai/karakuri/world"
)

// Command is an order to a member, before it has a number.
type Command struct {
	Member   ID
	Role     int          // the role for it: place in Roles.List, or NoRole
	Activity int32        // what: the number of a goal, a task or anything else that can be started
	Args     []world.Word // words of its arguments
	Urgent   bool         // what the member is committed to does not keep it waiting
	Until    int64        // the order is withdrawn at the end of this tick; 0: never
}

// same reports whether two orders are for the same activity.
func (c *Command) same(d *Command) bool {
	return c.Activity == d.Activity && slices.Equal(c.Args, d.Args)
}

// Order is a command that was given.
type Order struct {
	Command
	Number   int64 // from 1; a ledger never reuses a number
	Squad    ID    // the squad that gave it
	Given    int64 // tick
	Replaces int64 // number of the order that it replaces; 0: none
	State    State
	Why      // of its State
}

// Why is the reason for the end of an order.
type Why struct {
	Cause  Cause
	Detail int32 // a code of the member, such as a goal's cause; the ledger ignores it
	Retry  bool  // it may go well when it is tried again
}

// OrderEventKind is the kind of a change of an order.
type OrderEventKind uint8

// Kinds of events of a ledger.
const (
	OrderGiven     OrderEventKind = iota + 1 // to the member
	OrderChanged                             // the same, and the order Old is withdrawn for it
	OrderUrged                               // it is urgent now
	OrderMoved                               // it is in another State
	lastOrderEvent = OrderMoved
)

// OrderEvent is one fact about an order, for the squad and the member to learn with the next tick.
type OrderEvent struct {
	Kind   OrderEventKind
	State  State // as it was then
	Number int64
	Old    int64 // OrderChanged
	Member ID
	Role   int
	Tick   int64 // the tick at whose end it is reported
	Why          // OrderMoved
}
