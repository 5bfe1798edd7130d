package def

import "github.com/karakuri-ai/karakuri/internal/model/expr"

// Goal is something to achieve, with subgoals.
//
//	goal get_item(i: item) { while remembered(i); move_to(i) fail_after 20s; pick_up(i) }
//	goal kill(e: enemy) {
//	    way when distance(e) < 2 { strike(e) retry 2 else shoot(e) }
//	    way tries 3              { approach(e); strike(e) }
//	    interrupt when ammo == 0 { reload }
//	}
type Goal struct {
	Head
	Name    string
	Params  []Param
	When    expr.Node // it can be activated; nil: always
	While   expr.Node // it makes sense: else it fails, or is dropped if it was interrupted; nil: always
	Until   expr.Node // it is achieved as soon as this holds; nil: never
	Backoff expr.Node // seconds, constant, from the failure of a way until the goal plans again; nil: none

	Ways       []*Way // in order of preference; a body of bare steps is one way, whose Bare is set
	Interrupts []*Interrupt
	// Heads of the clauses that are present, for comments.
	WhenHead, WhileHead, UntilHead, BackoffHead Head

	End []string
}

// Way is one way to achieve a goal: subgoals in order.
type Way struct {
	Head
	Name  string    // given with: way "name"; empty: none
	Bare  bool      // its steps are in the goal's body itself
	When  expr.Node // nil: always
	Tries expr.Node // constant: how often it is taken in one activation; nil: 1
	Steps []*GoalStep
	End   []string
}

// GoalStep is a subgoal with rules for how it ends.
//
//	strike(e) when near(e) while alive(e) until won fail_after 8s retry 2 backoff 0.5s else shoot(e) else flee optional
type GoalStep struct {
	Head
	Call          GoalCall
	While         expr.Node // it fails as soon as this does not hold; nil: always
	Until         expr.Node // it succeeds as soon as this holds; nil: never
	FailAfter     expr.Node // seconds, constant; nil: never
	Retry         expr.Node // constant: how often it is started again after it has failed; nil: 0
	Backoff       expr.Node // seconds before each retry, constant; nil: a tick
	Else          []*GoalCall
	Optional      bool // if it fails, the goal continues without it
	Suspends      bool // its activity can be suspended: it stays as it is while the goal is interrupted
	Best          bool // a task: the cheapest plan that is found within the limits, not the first
	Uninterrupted bool // while it runs nothing interrupts it but urgent orders
}

// GoalCall is something to carry out: an action, a tree, a goal, or a task or operator that is planned for.
type GoalCall struct {
	Call Call
	Plan bool      // written "plan dine": a task or operator, even if an action has the same name
	When expr.Node // it can start; nil: always
}

// Interrupt is a subgoal that goes in front of the others each time its condition begins to hold: interrupt when ammo
// == 0 { reload }
type Interrupt struct {
	Head
	When expr.Node
	Step *GoalStep
	End  []string
}

// GoalInfo is a checked goal.
type GoalInfo struct {
	Decl               *Goal
	ID                 int32
	Name               string
	Params             []Slot
	Frame              int // words its parameters take
	When, While, Until *expr.Term
	Backoff            float64 // seconds
	Ways               []*WayInfo
	Interrupts         []*InterruptInfo
}

// WayInfo is a checked way. All terms are over the frame of its goal.
type WayInfo struct {
	Decl  *Way
	Name  string
	When  *expr.Term
	Tries int // at least 1
	Steps []*StepInfo
}

// StepInfo is a checked subgoal.
type StepInfo struct {
	Decl          *GoalStep
	Call          *StepCall
	While, Until  *expr.Term
	FailAfter     float64 // seconds; 0: never
	Retry         int
	Backoff       float64 // seconds
	Else          []*StepCall
	Optional      bool
	Suspends      bool
	Best          bool // of the call, not of alternatives
	Uninterrupted bool
}

// StepCall is a checked call in a goal: exactly one of Goal, Do, Task and Operator is set.
type StepCall struct {
	Goal     *GoalInfo
	Do       *ActionCall   // an action or a tree
	Task     *TaskInfo     // planned for
	Operator *OperatorInfo // planned for
	Args     []*expr.Term  // of all but Do, which has its own
	When     *expr.Term
}

// InterruptInfo is a checked interrupt.
type InterruptInfo struct {
	Decl *Interrupt
	When *expr.Term
	Step *StepInfo
}

