package def

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// SenseClauses documents the clauses of senses, in the order in which they are written. Not to be changed.
func SenseClauses() []ClauseInfo { return senseClauses }

// MemoryClauses documents the clauses of memories, in the order in which they are written. Not to be changed.
func MemoryClauses() []ClauseInfo { return memoryClauses }

// Attrs documents the attributes that every object has, in the order of the constants: all but [AttrValue]. Not to be changed.
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
	MaxSenseNumber = 1e9     // of what has no unit
	MaxCapacity    = 1024    // facts of a memory
	MaxDoubts      = 4       // thresholds of a memory
	MaxPromote     = 1 << 30 // times
	MaxSpan        = 1e8     // seconds: three years
	MaxAgentSenses = 16      // senses of one kind of agents
)

// DefaultCapacity is how many facts a memory holds that does not say.
const DefaultCapacity = 32

// ClauseInfo documents a clause, for help texts, schema and checks.
type ClauseInfo struct {
	Word        string
	Value       ClauseValue
	Kinds       []string // of senses or memories that have it
	Needed      []string // those that must have it
	Least, Most float64  // of each number, in its unit
	Form        string   // an example
	Doc         string
}

// clauseNamed returns the clause of a word, or nil.
func clauseNamed(list []ClauseInfo, word string) *ClauseInfo {
	i := slices.IndexFunc(list, func(k ClauseInfo) bool { return k.Word == word })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// tiny is the least of what must not be 0, since a 0 stands for something else.
const tiny = 1e-6

var (
	looks   = []string{"sight", "touch"}
	sight   = []string{"sight"}
	hearing = []string{"hearing"}
	short   = []string{"short"}
	long    = []string{"long"}
)

var senseClauses = []ClauseInfo{
	{"range", ClauseMetres, []string{"sight", "touch", "talk"}, looks, tiny, MaxSenseRange, "range 12", "How far it reaches. Of talk: how far away the speaker may be; without it anywhere."},
	{"cone", ClauseAngle, sight, nil, tiny, 2 * math.Pi, "cone 110deg", "The whole angle that sight looks into, ahead. Without it sight looks all around."},
	{"line_of_sight", ClauseFlag, sight, nil, 0, 0, "line_of_sight", "Sight asks the host whether anything is in the way."},
	{"lose_range", ClauseMetres, sight, nil, tiny, MaxSenseRange, "lose_range 15", "How far away sight still sees what it saw before, at least range. Without it 1.25 times range."},
	{"touch_range", ClauseMetres, sight, nil, 0, MaxSenseRange, "touch_range 1", "How near a thing must be to be seen wherever it is, through anything. Without it never."},
	{"falloff", ClauseNumber, hearing, nil, tiny, MaxSenseNumber, "falloff 1", "What a sound loses with each metre. Without it 1, so that loudness is how many metres a sound carries."},
	{"damping", ClauseShare, hearing, nil, 0, 1, "damping 0.5", "What is left of a sound's loudness behind each wall. Without it walls stop sounds."},
	{"blur", ClauseShare, hearing, nil, 0, 1, "blur 0.1", "How unsure the position of a sound is, in metres for each metre of distance. Without it positions are exact."},
	{"threshold", ClauseNumber, []string{"hearing", "damage"}, nil, 0, MaxSenseNumber, "threshold 0.1", "The least that is heard, of what is left of the loudness; the least damage that is felt."},
	{"confidence", ClauseShare, SenseKinds[:], nil, tiny, 1, "confidence 0.8", "How sure it is of what it perceives. Without it 1, of talk 0.7. Of talk it multiplies that of the speaker."},
	{"reaction", ClauseSeconds, SenseKinds[:], nil, 0, MaxReaction, "reaction 0.2s", "How long it takes until the agent notices something that it does not remember."},
	{"jitter", ClauseSeconds, SenseKinds[:], nil, 0, MaxReaction, "jitter 0.1s", "The most that is added to the reaction, drawn anew each time."},
}

var memoryClauses = []ClauseInfo{
	{"span", ClauseSeconds, short, nil, tiny, MaxSpan, "span 8s", "For how long something is remembered that is not perceived again. Without it there is no such limit."},
	{"keep", ClauseFlag, long, nil, 0, 0, "keep", "Confidence does not fall."},
	{"capacity", ClauseCount, MemoryKinds[:], nil, 1, MaxCapacity, "capacity 32", "How many objects it holds; the least important is forgotten first. Without it 32."},
	{"decay", ClauseRate, MemoryKinds[:], nil, tiny, 1000, "decay 0.1/s", "What confidence in a position loses each second. Without it nothing."},
	{"velocity_fade", ClauseNumber, short, nil, 0.001, 1000, "velocity_fade 3", "How fast confidence in a velocity falls, compared with that in the position. Without it not at all."},
	{"kind_fade", ClauseNumber, short, nil, 0.001, 1000, "kind_fade 0.5", "How fast confidence in what a thing is falls, compared with that in the position. Without it not at all."},
	{"predict", ClauseSeconds, short, nil, 0, MaxSpan, "predict 2s", "For how long a thing out of sight is taken to go on as it went."},
	{"spread", ClauseSpeed, short, nil, 0, MaxSenseRange, "spread 0.5/s", "How fast the place where something may be grows while it is not perceived."},
	{"max_spread", ClauseMetres, short, nil, 0, MaxSenseRange, "max_spread 5", "How far that place grows at most."},
	{"miss_range", ClauseMetres, short, nil, 0, MaxSenseRange, "miss_range 1", "How far a thing may be from where it is remembered and still be found there."},
	{"miss_factor", ClauseShare, short, nil, 0, 1, "miss_factor 0.5", "What is left of confidence when something that moves is not where it is remembered."},
	{"promote_times", ClauseCount, short, nil, 1, MaxPromote, "promote_times 3", "How often a thing must be noticed to go to long-term memory. Without it no number is enough."},
	{"promote_importance", ClauseNumber, short, nil, tiny, MaxSenseNumber, "promote_importance 5", "The importance from which a thing goes to long-term memory at once. Without it none is enough."},
	{"forget_below", ClauseShare, short, nil, tiny, 1, "forget_below 0.05", "The confidence below which a thing is forgotten. Without it 0.05."},
	{"doubts", ClauseShares, short, nil, tiny, 1, "doubts 0.5, 0.2", "Confidences, falling; when that in a position falls below one of them it is an event. At most 4."},
}

var attrs = []AttrInfo{
	{AttrPosition, "position", expr.Vec2Type, "Where it is taken to be."},
	{AttrVelocity, "velocity", expr.Vec2Type, "How it moves, in metres a second."},
	{AttrConfidence, "confidence", expr.FloatType, "How sure its position is: 0..1, in steps of 1/16."},
	{AttrAge, "age", expr.FloatType, "How long ago its position was last known, in whole seconds."},
	{AttrSensed, "sensed_now", expr.BoolType, "It is seen or touched at present."},
	{AttrMissed, "missed", expr.BoolType, "It was not where it was remembered."},
	{AttrImportance, "importance", expr.FloatType, "How much it matters to remember it."},
	{AttrKind, "kind", expr.IntType, "The host's number of what it is."},
}
