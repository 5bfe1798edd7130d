package search

import (
	"strconv"
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// Mode is a way to search.
type Mode uint8

// Modes.
const (
	Auto Mode = iota // depth-first and heuristic search by turns, each for half of the time
	DFS              // depth-first in the order of the file, on the lifted problem
	GBFS             // greedy best-first on the instantiated problem, in partial order by turns on one linear order of it
	Best             // as Auto, then ever cheaper plans until the limit, or until none is cheaper
)

// Status is how a search ended.
type Status uint8

// Modes returns the names of the modes, in their order: auto, dfs, gbfs, best.
func Modes() []string { return []string{"auto", "dfs", "gbfs", "best"} }

// String returns the name of the mode.
func (m Mode) String() string {
	names := Modes()
	if int(m) >= len(names) {
		return "Mode(" + strconv.Itoa(int(m)) + ")"
	}
	return names[m]
}

// Statuses.
const (
	Found Status = iota + 1
	None         // there is no plan
	Limit        // a limit ended the search before either was known; Result.Limit names it
)

// Options set up a search. The zero Options search in mode Auto without limits.
type Options struct {
	Mode Mode
	// Clock tells the time since some moment; Deadline, if it is not zero, is when the search must have ended on it. Searches
	// that run by turns share the time that they measure by it; without a clock they share the work, which is the same for the
	// same problem each time.
	Clock    func() time.Duration
	Deadline time.Duration
	// Memory is how many bytes all searches together may take, the instantiated problem included; 0: no limit. Where they take
	// more, the one that takes the most ends, and the others go on.
	Memory int64
	// Nodes is how many nodes each search may open; 0: no limit.
	Nodes  int
	Cancel <-chan struct{}
	// Progress, if it is not nil, is called now and then, about every 0.1 s where there is a clock, by the goroutine that searches.
	Progress func(Progress)
	// Without switches techniques off, to find out what they give.
	Without Techniques
}

// Techniques is a set of techniques.
type Techniques uint32

// Progress says how far a search is.
type Progress struct {
	Phase     string // what is being done: "depth-first", "grounding", "best-first", ...
	Nodes     int64  // opened in this phase
	Open      int    // waiting to be opened
	Heuristic int32  // the least estimate so far; -1: none
	Elapsed   time.Duration
}

// Result is what a search ended with.
type Result struct {
	Status Status
	Limit  string       // of Limit, and of Found in mode Best when there may be cheaper plans: "time", "memory", "nodes" or "cancelled"
	Plan   *lifted.Plan // of Found
	Cost   float64
	By     string // the search that found the plan, or showed that there is none: "dfs", "gbfs", ...
	Stats  Stats
}

// Stats is what a search took.
type Stats struct {
	Nodes   int64 // all searches together
	Work    int64 // all searches together, in what takes about a microsecond; unlike nodes it can be compared between searches
	Facts   int   // instantiated; 0 when nothing was
	Actions int
	Methods int
	Elapsed time.Duration
}
