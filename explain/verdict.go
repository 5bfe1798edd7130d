package explain

import "github.com/karakuri-ai/karakuri/internal/fact"

// Verdict is the result for the subject of a question. The set is closed: programs may switch on it.
type Verdict uint8

// The verdicts.
const (
	Unknown          Verdict = iota // not known
	RunsNow                         // it is running
	InPlan                          // it is a step of the running plan: Step
	DoneAlready                     // it has been done, or holds
	NotReached                      // an earlier alternative was chosen: By
	ConditionFalse                  // a condition does not hold: Failing
	NoCandidate                     // there is no candidate for its variables: Candidates
	OtherBinding                    // it runs with another binding: By
	SubtaskFailed                   // one of its subtasks could not be planned: Under
	Banned                          // it has failed and is banned until Until
	CoolingDown                     // until Until
	ResourceHeld                    // its resource is in use: By
	ClaimedBy                       // another agent has claimed its object: By
	NotPerceived                    // its object is not remembered, or was not perceived
	Outranked                       // an order precedes it: By
	Kept                            // the running activity is kept, by inertia or commitment: By
	NeverPersonality                // the personality excludes it
	Overridden                      // it is replaced by an override: By
	Disabled                        // it is switched off
	Recursion                       // it only leads back to itself
	CutByLimit                      // the search ended at a limit before it: By
	LineInactive                    // the agent is not pursuing what leads to it
	WouldBeChosen                   // it would be chosen now, but the next decision is due later: Until
	Postponed                       // the agent has not had its turn
	WaitsFor                        // it waits to start: By
	SuspendedBy                     // it is interrupted: By
	TriedFailed                     // it was tried and failed: By is the cause
	AbortedBy                       // it was started and aborted
	LowerPriority                   // a plan with it was found, but the running plan has priority
	ExpectationUnmet                // its expected effects did not occur
	Gone                            // an object that it refers to no longer exists, or is not known
	UsedUp                          // it has reached its limit of runs
	Chance                          // chance decided: Odds
	OrderRefused                    // the order was refused, or is over
	HostFaulted                     // a function of the game panicked
	Quarantined                     // the agent is quarantined after a panic

	LastVerdict = Quarantined
)

// String returns the verdict in a few words: "condition false".
func (v Verdict) String() string {
	return fact.Name(v, "unknown", "runs now", "in the plan", "done already", "not reached", "condition false", "no candidate", "another binding was taken", "its subtask failed", "banned",
		"cooling down", "resource held", "claimed", "not perceived", "outranked by an order", "what runs is kept", "never by personality", "overridden", "disabled", "recursion", "cut by a limit",
		"not active", "would be chosen now", "postponed", "waits", "suspended", "tried and failed", "started and aborted", "lower priority", "expectation unmet", "gone or not known", "used up", "chance",
		"order refused or over", "a function of the game panicked", "quarantined")
}

// IsDone reports whether the verdict says that the subject happens, or has happened.
func (v Verdict) IsDone() bool { return v == RunsNow || v == InPlan || v == DoneAlready }

// Code returns the verdict as data files write it: "condition-false".
func (v Verdict) Code() string {
	return [...]string{"unknown", "runs-now", "in-plan", "done", "not-reached", "condition-false", "no-candidate", "other-binding", "subtask-failed", "banned", "cooling-down", "resource-held", "claimed",
		"not-perceived", "outranked", "kept", "never-personality", "overridden", "disabled", "recursion", "cut-by-limit", "line-inactive", "would-be-chosen", "postponed", "waits-for", "suspended",
		"tried-failed", "aborted", "lower-priority", "expectation-unmet", "gone", "used-up", "chance", "order-refused", "host-faulted", "quarantined"}[min(v, LastVerdict)]
}

// MarshalText makes the verdict its code in JSON.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.Code()), nil }

// VerdictOf returns the verdict of a code.
func VerdictOf(code string) (v Verdict, ok bool) {
	for v = range LastVerdict + 1 {
		if v.Code() == code {
			return v, true
		}
	}
	return Unknown, false
}
