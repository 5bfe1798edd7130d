package runner

// Limits of carrying out plans.
const (
	// MinGap is the least time between two plannings of an agent that a change, another plan line or a failure calls
	// for, in seconds: an agent plans at most ten times a second. Only after a plan has ended may the next planning
	// come sooner, with the next tick.
	MinGap = 0.1
	// MaxWait is the maximum number of intervals that an agent without a plan waits before it plans again without a
	// change.
	MaxWait = 8
	// MaxStepsPerTick is the maximum number of steps without an action that an agent takes in one tick; the others
	// follow in the next one.
	MaxStepsPerTick = 64
	// ExpectGrace is the time for which a step whose actions have ended waits for its expectations, in seconds. The
	// agent senses changes later than they happen.
	ExpectGrace = 0.5
	// BanTime is the time for which a method is banned after the first failure of one of its steps, in seconds, unless
	// the ban is lifted before. Each further failure in a row doubles it.
	BanTime = 5.0
	// MaxBanTime is the longest ban, in seconds.
	MaxBanTime = 120.0
	// MaxBanHold is the longest time that a ban stays though the condition that failed holds again, in seconds. After a
	// first failure a ban does not stay, after the second it stays for a second, and after each further failure twice
	// as long.
	MaxBanHold = 30.0
	// MaxBans is the maximum number of method instances whose failures an agent remembers, for each plan line. When all
	// of them are banned, one ban of the method covers its other instances.
	MaxBans = 64
	// MaxMemories is the maximum number of plans within trees and goals whose failures an agent remembers while they do
	// not run, each by its task and arguments. Beyond, the agent forgets the one whose last failure is the longest ago.
	MaxMemories = 16
	// MaxClaimWait is the time for which a step waits for an object that another agent has claimed, in seconds, unless
	// its fail_after says otherwise. Then its task is planned anew.
	MaxClaimWait = 5.0
	// MaxVain is the maximum number of plannings in vain in a second for each plan within a tree or a goal. Further
	// requests in that second get the result of the last planning. An agent plans in vain at most MaxVain x MaxMemories
	// times in a second for such plans.
	MaxVain = 10
	// MaxQuarantine is the longest quarantine after a panic in the host's code, in seconds. The first lasts
	// one second, each further one twice as long as the one before.
	MaxQuarantine = 60.0
	// maxCounted limits the counts of plannings in vain and of panics. Ten already make the longest wait, and a
	// snapshot holds no greater count.
	maxCounted = 1<<30 - 1
	// MaxAttempts is how often a planning over several ticks is started for one occasion, when the world changes
	// meanwhile so that its plan cannot be carried out.
	MaxAttempts = 3
)
