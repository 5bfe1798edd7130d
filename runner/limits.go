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
	// ExpectGrace is how long a step whose actions have ended waits for what it expects of the world, in seconds: senses lag
	// behind what happens.
	ExpectGrace = 0.5
	// BanTime is how long a method that held a failed step is not taken, in seconds, unless the ban is lifted before.
	BanTime = 5.0
	// MaxBans is the most bans that an agent keeps; the oldest gives way to a new one.
	MaxBans = 16
	// MaxQuarantine is the longest time that an agent is left alone after a panic in the host's code, in seconds. The first
	// lasts one second, each further one twice as long as the one before.
	MaxQuarantine = 60.0
	// maxCounted is up to how many plannings in vain and panics are counted: ten of them make the longest wait already, and a snapshot holds
	// no more.
	maxCounted = 1<<30 - 1
	// MaxAttempts is how often a planning that goes on over several ticks is started for one occasion, when the world changes
	// under it so that its plan cannot be carried out.
	MaxAttempts = 3
)
