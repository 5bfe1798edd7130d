package runner

import (
	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// EventKind is what was decided or happened.
type EventKind uint8

const (
	PlanAdopted EventKind = iota + 1 // a plan of Steps steps for plan line Line is started
	PlanKept                         // planning again changed nothing: Keep tells why
	PlanNone                         // planning found that there is no plan
	PlanLimit                        // planning hit a limit: Limit
	PlanEnded                        // all steps of the plan have succeeded
	PlanFailed                       // the plan failed with its step: Cause
	PlanAborted                      // the plan was given up: Reason
	StepStarted                      // step Step begins
	StepEnded                        // it succeeded, and its effects are written
	StepFailed                       // it failed: Cause
	StepAborted                      // its action was aborted: Reason
	IdleStarted                      // the agent has nothing to carry out: Why
	IdleEnded                        // the idle action ended by itself with Status; it starts again next tick
	IdleAborted                      // the idle action was aborted: Reason
	Faulted                          // the host's code panicked in a hook or function: see Runner.Fault
	lastEvent   = Faulted
)

var eventNames = [lastEvent + 1]string{"", "plan adopted", "plan kept", "plan none", "plan limit", "plan ended", "plan failed",
	"plan aborted", "step started", "step ended", "step failed", "step aborted", "idle started", "idle ended", "idle aborted", "faulted"}

// String returns the kind in two words: "plan adopted".
func (k EventKind) String() string { return eventNames[k] }

// Cause is why a step failed.
type Cause uint8

const (
	NoCause        Cause = iota
	ConditionFalse       // its condition did not hold when it was to start
	ActionFailed         // its action ended with Failure
	ActionPanicked       // its action panicked: see Runner.Fault
	ObjectMissing        // an object that it is about no longer exists
	HostPanicked         // a function of the host that a condition or effect called panicked: see Runner.Fault
)

// String returns the cause in a few words.
func (c Cause) String() string {
	return [...]string{"", "its condition does not hold", "its action failed", "its action panicked", "an object no longer exists",
		"a function of the host panicked"}[c]
}

// Keep is why a running plan was kept when planning again.
type Keep uint8

const (
	NotKept     Keep = iota
	SamePlan         // the new plan is what is left of the running one
	LowerPlan        // the new plan is of lower priority
	SameTarget       // the new plan is for another target that is not better by the margin
	SameMethods      // the new plan makes the same choices, but is not as far on
	NothingElse      // there is no other plan, and the running one can still be carried out
)

// String returns the reason in a few words.
func (k Keep) String() string {
	return [...]string{"", "the new plan is the same", "the new plan has lower priority", "the new target is not better by the margin",
		"the new plan makes the same choices", "there is no other plan"}[k]
}

// Why is why an agent has nothing to carry out.
type Why uint8

const (
	NotIdle  Why = iota
	NoLine       // the condition of no plan line holds
	NoPlan       // there is no plan
	HitLimit     // planning hit a limit
	AllDone      // the plan is empty: nothing is left to do
	Broken       // a function of the host panicked while planning
)

// String returns the reason in a few words.
func (y Why) String() string {
	return [...]string{"", "no plan line applies", "there is no plan", "planning hit a limit", "nothing is left to do",
		"a function of the host panicked"}[y]
}

// Event is one fact about what an agent decided or did. Which fields mean something depends on Kind.
type Event struct {
	Kind     EventKind
	Reason   activity.Reason
	Cause    Cause
	Keep     Keep
	Why      Why
	Limit    htn.Bound
	Status   activity.Status
	Line     int32 // plan line; -1: none
	Step     int32 // index within the plan
	Steps    int32 // length of the plan
	Operator htn.OperatorID
	Agent    activity.AgentID
	Tick     int64
	Args     []world.Word // of the operator: a view that is valid during the call only
}

// Sink receives events in the order in which they happen: agent by agent within a tick. It must not call back into the crowd.
type Sink interface {
	Event(e Event)
}

// SinkFunc makes a function a Sink.
type SinkFunc func(Event)

// Event calls the function.
func (f SinkFunc) Event(e Event) { f(e) }
