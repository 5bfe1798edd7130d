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
	ConditionFalse       // its condition does not hold
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
	Dropped              // it was interrupted, and its while does not hold
	BetterWant           // the brain has chosen another want
	NotWanted            // the brain no longer wants it
	Cannot               // it could not be activated
	Full                 // MaxOrders
	Outside              // the host aborted it
	lastCause      = Outside
)

// causes are the causes that all families share, and the reasons that aborted activities get.
var causes = [lastCause + 1]struct {
	cause  fact.Cause
	reason action.Reason
}{
	NoCause:        {0, action.GoalEnded},
	ConditionFalse: {fact.CauseConditionFalse, action.GuardFails},
	ActivityFailed: {fact.CauseActivityFailed, action.GoalEnded},
	WaysFailed:     {fact.CauseWaysFailed, action.GoalEnded},
	ProcessFailed:  {fact.CauseProcessFailed, action.GoalEnded},
	WhileFalse:     {fact.CauseWhileFalse, action.WhileFails},
	UntilTrue:      {fact.CauseUntilHolds, action.UntilHolds},
	ProcessDone:    {fact.CauseProcessDone, action.GoalEnded},
	TimedOut:       {fact.CauseTimedOut, action.TimeOver},
	TooDeep:        {fact.CauseTooDeep, action.GoalEnded},
	Panicked:       {fact.CauseHostPanicked, action.Quarantined},
	ParentEnded:    {fact.CauseParentEnded, action.GoalEnded},
	Interrupted:    {fact.CauseInterrupted, action.Interrupted},
	Dropped:        {fact.CauseDropped, action.GuardFails},
	BetterWant:     {fact.CauseBetterWant, action.BetterGoal},
	NotWanted:      {fact.CauseNoLongerWanted, action.NotWanted},
	Cannot:         {fact.CauseUnable, action.NoReason},
	Full:           {fact.CauseFull, action.NoReason},
	Outside:        {fact.CauseOutside, action.NoReason},
}

// String returns the cause in a few words.
func (c Cause) String() string {
	if int(c) >= len(causes) {
		return "Cause(" + strconv.Itoa(int(c)) + ")"
	}
	return causes[c].cause.String()
}

// Fact returns the cause that all families share.
func (c Cause) Fact() fact.Cause { return causes[c].cause }

// Reason returns the reason with which an activity is aborted for the cause.
func (c Cause) Reason() action.Reason { return causes[c].reason }
