package bt

// Limits of running trees; package def has those of declarations.
const (
	// MaxLoops limits the repetitions of a loop that begin in one tick; the loop continues in the next. Repetitions
	// that take no time would otherwise never end.
	MaxLoops = 1024
	// MaxTurns is the same for all loops of a tree together: those within each other would otherwise multiply.
	MaxTurns = 16 * MaxLoops
	// MaxCauses is the maximum number of changes that a tree keeps to name the one which made a watch fire.
	MaxCauses = 16
)
