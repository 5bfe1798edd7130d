package fact

// Cause is why something came about, over all families. The numbers are for programs that run; traces hold those of the
// families.
type Cause uint8

// The causes. 0: no cause, or an unknown one.
const (
	// Causes that end steps, goals and orders, and that keep them from starting.
	CauseConditionFalse Cause = iota + 1
	CauseActionFailed
	CauseActionPanicked
	CauseHostPanicked
	CauseObjectMissing
	CauseWhileFalse
	CauseUntilHolds
	CauseTimedOut
	CauseUnmet
	CauseClaimed
	CauseLeaseTaken
	CauseOverran
	CauseValueRefused
	CauseInterrupted
	CauseOutside
	// Orders, on both sides.
	CauseOrderDeclined
	CauseOrderFailed
	CauseOrderPreempted
	CauseMemberLost
	CauseNobodyInRole
	CauseBusy
	CauseNotWanted
	CauseUnable
	CauseUnknown
	CauseFull
	CauseNotReached
	CauseChanged
	CauseReplanned
	CauseRoleTaken
	CauseDied
	CauseLeft
	CauseDisbanded
	// Why a running plan was kept.
	CauseSamePlan
	CauseLowerPlan
	CauseSameTarget
	CauseSameMethods
	CauseNothingElse
	CauseCommitted
	CauseOutdated
	CauseNotCheaper
	// Why there is nothing to carry out.
	CauseNoLine
	CauseNoPlan
	CauseHitLimit
	CauseAllDone
	CauseQuarantined
	CauseTreeEnded
	CauseSeeking
	// Causes of lifted bans, other than time.
	CauseBanChanged
	CauseBanProved
	CauseBanWorked
	// Goals and brains.
	CauseWaysFailed
	CauseProcessFailed
	CauseProcessDone
	CauseTooDeep
	CauseParentEnded
	CauseDropped
	CauseBetterWant
	CauseActivityFailed
	CauseNoLongerWanted

	// LastCause is the last one in use.
	LastCause = CauseNoLongerWanted
)

var causeNames = [LastCause + 1]string{"",
	"its condition does not hold",
	"its action failed",
	"its action panicked",
	"a function of the game panicked",
	"an object no longer exists",
	"its while does not hold",
	"its until holds",
	"its time is over",
	"its expected effects did not come true",
	"another agent has claimed its object",
	"a token or slot that it needs was taken away",
	"an expression exceeded its limit",
	"a value that it wrote was refused",
	"something more important interrupted it",
	"the game aborted it",
	"a member declined the order",
	"a member failed at the order",
	"a member had something more important to do",
	"a member was lost",
	"no member has the role",
	"it is busy",
	"it wants something else more",
	"its goal or task cannot start",
	"its kind cannot carry out the order",
	"too many orders wait",
	"it was tried and failed",
	"another order replaced it",
	"the squad has another plan",
	"the member has another role now",
	"the member died",
	"the member left",
	"the squad is disbanded",
	"the new plan is the same",
	"the new plan has lower priority",
	"the new target is not better by the margin",
	"the new plan makes the same choices",
	"there is no other plan",
	"the running step is committed",
	"the new plan came too late",
	"the new plan is not cheaper",
	"no plan line applies",
	"there is no plan",
	"planning hit a limit",
	"nothing is left to do",
	"in quarantine after a panic",
	"its tree has ended",
	"it is still searching for its first plan",
	"the condition that failed holds now",
	"the plan that replaced it has succeeded",
	"it has succeeded",
	"no way is left",
	"its process failed",
	"its process is done",
	"too many goals are nested",
	"the goal above it has ended",
	"it no longer makes sense",
	"another want is better",
	"its activity failed",
	"it is no longer wanted",
}

// Texts returns the words for causes, for a family whose own numbers they are listed by.
func Texts(list []Cause) []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.String()
	}
	return out
}

// String returns the cause in a few words: the only words for it, in answers, logs and the studio.
func (c Cause) String() string { return Name(c, causeNames[:]...) }
