// Package verify validates plans: given an HDDL domain, a problem and a plan with its decomposition, it reports that
// the plan is valid, or its first error and the place.
//
// It shares no code with the planner: it has its own state, its own evaluation of formulas and its own search for what
// a plan leaves open, written for clarity rather than speed. So a mistake in the planner cannot make the verifier
// accept a wrong plan.
//
// A plan is valid if
//
//   - its lines form one tree, from the root over the compound tasks to the actions, each line used once;
//   - names are declared, and arguments fit the types of the parameters;
//   - the root's tasks are the initial tasks of the problem;
//   - each action is applicable in the state after the actions before it, and the goal holds after the last;
//   - each compound task is decomposed by a method for it: the method's parameters can be chosen so that task and
//     subtasks are those of the plan and types and constraints hold;
//   - everything below a subtask comes before everything below another that is ordered after it;
//   - the precondition of each method holds at some point after everything ordered before its task, and before
//     everything that it is decomposed into. This is the competition's rule, because HDDL treats a method's
//     precondition as an action before the subtasks. In total order there is one such state; [Rules] restrict it for
//     partial order.
package verify
