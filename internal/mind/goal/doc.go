// Package goal pursues goals, and decides which to pursue.
//
// [Compile] makes a [Program] of plain declarations: immutable, shared by all agents. A [Pursuit] is one agent's execution of a goal with all
// that is under it, a [Mind] the execution of a brain: it chooses among wants, and holds the pursuits of what it chose, of what that interrupted,
// and of orders. Both are taken on by a tick at a time, with an [Env] for each goroutine.
//
// # Lifecycle
//
// A goal is Inactive, Active, Completed or Failed. It is activated when it becomes its parent's turn, processed in each tick while it is active,
// and terminated exactly once, after all that is under it, however it ends: completed, failed, or terminated from outside. In between it may be
// suspended and resumed any number of times.
//
// A goal has ways, in order of preference; the steps of the first way whose condition holds are its queue. A step is an activity of
// [action.Instances] or another goal, and its arguments are evaluated when it starts.
//
// # Failure
//
// A step that fails is started again as often as its Retry says, then each of its Else is tried, then it is passed over if it is Optional. Where none of
// that helps the way has failed, and the goal plans again: it takes the first way whose condition holds and that has tries left, the same one
// included. When there is none the goal fails, and its parent goes through the same; up to the brain, which remembers
// the failure, lets the want on its target rest, and chooses anew. What the host's code panics in fails the whole pursuit at once, whatever the steps say.
//
// # Interruption
//
// What interrupts goes in front: an [Interrupt] within a goal, an order or an interrupting want before all of a brain's. What is interrupted is suspended,
// and resumed afterwards, or dropped where the while of a goal no longer holds. A step that can be suspended stays as it is meanwhile; any other
// activity is aborted, and starts afresh.
//
// # Conditions
//
// Conditions and values are those of package expr, or functions of Go, over the words of the goal's frame. The clauses of all that is
// active are judged at the beginning of each tick, outermost first, before anything goes on.
//
// # Models
//
// [Model] makes the declarations of a checked model of the language, and [Targets] finds what its wants could be about. Whoever runs the model tells the minds: it
// implements [Offers] by [Targets.Append] for the brain of the mind at hand, and by forgetting what the agent remembers of a target; and it calls [Mind.Notice] when one of
// def.BrainInfo.Alerts has changed.
package goal
