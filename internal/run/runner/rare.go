package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// rare is state that few runners need.
type rare struct {
	quarantine quarantine
	timers     timers
	hold       *Hold         // what a reaction takes from the mind; nil: nothing
	failure    *Failure      // nil: none
	fault      *action.Fault // nil: none
	picture    *world.State  // memory for the state that the last planning saw; nil: not kept
	pictured   bool          // picture holds it: false before the first planning, and after a snapshot that does not have it
	orders     *orders       // nil: the agent never had an order
	wants      wants         // objects that the agent would take if others had not claimed them
	memories   []memory      // of plans within trees and goals that do not run
	tries      tries         // plannings in vain for such plans
	spans      spans         // methods of the plan with a time that runs, or a while that must hold
	patient    bool          // the running plan may wait for cooldowns
	hopeful    bool          // the plan found last may wait for cooldowns
	amiss      int           // while mending: the node to plan anew; 0: the node of the step that failed
	amissBy    Cause         // why: the while or the time of its method
}

var noRare rare

// seldom refers to a runner's rare state. Runners that need none share an empty one, which is never written to.
type seldom struct{ *rare }

// own returns the runner's own rare state, for writing.
func (x *seldom) own() *rare {
	if x.rare == &noRare {
		x.rare = &rare{}
	}
	return x.rare
}

// clear resets it for a new agent, and reuses its memory.
func (x *seldom) clear() {
	if x.rare == nil || x.rare == &noRare {
		x.rare = &noRare
		return
	}
	*x.rare = rare{timers: x.timers[:0], wants: x.wants[:0], picture: x.picture, orders: x.orders, memories: x.memories[:0], spans: spans{list: x.spans.list[:0]}}
	x.orders.clear()
}

// EndedWell records that something the agent does has succeeded: the quarantine after the next panic is short again.
func (x *seldom) EndedWell() {
	if x.quarantine.panics != 0 {
		x.rare.quarantine.panics = 0
	}
}

// Failure returns the step that failed last. Its Args belong to the runner.
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
	m.fault = &action.Fault{Action: f.Action, Message: f.Message, Stack: f.Stack} // with &f, every f would be on the heap
}

// keepPicture keeps the state that a planning sees, if pictures are kept.
func (m *rare) keepPicture(st *world.State) {
	if m.picture != nil {
		m.picture.CopyFrom(st)
		m.pictured = true
	}
}

// keepFailure records which step failed.
func (x *seldom) keepFailure(tick int64, step htn.Step, cause Cause) {
	if x.failure == nil {
		x.own().failure = &Failure{}
	}
	*x.failure = Failure{Tick: tick, Operator: step.Operator, Args: append(x.failure.Args[:0], step.Args...), Cause: cause}
}
