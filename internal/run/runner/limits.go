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
	// BanTime is how long a method that held a failed step is not taken after its first failure, in seconds, unless the ban is lifted
	// before. Each further failure in a row doubles it.
	BanTime = 5.0
	// MaxBanTime is the longest ban, in seconds.
	MaxBanTime = 120.0
	// MaxBanHold is the longest time that a ban lasts though the condition that failed holds again, in seconds. A first failure is not held, the
	// second one is for a second, and each further one twice as long as the one before.
	MaxBanHold = 30.0
	// MaxBans is the most method instances that an agent remembers the failures of, for each plan line. When all of them are banned, one ban of
	// the method stands for its other instances.
	MaxBans = 64
	// MaxMemories is the most plans within trees and goals that an agent remembers the failures of while they are not carried out, each by its task
	// and arguments. Beyond, the one whose last failure is the longest ago is forgotten.
	MaxMemories = 16
	// MaxClaimWait is how long a step waits for what others have claimed, in seconds, unless its fail_after says otherwise. Then its task is planned anew.
	MaxClaimWait = 5.0
	// MaxVain is the most plannings in vain in a second for each plan within a tree or a goal. Further requests in that second have the answer of the last planning.
	// An agent has at most MaxVain x MaxMemories of them.
	MaxVain = 10
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
