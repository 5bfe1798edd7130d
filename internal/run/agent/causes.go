package agent

import (
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// These tables map the causes and reasons of each family to fact.Cause.

var stepCauses = [...]fact.Cause{
	runner.ConditionFalse: fact.CauseConditionFalse,
	runner.ActionFailed:   fact.CauseActionFailed,
	runner.ActionPanicked: fact.CauseActionPanicked,
	runner.ObjectMissing:  fact.CauseObjectMissing,
	runner.HostPanicked:   fact.CauseHostPanicked,
	runner.WhileFalse:     fact.CauseWhileFalse,
	runner.TimedOut:       fact.CauseTimedOut,
	runner.Unmet:          fact.CauseUnmet,
	runner.Claimed:        fact.CauseClaimed,
	runner.LeaseTaken:     fact.CauseLeaseTaken,
	runner.OrderDeclined:  fact.CauseOrderDeclined,
	runner.OrderFailed:    fact.CauseOrderFailed,
	runner.OrderPreempted: fact.CauseOrderPreempted,
	runner.MemberLost:     fact.CauseMemberLost,
	runner.NobodyInRole:   fact.CauseNobodyInRole,
	runner.Overran:        fact.CauseOverran,
	runner.ValueRefused:   fact.CauseValueRefused,
}

var keepCauses = [...]fact.Cause{
	runner.SamePlan:    fact.CauseSamePlan,
	runner.LowerPlan:   fact.CauseLowerPlan,
	runner.SameTarget:  fact.CauseSameTarget,
	runner.SameMethods: fact.CauseSameMethods,
	runner.NothingElse: fact.CauseNothingElse,
	runner.Committed:   fact.CauseCommitted,
	runner.Outdated:    fact.CauseOutdated,
	runner.NotCheaper:  fact.CauseNotCheaper,
}

var idleCauses = [...]fact.Cause{
	runner.NoLine:      fact.CauseNoLine,
	runner.NoPlan:      fact.CauseNoPlan,
	runner.HitLimit:    fact.CauseHitLimit,
	runner.AllDone:     fact.CauseAllDone,
	runner.Broken:      fact.CauseHostPanicked,
	runner.Quarantined: fact.CauseQuarantined,
	runner.TreeEnded:   fact.CauseTreeEnded,
	runner.Seeking:     fact.CauseSeeking,
	runner.TooLong:     fact.CauseOverran,
}

var endCauses = [...]fact.Cause{
	runner.ByUntil: fact.CauseUntilHolds,
	runner.ByTime:  fact.CauseTimedOut,
}

var liftCauses = [...]fact.Cause{
	runner.BanOver:    fact.CauseTimedOut,
	runner.BanChanged: fact.CauseBanChanged,
	runner.BanProved:  fact.CauseBanProved,
	runner.BanWorked:  fact.CauseBanWorked,
}

var goalCauses = [...]fact.Cause{
	goal.ConditionFalse: fact.CauseConditionFalse,
	goal.ActivityFailed: fact.CauseActionFailed,
	goal.WaysFailed:     fact.CauseWaysFailed,
	goal.ProcessFailed:  fact.CauseProcessFailed,
	goal.WhileFalse:     fact.CauseWhileFalse,
	goal.UntilTrue:      fact.CauseUntilHolds,
	goal.ProcessDone:    fact.CauseProcessDone,
	goal.TimedOut:       fact.CauseTimedOut,
	goal.TooDeep:        fact.CauseTooDeep,
	goal.Panicked:       fact.CauseHostPanicked,
	goal.ParentEnded:    fact.CauseParentEnded,
	goal.Interrupted:    fact.CauseInterrupted,
	goal.Dropped:        fact.CauseDropped,
	goal.BetterWant:     fact.CauseBetterWant,
	goal.NotWanted:      fact.CauseNotWanted,
	goal.Cannot:         fact.CauseUnable,
	goal.Full:           fact.CauseFull,
	goal.Outside:        fact.CauseOutside,
}

var squadCauses = [...]fact.Cause{
	squad.Busy:        fact.CauseBusy,
	squad.Unwanted:    fact.CauseNotWanted,
	squad.Unable:      fact.CauseUnable,
	squad.Unknown:     fact.CauseUnknown,
	squad.Full:        fact.CauseFull,
	squad.NotReached:  fact.CauseNotReached,
	squad.Interrupted: fact.CauseInterrupted,
	squad.TimeOver:    fact.CauseTimedOut,
	squad.Changed:     fact.CauseChanged,
	squad.Replanned:   fact.CauseReplanned,
	squad.RoleTaken:   fact.CauseRoleTaken,
	squad.Died:        fact.CauseDied,
	squad.Left:        fact.CauseLeft,
	squad.Disbanded:   fact.CauseDisbanded,
}

// PlanCause returns the cause of an event of plans, from whichever field holds it.
func PlanCause(e *runner.Event) fact.Cause {
	switch {
	case e.Cause != 0:
		return stepCauses[e.Cause]
	case e.Keep != 0:
		return keepCauses[e.Keep]
	case e.Why != 0:
		return idleCauses[e.Why]
	case e.By != 0:
		return endCauses[e.By]
	}
	return liftCauses[e.Lift]
}

// GoalCause returns the cause of an event of goals.
func GoalCause(e *goal.Event) fact.Cause { return goalCauses[e.Cause] }

// SquadCause returns the cause of an event of squads.
func SquadCause(e *SquadEvent) fact.Cause { return squadCauses[e.Why.Cause] }
