package search

import (
	"time"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// Mode selects the searches.
type Mode uint8

// Modes.
const (
	Auto Mode = iota // depth-first and heuristic search in turn, each for half of the time
	DFS              // depth-first on the lifted problem, in the order of the file
	GBFS             // greedy best-first on the grounded problem; in partial order alternating with one of its linear orders
	Best             // like Auto, then cheaper and cheaper plans until the limit, or until none is cheaper
)

// Status is the outcome of a search.
type Status uint8

// Modes returns the names of the modes, in their order: auto, dfs, gbfs, best.
func Modes() []string { return []string{"auto", "dfs", "gbfs", "best"} }

// String returns the name of the mode.
func (m Mode) String() string { return fact.Name(m, Modes()...) }

// Statuses.
const (
	Found Status = iota + 1
	None         // there is no plan
	Limit        // a limit ended the search without an answer; Result.Limit names it
)

// Options configure a search. The zero Options search in mode Auto without limits.
type Options struct {
	Mode Mode
	// Clock returns the time since a fixed moment. If Deadline is not zero, the search ends before the clock reaches
	// it. With a clock, the searches share the measured time; without one, they share a counted amount of work, which
	// is the same in each run of a problem.
	Clock    func() time.Duration
	Deadline time.Duration
	// Memory limits the bytes of all searches together, including the grounded problem; 0: no limit. Beyond it, the
	// search that uses the most ends, and the others continue.
	Memory int64
	// Nodes limits the nodes that each search opens; 0: no limit.
	Nodes  int
	Cancel <-chan struct{}
	// Progress, if not nil, is called by the searching goroutine, about every 0.1 s if there is a clock.
	Progress func(Progress)
	// Without disables techniques, to measure their effect.
	Without Techniques
}

// Techniques is a set of techniques.
type Techniques uint32

// Progress describes the progress of a search.
type Progress struct {
	Phase     string // "depth-first", "grounding", "best-first", ...
	Nodes     int64  // opened in this phase
	Open      int    // open nodes
	Heuristic int32  // the lowest estimate so far; -1: none
	Elapsed   time.Duration
}

// Result is the result of a search.
type Result struct {
	Status Status
	Limit  string       // if Limit, or if Found in mode Best and cheaper plans may exist: "time", "memory", "nodes" or "cancelled"
	Plan   *lifted.Plan // if Found
	Cost   float64
	By     string // the search that found the plan, or proved that there is none: "dfs", "gbfs", ...
	Stats  Stats
}

// Stats counts the work of a search.
type Stats struct {
	Nodes   int64 // all searches together
	Work    int64 // all searches together, in units of about a microsecond; unlike nodes it is comparable between searches
	Facts   int   // instantiated; 0 if nothing was
	Actions int
	Methods int
	Elapsed time.Duration
}
