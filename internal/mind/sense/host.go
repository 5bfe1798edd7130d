package sense

// ObjectID is the host's name of an object: a character, an item, anything that can be sensed. 0 is none.
type ObjectID uint64

// Spot is where an object is.
type Spot struct {
	Object ObjectID
	At     Point
}

// Object is an object as it truly is.
type Object struct {
	At         Point
	Velocity   Point              // metres a tick
	Facing     Point              // where an observer looks, of any length; zero: everywhere at once
	Kind       int64              // the host's number of what it is
	Importance float64            // how much it matters to remember it, 0 or more
	Fixed      bool               // it does not move by itself, as an item: where it was, it is, or it is gone
	Values     [MaxValues]float64 // of the attributes that [Memory.Values] names
	Has        Parts              // which readings it offers; 0: all
}

// Host answers what a [Field] asks about the world. Within a step its methods only look, and always give the same answers. They are
// called by several goroutines at once if [Field.Step] is given an [Each] that does so. A panic in one of them costs the observer that it was asked for the rest of its
// perceptions in the step: see [Field.TakeFaults].
type Host interface {
	// Object returns an object. ok is false when it is not there, or is not to be perceived, as what is dead or invisible; an observer
	// perceives nothing then.
	Object(id ObjectID) (o Object, ok bool)
	// Near appends to buf all objects whose position is at most a radius away from a point, each once, in any order. What
	// Object does not return may be among them.
	Near(p Point, radius float64, buf []Spot) []Spot
	// Visible reports whether nothing is in the way of a look from a point to another.
	Visible(from, to Point) bool
	// Walls returns how many walls are between a sound and a listener.
	Walls(from, to Point) int
}
