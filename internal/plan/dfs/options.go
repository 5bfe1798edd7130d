package dfs

import (
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// Techniques is a set of techniques.
type Techniques uint32

// Techniques that a search can do without.
const (
	Pulled      Techniques = 1 << iota // what a method's subtasks need is asked before the method is taken
	Checkpoints                        // what later subtasks need is asked after each subtask that may have spoiled it
	Strict                             // of those, ones that are only likely to be needed are asked in some passes
	Visited                            // a pair of state and tasks to come is entered once
	Failures                           // a task that cannot be done in a state is not tried again in it
	LateBinding                        // variables of methods stay open until something needs them
	Linear                             // partially ordered tasks are first tried one after the other
	Variants                           // other orders of methods and facts are tried now and then
	Deepening                          // what the first passes left out is searched at last
)

// Options set up a search. The zero Options search without limits.
type Options struct {
	// Clock tells the time since some moment; Deadline, if it is not zero, is when the search must have ended on it. Both are
	// needed for a limit of time.
	Clock    func() time.Duration
	Deadline time.Duration
	// Memory is how many bytes the search may take, counted by what it stores; 0: no limit.
	Memory int64
	// Nodes is how many nodes may be opened: methods and actions tried, further facts and objects, and what else takes as
	// long. 0: no limit.
	Nodes int
	// Pause, if it is not nil, is called every few hundred nodes with the nodes opened since the last time, and the bytes taken.
	// It may let another search work meanwhile. If it returns false, this one ends as cancelled.
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
	Limit                         // a limit ended the search before either was known; Result.Limit names it
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
