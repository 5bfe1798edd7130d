package goal

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
)

// State is how a goal is getting on.
type State uint8

const (
	Inactive  State = iota // not activated, or terminated
	Active                 // activated; it may be suspended
	Completed              // it has succeeded
	Failed                 // it has ended without
)

// String returns the state in a word: "completed".
func (s State) String() string { return fact.Name(s, "inactive", "active", "completed", "failed") }

// Cause is why something ended, did not start, or was suspended.
type Cause uint8

const (
	NoCause        Cause = iota
	ConditionFalse       // its when does not hold
	ActivityFailed       // its activity ended with Failure
	WaysFailed           // no way of the goal that applies is left to try
	ProcessFailed        // its Process hook returned Failure
	WhileFalse           // its while does not hold, or no longer
	UntilTrue            // its until holds
	ProcessDone          // its Process hook returned Success
	TimedOut             // its time is over
	TooDeep              // MaxDepth or MaxNested
	Panicked             // the host's code panicked
	ParentEnded          // the goal that it is under has ended
	Interrupted          // something else goes first
	Dropped              // it was interrupted, and its while no longer holds
	BetterWant           // the brain has chosen another want
	NotWanted            // the brain no longer wants it
	Cannot               // it could not be activated
	Full                 // MaxOrders
	Outside              // the host aborted it
	lastCause      = Outside
)

// causes describes each cause in a few words, and the reason that aborted activities get.
var causes = [lastCause + 1]struct {
	text   string
	reason action.Reason
}{
	NoCause:        {"", action.GoalEnded},
	ConditionFalse: {"its when does not hold", action.GuardFails},
	ActivityFailed: {"its activity failed", action.GoalEnded},
	WaysFailed:     {"no way is left", action.GoalEnded},
	ProcessFailed:  {"its process failed", action.GoalEnded},
	WhileFalse:     {"its while does not hold", action.WhileFails},
	UntilTrue:      {"its until holds", action.UntilHolds},
	ProcessDone:    {"its process is done", action.GoalEnded},
	TimedOut:       {"its time is over", action.TimeOver},
	TooDeep:        {"too many goals are nested", action.GoalEnded},
	Panicked:       {"the host's code panicked", action.Quarantined},
	ParentEnded:    {"the goal above it has ended", action.GoalEnded},
	Interrupted:    {"something more important interrupted it", action.Interrupted},
	Dropped:        {"it no longer makes sense", action.GuardFails},
	BetterWant:     {"another want is better", action.BetterGoal},
	NotWanted:      {"it is no longer wanted", action.NotWanted},
	Cannot:         {"it cannot be activated", action.NoReason},
	Full:           {"too many orders wait", action.NoReason},
	Outside:        {"the game aborted it", action.NoReason},
}

// String returns the cause in a few words.
func (c Cause) String() string {
	if int(c) >= len(causes) {
		return "Cause(" + strconv.Itoa(int(c)) + ")"
	}
	return causes[c].text
}

// Reason returns the reason with which an activity is aborted for the cause.
func (c Cause) Reason() action.Reason { return causes[c].reason }
