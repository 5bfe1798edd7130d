package runner

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Text returns an event for people, without tick and agent: "step started: move(crate, home)". Kind is that of the agent, st
// its state, for the names of objects. For events that come while the sink is called only: Args are a view.
func (s *Script) Text(e Event, kind int32, st *world.State) string {
	switch e.Kind {
	case PlanAdopted:
		if e.Steps == 0 {
			return fmt.Sprintf("plan adopted: nothing is left to do for %s", s.goalName(kind, e.Line, st))
		}
		return fmt.Sprintf("plan adopted: %s in %s", s.goalName(kind, e.Line, st), steps(e.Steps))
	case PlanKept:
		return "plan kept: " + e.Keep.String()
	case PlanNone:
		return "no plan for " + s.goalName(kind, e.Line, st)
	case PlanLimit:
		return fmt.Sprintf("no plan for %s within the limit of %s", s.goalName(kind, e.Line, st), e.Limit)
	case PlanEnded:
		return "plan ended: " + s.goalName(kind, e.Line, st)
	case PlanFailed:
		return fmt.Sprintf("plan failed at step %d of %d", e.Step+1, e.Steps)
	case PlanAborted:
		return "plan aborted: " + e.Reason.String()
	case StepStarted, StepEnded:
		return fmt.Sprintf("%s: %s", e.Kind, s.operatorText(e.Operator, e.Args, st))
	case StepFailed:
		return fmt.Sprintf("step failed: %s: %s", s.operatorText(e.Operator, e.Args, st), e.Cause)
	case StepAborted:
		return fmt.Sprintf("step aborted: %s: %s", s.operatorText(e.Operator, e.Args, st), e.Reason)
	case IdleStarted:
		return "idle: " + e.Why.String()
	case IdleEnded:
		return "idle action ended: " + e.Status.String()
	case IdleAborted:
		return "idle action aborted: " + e.Reason.String()
	}
	return e.Kind.String() + ": " + e.Cause.String()
}

// FailureText returns a failure for people.
func (s *Script) FailureText(f Failure, st *world.State) string {
	return s.operatorText(f.Operator, f.Args, st) + ": " + f.Cause.String()
}

func (s *Script) operatorText(id htn.OperatorID, args []world.Word, st *world.State) string {
	o := s.info.Operators[id]
	return htn.CallText(st, o.Name, o.Params, args)
}

// GoalText returns a goal for people: "fight(e1)".
func (s *Script) GoalText(g htn.Goal, st *world.State) string {
	if g.IsOperator {
		return s.operatorText(g.Operator, g.Args, st)
	}
	t := s.info.Tasks[g.Task]
	return htn.CallText(st, t.Name, t.Params, g.Args)
}

func (s *Script) goalName(kind, line int32, st *world.State) string {
	if line < 0 {
		return "nothing"
	}
	return s.GoalText(s.kinds[kind].lines[line].goal, st)
}

func steps(n int32) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}
