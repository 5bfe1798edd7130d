package runner

// Limits of carrying out plans.
const (
	// MinGap is the least time between a planning of an agent and the next that a change, another plan line or a failure calls
	// for, in seconds: whatever happens to it, it plans at most ten times a second. Only a plan that has ended is followed by the
	// next one sooner, with the next tick.
	MinGap = 0.1
	// MaxWait is the most intervals that an agent without a plan waits before it plans again without a change.
	MaxWait = 8
	// MaxStepsPerTick is the most steps without an action that an agent takes in one tick; more go on in the next one.
	MaxStepsPerTick = 64
)
