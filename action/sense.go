package action

import "strconv"

// SenseID identifies an object for senses: a character, an item, anything that can be perceived. In a crowd it is the
// word of an object of the model, SenseID(o). 0 is no object.
type SenseID uint64

// SenseSpot is an object and its position.
type SenseSpot struct {
	Object SenseID
	At     Vec2
}

// MaxSenseValues is the maximum number of the host's own attributes.
const MaxSenseValues = 4

// SenseObject is the true state of an object. Its Values are in the order in which the model declares attributes.
type SenseObject struct {
	At         Vec2                    // metres
	Velocity   Vec2                    // metres a tick
	Facing     Vec2                    // viewing direction, of any length; zero: all around
	Kind       int64                   // the host's number for its kind
	Importance float64                 // importance for memory, 0 or more
	Fixed      bool                    // it never moves, such as an item: it is at its last position, or no longer exists
	Values     [MaxSenseValues]float64 // the host's own attributes
	Has        SenseParts              // which attributes can be perceived; 0: all
}

// SenseHost answers the queries of senses about the world. Within a tick its methods change nothing, and the same query
// has the same result. Several goroutines may call them concurrently. If a method panics, the observer loses the rest
// of its perceptions in that tick.
type SenseHost interface {
	// Object returns an object. ok is false if the object does not exist or cannot be perceived, for example because
	// it is dead or invisible; such an observer perceives nothing.
	Object(id SenseID) (o SenseObject, ok bool)
	// Near appends to buf all objects whose position is at most a radius away from a point, each once, in any order.
	// They may include objects that Object does not return.
	Near(p Vec2, radius float64, buf []SenseSpot) []SenseSpot
	// Visible reports whether the line from a point to another is free.
	Visible(from, to Vec2) bool
	// Walls returns how many walls are between a sound and a listener.
	Walls(from, to Vec2) int
}

// Sound is a sound that observers may hear.
type Sound struct {
	From       SenseID // its source: required, because observers remember the source
	At         Vec2
	Loudness   float64 // its range in metres, with the default falloff of 1
	Kind       int64   // the kind of source that it suggests; 0: none
	Importance float64
	Said       int64 // what a voice says, as the number of an enum's value that the program's symbol said is of; 0: nothing
}

// SenseVoice is a [SenseHost] whose objects have voices: what agents say by the clause say is heard.
type SenseVoice interface {
	SenseHost
	// Voice returns the sound that an object makes when it speaks. ok is false if it has no voice. The crowd sets
	// [Sound].From and Said. It is called while agents decide and act, never concurrently.
	Voice(id SenseID) (s Sound, ok bool)
}

// Damage is harm that an observer feels in a tick.
type Damage struct {
	From       SenseID // the attacker
	At         Vec2    // position of its source
	Amount     float64
	Importance float64
}

// SenseAttr is an attribute of an object that can be perceived and remembered.
type SenseAttr int

// The attributes that every object has; the host's own follow.
const (
	SensePosition   SenseAttr = iota // X and Y
	SenseVelocity                    // X and Y, metres a tick
	SenseKind                        // X: the host's number
	SenseFirstValue                  // of the host's own
)

// maxSenseAttrs is the maximum number of attributes.
const maxSenseAttrs = int(SenseFirstValue) + MaxSenseValues

// String returns the attribute in a word: "position".
func (a SenseAttr) String() string {
	switch {
	case a < 0 || int(a) >= maxSenseAttrs:
		return "SenseAttr(" + strconv.Itoa(int(a)) + ")"
	case a >= SenseFirstValue:
		return "value " + strconv.Itoa(int(a-SenseFirstValue)+1)
	}
	return [...]string{"position", "velocity", "kind"}[a]
}

// SenseParts is a set of attributes, as bits.
type SenseParts uint8

// AllSenseParts is all attributes.
const AllSenseParts SenseParts = 1<<maxSenseAttrs - 1

// SensePartsOf returns a set of attributes.
func SensePartsOf(attrs ...SenseAttr) SenseParts {
	var p SenseParts
	for _, a := range attrs {
		p |= 1 << a
	}
	return p
}

// Have reports whether an attribute is in the set.
func (p SenseParts) Have(a SenseAttr) bool { return p>>a&1 != 0 }
