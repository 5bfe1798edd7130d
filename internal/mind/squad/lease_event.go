package squad

import (
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/world"
)

// LeaseEventKind is the outcome of a claim or lease.
type LeaseEventKind uint8

// Kinds of events of a pool. Renewing a lease is not an event.
const (
	LeaseGranted   LeaseEventKind = iota + 1 // Holder holds it from the next tick on, until Until
	LeaseRefused                             // Holder does not get it; if the claim waits, this comes once
	LeaseStolen                              // By, a more urgent holder, has it now
	LeaseExpired                             // it was not renewed in time
	LeaseReleased                            // it was given back
	LeaseRevoked                             // the capacity has fallen, or the place is gone
	lastLeaseEvent = LeaseRevoked
)

// String returns the kind in a word: "granted".
func (k LeaseEventKind) String() string {
	return fact.Name(k, "", "granted", "refused", "stolen", "expired", "released", "revoked")
}

// LeaseEvent is one fact about a pool, for its holder to learn with the next tick.
type LeaseEvent struct {
	Kind   LeaseEventKind
	Key    world.Object
	Holder ID
	By     ID    // LeaseStolen
	Until  int64 // LeaseGranted
	Waits  bool  // LeaseRefused: the claim still waits
	Tick   int64 // at the end of which it was settled
}
