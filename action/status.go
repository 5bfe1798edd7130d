package action

import "github.com/karakuri-ai/karakuri/internal/fact"

// Status is the state of an activity.
type Status uint8

const (
	Inactive Status = iota // not started, or ended
	Running                // continues in the next tick
	Success
	Failure
)

// String returns "inactive", "running", "success" or "failure", and "Status(99)" for an unknown status.
func (s Status) String() string { return fact.Name(s, "inactive", "running", "success", "failure") }

// FailReason is why an activity of the engine (an order, a lease) failed. Actions of the host give no reason.
type FailReason uint8

const (
	NoFailReason   FailReason = iota
	LeaseTaken                // a token or slot that it needs was taken away, or its time is over
	OrderDeclined             // a member did not accept the order
	OrderFailed               // a member could not carry out the order
	OrderPreempted            // a member found something more important
	MemberLost                // a member that had the order died or left
	NobodyInRole              // no member has the role that the order names
)

// Reason says why an activity was aborted.
type Reason uint8

const (
	NoReason       Reason = iota
	BetterPlan            // planning again found a plan of higher priority, or a better target
	PlanInvalid           // a step still to come can no longer be carried out
	PlanFailed            // another part of the plan failed
	LineChanged           // the plan line no longer holds, or one above it does
	PlanFound             // idling ends: the agent has a plan
	ObjectGone            // an object that it refers to no longer exists
	AgentRemoved          // the agent leaves the crowd
	Joined                // another action of the same step decided how the step ends
	UntilHolds            // the condition until of the step holds
	WhileFails            // the condition while of the step no longer holds
	TimeOver              // the step has reached its time limit
	Quarantined           // the host's code panicked: the agent is left alone for a while
	HigherBranch          // a branch of the tree with higher priority takes over
	GuardFails            // a condition above it in the tree no longer holds
	CaseChanged           // another case of its switch applies
	BranchEnded           // its branch of the tree has ended
	Interrupted           // something more important runs first; it may start again afterwards
	BetterGoal            // another goal has a higher score
	NotWanted             // its goal is no longer wanted
	GoalEnded             // the goal that it belongs to has ended
	ProgramChanged        // the crowd has a changed program without it
	LeaseLost             // a token or slot that it needs was taken away, or its time is over
	LastReason     = LeaseLost
)

var reasonNames = [LastReason + 1]string{"", "a better plan was found", "the rest of the plan is no longer possible",
	"the plan failed", "the plan line no longer applies", "a plan was found", "an object no longer exists", "the agent was removed",
	"the step was decided", "its until holds", "its while does not hold", "its time is over", "in quarantine after a panic",
	"a branch of higher priority takes over", "its condition does not hold", "another case applies", "its branch has ended",
	"something more important interrupted it", "another want is better", "its goal is no longer wanted", "its goal has ended",
	"the program was changed", "a token or slot that it needs was taken away"}

// String returns the reason in a few words.
func (r Reason) String() string { return fact.Name(r, reasonNames[:]...) }
