package dfs

import (
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// Techniques is a set of techniques.
type Techniques uint32

// Techniques that Options.Without can switch off.
const (
	Pulled      Techniques = 1 << iota // test the needs of a method's subtasks before choosing the method
	Checkpoints                        // test the needs of later subtasks after each subtask that may have changed them
	Strict                             // in some passes, also test needs that are only likely
	Visited                            // enter each pair of state and remaining tasks once
	Failures                           // do not retry a task that failed in the same state
	LateBinding                        // leave variables of methods open until something needs them
	Linear                             // first try partially ordered tasks one after the other
	Variants                           // now and then try other orders of methods and facts
	Deepening                          // finally search what the first passes omitted, with increasing depth
)

// Options set up a search. The zero Options search without limits.
type Options struct {
	// Clock returns the time since a fixed moment. Deadline is the time on this clock at which the search must end; 0:
	// no limit. A time limit needs both.
	Clock    func() time.Duration
	Deadline time.Duration
	// Memory limits the bytes that the search stores; 0: no limit.
	Memory int64
	// Nodes limits the number of nodes: methods and actions tried, further facts and objects, and other work that takes
	// as long. 0: no limit.
	Nodes int
	// Pause, if not nil, is called every few hundred nodes with the nodes since the last call and the bytes in use. It
	// may let another search run before it returns. If it returns false, this search ends as cancelled.
	Pause func(nodes, bytes int64) bool
	// Cancel ends the search when it is closed.
	Cancel <-chan struct{}
	// Progress, if not nil, is called now and then on the searching goroutine, with the nodes so far and the number of
	// open choices.
	Progress func(nodes int64, depth int)
	// Without is the set of techniques to switch off.
	Without Techniques
}

// Outcome says how a search ended.
type Outcome uint8

// Outcomes.
const (
	Found      Outcome = iota + 1 // Result.Plan is a plan
	None                          // there is no plan
	Limit                         // a limit ended the search without a result; Result.Limit names it
	Incomplete                    // everything was tried except branches that the techniques omit, so there may be a plan
)

// Result is the result of a search.
type Result struct {
	Outcome Outcome
	Limit   string       // "time", "memory", "nodes" or "cancelled"
	Plan    *lifted.Plan // set if Outcome is Found
	Nodes   int64        // nodes opened
	Memory  int64        // bytes, at the end
}
