// Package gbfs searches instantiated problems: greedy best-first search over states and the tasks that remain, in the
// order of an estimate.
//
// Tasks are progressed: the first one that remains is decomposed or carried out; in partial order, any that nothing else
// must come before. What was met before, the same state and the same remaining tasks, is not opened again. The estimate is
// that of delete-relaxed composition: actions add facts, and methods put tasks together from their subtasks.
//
// Sources: Höller, Bercher, Behnke, Biundo: "HTN Planning as Heuristic Progression Search", JAIR 67 (2020).
package gbfs
