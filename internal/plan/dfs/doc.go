// Package dfs searches for plans depth-first on the lifted problem, as a Prolog machine does: it instantiates
// variables only when needed.
//
// It takes tasks in their order and methods in the order of the file. A variable gets an object only when a literal
// joins with the present facts, or when it must: for a negated literal or an effect. A trail undoes everything that
// follows from a choice. The stack of choices, the remaining tasks and the decomposition are arenas, so the depth of a
// problem does not use the program's stack.
//
// These techniques keep the search small:
//
//   - needs of later subtasks are tested as early as no action can still establish them: before a method, and between
//     its subtasks;
//   - a pair of state and remaining tasks that was met before is not entered again;
//   - a task that failed in a state is not tried again in that state; nor is a task within itself in the same state, at
//     first;
//   - passes alternate, each restarting with twice as many nodes: the file's order, other orders of methods and facts,
//     partially ordered tasks one after the other and interleaved, likely needs treated as real ones, and ever deeper
//     decompositions without omissions. So the search as a whole loses no plan.
package dfs
