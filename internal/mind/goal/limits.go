package goal

// Limits of declarations: far beyond what a person can follow.
const (
	MaxGoals         = 4096 // of a program
	MaxBrains        = 1024 // of a program
	MaxWays          = 16   // of a goal: each has a counter in every active goal
	MaxSteps         = 256  // of a way
	MaxElse          = 16   // alternatives of a step
	MaxInterrupts    = 16   // of a goal: each has a bit in every active goal
	MaxFrame         = 64   // words of parameters and variables of a goal: each active goal has room for the largest frame
	MaxWants         = 256  // of a brain
	MaxPersonalities = 64   // of a brain
)

// Limits of carrying goals out.
const (
	// MaxDepth is the maximum depth of goals and activities in a pursuit, interruptions included. A deeper step fails.
	MaxDepth = 16
	// MaxMoves limits the steps of a pursuit that begin or end in one tick; the pursuit continues in the next. Steps
	// that take no time would otherwise never end.
	MaxMoves = 128
	// MaxNested is the maximum number of pursuits that run within each other, through the activities of other families.
	// One more fails.
	MaxNested = 32
	// MaxProbes limits the goals that are tested to find whether a goal could be activated. Beyond, the answer is yes.
	MaxProbes = 128
	// MaxStack is the maximum number of pursuits that a mind holds: a want, one that interrupts it, an order, and an
	// urgent one.
	MaxStack = 4
	// MaxOrders is the maximum number of orders that wait in a mind's queue. One more is refused.
	MaxOrders = 16
	// MaxTargets is the maximum number of targets of a want that one arbitration examines: the first ones.
	MaxTargets = 256
	// MaxRefusals is the maximum number of choices that cannot be activated and that one arbitration skips. Then
	// nothing changes.
	MaxRefusals = 64
	// MaxFailures limits the wants on their targets whose failures a mind records. A new one replaces the oldest.
	MaxFailures = 64
	// MaxDoublings limits how often the rest of a want after failures doubles if its brain sets no limit: to a day or
	// so, from a second.
	MaxDoublings = 16
	// MaxScore is the most that a want's Score counts: a power of 2, so that scaling by it is exact.
	MaxScore = 1024
)
