package explain

import "github.com/karakuri-ai/karakuri/internal/fact"

// Verdict is what became of something that was asked about. The set is closed: programs may switch on it.
type Verdict uint8

// The verdicts.
const (
	Unknown          Verdict = iota // it is not known, and not guessed
	RunsNow                         // it runs, or is carried out
	InPlan                          // it is a step of the plan that is carried out: Step
	DoneAlready                     // it has been done, or holds
	NotReached                      // something before it was taken: By
	ConditionFalse                  // a condition does not hold: Failing
	NoCandidate                     // there is nothing that it could be about: Candidates
	OtherBinding                    // it is about something else: By
	SubtaskFailed                   // what it needs could not be planned: Under
	Banned                          // it has failed, and is not tried again until Until
	CoolingDown                     // until Until
	ResourceHeld                    // what it uses is in use: By
	ClaimedBy                       // another agent has claimed its object: By
	NotPerceived                    // what it is about is not remembered, or was not perceived
	Outranked                       // an order goes first: By
	Kept                            // what runs is kept, by inertia or commitment: By
	NeverPersonality                // the personality does not want it
	Overridden                      // the agent does something else in its place: By
	Disabled                        // it is switched off
	Recursion                       // it would lead to itself only
	CutByLimit                      // the search ended at a limit before it: By
	LineInactive                    // what leads to it is not what the agent is about
	WouldBeChosen                   // it would be chosen now, and has not been decided again: Until
	Postponed                       // the agent has not had its turn
	WaitsFor                        // it is to start, and waits: By
	SuspendedBy                     // it is interrupted: By
	TriedFailed                     // it was tried, and failed: By is the cause
	AbortedBy                       // it was started, and aborted
	LowerPriority                   // a plan with it was found, and what runs has priority
	ExpectationUnmet                // what it was to bring about did not come about
	Gone                            // an object that it is about is gone, or not known
	UsedUp                          // it happens once, or as often as its limit says
	Chance                          // chance decided: Odds
	OrderRefused                    // the order was refused, or is over
	HostFaulted                     // a function of the host panicked
	Quarantined                     // the agent is left alone after a panic

	LastVerdict = Quarantined
)

// String returns the verdict in a few words: "condition false".
func (v Verdict) String() string {
	return fact.Name(v, "unknown", "runs now", "in the plan", "done already", "not reached", "condition false", "no candidate", "another binding was taken", "its subtask failed", "banned",
		"cooling down", "resource held", "claimed", "not perceived", "outranked by an order", "what runs is kept", "never by personality", "overridden", "disabled", "recursion", "cut by a limit",
		"not active", "would be chosen now", "postponed", "waits", "suspended", "tried and failed", "started and aborted", "lower priority", "expectation unmet", "gone or not known", "used up", "chance",
		"order refused", "host function faulted", "quarantined")
}

// IsDone reports whether the verdict says that what was asked about happens, or has happened.
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
