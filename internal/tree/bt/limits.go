package bt

// Limits of carrying out trees; those of what can be declared are in package def.
const (
	// MaxLoops is the most repetitions of a loop that begin in one tick; it goes on in the next. Repetitions that take no time would
	// otherwise hold the tick for ever.
	MaxLoops = 1024
	// MaxTurns is the same for all loops of a tree together: those within each other would otherwise multiply.
	MaxTurns = 16 * MaxLoops
	// MaxCauses is the most changes that a tree keeps to name the one which made a watch fire.
	MaxCauses = 16
)
