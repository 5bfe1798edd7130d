package goal

import "github.com/karakuri-ai/karakuri/activity"

// State is how a goal is getting on.
type State uint8

const (
	Inactive  State = iota // not activated, or terminated
	Active                 // activated; it may be suspended
	Completed              // it has ended well
	Failed                 // it has ended without
)

// String returns the state in a word: "completed".
func (s State) String() string {
	return [...]string{"inactive", "active", "completed", "failed"}[s]
}

// Cause is why something ended, did not start, or was suspended.
type Cause uint8

const (
	NoCause        Cause = iota
	ConditionFalse       // its when does not hold
	ActivityFailed       // its activity ended with Failure
	WaysFailed           // no way of the goal that applies is left to try
	ProcessFailed        // its Process hook says so
	WhileFalse           // its while does not hold, or no longer
	UntilTrue            // its until holds
	ProcessDone          // its Process hook says so
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

// causes tells each cause in a few words, and what activities are told that are aborted for it.
var causes = [lastCause + 1]struct {
	text   string
	reason activity.Reason
}{
	NoCause:        {"", activity.GoalEnded},
	ConditionFalse: {"its when does not hold", activity.GuardFails},
	ActivityFailed: {"its activity failed", activity.GoalEnded},
	WaysFailed:     {"no way is left", activity.GoalEnded},
	ProcessFailed:  {"its process failed", activity.GoalEnded},
	WhileFalse:     {"its while does not hold", activity.WhileFails},
	UntilTrue:      {"its until holds", activity.UntilHolds},
	ProcessDone:    {"its process is done", activity.GoalEnded},
	TimedOut:       {"its time is over", activity.TimeOver},
	TooDeep:        {"it is too deep", activity.GoalEnded},
	Panicked:       {"the host's code panicked", activity.Quarantined},
	ParentEnded:    {"its goal has ended", activity.GoalEnded},
	Interrupted:    {"something else goes first", activity.Interrupted},
	Dropped:        {"it no longer makes sense", activity.GuardFails},
	BetterWant:     {"another want is better", activity.BetterGoal},
	NotWanted:      {"it is no longer wanted", activity.NotWanted},
	Cannot:         {"it cannot be activated", activity.NoReason},
	Full:           {"too many orders wait", activity.NoReason},
	Outside:        {"it was aborted from outside", activity.NoReason},
}

// String returns the cause in a few words.
func (c Cause) String() string { return causes[c].text }

// Reason returns what an activity is told that is aborted for it.
func (c Cause) Reason() activity.Reason { return causes[c].reason }
