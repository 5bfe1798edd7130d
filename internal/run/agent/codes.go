package agent

import (
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// Codes are the numbers that the kinds of events have in traces and in [Crowd.TraceHash]. They are frozen: a code is never changed and never given to another kind.
// A new kind, wherever its package declares it, takes the next free code; so no hash and no recorded trace changes because it exists.

// planCodes are the codes of the events of plans.
var planCodes = codes{
	runner.PlanAdopted:      1,
	runner.PlanKept:         2,
	runner.PlanNone:         3,
	runner.PlanLimit:        4,
	runner.PlanEnded:        5,
	runner.PlanFailed:       6,
	runner.PlanAborted:      7,
	runner.StepStarted:      8,
	runner.StepEnded:        9,
	runner.StepFailed:       10,
	runner.StepAborted:      11,
	runner.IdleStarted:      12,
	runner.IdleEnded:        13,
	runner.IdleAborted:      14,
	runner.Faulted:          15,
	runner.PlanMerged:       16,
	runner.PlanRepaired:     17,
	runner.StepExpecting:    18,
	runner.MethodBanned:     19,
	runner.BanLifted:        20,
	runner.AgentQuarantined: 21,
	runner.AgentReleased:    22,
	runner.PlanOutdated:     23,
	runner.ReactionStarted:  24,
	runner.ReactionWaits:    25,
	runner.ReactionEnded:    26,
	runner.ReactionAborted:  27,
	runner.ReactionDropped:  28,
	runner.MindInterrupted:  29,
	runner.MindResumed:      30,
	runner.LayerStarted:     31,
	runner.LayerEnded:       32,
	runner.LayerAborted:     33,
	runner.StepRetried:      86,
}

// treeCodes are those of the events of trees.
var treeCodes = codes{
	bt.NodeStarted: 34,
	bt.NodeEnded:   35,
	bt.NodeAborted: 36,
	bt.NodeDecided: 37,
	bt.AbortFired:  38,
	bt.ServiceRan:  39,
	bt.Logged:      40,
	bt.Faulted:     41,
}

// goalCodes are those of the events of goals and brains.
var goalCodes = codes{
	goal.GoalActivated:   42,
	goal.GoalPlanned:     43,
	goal.GoalSuspended:   44,
	goal.GoalResumed:     45,
	goal.GoalCompleted:   46,
	goal.GoalFailed:      47,
	goal.GoalTerminated:  48,
	goal.StepStarted:     49,
	goal.StepEnded:       50,
	goal.StepAborted:     51,
	goal.StepSuspended:   52,
	goal.StepResumed:     53,
	goal.StepRefused:     54,
	goal.StepRetried:     55,
	goal.StepReplaced:    56,
	goal.StepPassed:      57,
	goal.Interrupting:    58,
	goal.Arbitrated:      59,
	goal.WantChosen:      60,
	goal.WantKept:        61,
	goal.WantRefused:     62,
	goal.WantNone:        63,
	goal.WantEnded:       64,
	goal.WantRests:       65,
	goal.TargetForgotten: 66,
	goal.OrderQueued:     67,
	goal.OrderRefused:    68,
	goal.OrderTaken:      69,
	goal.OrderDone:       70,
	goal.Faulted:         71,
}

// squadCodes are those of the events of squads.
var squadCodes = codes{
	MemberJoined:  72,
	MemberLeft:    73,
	RoleChanged:   74,
	OrderGiven:    75,
	OrderChanged:  76,
	OrderUrged:    77,
	OrderMoved:    78,
	LeaseGranted:  79,
	LeaseRefused:  80,
	LeaseStolen:   81,
	LeaseExpired:  82,
	LeaseReleased: 83,
	LeaseRevoked:  84,
	SquadFaulted:  85,
}

// PlanCode returns the code of a kind of event of plans; 0: there is no such kind.
func PlanCode(k runner.EventKind) uint8 { return planCodes[k] }

// TreeCode does the same for events of trees.
func TreeCode(k bt.EventKind) uint8 { return treeCodes[k] }

// GoalCode does the same for events of goals and brains.
func GoalCode(k goal.EventKind) uint8 { return goalCodes[k] }

// SquadCode does the same for events of squads.
func SquadCode(k SquadEventKind) uint8 { return squadCodes[k] }

// FamilyOf returns the family of the events of a code: "plan", "tree", "goal" or "squad".
func FamilyOf(code uint8) string { return familyNames[kindOf(code).family] }

// codes are the codes of a family's kinds of events, by kind; 0: there is no such kind.
type codes [256]uint8

// coded is the kind of event that a code stands for.
type coded struct {
	family family
	kind   uint8
	name   string
}

// decoded are the kinds of events by code, as far as there are any.
var decoded = decode()

// lastCode is the greatest code in use.
const lastCode = 86

func decode() (list [lastCode + 1]coded) {
	fill := func(f family, c *codes, name func(kind uint8) string) {
		for kind, code := range c {
			if code > 0 {
				list[code] = coded{f, uint8(kind), name(uint8(kind))}
			}
		}
	}
	fill(ofPlan, &planCodes, func(k uint8) string { return runner.EventKind(k).String() })
	fill(ofTree, &treeCodes, func(k uint8) string { return bt.EventKind(k).String() })
	fill(ofGoal, &goalCodes, func(k uint8) string { return goal.EventKind(k).String() })
	fill(ofSquad, &squadCodes, func(k uint8) string { return SquadEventKind(k).String() })
	return list
}

// kindOf returns what a code stands for. A code without a kind, as a later version may have written it, counts as one of squads, whose events are told by their names.
func kindOf(code uint8) coded {
	if int(code) < len(decoded) && decoded[code].name != "" {
		return decoded[code]
	}
	return coded{family: ofSquad}
}

// EventNames returns the names of the kinds of events and of their fields, as traces tell them.
func EventNames() ktrace.Names {
	n := ktrace.Names{Fields: eventFields[:]}
	for i := range decoded {
		n.Kinds = append(n.Kinds, decoded[i].name)
	}
	return n
}

// Places of the numbers of an event among [ktrace.Event].Values. They are frozen like the codes of kinds, since the hash depends on them: a new field takes the next
// free place. Several families share some of them.
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