// GoalTable lists the clauses of a goal.
var GoalTable = Statement{
	Word: "goal", Title: "Goal", Decl: true, Doc: "Something to achieve, with subgoals.",
	Form: "goal get_item(i: item) { while remembered(i); move_to(i) fail_after 20s; pick_up(i) }",
	JSON: "{\n  \"kind\": \"goal\",\n  \"name\": \"get_item\",\n  \"parameters\": \"i: item\",\n  \"while\": \"remembered(i)\",\n  \"do\": [{\"call\": \"move_to(i)\", \"fail_after\": \"20s\"}, \"pick_up(i)\"]\n}",
	Name: "Name of the goal.", Params: "Default: none.",
	Body: lines([]Clause{
		{
			Word: "when", Takes: TakesCondition, Form: "when armed", Doc: "It can be activated.", Without: "always",
			at:   on(func(d *Goal) (any, *Head) { return &d.When, &d.WhenHead }),
			info: to(func(i *GoalInfo) any { return &i.When }),
		},
		{
			Word: "while", Takes: TakesCondition, Form: "while remembered(i)", Doc: "It is still valid: otherwise it fails, or is dropped if it was interrupted.", Without: "always",
			at:   on(func(d *Goal) (any, *Head) { return &d.While, &d.WhileHead }),
			info: to(func(i *GoalInfo) any { return &i.While }),
		},
		{
			Word: "until", Takes: TakesCondition, Form: "until won", Doc: "It is achieved as soon as this holds.",
			at:   on(func(d *Goal) (any, *Head) { return &d.Until, &d.UntilHead }),
			info: to(func(i *GoalInfo) any { return &i.Until }),
		},
		{
			Word: "backoff", Takes: TakesSeconds, Unit: "s", Form: "backoff 1s", Doc: "The time between the failure of a way and the next planning.", Without: "none",
			at:   on(func(d *Goal) (any, *Head) { return &d.Backoff, &d.BackoffHead }),
			info: to(func(i *GoalInfo) any { return &i.Backoff }),
		},
		{Field: "do", Of: &StepTable, Text: "step_call", List: true, Some: true, Doc: "The steps of a goal with one way; one that has no clauses is a string. Not together with ways."},
		{Word: "way", Of: &WayTable, Field: "ways", List: true, Doc: "The ways, the preferred first."},
		listed(Clause{Word: "interrupt", Of: &InterruptTable, Field: "interrupts", Doc: "Interruptions, which precede the steps."}, func(d *Goal) *[]*Interrupt { return &d.Interrupts }),
	}),
	kept: keptIn(func(d *Goal) Kept { return Kept{Name: &d.Name, Params: &d.Params, End: &d.End} }),
}

// WayTable lists the clauses of a way of a goal.
var WayTable = Statement{
	Word: "way", Title: "Way", Doc: "One way to achieve a goal.",
	Form: "goal kill(e: enemy) {\n    way \"close\" when near(e) tries 2 { strike(e) }\n}",
	JSON: `{"name": "close", "when": "near(e)", "tries": "2", "do": ["strike(e)"]}`,
	Head: []Clause{
		{Field: "name", Takes: TakesTitle, Is: "the name of a way", Doc: "A short description.", at: in(func(d *Way) any { return &d.Name })},
		{
			Word: "when", Takes: TakesCondition, Form: "when near(e)", Doc: "The condition.", Without: "nothing",
			at:   in(func(d *Way) any { return &d.When }),
			info: to(func(i *WayInfo) any { return &i.When }),
		},
		{
			Word: "tries", Takes: TakesCount, Is: "the number of tries", Least: 1, Most: MaxTries, Default: 1, Form: "tries 2", Doc: "How often it is taken in one activation.", Without: "once",
			at:   in(func(d *Way) any { return &d.Tries }),
			info: to(func(i *WayInfo) any { return &i.Tries }),
		},
	},
	Body: []Clause{stepsClause},
	kept: keptIn(func(d *Way) Kept { return Kept{End: &d.End} }),
}

// InterruptTable lists the clauses of an interrupt of a goal.
var InterruptTable = Statement{
	Word: "interrupt", Title: "Interrupt", Doc: "A step that precedes the others each time its condition begins to hold.",
	Form: "goal kill(e: enemy) {\n    interrupt when ammo == 0 { reload }\n}",
	JSON: `{"when": "ammo == 0", "do": "reload"}`,
	Head: []Clause{{
		Word: "when", Takes: TakesCondition, Need: true, Form: "when ammo == 0", Doc: "The condition.",
		at:   in(func(d *Interrupt) any { return &d.When }),
		info: to(func(i *InterruptInfo) any { return &i.When }),
	}},
	Body: []Clause{{Field: "do", Of: &StepTable, Text: "step_call", Line: true, Need: true, Doc: "The step."}},
	kept: keptIn(func(d *Interrupt) Kept { return Kept{End: &d.End} }),
}

var stepsClause = Clause{Field: "do", Of: &StepTable, Text: "step_call", Line: true, List: true, Need: true, Doc: "The steps, in order; one that has no clauses is a string."}

