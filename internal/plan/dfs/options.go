package dfs

import (
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// Techniques is a set of techniques.
type Techniques uint32

// Techniques that a search can do without.
const (
	Pulled      Techniques = 1 << iota // the needs of a method's subtasks are tested before the method is taken
	Checkpoints                        // the needs of later subtasks are tested after each subtask that may have changed them
	Strict                             // some passes also test needs that are only likely
	Visited                            // a pair of state and tasks to come is entered once
	Failures                           // a task that cannot be done in a state is not tried again in it
	LateBinding                        // variables of methods stay open until something needs them
	Linear                             // partially ordered tasks are first tried one after the other
	Variants                           // other orders of methods and facts are tried now and then
	Deepening                          // what the first passes left out is searched at last
)

// Options set up a search. The zero Options search without limits.
type Options struct {
	// Clock returns the time since some moment, and Deadline, if not zero, is the time on it at which the search must
	// have ended. A time limit needs both.
	Clock    func() time.Duration
	Deadline time.Duration
	// Memory limits the bytes that the search stores; 0: no limit.
	Memory int64
	// Nodes is how many nodes may be opened: methods and actions tried, further facts and objects, and what else takes as
	// long. 0: no limit.
	Nodes int
	// Pause, if not nil, is called every few hundred nodes with the nodes opened since the last call and the bytes in
	// use. It may let another search run meanwhile. If it returns false, this search ends as cancelled.
	Pause func(nodes, bytes int64) bool
	// Cancel, once closed, ends the search.
	Cancel <-chan struct{}
	// Progress, if it is not nil, is called now and then, by the goroutine that searches, with the nodes so far and how many
	// choices are open.
	Progress func(nodes int64, depth int)
	// Without switches techniques off.
	Without Techniques
}

// Outcome is how a search ended.
type Outcome uint8

// Outcomes.
const (
	Found      Outcome = iota + 1 // Result.Plan is a plan
	None                          // there is no plan
	Limit                         // a limit ended the search without a result; Result.Limit names it
	Incomplete                    // all was tried but for what the search left out, so that there may be a plan
)

// Result is what a search ended with.
type Result struct {
	Outcome Outcome
	Limit   string       // "time", "memory", "nodes" or "cancelled"
	Plan    *lifted.Plan // of Found
	Nodes   int64        // opened
	Memory  int64        // bytes, at the end
}
