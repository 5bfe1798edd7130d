// Package htn is the hierarchical task network planner: it compiles tasks, methods and operators into a
// [Domain], finds a [Plan] for a task from a state, and explains how the plan came about.
//
// A [Domain] is immutable and serves any number of planners at once. A [Planner] belongs to one goroutine; it
// is reused from plan to plan and allocates nothing once warm. It never writes the state it is given: it takes
// a picture and works on that, with an undo log.
//
// # How it searches
//
// The remaining task network is a persistent structure in an arena: a cell holds one method's subtasks and what
// comes after, and a position within it. Unordered subtasks are a cell of branches, each a network of its own.
// A choice (method, candidate for the free variables, which unordered subtask comes next) remembers the tops of
// the arenas and a mark in the state's undo log; going back means cutting all of them there. World state and
// plan are therefore always restored together.
//
// The same remaining network under the same state is visited once. A task that calls itself in a position where
// something follows, under an unchanged state, is pursued only when it can be completed at all, and once below itself:
// more often only when the search finds no plan otherwise. It then starts again with twice as many.
package htn
