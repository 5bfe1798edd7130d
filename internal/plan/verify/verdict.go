package verify

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/diag"
)

// Verdict is the result of validating a plan.
type Verdict struct {
	Reason Reason
	Found  diag.Diagnostic // the first error; the zero Diagnostic for a valid plan
}

// Valid reports whether the plan is valid.
func (v Verdict) Valid() bool { return v.Reason == Valid }

// Reason is the kind of error in a plan.
type Reason uint8

const (
	Valid              Reason = iota
	DuplicateID               // two lines have the same id
	UnknownID                 // an id that no line has
	UsedTwice                 // a line is below two tasks, or twice below one
	Unused                    // a line is below no task
	Cycle                     // a task is below itself
	UnknownAction             // no action of this name
	UnknownTask               // no compound task of this name
	UnknownMethod             // no method of this name
	UnknownObject             // no object of this name
	ArgumentCount             // too few or too many arguments
	ArgumentType              // an object of another type
	NotApplicable             // the precondition of an action does not hold
	GoalMissed                // the goal does not hold at the end
	WrongRoot                 // the root's tasks are not the initial tasks
	WrongTask                 // the method is for another task
	WrongSubtasks             // the method has other subtasks
	NoBinding                 // no choice of the method's parameters fits the arguments
	ConstraintBroken          // no such choice satisfies its constraints
	OrderBroken               // the method forbids the order of the actions
	PreconditionFailed        // the precondition of a method holds at no permitted point
	TooHard                   // the limit was reached without an answer
)

// reasons gives the name of each Reason, and the code of its diagnostics.
var reasons = [...]struct {
	name string
	code diag.Code
}{
	Valid:              {"valid", ""},
	DuplicateID:        {"duplicate id", diag.PlanTree},
	UnknownID:          {"unknown id", diag.PlanTree},
	UsedTwice:          {"used twice", diag.PlanTree},
	Unused:             {"unused", diag.PlanTree},
	Cycle:              {"cycle", diag.PlanTree},
	UnknownAction:      {"unknown action", diag.PlanName},
	UnknownTask:        {"unknown task", diag.PlanName},
	UnknownMethod:      {"unknown method", diag.PlanName},
	UnknownObject:      {"unknown object", diag.PlanName},
	ArgumentCount:      {"argument count", diag.PlanArgument},
	ArgumentType:       {"argument type", diag.PlanArgument},
	NotApplicable:      {"not applicable", diag.PlanAction},
	GoalMissed:         {"goal missed", diag.PlanGoal},
	WrongRoot:          {"wrong root", diag.PlanInitial},
	WrongTask:          {"wrong task", diag.PlanMethod},
	WrongSubtasks:      {"wrong subtasks", diag.PlanMethod},
	NoBinding:          {"no binding", diag.PlanMethod},
	ConstraintBroken:   {"constraint broken", diag.PlanMethod},
	OrderBroken:        {"order broken", diag.PlanOrder},
	PreconditionFailed: {"precondition failed", diag.PlanMethod},
	TooHard:            {"too hard", diag.PlanTooHard},
}

// String returns the reason in two or three words.
func (r Reason) String() string {
	if int(r) >= len(reasons) {
		return "Reason(" + strconv.Itoa(int(r)) + ")"
	}
	return reasons[r].name
}
