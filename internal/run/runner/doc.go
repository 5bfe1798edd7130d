// Package runner carries out plans. For each agent it chooses the plan line, plans, decides whether the new plan
// replaces the running one, and carries the running plan out step by step through the host's actions.
//
// A tick of an agent has two halves. [Runner.Decide] looks at what has changed, plans when that is due, and judges the
// result. It writes only to the runner, its worker and the agent's own cooldowns, so that many agents can decide
// concurrently. [Runner.Act] carries out the decision. Only Act calls the host's actions, writes effects and reports
// events, one agent after the other.
//
// # When an agent plans
//
// An agent plans as soon as something has changed on which the result of its last planning depends, but not sooner than
// [MinGap] after that planning. It also plans at the interval of its plan line, each agent in another tick, where the
// runner cannot know that planning again would give the same result. Without a plan the interval doubles, up to
// [MaxWait] intervals, until something relevant changes. Where [Options] limit the nodes of a tick, a planning takes
// several ticks while the running plan continues. The new plan is then tried on the current state. If it can no longer
// be carried out, the runner plans again, at most [MaxAttempts] times.
//
// # Which plan wins
//
// If the new plan equals the rest of the running one, the runner adopts only its derivation and reports nothing.
// Otherwise it compares the method traversal records from the root, and the lower record wins. If only bindings differ,
// the new plan wins if the order key of the method that bound them improves by the method's margin. While the running
// plan can still be carried out, a plan that loses is dropped. A plan that wins and makes the same choices above the
// running steps is merged: those steps continue, and only what follows them is replaced. While a running step is
// committed, no other plan or plan line takes over. The runner judges no plan in a tick in which a step is about to end
// by its conditions or its time.
//
// # Steps
//
// Steps whose predecessors have ended run at the same time, as far as the resources of their actions allow. A step
// succeeds when its actions have succeeded (all, any, or the first, as its operator says), when its until holds, or,
// without its effects, when its succeed_after is over. It fails when its actions fail, when its while does not hold, or
// when its fail_after is over. Before a step succeeds, its effects on sensed symbols must have come true. The step
// waits for them up to [ExpectGrace] and fails otherwise. Children end before the step, and exactly one end follows
// each start.
//
// # What fails
//
// The method that held a failed step is banned, with its arguments and bindings, for plans of the same line. The first
// ban lasts for [BanTime], each further one twice as long, up to [MaxBanTime]. The time pauses while a plan of the line
// replaces what failed. A ban ends sooner when the condition that failed holds again (after a repeated failure it stays
// for some time first), or, after a first failure, when the plan made instead has succeeded. When the way itself
// succeeds, its failures are forgotten. A line remembers [MaxBans] ways; beyond, one ban stands for all other instances
// of the method. The runner plans anew only the task of that method, then the one above it. When only the goal is left,
// the plan has failed, and the runner plans for the goal anew. A panic in the host's code fails the step, and puts the
// agent into quarantine: it does nothing for a while, twice as long each time, up to [MaxQuarantine].
package runner
