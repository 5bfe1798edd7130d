package htn

import (
	"fmt"
	"time"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Limits bounds a search. A zero field means the default; one below 0 is refused: see [Limits.Check]. In a running game
// only the countable ones are set, since a clock would make agents decide differently from run to run.
type Limits struct {
	Nodes  int // methods and operators tried; RoundsPerNode rounds of quantifiers count as one
	Depth  int // nesting of tasks
	Memory int // bytes of the planner's own memory

	// Deadline ends the search when Clock returns this much or more. For tools only.
	Deadline time.Duration
	Clock    func() time.Duration
	// Cancel ends the search soon after it is closed.
	Cancel <-chan struct{}
}

const (
	// DefaultNodes is enough for any plan a character needs, and a search that does not end is cut off within
	// milliseconds.
	DefaultNodes = 100_000
	// DefaultDepth allows recursion over long lists, and stops one that only grows.
	DefaultDepth = 2_000
	// DefaultMemory is in bytes, for one planner.
	DefaultMemory = 64 << 20

	// pollNodes is how often clock, cancellation and memory are examined, in nodes.
	pollNodes = 64
	// completionNodes bounds one judgement of whether a task that calls itself can be completed at all.
	completionNodes = 1_000
	// completionNesting bounds such judgements within such judgements.
	completionNesting = 3
	// maxWholeCells is up to how many cells of a symbol that an effect writes without naming them are watched one by
	// one.
	maxWholeCells = 4096
)

// Check returns an error that names the first negative field and its value, or nil.
func (l Limits) Check() error {
	for _, n := range []struct {
		name  string
		value int64
	}{{"Nodes", int64(l.Nodes)}, {"Depth", int64(l.Depth)}, {"Memory", int64(l.Memory)}, {"Deadline", int64(l.Deadline)}} {
		if n.value < 0 {
			return fmt.Errorf("htn: Limits.%s is %d; it must be 0 or more", n.name, n.value)
		}
	}
	return nil
}

func (l Limits) withDefaults() Limits {
	if l.Nodes == 0 {
		l.Nodes = DefaultNodes
	}
	if l.Depth == 0 {
		l.Depth = DefaultDepth
	}
	if l.Memory == 0 {
		l.Memory = DefaultMemory
	}
	return l
}

// Status is how a search ended, or that it has not.
type Status uint8

const (
	Found  Status = iota + 1 // a plan
	None                     // there is no plan
	Limit                    // a limit was hit before a plan was found: see Result.Limit
	Paused                   // the slice is used up; Run continues
)

// String returns "found", "none", "limit" or "paused".
func (s Status) String() string { return fact.Name(s, "", "found", "none", "limit", "paused") }

// Bound names the limit that ended a search.
type Bound uint8

const (
	NoBound Bound = iota
	BoundNodes
	BoundDepth
	BoundMemory
	BoundDeadline
	BoundCancelled
)

// String returns "nodes", "depth", "memory", "deadline", "cancelled", or "" for NoBound.
func (b Bound) String() string {
	return fact.Name(b, "", "nodes", "depth", "memory", "deadline", "cancelled")
}

// Search is an order of search.
type Search uint8

const (
	// DepthFirst takes the first plan in method order, as games do.
	DepthFirst Search = iota
	// Best continues until no plan can be cheaper or a limit is reached; of equally cheap plans it keeps the first in
	// method order.
	Best
)

// Stats counts what a search did.
type Stats struct {
	Nodes      int // methods and operators tried, and what their quantifiers took: see RoundsPerNode
	Backtracks int // returns to an earlier choice
	Plans      int // plans found: Best may find several, each cheaper
}

// Result is the outcome of a search.
type Result struct {
	Status Status
	// Limit is the bound that was hit: with Status Limit, and with Found when Best could not prove that nothing is
	// cheaper.
	Limit Bound
	// Within is the expression during which the limit was reached; nil: between expressions, or in effects.
	Within *expr.Term
	// Plan is nil if there is no plan (yet). It belongs to the planner and is valid until its next Begin, Run or Plan.
	Plan *Plan
	// Node is the node of Plan that was planned again; of a repair only.
	Node  int
	Stats Stats
}
