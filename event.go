package karakuri

import (
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// Families is a set of families of events: see [Options].Events.
type Families uint8

// Families of events.
const (
	Plans  Families = 1 << iota // plans and their steps, idle actions, reactions and layers
	Goals                       // goals and brains
	Squads                      // joining, roles, orders, leases
	Trees                       // trees, node by node: many events

	// MostEvents is all families but Trees.
	MostEvents = Plans | Goals | Squads
)

// String returns the families in words: "plans|goals".
func (f Families) String() string {
	if f > MostEvents|Trees {
		return "Families(" + strconv.Itoa(int(f)) + ")"
	}
	var list []string
	for i, name := range [...]string{"plans", "goals", "squads", "trees"} {
		if f>>i&1 != 0 {
			list = append(list, name)
		}
	}
	return strings.Join(list, "|")
}

// Event is one decision or action of an agent or a squad. Kind determines which fields are set. An event is valid only
// during the call of the sink: copy Args and Fault if you keep them.
type Event struct {
	Kind   EventKind
	Status Status  // final status of a step, a node, a goal or a want
	Reason Reason  // why something was aborted; the action receives the same reason
	Cause  Cause   // cause of an event of plans, goals or squads; 0: none or unknown
	Agent  AgentID // the agent; of events of squads the squad
	Member AgentID // of events of squads: the member concerned
	Tick   int64
	Level  int     // nesting depth, of plans that trees and goals request and of subgoals
	Step   int     // index of the step in its plan or its goal's way
	Steps  int     // of the plan
	Node   int     // of events of trees: the node
	Order  int64   // number of the order, from 1; 0: no order
	Score  float64 // of a want
	Args   []world.Word
	Fault  *Fault // the panic, or nil
	Said   string // what the agent says, of [Said]

	from *listener
	in   any // *runner.Event, *bt.Event, *goal.Event or *agent.SquadEvent
}

// Text returns the event as text, without tick and agent: "plan adopted: dine in 3 steps". Call it only while the sink
// is called.
func (e *Event) Text() string {
	if e.from == nil || e.from.crowd == nil {
		return e.Kind.String()
	}
	switch in := e.in.(type) {
	case *runner.Event:
		return e.from.crowd.View().Text(*in)
	case *bt.Event:
		return e.from.crowd.View().TreeText(*in)
	case *goal.Event:
		return e.from.crowd.View().GoalText(*in)
	case *agent.SquadEvent:
		return e.from.crowd.View().SquadText(*in)
	}
	return e.Kind.String()
}

// Sink receives events in the order in which they happen: agent by agent within a tick. It must not change the crowd.
type Sink interface {
	Event(e Event)
}

// SinkFunc makes a function a Sink.
type SinkFunc func(Event)

// Event calls the function.
func (f SinkFunc) Event(e Event) { f(e) }

// listener makes public events from the events of each family, for the sink of the game. It may pass them on to
// further sinks, which our own programs set.
type listener struct {
	sink  Sink
	crowd *agent.Crowd // nil until the crowd is made
	next  agent.Options
	squad agent.SquadEvent // the event being reported
}

// The four forms in which a listener is given events.
type (
	planListener listener
	treeListener listener
	goalListener listener
)

// Event implements [runner.Sink].
func (l *planListener) Event(e *runner.Event) {
	if l.next.Sink != nil {
		l.next.Sink.Event(e)
	}
	l.sink.Event(Event{Kind: EventKind(agent.PlanCode(e.Kind)), Status: e.Status, Reason: e.Reason, Cause: Cause(agent.PlanCause(e)), Agent: e.Agent, Tick: e.Tick, Level: int(e.Level), Step: int(e.Step),
		Steps: int(e.Steps), Node: int(e.Node), Args: e.Args, Fault: e.Fault, Said: (*listener)(l).said(e), from: (*listener)(l), in: e})
}

// said returns what an event of plans says.
func (l *listener) said(e *runner.Event) string {
	if e.Kind != runner.Said || l.crowd == nil {
		return ""
	}
	return l.crowd.View().Said(e)
}

// Event implements [bt.Sink].
func (l *treeListener) Event(e *bt.Event) {
	if l.next.TreeSink != nil {
		l.next.TreeSink.Event(e)
	}
	l.sink.Event(Event{Kind: EventKind(agent.TreeCode(e.Kind)), Status: statusOf(e.Status), Reason: e.Reason, Agent: e.Agent, Tick: e.Tick, Node: int(e.Node), Fault: e.Fault,
		from: (*listener)(l), in: e})
}

// Event implements [goal.Sink].
func (l *goalListener) Event(e *goal.Event) {
	if l.next.GoalSink != nil {
		l.next.GoalSink.Event(e)
	}
	l.sink.Event(Event{Kind: EventKind(agent.GoalCode(e.Kind)), Status: e.Status, Reason: e.Reason, Cause: Cause(agent.GoalCause(e)), Agent: e.Agent, Tick: e.Tick, Level: int(e.Level), Step: int(e.Step),
		Order: e.Order, Score: e.Score, Args: e.Args, Fault: e.Fault, from: (*listener)(l), in: e})
}

// SquadEvent implements [agent.SquadSink].
func (l *listener) SquadEvent(e agent.SquadEvent) {
	if l.next.SquadSink != nil {
		l.next.SquadSink.SquadEvent(e)
	}
	l.squad = e
	l.sink.Event(Event{Kind: EventKind(agent.SquadCode(e.Kind)), Cause: Cause(agent.SquadCause(&e)), Agent: e.Squad, Member: e.Member, Tick: e.Tick, Order: e.Order, Args: e.Args, Fault: e.Fault, from: l, in: &l.squad})
}

// listen makes options report families of events to a sink, besides the sinks that they already have. Pass the crowd
// to the listener with attend. The result is nil if there is no sink.
func listen(o *agent.Options, sink Sink, families Families) *listener {
	if sink == nil {
		return nil
	}
	if families == 0 {
		families = MostEvents
	}
	l := &listener{sink: sink, next: *o}
	if families&Plans != 0 {
		o.Sink = (*planListener)(l)
	}
	if families&Goals != 0 {
		o.GoalSink = (*goalListener)(l)
	}
	if families&Squads != 0 {
		o.SquadSink = l
	}
	if families&Trees != 0 {
		o.TreeSink = (*treeListener)(l)
	}
	return l
}

// attend gives a listener, if there is one, the crowd whose events it receives.
func (l *listener) attend(c *agent.Crowd) {
	if l != nil {
		l.crowd = c
	}
}

// eventNames are the names of kinds of events by code.
var eventNames = agent.EventNames().Kinds

// String returns the kind in words: "plan adopted".
func (k EventKind) String() string {
	if k == 0 || int(k) >= len(eventNames) {
		return "EventKind(" + strconv.Itoa(int(k)) + ")"
	}
	return eventNames[k]
}

// Family returns the family of the kind.
func (k EventKind) Family() Families {
	switch fact.Kind(k).Family() {
	case fact.Plan:
		return Plans
	case fact.Tree:
		return Trees
	case fact.Goal:
		return Goals
	case fact.Squad:
		return Squads
	}
	return 0
}

// statusOf returns the status of a node; of one that was skipped, Inactive.
func statusOf(s bt.Status) Status {
	if s == bt.Skipped {
		return 0
	}
	return Status(s)
}
