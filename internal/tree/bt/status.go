package bt

import "github.com/karakuri-ai/karakuri/internal/fact"

// Status is how a node is getting on. The first four have the numbers of [action.Status].
type Status uint8

// Statuses.
const (
	Inactive Status = iota // not started, or ended
	Running                // continues in the next tick
	Success
	Failure
	Skipped // had nothing to do here: its parent skips it

	interrupted // within a tick: an abort that was held off takes place in a node above
	undecided   // of a probe: the node would do something
)

// String returns the status in a word: "running".
func (s Status) String() string {
	return fact.Name(s, "inactive", "running", "success", "failure", "skipped", "interrupted", "undecided")
}
