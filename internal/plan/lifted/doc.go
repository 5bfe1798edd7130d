// Package lifted compiles an HDDL domain and problem into the form that searches work on: everything is numbered,
// conditions are conjunctions of literals, and facts that can be derived before the search are stored with them.
//
// Nothing is instantiated: schemas keep their variables. The compiler removes three features of HDDL, so that no search
// has to implement them:
//
//   - or, imply, forall and exists: a schema with alternatives becomes several; see [Task.Hidden];
//   - the goal: it is an action of its own, ordered after everything else; see [Problem.Goal];
//   - the initial network: it is the only method of a task of its own; see [Problem.Root].
package lifted
