package def

import "github.com/karakuri-ai/karakuri/expr"

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
	While   expr.Node // it makes sense: else it fails, or is dropped where it was interrupted; nil: always
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
	Bare  bool      // its steps stand in the goal's body itself
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
	Optional      bool // where it fails the goal goes on without it
	Suspends      bool // what it does can be suspended: it stays as it is while the goal is interrupted
	Uninterrupted bool // while it runs nothing interrupts it but urgent orders
}

// GoalCall is something to carry out: an action, a tree, a goal, or a task or operator that is planned for.
type GoalCall struct {
	Call Call
	Plan bool      // written "plan dine": a task or operator, also where an action has the same name
	When expr.Node // it can start; nil: always
}

// Interrupt is a subgoal that goes in front of the others each time its condition begins to hold: interrupt when ammo == 0 { reload }
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
