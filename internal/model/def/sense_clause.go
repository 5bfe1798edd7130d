package def

import "github.com/karakuri-ai/karakuri/internal/model/expr"

// Attrs documents the attributes that every object has, in the order of the constants: all but [AttrValue]. Not to be
// changed.
func Attrs() []AttrInfo { return attrs }

// SenseKinds are the kinds of senses, and MemoryKinds those of memories.
var (
	SenseKinds  = [...]string{"sight", "touch", "hearing", "damage", "talk"}
	MemoryKinds = [...]string{"short", "long"}
)

// Limits of senses and memories: those of package sense.
const (
	MaxSenseRange  = 1e6     // metres
	MaxReaction    = 60      // seconds; so that package sense can have it in ticks, at up to a thousand in a second
	MaxSenseNumber = 1e9     // maximum of numbers without a unit
	MaxCapacity    = 1024    // facts of a memory
	MaxDoubts      = 4       // thresholds of a memory
	MaxPromote     = 1 << 30 // times
	MaxSpan        = 1e8     // seconds: three years
	MaxAgentSenses = 16      // senses of one kind of agents
)

// DefaultHeed is for how long agents go by what they hear somebody say, in seconds: what is called out in a fight is
// soon over.
const DefaultHeed = 3.0

// DefaultCapacity is the capacity of a memory that declares none.
const DefaultCapacity = 32

var attrs = []AttrInfo{
	{AttrPosition, "position", expr.Vec2Type, "Its remembered or estimated position."},
	{AttrVelocity, "velocity", expr.Vec2Type, "Its velocity, in metres a second."},
	{AttrConfidence, "confidence", expr.FloatType, "The confidence in its position: 0..1, in steps of 1/16."},
	{AttrAge, "age", expr.FloatType, "How long ago its position was last known, in whole seconds."},
	{AttrSensed, "sensed_now", expr.BoolType, "It is seen or touched at present."},
	{AttrMissed, "missed", expr.BoolType, "It was not where it was remembered."},
	{AttrImportance, "importance", expr.FloatType, "Its importance for memory."},
	{AttrKind, "kind", expr.IntType, "The host's number for its kind."},
	{AttrSaid, "said", none, "What it was heard to say within the last seconds: a value of any enum, whose first value means nothing. See [barks](barks.md#who-hears-them)."},
}
