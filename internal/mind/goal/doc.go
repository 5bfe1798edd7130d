// Package goal pursues goals, and decides which to pursue.
//
// [Compile] makes a [Program] of plain declarations: immutable, shared by all agents. A [Pursuit] is one agent's
// execution of a goal with all its subgoals. A [Mind] is the execution of a brain: it chooses among wants, and holds
// the pursuits of the chosen want, of interrupted wants, and of orders. Both advance by one tick at a time, with an
// [Env] for each goroutine.
//
// # Lifecycle
//
// A goal is Inactive, Active, Completed or Failed. It is activated when its parent reaches it, processed in each tick
// while it is active, and terminated exactly once, after all its subgoals, however it ends: completed, failed, or
// terminated from outside. In between it may be suspended and resumed any number of times.
//
// A goal has ways, in order of preference; the steps of the first way whose condition holds are its queue. A step is
// an activity of [action.Instances] or another goal, and its arguments are evaluated when it starts.
//
// # Failure
//
// A failed step restarts as often as its Retry allows, then each of its Else is tried; then the goal skips the step if
// it is Optional. Otherwise the way has failed, and the goal plans again: it takes the first way whose condition holds
// and that has tries left, including the one that failed. If there is none the goal fails, and its parent applies the
// same rules, up to the brain, which records the failure, lets the want on its target rest, and chooses again. A panic
// of the host's code fails the whole pursuit at once, regardless of its steps.
//
// # Interruption
//
// An interruption precedes the present work: an [Interrupt] within a goal, an order or an interrupting want before
// everything of a brain. The interrupted work is suspended, and resumed afterwards, or dropped if the while of a goal
// no longer holds. A step that can be suspended keeps its state; any other activity is aborted, and restarts.
//
// # Conditions
//
// Conditions and values are those of package expr, or Go functions, over the words of the goal's frame. The clauses of
// everything active are tested at the beginning of each tick, outermost first, before anything is updated.
//
// # Models
//
// [Model] makes the declarations of a checked model of the language, and [Targets] finds the targets of its wants. The
// code that runs the model implements [Offers]: by [Targets.Append] for the brain of the present mind, and by
// forgetting the agent's memory of a target. It also calls [Mind.Notice] when one of def.BrainInfo.Alerts has changed.
package goal
