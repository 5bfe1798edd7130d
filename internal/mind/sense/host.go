package sense

import "github.com/karakuri-ai/karakuri/action"

// The host's interface is in package action, because games use it.
type (
	// ObjectID is the host's number of an object: a character, an item, anything that can be sensed. 0 is no object.
	ObjectID = action.SenseID
	// Spot is the position of an object.
	Spot = action.SenseSpot
	// Object is an object as it truly is.
	Object = action.SenseObject
	// Host answers the queries of a [Field] about the world. Several goroutines call it concurrently if [Field.Step]
	// has such an [Each]. [Field.TakeFaults] returns its panics.
	Host = action.SenseHost
	// Sound is a sound that observers may hear.
	Sound = action.Sound
	// Voice is a host whose objects have voices.
	Voice = action.SenseVoice
	// Point is a spot, or a way from one spot to another, in metres.
	Point = action.Vec2
	// Attr is the attribute that a reading is of.
	Attr = action.SenseAttr
	// Parts is a set of attributes, as bits.
	Parts = action.SenseParts
)
