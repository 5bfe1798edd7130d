package squad

import (
	"slices"

	"github.com/karakuri-ai/karakuri/world"
)

// Command is what a member is told to do.
type Command struct {
	Member   ID
	Role     int          // in which it is to do so: place in Roles.List, or NoRole
	Activity int32        // what: the number of a goal, a task or anything else that can be started
	Args     []world.Word // words of its arguments
	Urgent   bool         // what the member is committed to does not keep it waiting
	Until    int64        // at the end of this tick it is withdrawn, if it still goes on; 0: never
}

// same reports whether it is the same that is to be done.
func (c *Command) same(d *Command) bool {
	return c.Activity == d.Activity && slices.Equal(c.Args, d.Args)
}

// Order is a command that was given.
type Order struct {
	Command
	Number   int64 // from 1; those of a ledger are never given again
	Squad    ID    // who gave it
	Given    int64 // tick
	Replaces int64 // number of the order that it takes the place of; 0: none
	State    State
	Why      // of its State
}

// Why is what is known of the reason why an order ended.
type Why struct {
	Cause  Cause
	Detail int32 // the member's own word for it, such as a goal's cause; nobody here looks at it
	Retry  bool  // it may go well when it is tried again
}

// OrderEventKind is what happened to an order.
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
	Tick   int64 // at the end of which it is told
	Why          // OrderMoved
}
