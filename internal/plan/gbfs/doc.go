// Package gbfs searches instantiated problems: greedy best-first search over states and remaining tasks, ordered by an
// estimate.
//
// Tasks are progressed: the search decomposes or carries out the first remaining task; in partial order, any task
// without predecessors. It does not open a pair of state and remaining tasks twice. The estimate is that of
// delete-relaxed composition: actions add facts, and methods compose tasks from their subtasks.
//
// Sources: Höller, Bercher, Behnke, Biundo: "HTN Planning as Heuristic Progression Search", JAIR 67 (2020).
package gbfs
