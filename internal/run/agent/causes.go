package agent

import (
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// PlanCause returns the cause of an event of plans, from whichever field holds it.
func PlanCause(e *runner.Event) fact.Cause {
	switch {
	case e.Cause != 0:
		return e.Cause.Fact()
	case e.Keep != 0:
		return e.Keep.Fact()
	case e.Why != 0:
		return e.Why.Fact()
	case e.By != 0:
		return e.By.Fact()
	}
	return e.Lift.Fact()
}

// GoalCause returns the cause of an event of goals.
func GoalCause(e *goal.Event) fact.Cause { return e.Cause.Fact() }

// SquadCause returns the cause of an event of squads.
func SquadCause(e *SquadEvent) fact.Cause { return e.Why.Cause.Fact() }
