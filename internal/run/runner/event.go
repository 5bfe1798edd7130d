package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// EventKind is the kind of a decision or event.
type EventKind uint8

const (
	PlanAdopted      EventKind = iota + 1 // a plan of Steps steps for plan line Line is started; with Limit: the cheapest that was found within it
	PlanKept                              // planning again changed nothing: Keep says why
	PlanNone                              // there is no plan; with Count: a series of so many plannings in vain has ended
	PlanLimit                             // planning hit the limit Limit; Count as for PlanNone
	PlanEnded                             // all steps of the plan have succeeded
	PlanFailed                            // the plan failed because its step failed: Cause
	PlanAborted                           // the plan was aborted: Reason
	StepStarted                           // step Step begins
	StepEnded                             // it succeeded, and its effects are written
	StepFailed                            // it failed: Cause
	StepAborted                           // its action was aborted: Reason
	IdleStarted                           // the agent has nothing to carry out: Why
	IdleEnded                             // the idle action ended by itself with Status; it starts again next tick
	IdleAborted                           // the idle action was aborted: Reason
	Faulted                               // the host's code panicked in a hook or function: Fault
	PlanMerged                            // a new plan took over; the running steps continue, the last of them as Step, and what follows them is replaced
	PlanRepaired                          // a task above the failed step was planned anew, as Node from Step on (-1: nothing is left to do), and the rest of the plan stays
	StepExpecting                         // its actions have ended, and it waits until the world is as its effects say
	MethodBanned                          // a method that held a failed step is not taken for Ticks (0: until its condition holds): Task, Method, Args, Bound, Count; of an operator, where Task is -1: Operator, Args
	BanLifted                             // the method or operator may be taken again: Lift
	AgentQuarantined                      // the agent does nothing for Ticks, since the host's code panicked: Fault
	AgentReleased                         // its quarantine is over
	PlanOutdated                          // the plan of a planning over several ticks no longer fits the world: the planning starts anew
	ReactionStarted                       // reaction Step of the agent begins
	ReactionWaits                         // it waits to start: Ticks for what runs to end; with Keep for a commitment; else for another reaction
	ReactionEnded                         // it ended by itself with Status
	ReactionAborted                       // it was aborted: Reason
	ReactionDropped                       // it waited for too long, or its condition does not hold
	MindInterrupted                       // reaction Step interrupted something that the agent was doing
	MindResumed                           // reaction Step no longer holds off the agent's mind
	LayerStarted                          // layer Step started, or started again
	LayerEnded                            // it ended by itself with Status; it starts again next tick
	LayerAborted                          // it was aborted: Reason
	StepRetried                           // its action failed, with Cause, and starts again in the next tick, for the Count-th time
	MethodStopped                         // a method of the plan is given up before its last step has ended, with Cause: Task, Method, Args, Bound; its task is planned anew
	Said                                  // the agent says text Method of bark Step, by their indices; Count: how often it held that back since it said it last
	Alerted                               // a percept of object Args[0], by the sensor Node (0: it was missed) and line Count of its kind, raised the agent from level Method to Step; Bound: where the object was, as a vec2, if a symbol says so
	Calmed                                // the agent has fallen from level Method to Step, because its time was over
	lastEvent        = Calmed
)

var eventNames = [lastEvent + 1]string{"", "plan adopted", "plan kept", "plan none", "plan limit", "plan ended", "plan failed",
	"plan aborted", "step started", "step ended", "step failed", "step aborted", "idle started", "idle ended", "idle aborted", "faulted",
	"plan merged", "plan repaired", "step expecting", "method banned", "ban lifted", "agent quarantined", "agent released", "plan outdated",
	"reaction started", "reaction waits", "reaction ended", "reaction aborted", "reaction dropped", "mind interrupted", "mind resumed",
	"layer started", "layer ended", "layer aborted", "step retried", "method stopped", "said", "alerted", "calmed"}

// String returns the kind in two words: "plan adopted".
func (k EventKind) String() string { return fact.Name(k, eventNames[:]...) }

// isOfPlan reports whether events of the kind are about a plan as a whole.
func (k EventKind) isOfPlan() bool {
	switch k {
	case PlanAdopted, PlanKept, PlanNone, PlanLimit, PlanEnded, PlanFailed, PlanAborted, PlanMerged, PlanRepaired, PlanOutdated:
		return true
	}
	return false
}

