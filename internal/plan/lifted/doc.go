// Package lifted compiles an HDDL domain and problem into the form that searches work on: everything is numbered,
// conditions are conjunctions of literals, and what can be known before the search stands beside them.
//
// Nothing is instantiated here: schemas keep their variables. Three things are taken away from what HDDL can say, so
// that no search has to know them:
//
//   - or, imply, forall and exists: a schema with alternatives becomes several; see [Task.Hidden];
//   - the goal: it is an action of its own, ordered after everything else; see [Problem.Goal];
//   - the initial network: it is the only method of a task of its own; see [Problem.Root].
package lifted
