// Package runner carries out plans: for each agent it chooses the plan line, plans, decides whether a new plan takes over
// from the one that runs, and takes the running one step by step through the host's actions.
//
// A tick of an agent has two halves. [Runner.Decide] looks at what has changed, plans when that is due, and judges what was
// found; it touches nothing but the runner itself and its worker, so that many agents can decide at once. [Runner.Act]
// follows up on it: it alone calls the host's code, writes effects and reports events, one agent after the other.
//
// # When an agent plans
//
// At once when something has changed on which the result of its last planning depends (but not sooner than [MinGap] after
// it), and at the interval of its plan line, each agent at another tick, where the runner cannot know that planning again
// would give the same. Without a plan the intervals double, up to [MaxWait] of them, until something relevant changes.
//
// # Which plan wins
//
// A plan that is what is left of the running one is adopted silently: only its derivation is taken over. Otherwise the
// method traversal records are compared from the root and the lower one wins. The same record with other bindings wins only
// when the order key of the method that bound them improves by the method's margin. Whatever loses to a running plan that
// can still be carried out is dropped.
package runner
