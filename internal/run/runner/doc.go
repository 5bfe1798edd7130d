// Package runner carries out plans: for each agent it chooses the plan line, plans, decides whether a new plan takes over
// from the one that runs, and takes the running one step by step through the host's actions.
//
// A tick of an agent has two halves. [Runner.Decide] looks at what has changed, plans when that is due, and judges what was
// found; it touches nothing but the runner itself, its worker and the agent's own cooldowns, so that many agents can decide at
// once. [Runner.Act] follows up on it: it alone calls the host's code, writes effects and reports events, one agent after the
// other.
//
// # When an agent plans
//
// At once when something has changed on which the result of its last planning depends (but not sooner than [MinGap] after
// it), and at the interval of its plan line, each agent at another tick, where the runner cannot know that planning again
// would give the same. Without a plan the intervals double, up to [MaxWait] of them, until something relevant changes. Where
// [Options] bound the nodes of a tick, a planning goes on over several ticks while what runs runs on; its plan is tried on the
// state as it then is, and sought anew, [MaxAttempts] times at most, when it can no longer be carried out.
//
// # Which plan wins
//
// A plan that is what is left of the running one is adopted silently: only its derivation is taken over. Otherwise the
// method traversal records are compared from the root and the lower one wins. The same record with other bindings wins only
// when the order key of the method that bound them improves by the method's margin. Whatever loses to a running plan that
// can still be carried out is dropped. A plan that wins and makes the same choices above the running steps is merged: they run
// on, and what follows them is replaced. While a running step is committed nothing else takes over, nor another plan line.
// Nothing is judged in a tick in which a step is about to end by its conditions or its time.
//
// # Steps
//
// Steps whose predecessors are done run at the same time as far as the resources that their actions use allow. A step ends well
// when its actions have (all, any, or the first, as its operator says), when its until holds, and, without its effects, when
// its succeed_after is over; it fails when they do, when its while does not hold, and when its fail_after is over. Before it
// ends well, what its effects say of sensed symbols must have come about: it is held open for [ExpectGrace], and fails when it
// has not. Children end before the step, and exactly one end follows each start.
//
// # What fails
//
// The method that held a failed step is banned, with its arguments and bindings, for plans of the same line. The first ban lasts for [BanTime],
// each further one twice as long, up to [MaxBanTime]; the time stands still while a plan of the line replaces what failed. A ban ends sooner when the condition
// that failed holds again, though a repeated failure is held for some time, and a first one when what was planned instead has ended well. When the
// way itself succeeds its failures are forgotten. [MaxBans] ways are remembered for a line; beyond, one ban stands for the rest of the method. Only the task of that method is planned anew, then the one above it; where only the goal is left, the
// plan has failed, and the goal is planned anew. A panic in the host's code fails the step, and the agent is left alone for a
// while, twice as long each time, up to [MaxQuarantine].
package runner
