package karakuri

// EventKind is the kind of an event. The numbers are those of recorded traces: they never change, and a new kind comes
// after the last one.
type EventKind uint8

// Kinds of events. If several families use the same name, the family precedes it: a step of a plan is [StepStarted],
// one of a goal [GoalStepStarted].
const (
	// Plans: what agents plan, and how they carry it out.
	PlanAdopted EventKind = iota + 1
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
	// Later additions, in the order in which their numbers were assigned. Plans:
	StepRetried
	// Trees:
	TodoReached
	NodeEnding
	// Plans:
	MethodStopped
	Said // the agent says [Event].Said: no decision, so it is not in [Crowd.TraceHash]
	// What alerts agents, which is not in the hash either:
	Alerted // a percept raised the agent's level of alertness
	Calmed  // the agent fell to a lower level
	// Brains, not in the hash either:
	PersonalityChanged // the game has given the agent another personality
)
