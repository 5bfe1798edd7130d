// Package bt carries out behaviour trees: compiled, driven by changes, and deterministic.
//
// [Compile] makes a [Program] of each tree of a checked model: a flat list of nodes, immutable and shared. A [Tree] is
// one agent's execution of a program. [Tree.Tick] advances it by a tick; it starts activities of [action.Instances].
//
// # Statuses
//
// A node that does not run is Inactive. When visited it is Running, or ends with Success, Failure or Skipped. A
// composite skips children that are Skipped; if all are, it is Skipped itself, as is a decorator whose child is. A
// tree whose root is Skipped ends with Failure, because it has done nothing.
//
// # Selections
//
// A utility selector with a rule of selection computes the scores of its children when it starts, and chooses by
// package utility among those that were not chosen yet, until one does not fail. It fails if none can be chosen.
// Inertia favours the child that ran last, in this start or an earlier one, unless it has failed.
//
// # Lifecycle
//
// Exactly one end or abort follows each start of a node, its children first. A node whose outcome a clause decides
// before its start does not start. A tree that has ended starts again with the next [Tree.Tick], never twice in a
// tick.
//
// # Watched conditions
//
// A watch is a condition of a node with an abort mode: of a composite the conjunction of its leading ifs, of a when
// its own, of an if itself. The tree tests watches at the beginning of a tick, on the state of that moment, from the
// root down the running nodes, earlier children first; it sees its own writes of a tick in the next one.
//
//   - self, of a composite or when: the node runs, and the outcome changes to false. The tree aborts what the node
//     runs, and the node ends with Failure.
//   - self, of an if: a later child of the nearest composite above runs, and the outcome changes to false. The tree
//     aborts that child, and the composite continues with the child that holds the if, which then fails. In a parallel
//     the others continue, unless that failure decides it.
//   - lower: a later child of the nearest composite above runs, and the outcome changes to true. The tree aborts that
//     child, and the composite continues with the child that holds the condition, unless a decorator or clause of it
//     prevents its start.
//
// Changes count, not states: the tree keeps the outcome from when the composite passed the child, so that it does not
// repeatedly try a branch that failed for another reason. The first watch that fires decides; watches below it end
// with the aborted branch. The branches of a parallel are independent: there, lower does nothing. Its children do not
// abort what follows the catch of a try.
//
// A running uninterrupted action delays lower. When it ends in a tick, the delayed watches are tested on the state of
// that moment, before its parent continues. It does not delay self, time-outs, while, and aborts by the host.
//
// Reactive composites, while_do_else and switch test again in each tick; if their tests are conditions only and the
// results are the same, that leaves no trace. A reactive selector does not test while an uninterrupted action runs
// below.
//
// The running child of a reactive selector ends before an earlier child starts, if that child begins with conditions
// that hold, or needs a resource that the running child occupies; otherwise after the earlier child has run or
// succeeded. If an earlier child has ended another child and then failed, the selector visits it next to the running
// child from then on, until its conditions fail or it runs.
//
// # Grace
//
// Within a tree, an action that declares grace is not aborted but asked to end. The tree updates it in the following
// ticks, for as long as its grace, or until it ends. The node that has aborted it waits, and the nodes between the two
// run until then. When everything has ended, the tree aborts these, children first, and the node does what it would
// have done at once, on the state of that moment: it continues with the child of its watch, or with an earlier one
// whose watch has fired meanwhile; tests again; ends as decided; or restarts if its own watch or while holds again. A
// node above that aborts meanwhile takes its place. In a reactive composite another child may run at the same time as
// the ending one. [Tree.Abort], panics, plans, goals and services grant no grace.
//
// # Notices
//
// The tree evaluates nothing in a tick unless the outcome may differ: [Tree.Notice] passes the changed cells, and each
// running node knows what its watches read and when its time is over. A tick in which neither matters only updates the
// running actions. [Tree.NoticeAll] has the effect of polling, with the same result.
//
// # Time and chance
//
// Seconds become ticks by rounding, at least one if they are more than 0. Random numbers are the agent's for trees,
// numbered through the life of the tree.
package bt
