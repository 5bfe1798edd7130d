// Package dfs searches for plans depth-first on the lifted problem, as a Prolog machine does: nothing is instantiated
// before it is needed.
//
// Tasks are taken in their order and methods in the order of the file. A variable gets an object only when a literal
// joins with the facts that hold, or when it must: for a negated literal or an effect. Everything that a choice leads to
// is undone through a trail. The stack of choices, the tasks to come and the decomposition are arenas, so that no depth
// of the problem is a depth of the program.
//
// What keeps the search from drowning:
//
//   - what later subtasks need is asked as early as nothing can bring it about any more: before a method, and between its
//     subtasks;
//   - a pair of state and tasks to come that was met before is not entered again;
//   - what was tried for a task in a state and never came to its end is not tried again in that state; nor is a task
//     within itself in the same state, at first;
//   - passes take turns, each beginning anew with twice as many nodes: the file's order, other orders of methods and facts,
//     partially ordered tasks one after the other and interleaved, likely needs taken for real ones, and ever deeper
//     decompositions that leave out nothing. So the search as a whole loses no plan.
package dfs