// isOfStep reports whether events of the kind are about a step.
func (k EventKind) isOfStep() bool {
	switch k {
	case StepStarted, StepExpecting, StepEnded, StepFailed, StepAborted, StepRetried:
		return true
	}
	return false
}

// Cause is why a step failed.
type Cause uint8

const (
	NoCause        Cause = iota
	ConditionFalse       // its condition did not hold when it was to start
	ActionFailed         // its action ended with Failure
	ActionPanicked       // its action panicked: see Runner.Fault
	ObjectMissing        // an object that the step is about no longer exists
	HostPanicked         // a function of the host that a condition or effect called panicked: see Runner.Fault
	WhileFalse           // its while does not hold, or no longer
	TimedOut             // its fail_after is over
	Unmet                // the world did not become as its effects say within ExpectGrace
	Claimed              // another agent has claimed an object that it claims
	LeaseTaken           // a token or slot that its action needs was taken away, or its time is over
	OrderDeclined        // a member of the squad did not accept the order
	OrderFailed          // a member could not carry out the order
	OrderPreempted       // a member found something more important
	MemberLost           // a member that had the order is gone
	NobodyInRole         // no member has the role that the order names
	Overran              // an expression took more rounds than its limit: see Runner.Fault
	ValueRefused         // a value that an action wrote was refused: Fault
	lastCause      = ValueRefused
)

var stepCauses = [...]fact.Cause{
	ConditionFalse: fact.CauseConditionFalse,
	ActionFailed:   fact.CauseActionFailed,
	ActionPanicked: fact.CauseActionPanicked,
	ObjectMissing:  fact.CauseObjectMissing,
	HostPanicked:   fact.CauseHostPanicked,
	WhileFalse:     fact.CauseWhileFalse,
	TimedOut:       fact.CauseTimedOut,
	Unmet:          fact.CauseUnmet,
	Claimed:        fact.CauseClaimed,
	LeaseTaken:     fact.CauseLeaseTaken,
	OrderDeclined:  fact.CauseOrderDeclined,
	OrderFailed:    fact.CauseOrderFailed,
	OrderPreempted: fact.CauseOrderPreempted,
	MemberLost:     fact.CauseMemberLost,
	NobodyInRole:   fact.CauseNobodyInRole,
	Overran:        fact.CauseOverran,
	ValueRefused:   fact.CauseValueRefused,
}

var stepTexts = fact.Texts(stepCauses[:])

// String returns the cause in a few words.
func (c Cause) String() string { return fact.Name(c, stepTexts...) }

// Fact returns the cause that all families share.
func (c Cause) Fact() fact.Cause { return stepCauses[c] }

// KeepReason is why a running plan was kept when planning again.
type KeepReason uint8

const (
	NotKept     KeepReason = iota
	SamePlan               // the new plan equals the rest of the running one
	LowerPlan              // the new plan is of lower priority
	SameTarget             // the new plan is for another target that is not better by the margin
	SameMethods            // the new plan makes the same choices, but is less far along
	NothingElse            // there is no other plan, and the running one can still be carried out
	Committed              // the running step's commit holds off every other plan, and every other plan line
	Outdated               // the world changed while the new plan was sought, each of MaxAttempts times
	NotCheaper             // the line looks for the cheapest plan, and the new one does not cost less than the rest of the running one
)

var keepCauses = [...]fact.Cause{
	SamePlan:    fact.CauseSamePlan,
	LowerPlan:   fact.CauseLowerPlan,
	SameTarget:  fact.CauseSameTarget,
	SameMethods: fact.CauseSameMethods,
	NothingElse: fact.CauseNothingElse,
	Committed:   fact.CauseCommitted,
	Outdated:    fact.CauseOutdated,
	NotCheaper:  fact.CauseNotCheaper,
}

var keepTexts = fact.Texts(keepCauses[:])

// String returns the reason in a few words.
func (k KeepReason) String() string { return fact.Name(k, keepTexts...) }

// Fact returns the cause that all families share.
func (k KeepReason) Fact() fact.Cause { return keepCauses[k] }

// Why is why an agent has nothing to carry out.
type Why uint8

