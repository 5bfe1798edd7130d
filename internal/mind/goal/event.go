package goal

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/world"
)

// EventKind is the kind of an event.
type EventKind uint8

// Kinds of events.
const (
	GoalActivated EventKind = iota + 1 // with Args
	GoalPlanned                        // it takes Way
	GoalSuspended                      // Cause
	GoalResumed
	GoalCompleted   // Cause, if not all steps of a way are done
	GoalFailed      // Cause
	GoalTerminated  // from outside: Cause
	StepStarted     // an activity, with Args
	StepEnded       // it ended by itself, with Status
	StepAborted     // Cause, and the activity's Reason
	StepSuspended   // an activity keeps its state
	StepResumed     // it continues
	StepRefused     // a step cannot start: Cause
	StepRetried     // it is started again, in Ticks: Cause
	StepReplaced    // its alternative Alt takes its place: Cause
	StepPassed      // it failed, and the goal continues without it: Cause
	Interrupting    // Interrupt of the goal goes in front
	Arbitrated      // Count options are compared
	WantChosen      // another want than before, with Score
	WantKept        // the same as before, with Score
	WantRefused     // chosen with Score, but it cannot be activated; the next best is examined
	WantNone        // nothing is wanted
	WantEnded       // its goal has ended, with Status and Cause
	WantRests       // it is not chosen for Ticks, after Count failures; Ticks 0: until it is forgiven
	TargetForgotten // the want's target
	OrderQueued
	OrderRefused // Cause
	OrderTaken
	OrderDone          // with Status and Cause
	Faulted            // the host's code panicked: Fault
	PersonalityChanged // the host has given the mind another: Count is its index + 1, 0 for none; Alt the same of the one before
	lastEvent          = PersonalityChanged
)

var eventNames = [lastEvent + 1]string{"", "goal activated", "goal planned", "goal suspended", "goal resumed", "goal completed", "goal failed",
	"goal terminated", "step started", "step ended", "step aborted", "step suspended", "step resumed", "step refused", "step retried",
	"step replaced", "step passed", "interrupting", "arbitrated", "want chosen", "want kept", "want refused", "want none", "want ended",
	"want rests", "target forgotten", "order queued", "order refused", "order taken", "order done", "faulted",
	"personality changed"}

// String returns the kind in two words: "goal activated".
func (k EventKind) String() string { return fact.Name(k, eventNames[:]...) }

// Event is one fact about what a pursuit or mind did. Which fields mean something depends on Kind.
type Event struct {
	Kind      EventKind
	Cause     Cause
	Origin    Cause // of what failed since no way is left: what that began with, however far under it
	Reason    action.Reason
	Status    action.Status
	Level     int8  // how many goals it is under
	Pursuit   int64 // serial number of the pursuit; 0 of a mind itself
	Goal      int32 // the goal concerned; of steps their goal. -1: none
	Activity  int32 // ID of the step's activity; -1: none, or a goal
	Sub       int32 // StepRefused: the step's goal; -1: none
	Way       int32 // of a goal; -1: none
	Step      int32 // of the way; -1: none
	Alt       int32 // 0: the step itself; else 1 + place in its Else
	Interrupt int32 // the step is of this interrupt of the goal; -1: it is of a way
	Brain     int32 // -1: none
	Want      int32 // -1: none
	Target    utility.Target
	Order     int64 // number of the order, from 1; 0: none
	Score     float64
	Count     int
	Ticks     int64
	Agent     action.AgentID
	Tick      int64
	Args      []world.Word  // valid during the call only
	Fault     *action.Fault // likewise
}

// ChangeOfPersonality returns the event that an agent's mind has another personality of a brain than it had. Both are
// indices, or [Plain].
func ChangeOfPersonality(brain int32, was, is int) Event {
	e := event(PersonalityChanged)
	e.Brain, e.Alt, e.Count = brain, int32(was)+1, is+1
	return e
}

// Sink receives events in the order in which they happen. It must not call back into what the events are of. An event
// is valid during the call only.
type Sink interface {
	Event(e *Event)
}

// SinkFunc makes a function a Sink. It is given a copy.
type SinkFunc func(Event)

// Event calls the function.
func (f SinkFunc) Event(e *Event) { f(*e) }

// Outcome is the end of a want or an order of a mind.
type Outcome struct {
	Kind   EventKind // WantEnded, OrderRefused, OrderTaken or OrderDone
	Status action.Status
	Cause  Cause
	Agent  action.AgentID
	Order  int64 // number of the order, from 1; 0: none
}

// Outcomes acts on outcomes, which a Sink only observes. It is called right after the Sink, with or without one, and
// must not call back into the mind.
type Outcomes interface {
	Outcome(o Outcome)
}

// follow lets what acts on outcomes act on one of the agent's.
func (e *Env) follow(o Outcome) {
	if e.Outcomes != nil {
		o.Agent = e.Ctx.Agent()
		e.Outcomes.Outcome(o)
	}
}
