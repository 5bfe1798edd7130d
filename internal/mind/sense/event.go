package sense

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/codec/pool"
)

// EventKind is the kind of a change of a fact.
type EventKind uint8

// The kinds of events.
const (
	Noticed   EventKind = iota + 1 // a new fact, or a remembered thing that is seen or touched again
	Updated                        // a percept changed a reading
	Lost                           // it is no longer seen or touched, but still remembered
	Doubted                        // the confidence of its position fell below one of Memory.Doubts
	Missed                         // it is not at its remembered position
	Promoted                       // it went to long-term memory
	Forgotten                      // the fact is gone: Event.Why has the reason
	Heard                          // it was heard to say something: Fact.Said
	eventEnd
)

var eventNames = [...]string{"none", "noticed", "updated", "lost", "doubted", "missed", "promoted", "forgotten", "heard"}

// String returns the name of the kind.
func (k EventKind) String() string {
	if k < eventEnd {
		return eventNames[k]
	}
	return fmt.Sprintf("EventKind(%d)", uint8(k))
}

// Why is why something was forgotten.
type Why uint8

// The reasons to forget.
const (
	Span     Why = iota + 1 // nothing was perceived of it for Store.SpanTicks
	Decay                   // the confidence of its position fell below Memory.ForgetBelow
	Capacity                // something more important needed the room
	Absent                  // it is not at its remembered position
	Gone                    // the object no longer exists: Mind.Forget
	whyEnd
)

var whyNames = [...]string{"", "span", "decay", "capacity", "absent", "gone"}

// String returns the name of the reason, or "" for none.
func (w Why) String() string {
	if w < whyEnd {
		return whyNames[w]
	}
	return fmt.Sprintf("Why(%d)", uint8(w))
}

// Event is a change of what a character remembers.
type Event struct {
	Kind      EventKind
	Why       Why        // of Forgotten
	Sensor    SensorKind // of Noticed, Updated and Promoted: what perceived it
	Same      bool       // of Updated: it is seen or touched in Tick, as it was before, and all is as it was perceived then
	Object    ObjectID
	Tick      int64
	Threshold float64 // of Doubted: which one
}

// String returns the event in a line, as "12: noticed 7 by sight".
func (e Event) String() string {
	s := fmt.Sprintf("%d: %v %d", e.Tick, e.Kind, e.Object)
	switch {
	case e.Kind == Doubted:
		s += fmt.Sprintf(" below %v", e.Threshold)
	case e.Kind == Forgotten:
		s += " for " + e.Why.String()
	case e.Sensor != 0:
		s += " by " + e.Sensor.String()
	}
	return s
}

// MaxEvents is the maximum number of events of a step that a mind keeps; Mind.Dropped counts the others.
const MaxEvents = 4096

func (m *Mind) emit(e Event) {
	if len(m.events) == MaxEvents {
		m.dropped++
		return
	}
	m.events = append(pool.Room(m.events, 1), e)
}
