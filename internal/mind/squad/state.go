package squad

import "github.com/karakuri-ai/karakuri/internal/fact"

// State is how an order is getting on.
type State uint8

// States of an order. Those after Running end it.
const (
	Given     State = iota + 1 // the member has not answered
	Accepted                   // the member means to carry it out
	Running                    // it does
	Done                       // carried out
	Failed                     // begun or accepted, and not carried out: Cause
	Preempted                  // the member found something of its own more important: Cause
	Declined                   // not accepted: Cause
	Withdrawn                  // the squad took it back: Cause
	Lost                       // the member is gone: Cause
	lastState = Lost
)

// String returns the state in a word: "accepted".
func (s State) String() string {
	return fact.Name(s, "", "given", "accepted", "running", "done", "failed", "preempted", "declined", "withdrawn", "lost")
}

// Ended reports whether nothing can become of the order any more.
func (s State) Ended() bool { return s > Running }

// may reports whether a member can say of an order in state s that it is now in state to.
func (s State) may(to State) bool {
	switch to {
	case Accepted, Declined:
		return s == Given
	case Running:
		return s == Accepted
	case Done:
		return s == Running
	case Failed, Preempted:
		return s == Accepted || s == Running
	}
	return false
}

// Cause is why an order ended.
type Cause uint8

// Causes. The caller that reports or withdraws chooses one, except for those that name a call.
const (
	NoCause     Cause = iota
	Busy              // the member is committed to something else
	Unwanted          // a want of the member has a higher score
	Unable            // what the order says cannot be begun
	Unknown           // the member's kind cannot do what the order says
	Full              // too many orders wait
	NotReached        // it was tried, and failed
	Interrupted       // something more urgent came in between
	TimeOver          // its Until has come
	Changed           // another order took its place: Ledger.Give
	Replanned         // the squad has another plan
	RoleTaken         // the member has another role now
	Died              // the member
	Left              // the member
	Disbanded         // the squad
	lastCause   = Disbanded
)

var causes = [...]fact.Cause{
	Busy:        fact.CauseBusy,
	Unwanted:    fact.CauseNotWanted,
	Unable:      fact.CauseUnable,
	Unknown:     fact.CauseUnknown,
	Full:        fact.CauseFull,
	NotReached:  fact.CauseNotReached,
	Interrupted: fact.CauseInterrupted,
	TimeOver:    fact.CauseTimedOut,
	Changed:     fact.CauseChanged,
	Replanned:   fact.CauseReplanned,
	RoleTaken:   fact.CauseRoleTaken,
	Died:        fact.CauseDied,
	Left:        fact.CauseLeft,
	Disbanded:   fact.CauseDisbanded,
}

var causeTexts = fact.Texts(causes[:])

// String returns the cause in a few words.
func (c Cause) String() string { return fact.Name(c, causeTexts...) }

// Fact returns the cause that all families share.
func (c Cause) Fact() fact.Cause { return causes[c] }