const (
	NotIdle     Why = iota
	NoLine          // the condition of no plan line holds
	NoPlan          // there is no plan
	HitLimit        // planning hit a limit
	AllDone         // the plan is empty: nothing is left to do
	Broken          // a function of the game panicked while planning
	Quarantined     // the host's code panicked while acting: the agent does nothing for a while
	TreeEnded       // its tree has ended, and does not start again
	Seeking         // its first plan is still being sought, over several ticks
	TooLong         // an expression took more than its limit while planning
	lastWhy     = TooLong
)

var idleCauses = [...]fact.Cause{
	NoLine:      fact.CauseNoLine,
	NoPlan:      fact.CauseNoPlan,
	HitLimit:    fact.CauseHitLimit,
	AllDone:     fact.CauseAllDone,
	Broken:      fact.CauseHostPanicked,
	Quarantined: fact.CauseQuarantined,
	TreeEnded:   fact.CauseTreeEnded,
	Seeking:     fact.CauseSeeking,
	TooLong:     fact.CauseOverran,
}

var idleTexts = fact.Texts(idleCauses[:])

// String returns the reason in a few words.
func (y Why) String() string { return fact.Name(y, idleTexts...) }

// Fact returns the cause that all families share.
func (y Why) Fact() fact.Cause { return idleCauses[y] }

// By says what ended a step that succeeded.
type By uint8

const (
	ByItself By = iota // its actions have ended, or it has none
	ByUntil            // its until holds
	ByTime             // its succeed_after is over: its effects are not written
)

var endCauses = [...]fact.Cause{
	ByUntil: fact.CauseUntilHolds,
	ByTime:  fact.CauseTimedOut,
}

var endTexts = fact.Texts(endCauses[:])

// String returns the end in a few words.
func (b By) String() string { return fact.Name(b, endTexts...) }

// Fact returns the cause that all families share.
func (b By) Fact() fact.Cause { return endCauses[b] }

// LiftReason is why a ban was lifted.
type LiftReason uint8

const (
	NotLifted  LiftReason = iota
	BanOver               // its time is over
	BanChanged            // the condition that failed holds, or the expectation that was not met has been met
	BanProved             // the plan that was made instead has succeeded
	BanWorked             // the way itself has succeeded
)

var liftCauses = [...]fact.Cause{
	BanOver:    fact.CauseTimedOut,
	BanChanged: fact.CauseBanChanged,
	BanProved:  fact.CauseBanProved,
	BanWorked:  fact.CauseBanWorked,
}

var liftTexts = fact.Texts(liftCauses[:])

// String returns the reason in a few words.
func (l LiftReason) String() string { return fact.Name(l, liftTexts...) }

// Fact returns the cause that all families share.
func (l LiftReason) Fact() fact.Cause { return liftCauses[l] }

// Event is one fact about what an agent decided or did. Kind says which fields are set. Slices and Fault are
// valid during the call only. For a plan that is not the agent's own, Task (or Operator, if Task is -1) and Args say
// what the plan is for.
type Event struct {
	Kind     EventKind
	Reason   action.Reason
	Cause    Cause
	Keep     KeepReason
	Why      Why
	By       By
	Lift     LiftReason
	Limit    htn.Bound
	Status   action.Status
	Line     int32 // plan line; -1: none
	Step     int32 // index within the plan
	Steps    int32 // length of the plan
	Operator htn.OperatorID
	Task     htn.TaskID
	Method   int32 // index within the task
	Node     int32 // of a repaired plan: the node that was planned anew
	Level    int32 // 0: the plan is of the agent's plan line; else a tree or goal asked for it, nested in so many plans
	Agent    action.AgentID
	Tick     int64
	Ticks    int64         // how long
	Count    int32         // MethodBanned: failures in a row before this one; PlanNone, PlanLimit: 0 for the first planning in vain, and the length of the series when it ends
	Args     []world.Word  // of the operator or task
	Bound    []world.Word  // of the method's free variables
	Fault    *action.Fault // what panicked; nil if nothing did
}

// Sink receives events in the order in which they happen: agent by agent within a tick. It must not call back into the
// crowd. An event is valid during the call only.
type Sink interface {
	Event(e *Event)
}

// SinkFunc makes a function a Sink. The function receives a copy of each event.
type SinkFunc func(Event)

// Event calls the function.
func (f SinkFunc) Event(e *Event) { f(*e) }
