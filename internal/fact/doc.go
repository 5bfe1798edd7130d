// Package fact holds the words that all floors share for what happened: families and kinds of events, what an event is
// about, and how a value of an enumeration is named. Code decides by these; texts are for people.
package fact

// Family is the family of an event.
type Family uint8

// The families.
const (
	None  Family = iota
	Plan         // plans, steps, idle actions, reactions and layers
	Tree         // nodes of trees
	Goal         // goals and brains
	Squad        // members, roles, orders, leases
	Sense        // percepts and losses: not events in traces
)

var familyNames = [...]string{"", "plan", "tree", "goal", "squad", "sense"}

// String returns the family in a word: "plan".
func (f Family) String() string { return Name(f, familyNames[:]...) }

// Subject is the subject of an event, with the other party and the reason.
type Subject struct {
	Name   string // as it is declared: "store"; of an order "order 2". Empty: it is about the agent as a whole
	Call   string // with its arguments, for people: "store(crate)"
	Object string // of squads: the other agent that it concerns, or the role that is taken
	Cause  string // why, in words, or for an abort the change; empty: no known reason
	Brief  string // of plannings: what the text says besides its kind
}

// Named is a subject without arguments.
func Named(name string) Subject { return Subject{Name: name, Call: name} }
