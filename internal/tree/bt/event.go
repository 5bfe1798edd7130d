package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// EventKind is the kind of an event in a tree.
type EventKind uint8

// Kinds of events.
const (
	NodeStarted EventKind = iota + 1 // its Status is Running
	NodeEnded                        // with Status
	NodeAborted                      // from outside: Reason
	NodeDecided                      // a clause decided its Status before it started
	AbortFired                       // a watch of the node aborts the running branch: Mode, and the changed cell
	ServiceRan                       // Service of the node: status Running if it continues, Inactive if it was aborted
	Logged                           // a log node
	Faulted                          // the host's code panicked: Fault
	TodoReached                      // a todo node
	NodeEnding                       // an action was asked to end and has its grace: Reason
	lastEvent   = NodeEnding
)

var eventNames = [lastEvent + 1]string{"", "node started", "node ended", "node aborted", "node decided", "abort fired", "service ran",
	"logged", "faulted", "todo reached", "node ending"}

// String returns the kind in two words: "node started".
func (k EventKind) String() string { return fact.Name(k, eventNames[:]...) }

// Event is one fact about what a tree did. Which fields mean something depends on Kind.
type Event struct {
	Kind    EventKind
	Status  Status
	Reason  action.Reason
	Mode    def.AbortMode // AbortSelf or AbortLower
	Caused  bool          // Addr, Old and New are known
	Tree    int32         // ID of the program
	Node    int32
	Service int32 // index among the node's services
	Agent   action.AgentID
	Tick    int64
	Addr    world.Addr // AbortFired: the cell that changed
	Old     world.Word
	New     world.Word
	Fault   *action.Fault // valid during the call only
}

// Sink receives events in the order in which they happen. It must not call back into the tree. An event is valid during
// the call only.
type Sink interface {
	Event(e *Event)
}

// SinkFunc makes a function a Sink. It is given a copy.
type SinkFunc func(Event)

// Event calls the function.
func (f SinkFunc) Event(e *Event) { f(*e) }

// emitNode reports an event of a node that has a status; it is small enough to cost nothing without a sink.
func (x *run) emitNode(kind EventKind, n int32, s Status) {
	if x.env.Sink != nil {
		x.emit(Event{Kind: kind, Node: n, Status: s})
	}
}

// emit reports an event, if there is a sink.
func (x *run) emit(e Event) {
	if x.env.Sink == nil || x.env.Coarse && !x.p.Matters(&e) {
		return
	}
	event := &x.env.scratch // one for all: else each would be on the heap
	*event = e
	event.Tree, event.Agent, event.Tick = x.p.id, x.env.Ctx.Agent(), x.tick
	x.env.Sink.Event(event)
}

// Matters reports whether an event of the program is reported when [Env].Coarse is set.
func (p *Program) Matters(e *Event) bool {
	switch e.Kind {
	case NodeStarted, NodeEnded, NodeAborted, NodeDecided, NodeEnding:
		return e.Node == 0 || p.nodes[e.Node].starts() >= 0
	case ServiceRan:
		return e.Status != Running
	}
	return true
}
