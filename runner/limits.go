package runner

// Limits of carrying out plans.
const (
	// MinGap is the least time between two plannings of an agent that changes or failures call for, in seconds: whatever
	// happens, it plans at most ten times a second.
	MinGap = 0.1
	// MaxWait is the most intervals that an agent without a plan waits before it plans again without a change.
	MaxWait = 8
	// MaxStepsPerTick is the most steps without an action that an agent takes in one tick; more go on in the next one.
	MaxStepsPerTick = 64
)