// StepTable lists the clauses of a step of a goal.
var StepTable = Statement{
	Word: "step", By: "call", Title: "Step of a goal", Doc: "A subgoal with rules for how it ends.",
	Form: "goal kill(e: enemy) {\n    strike(e) while alive(e) fail_after 8s retry 2 backoff 0.5s else shoot(e) when ammo > 0 else flee(e) optional\n}",
	JSON: `{
  "call": "strike(e)",
  "while": "alive(e)",
  "fail_after": "8s",
  "retry": "2",
  "backoff": "0.5s",
  "else": [{"call": "shoot(e)", "when": "ammo > 0"}, "flee(e)"],
  "optional": true
}`,
	Head: []Clause{
		{Field: "call", Takes: TakesStepCall, Need: true, Doc: "The action.", at: in(func(d *GoalStep) any { return &d.Call })},
		{
			Word: "best", Takes: TakesFlag, Form: "best", Doc: "Task: search for the cheapest plan within the agent's limits, by the costs of its steps.", Without: "the first in the order of the methods",
			at:   in(func(d *GoalStep) any { return &d.Best }),
			info: to(func(i *StepInfo) any { return &i.Best }),
		},
		{
			Word: "when", Takes: TakesCondition, Form: "when ammo > 0", Doc: "It can start.", Without: "always",
			at: in(func(d *GoalStep) any { return &d.Call.When }),
		},
		{
			Word: "while", Takes: TakesCondition, Form: "while alive(e)", Doc: "It fails as soon as this does not hold.",
			at:   in(func(d *GoalStep) any { return &d.While }),
			info: to(func(i *StepInfo) any { return &i.While }),
		},
		{
			Word: "until", Takes: TakesCondition, Form: "until near(e)", Doc: "It succeeds as soon as this holds.",
			at:   in(func(d *GoalStep) any { return &d.Until }),
			info: to(func(i *StepInfo) any { return &i.Until }),
		},
		{
			Word: "fail_after", Takes: TakesSeconds, Unit: "s", Form: "fail_after 8s", Doc: "The time after which it fails.",
			at:   in(func(d *GoalStep) any { return &d.FailAfter }),
			info: to(func(i *StepInfo) any { return &i.FailAfter }),
		},
		{
			Word: "retry", Takes: TakesCount, Is: "the number of retries", Least: 1, Most: MaxRetries, Form: "retry 2", Doc: "How often it is started again after a failure.",
			at:   in(func(d *GoalStep) any { return &d.Retry }),
			info: to(func(i *StepInfo) any { return &i.Retry }),
		},
		{
			Word: "backoff", Takes: TakesSeconds, Unit: "s", Form: "retry 2 backoff 0.5s", Doc: "The time before each retry; only together with retry.",
			at:   in(func(d *GoalStep) any { return &d.Backoff }),
			info: to(func(i *StepInfo) any { return &i.Backoff }),
		},
		{
			Word: "else", Takes: TakesElse, List: true, Param: "-", Form: "else shoot(e) when ammo > 0", Doc: "Alternatives after a failure, in order.",
			at: in(func(d *GoalStep) any { return &d.Else }),
		},
		{
			Word: "optional", Takes: TakesFlag, Form: "optional", Doc: "If it fails, the goal continues without it.",
			at:   in(func(d *GoalStep) any { return &d.Optional }),
			info: to(func(i *StepInfo) any { return &i.Optional }),
		},
		{
			Word: "suspends", Takes: TakesFlag, Form: "suspends", Doc: "It keeps its state while the goal is interrupted.",
			at:   in(func(d *GoalStep) any { return &d.Suspends }),
			info: to(func(i *StepInfo) any { return &i.Suspends }),
		},
		{
			Word: "uninterrupted", Takes: TakesFlag, Form: "uninterrupted", Doc: "While it runs, only urgent orders interrupt it.",
			at:   in(func(d *GoalStep) any { return &d.Uninterrupted }),
			info: to(func(i *StepInfo) any { return &i.Uninterrupted }),
		},
	},
	kept: keptIn(func(*GoalStep) Kept { return Kept{} }),
}

// AlternativeTable lists the clauses of the alternative to a step.
var AlternativeTable = Statement{
	Word: "alternative", By: "call", Plain: true, Title: "Alternative to a step", Doc: "An alternative after a step has failed; without a condition the call alone suffices, as a string.",
	Form: "goal kill(e: enemy) {\n    strike(e) else shoot(e) when ammo > 0\n}",
	JSON: `{"call": "shoot(e)", "when": "ammo > 0"}`,
	Head: []Clause{
		{Field: "call", Takes: TakesStepCall, Need: true, Doc: "The action.", at: in(func(d *GoalCall) any { return d })},
		{Word: "when", Takes: TakesCondition, Form: "when ammo > 0", Doc: "It can start.", Without: "always", at: in(func(d *GoalCall) any { return &d.When })},
	},
}
