// Package verify judges plans: given an HDDL domain, a problem and a plan with its decomposition, it says that the plan
// is valid, or what is the first thing wrong with it, and where.
//
// It shares nothing with the planner: it has its own state, its own evaluation of formulas and its own search for what
// a plan leaves open, written to be obvious rather than fast. So a plan that it accepts was not accepted by the mistake
// that made it.
//
// A plan is valid when
//
//   - its lines form one tree, from the root over the compound tasks to the actions, each line used once;
//   - names are declared, and arguments fit the types of the parameters;
//   - the root's tasks are the initial tasks of the problem;
//   - each action is applicable in the state that the actions before it lead to, and the goal holds after the last;
//   - each compound task is decomposed by a method for it: the method's parameters can be chosen so that task and
//     subtasks are those of the plan and types and constraints hold;
//   - everything below a subtask comes before everything below another that is ordered after it;
//   - the precondition of each method holds at some point after all that is ordered before its task, and before all that
//     it is decomposed into. That is how the competition judges, since HDDL takes a method's precondition for an action
//     of its own before the subtasks. In total order there is one such state; [Rules] narrow it for partial order.
package verify
