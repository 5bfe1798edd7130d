package agent

import (
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// Codes are the numbers of the kinds of events in traces and in [Crowd.TraceHash]: those of [fact.Kind], which are
// frozen. A new kind takes the next free code, so it changes no hash and no recorded trace.

// planCodes are the codes of the events of plans.
var planCodes = codes{
	runner.PlanAdopted:      fact.PlanAdopted,
	runner.PlanKept:         fact.PlanKept,
	runner.PlanNone:         fact.PlanNone,
	runner.PlanLimit:        fact.PlanLimit,
	runner.PlanEnded:        fact.PlanEnded,
	runner.PlanFailed:       fact.PlanFailed,
	runner.PlanAborted:      fact.PlanAborted,
	runner.StepStarted:      fact.StepStarted,
	runner.StepEnded:        fact.StepEnded,
	runner.StepFailed:       fact.StepFailed,
	runner.StepAborted:      fact.StepAborted,
	runner.IdleStarted:      fact.IdleStarted,
	runner.IdleEnded:        fact.IdleEnded,
	runner.IdleAborted:      fact.IdleAborted,
	runner.Faulted:          fact.Faulted,
	runner.PlanMerged:       fact.PlanMerged,
	runner.PlanRepaired:     fact.PlanRepaired,
	runner.StepExpecting:    fact.StepExpecting,
	runner.MethodBanned:     fact.MethodBanned,
	runner.BanLifted:        fact.BanLifted,
	runner.AgentQuarantined: fact.AgentQuarantined,
	runner.AgentReleased:    fact.AgentReleased,
	runner.PlanOutdated:     fact.PlanOutdated,
	runner.ReactionStarted:  fact.ReactionStarted,
	runner.ReactionWaits:    fact.ReactionWaits,
	runner.ReactionEnded:    fact.ReactionEnded,
	runner.ReactionAborted:  fact.ReactionAborted,
	runner.ReactionDropped:  fact.ReactionDropped,
	runner.MindInterrupted:  fact.MindInterrupted,
	runner.MindResumed:      fact.MindResumed,
	runner.LayerStarted:     fact.LayerStarted,
	runner.LayerEnded:       fact.LayerEnded,
	runner.LayerAborted:     fact.LayerAborted,
	runner.StepRetried:      fact.StepRetried,
	runner.MethodStopped:    fact.MethodStopped,
	runner.Said:             fact.Said,
	runner.Alerted:          fact.Alerted,
	runner.Calmed:           fact.Calmed,
}

// treeCodes are those of the events of trees.
var treeCodes = codes{
	bt.NodeStarted: fact.NodeStarted,
	bt.NodeEnded:   fact.NodeEnded,
	bt.NodeAborted: fact.NodeAborted,
	bt.NodeDecided: fact.NodeDecided,
	bt.AbortFired:  fact.AbortFired,
	bt.ServiceRan:  fact.ServiceRan,
	bt.Logged:      fact.NodeLogged,
	bt.Faulted:     fact.TreeFaulted,
	bt.TodoReached: fact.TodoReached,
	bt.NodeEnding:  fact.NodeEnding,
}

// goalCodes are those of the events of goals and brains.
var goalCodes = codes{
	goal.GoalActivated:      fact.GoalActivated,
	goal.GoalPlanned:        fact.GoalPlanned,
	goal.GoalSuspended:      fact.GoalSuspended,
	goal.GoalResumed:        fact.GoalResumed,
	goal.GoalCompleted:      fact.GoalCompleted,
	goal.GoalFailed:         fact.GoalFailed,
	goal.GoalTerminated:     fact.GoalTerminated,
	goal.StepStarted:        fact.GoalStepStarted,
	goal.StepEnded:          fact.GoalStepEnded,
	goal.StepAborted:        fact.GoalStepAborted,
	goal.StepSuspended:      fact.GoalStepSuspended,
	goal.StepResumed:        fact.GoalStepResumed,
	goal.StepRefused:        fact.GoalStepRefused,
	goal.StepRetried:        fact.GoalStepRetried,
	goal.StepReplaced:       fact.GoalStepReplaced,
	goal.StepPassed:         fact.GoalStepPassed,
	goal.Interrupting:       fact.Interrupting,
	goal.Arbitrated:         fact.Arbitrated,
	goal.WantChosen:         fact.WantChosen,
	goal.WantKept:           fact.WantKept,
	goal.WantRefused:        fact.WantRefused,
	goal.WantNone:           fact.WantNone,
	goal.WantEnded:          fact.WantEnded,
	goal.WantRests:          fact.WantRests,
	goal.TargetForgotten:    fact.TargetForgotten,
	goal.OrderQueued:        fact.OrderQueued,
	goal.OrderRefused:       fact.OrderRefused,
	goal.OrderTaken:         fact.OrderTaken,
	goal.OrderDone:          fact.OrderDone,
	goal.Faulted:            fact.GoalFaulted,
	goal.PersonalityChanged: fact.PersonalityChanged,
}

// squadCodes are those of the events of squads.
var squadCodes = codes{
	MemberJoined:  fact.MemberJoined,
	MemberLeft:    fact.MemberLeft,
	RoleChanged:   fact.RoleChanged,
	OrderGiven:    fact.OrderGiven,
	OrderChanged:  fact.OrderChanged,
	OrderUrged:    fact.OrderUrged,
	OrderMoved:    fact.OrderMoved,
	LeaseGranted:  fact.LeaseGranted,
	LeaseRefused:  fact.LeaseRefused,
	LeaseStolen:   fact.LeaseStolen,
	LeaseExpired:  fact.LeaseExpired,
	LeaseReleased: fact.LeaseReleased,
	LeaseRevoked:  fact.LeaseRevoked,
	SquadFaulted:  fact.SquadFaulted,
}

// PlanCode returns the code of a kind of event of plans; 0: there is no such kind.
func PlanCode(k runner.EventKind) fact.Kind { return planCodes[k] }

// TreeCode does the same for events of trees.
func TreeCode(k bt.EventKind) fact.Kind { return treeCodes[k] }

// GoalCode does the same for events of goals and brains.
func GoalCode(k goal.EventKind) fact.Kind { return goalCodes[k] }

// SquadCode does the same for events of squads.
func SquadCode(k SquadEventKind) fact.Kind { return squadCodes[k] }

// codes are the codes of a family's kinds of events, by kind; 0: there is no such kind.
type codes [256]fact.Kind

// coded is the kind of event with a code.
type coded struct {
	family fact.Family
	kind   uint8
	name   string
}

// decoded are the kinds of events by code, as far as there are any.
var decoded = decode()

func decode() (list [fact.LastKind + 1]coded) {
	fill := func(c *codes, name func(kind uint8) string) {
		for kind, code := range c {
			if code > 0 {
				list[code] = coded{code.Family(), uint8(kind), name(uint8(kind))}
			}
		}
	}
	fill(&planCodes, func(k uint8) string { return runner.EventKind(k).String() })
	fill(&treeCodes, func(k uint8) string { return bt.EventKind(k).String() })
	fill(&goalCodes, func(k uint8) string { return goal.EventKind(k).String() })
	fill(&squadCodes, func(k uint8) string { return SquadEventKind(k).String() })
	return list
}

// kindOf returns the kind of a code. An unknown code, written by a later version, counts as one of squads, whose events
// are named in the trace.
func kindOf(code uint8) coded {
	if int(code) < len(decoded) && decoded[code].name != "" {
		return decoded[code]
	}
	return coded{family: fact.Squad}
}

// KindName returns the name of a kind of event in traces: "plan adopted".
func KindName(k fact.Kind) string { return kindOf(uint8(k)).name }

// EventNames returns the names in traces of the kinds of events and of their fields.
func EventNames() ktrace.Names {
	n := ktrace.Names{Fields: eventFields[:]}
	for i := range decoded {
		n.Kinds = append(n.Kinds, decoded[i].name)
	}
	return n
}

// Indices of the numbers of an event in [ktrace.Event].Values. They are frozen like the codes of kinds, since the hash
// depends on them: a new field takes the next free index. Families share some of them.
const (
	fieldReason    = 0
	fieldCause     = 1
	fieldKeep      = 2
	fieldWhy       = 3
	fieldBy        = 4
	fieldLift      = 5
	fieldLimit     = 6
	fieldStatus    = 7
	fieldLine      = 8
	fieldStep      = 9
	fieldSteps     = 10
	fieldOperator  = 11
	fieldTask      = 12
	fieldMethod    = 13
	fieldTicks     = 14
	fieldLevel     = 15
	fieldTree      = 16
	fieldNode      = 17
	fieldService   = 18
	fieldMode      = 19
	fieldAddr      = 20
	fieldOld       = 21
	fieldNew       = 22
	fieldEnding    = 23
	fieldOrigin    = 24
	fieldPursuit   = 25
	fieldGoal      = 26
	fieldActivity  = 27
	fieldSub       = 28
	fieldWay       = 29
	fieldPart      = 30
	fieldAlt       = 31
	fieldInterrupt = 32
	fieldBrain     = 33
	fieldWant      = 34
	fieldTarget    = 35
	fieldOrder     = 36
	fieldScore     = 37
	fieldCount     = 38
	fieldMember    = 39
	fieldRole      = 40
	fieldWasRole   = 41
	fieldReport    = 42
	fieldLease     = 43
)

// eventFields are their names.
var eventFields = [...]string{
	fieldReason:    "reason",
	fieldCause:     "cause",
	fieldKeep:      "keep",
	fieldWhy:       "why",
	fieldBy:        "by",
	fieldLift:      "lift",
	fieldLimit:     "limit",
	fieldStatus:    "status",
	fieldLine:      "line",
	fieldStep:      "step",
	fieldSteps:     "steps",
	fieldOperator:  "operator",
	fieldTask:      "task",
	fieldMethod:    "method",
	fieldTicks:     "ticks",
	fieldLevel:     "level",
	fieldTree:      "tree",
	fieldNode:      "node",
	fieldService:   "service",
	fieldMode:      "mode",
	fieldAddr:      "addr",
	fieldOld:       "old",
	fieldNew:       "new",
	fieldEnding:    "why ended",
	fieldOrigin:    "origin",
	fieldPursuit:   "pursuit",
	fieldGoal:      "goal",
	fieldActivity:  "activity",
	fieldSub:       "sub",
	fieldWay:       "way",
	fieldPart:      "part",
	fieldAlt:       "alternative",
	fieldInterrupt: "interrupt",
	fieldBrain:     "brain",
	fieldWant:      "want",
	fieldTarget:    "target",
	fieldOrder:     "order",
	fieldScore:     "score e6",
	fieldCount:     "count",
	fieldMember:    "member",
	fieldRole:      "role",
	fieldWasRole:   "role before",
	fieldReport:    "report",
	fieldLease:     "lease",
}
