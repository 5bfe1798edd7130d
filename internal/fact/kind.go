package fact

// Kind is the kind of an event, over all families. The numbers are those of recorded traces and of the hash of a run:
// they are frozen. A number is never changed and never given to another kind; a new kind, of any family, takes the next
// free one.
type Kind uint8

// The kinds. Those of one name in several families have the family before it: a step of a plan is [StepStarted], one of
// a goal [GoalStepStarted].
const (
	// Plans: what agents plan, and how they carry it out.
	PlanAdopted Kind = iota + 1
	PlanKept
	PlanNone
	PlanLimit
	PlanEnded
	PlanFailed
	PlanAborted
	StepStarted
	StepEnded
	StepFailed
	StepAborted
	IdleStarted
	IdleEnded
	IdleAborted
	Faulted
	PlanMerged
	PlanRepaired
	StepExpecting
	MethodBanned
	BanLifted
	AgentQuarantined
	AgentReleased
	PlanOutdated
	ReactionStarted
	ReactionWaits
	ReactionEnded
	ReactionAborted
	ReactionDropped
	MindInterrupted
	MindResumed
	LayerStarted
	LayerEnded
	LayerAborted
	// Trees.
	NodeStarted
	NodeEnded
	NodeAborted
	NodeDecided
	AbortFired
	ServiceRan
	NodeLogged
	TreeFaulted
	// Goals and brains.
	GoalActivated
	GoalPlanned
	GoalSuspended
	GoalResumed
	GoalCompleted
	GoalFailed
	GoalTerminated
	GoalStepStarted
	GoalStepEnded
	GoalStepAborted
	GoalStepSuspended
	GoalStepResumed
	GoalStepRefused
	GoalStepRetried
	GoalStepReplaced
	GoalStepPassed
	Interrupting
	Arbitrated
	WantChosen
	WantKept
	WantRefused
	WantNone
	WantEnded
	WantRests
	TargetForgotten
	OrderQueued
	OrderRefused
	OrderTaken
	OrderDone
	GoalFaulted
	// Squads.
	MemberJoined
	MemberLeft
	RoleChanged
	OrderGiven
	OrderChanged
	OrderUrged
	OrderMoved
	LeaseGranted
	LeaseRefused
	LeaseStolen
	LeaseExpired
	LeaseReleased
	LeaseRevoked
	SquadFaulted
	// Since then.
	StepRetried        // of plans
	TodoReached        // of trees
	NodeEnding         // of trees
	MethodStopped      // of plans
	Said               // likewise, though goals and squads also lead to it
	Alerted            // of plans, though only percepts lead to it
	Calmed             // likewise: only time does
	PersonalityChanged // of brains: the host did it

	// LastKind is the last one in use.
	LastKind = PersonalityChanged
)

// Decides reports whether events of a kind are decisions, which a run's hash is made of. The others follow from what
// the host or others do.
func (k Kind) Decides() bool {
	return k != Said && k != Alerted && k != Calmed && k != PersonalityChanged
}

// Family returns the family of a kind, or None for an invalid kind.
func (k Kind) Family() Family {
	switch {
	case k == 0 || k > LastKind:
		return None
	case k <= LayerAborted || k == StepRetried || k >= MethodStopped && k <= Calmed:
		return Plan
	case k <= TreeFaulted || k == TodoReached || k == NodeEnding:
		return Tree
	case k <= GoalFaulted || k == PersonalityChanged:
		return Goal
	}
	return Squad
}
