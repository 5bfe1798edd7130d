// Package bt carries out behaviour trees: compiled, driven by what changes, and deterministic.
//
// [Compile] makes a [Program] of each tree of a checked model: a flat list of nodes, immutable and shared. A [Tree] is one agent's
// execution of a program. [Tree.Tick] takes it on by a tick; what it starts are activities of [action.Instances].
//
// # Statuses
//
// A node that does not run is Inactive. When asked it is Running, or ends with Success, Failure or Skipped. A composite passes over
// children that are Skipped; when all are, it is Skipped itself, and so is a decorator whose child is. A root that is Skipped has done
// nothing of what it was started for, and so the tree ends with Failure.
//
// # Selections
//
// A utility selector with a rule of selection works out the scores of its children when it starts, and goes on with the choice of package utility among those that were
// not chosen yet, until one does not fail. It fails when none can be chosen. Inertia favours the child that ran last, in this start or one before, unless it has
// failed.
//
// # Lifecycle
//
// Exactly one end or abort follows each start of a node, those of its children first. A node whose outcome is decided by a clause before
// it starts does not start. A tree that has ended starts again with the next [Tree.Tick]; it is never gone through twice in a tick.
//
// # Conditions that are watched
//
// A watch is a condition of a node with an abort mode: of a composite the conjunction of its leading ifs, of a when its own, of an if
// itself. Watches are judged at the beginning of a tick, on the state of that moment, from the root down what runs, earlier children first;
// what a tick writes is seen with the next one.
//
//   - self, of a composite or when: it runs, and the outcome changes to false. What it runs is aborted, and it ends with Failure.
//   - self, of an if: a later child of the nearest composite above runs, and the outcome changes to false. What runs is aborted, and the
//     composite goes on with the child that holds the if, which then fails. In a parallel the others run on, unless that decides it.
//   - lower: a later child of the nearest composite above runs, and the outcome changes to true. What runs is aborted, and the composite
//     goes on with the child that holds the condition. Not where that child could not start all the same, since a decorator or clause
//     of it says no.
//
// Changes count, not states: the outcome is remembered from when the composite went on past the child, so that a branch which failed for
// another reason is not tried again and again. The first watch that fires decides, and those below it are gone with what is aborted. The
// branches of a parallel are apart from each other: there, lower does nothing. What follows the catch of a try is not cut short by its children.
//
// An uninterrupted action that runs holds off lower. When it ends in a tick, what was held is judged on the state of that moment, before
// its parent goes on. It does not hold off self, time-outs, while, and aborts by the host.
//
// Reactive composites, while_do_else and switch ask again in each tick; where what is asked are conditions and nothing else, and the answers
// are the same, that leaves no trace. A reactive selector does not ask while an uninterrupted action runs below.
//
// What a reactive selector runs ends before an earlier child is asked, if that begins with conditions and these hold, or needs a resource that what runs occupies; else after the
// child has run or succeeded. A child for which something has ended, and which failed, is asked beside what runs from then on, until its conditions fail or it runs.
//
// # Grace
//
// An action that declares grace is not aborted within a tree, but asked to end. It is updated in the ticks that follow, as many as it has grace, or until it ends; the node that
// has aborted it waits, and the nodes between the two run on. When all has ended these are aborted, children first, and the node does what it would have done at once, on the
// state of that moment: it goes on with the child of its watch, or with one before whose watch has fired meanwhile; asks again; ends as it was decided; starts anew where its own
// watch or while holds again. A node above that is asked meanwhile takes its place. In a reactive composite another child may run beside what is ending.
// [Tree.Abort], panics, plans, goals and services leave no time.
//
// # Notices
//
// Nothing is evaluated in a tick unless it may have another outcome: [Tree.Notice] tells which cells have changed, and each running node
// knows what its watches read and when its time is over. A tick in which neither matters touches the running actions only.
// [Tree.NoticeAll] has the effect of polling, with the same result.
//
// # Time and chance
//
// Seconds become ticks by rounding, at least one where they are more than 0. Random numbers are those of the agent for trees, numbered through
// the life of the tree.
package bt
