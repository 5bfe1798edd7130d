package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// rare is what few runners need.
type rare struct {
	quarantine quarantine
	timers     timers
	hold       *Hold         // what goes first needs; nil: nothing does
	failure    *Failure      // nil: none
	fault      *action.Fault // nil: none
	picture    *world.State  // what the last planning saw; nil: not kept
	orders     *orders       // nil: it was never ordered anything
	wants      wants         // what it would take if others had not claimed it
	memories   []memory      // of plans within something else that are not carried out
	tries      tries         // plannings in vain for such plans
	spans      spans         // methods of the plan whose time runs, or whose while must hold
	patient    bool          // the plan that runs was found as one that waits for cooldowns
	hopeful    bool          // the plan found last was
	amiss      int           // mending: the node that is to be planned anew; 0: that of the broken step
	amissBy    Cause         // why: its while or its time
}

var noRare rare

// seldom is what a runner has of what few need. Those that need nothing of it share an empty one, to which nobody writes.
type seldom struct{ *rare }

// own returns what is the runner's own, to write to.
func (x *seldom) own() *rare {
	if x.rare == &noRare {
		x.rare = &rare{}
	}
	return x.rare
}

// clear makes it that of a new agent. Its memory is used again.
func (x *seldom) clear() {
	if x.rare == nil || x.rare == &noRare {
		x.rare = &noRare
		return
	}
	*x.rare = rare{timers: x.timers[:0], wants: x.wants[:0], picture: x.picture, orders: x.orders, memories: x.memories[:0], spans: spans{list: x.spans.list[:0]}}
	x.orders.clear()
}

// EndedWell tells that something that the agent does has ended well: the next panic is the first again.
func (x *seldom) EndedWell() {
	if x.quarantine.panics != 0 {
		x.rare.quarantine.panics = 0
	}
}

// Failure returns the last step that failed. Its Args belong to the runner.
func (x *seldom) Failure() Failure {
	if x.failure == nil {
		return Failure{}
	}
	return *x.failure
}

// Fault returns the last panic in the host's code.
func (x *seldom) Fault() action.Fault {
	if x.fault == nil {
		return action.Fault{}
	}
	return *x.fault
}

func (m *rare) keepFault(f action.Fault) {
	m.fault = &action.Fault{Action: f.Action, Message: f.Message, Stack: f.Stack} // &f would have every f on the heap
}

// keepPicture keeps what a planning sees, where pictures are kept.
func (m *rare) keepPicture(st *world.State) {
	if m.picture != nil {
		m.picture.CopyFrom(st)
	}
}

// keepFailure notes which step has failed.
func (x *seldom) keepFailure(tick int64, step htn.Step, cause Cause) {
	if x.failure == nil {
		x.own().failure = &Failure{}
	}
	*x.failure = Failure{Tick: tick, Operator: step.Operator, Args: append(x.failure.Args[:0], step.Args...), Cause: cause}
}
