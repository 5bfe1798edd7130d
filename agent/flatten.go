package agent

import (
	"github.com/karakuri-ai/karakuri/bt"
	"github.com/karakuri-ai/karakuri/goal"
	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/trace"
	"github.com/karakuri-ai/karakuri/utility"
	"github.com/karakuri-ai/karakuri/world"
)

// eventFields are the fields of [runner.Event] that are numbers, in the order of [numbersOf]. New ones come at the end, so that what is
// known of the old ones holds.
var eventFields = [...]string{"reason", "cause", "keep", "why", "by", "lift", "limit", "status", "line", "step", "steps",
	"operator", "task", "method", "ticks", "level",
	"tree", "node", "service", "mode", "addr", "old", "new",
	"why ended", "origin", "pursuit", "goal", "activity", "sub", "way", "part", "alternative", "interrupt", "brain", "want", "target", "order",
	"score e6", "count",
	"member", "role", "role before", "report", "lease"}

// planFields is how many of them are those of [runner.Event]; what follows are those of [bt.Event], then those of [goal.Event], which have some
// of the others too.
const (
	planFields = 16
	treeFields = 7
)

func numbersOf(e *runner.Event) [planFields]int64 {
	return [...]int64{int64(e.Reason), int64(e.Cause), int64(e.Keep), int64(e.Why), int64(e.By), int64(e.Lift), int64(e.Limit),
		int64(e.Status), int64(e.Line), int64(e.Step), int64(e.Steps), int64(e.Operator), int64(e.Task), int64(e.Method), e.Ticks, int64(e.Level)}
}

// The last of the kinds of events. Those of trees are numbered after those of plans, those of goals and brains after those of trees.
const (
	lastKind     = runner.LayerAborted
	lastTreeKind = bt.Faulted
	lastGoalKind = goal.Faulted
	// firstSquadKind is what comes before the events of squads, which are numbered after those of goals.
	firstSquadKind = uint8(lastKind) + uint8(lastTreeKind) + uint8(lastGoalKind)
)

// EventNames returns the names of the kinds of events and of their fields, as traces tell them.
func EventNames() trace.Names {
	n := trace.Names{Fields: eventFields[:]}
	for k := range lastKind + 1 {
		n.Kinds = append(n.Kinds, k.String())
	}
	for k := range lastTreeKind + 1 {
		if k > 0 {
			n.Kinds = append(n.Kinds, k.String())
		}
	}
	for k := range lastGoalKind + 1 {
		if k > 0 {
			n.Kinds = append(n.Kinds, k.String())
		}
	}
	for k := range lastSquadKind + 1 {
		if k > 0 {
			n.Kinds = append(n.Kinds, k.String())
		}
	}
	return n
}

// flatten turns an event of an agent of a number into that of a trace.
func flatten(out *trace.Event, e *runner.Event, number int64) {
	out.Kind, out.Agent, out.Tick = uint8(e.Kind), number, e.Tick
	numbers := numbersOf(e)
	clear(out.Values[copy(out.Values[:], numbers[:]):])
	out.Values[fieldNode] = int64(e.Node)
	out.Args = appendWords(out.Args[:0], e.Args)
	out.Bound = appendWords(out.Bound[:0], e.Bound)
	out.Fault = trace.Fault{}
	if e.Fault != nil {
		out.Fault = trace.Fault{Action: e.Fault.Action, Message: shortened(e.Fault.Message)}
	}
}

// flattenTree does the same for an event of a tree.
func flattenTree(out *trace.Event, e *bt.Event, number int64) {
	out.Kind, out.Agent, out.Tick = uint8(lastKind)+uint8(e.Kind), number, e.Tick
	v := &out.Values
	clear(v[:])
	v[fieldReason], v[fieldStatus] = int64(e.Reason), int64(e.Status)
	copy(v[planFields:], []int64{int64(e.Tree), int64(e.Node), int64(e.Service), int64(e.Mode)})
	if e.Caused {
		copy(v[planFields+4:], []int64{int64(e.Addr), int64(e.Old), int64(e.New)})
	}
	out.Args, out.Bound, out.Fault = out.Args[:0], out.Bound[:0], trace.Fault{}
	if e.Fault != nil {
		out.Fault = trace.Fault{Action: e.Fault.Action, Message: shortened(e.Fault.Message)}
	}
}

// flattenGoal does the same for an event of a goal or a brain. Places are counted from 1, so that what there is none of is nothing.
func flattenGoal(out *trace.Event, e *goal.Event, number int64) {
	out.Kind, out.Agent, out.Tick = uint8(lastKind)+uint8(lastTreeKind)+uint8(e.Kind), number, e.Tick
	v := &out.Values
	clear(v[:])
	v[fieldReason], v[fieldStatus], v[fieldTicks], v[fieldLevel] = int64(e.Reason), int64(e.Status), e.Ticks, int64(e.Level)
	copy(v[planFields+treeFields:], []int64{int64(e.Cause), int64(e.Origin), e.Pursuit, int64(e.Goal) + 1, int64(e.Activity) + 1, int64(e.Sub) + 1,
		int64(e.Way) + 1, int64(e.Step) + 1, int64(e.Alt), int64(e.Interrupt) + 1, int64(e.Brain) + 1, int64(e.Want) + 1, targetOf(e), e.Order,
		int64(float64(e.Score * 1e6)), int64(e.Count)})
	out.Args, out.Bound = appendWords(out.Args[:0], e.Args), out.Bound[:0]
	out.Fault = trace.Fault{}
	if e.Fault != nil {
		out.Fault = trace.Fault{Action: e.Fault.Action, Message: shortened(e.Fault.Message)}
	}
}

// targetOf returns the word of the target that an event is about; 0 where there is none, and where it is the first value of an enum.
func targetOf(e *goal.Event) int64 {
	if e.Target == utility.NoTarget {
		return 0
	}
	return int64(e.Target)
}

// matters reports whether an event of a goal or brain is a decision, rather than one more time that all stays as it is.
func matters(k goal.EventKind) bool { return k != goal.Arbitrated && k != goal.WantKept }

// Fields that events of several families have.
const (
	fieldReason = 0
	fieldCause  = 1
	fieldBy     = 4
	fieldStatus = 7
	fieldTicks  = 14
	fieldLevel  = 15
	fieldNode   = 17

	fieldOld      = 21
	fieldActivity = 27
	fieldTarget   = 35
	fieldOrder    = 36
	fieldMember   = 39
	fieldRole     = 40
	fieldWasRole  = 41
	fieldReport   = 42
	fieldLease    = 43
)

// shortened cuts a text to what a trace holds.
func shortened(s string) string { return s[:min(len(s), trace.MaxText)] }

func appendWords(list []int64, words []world.Word) []int64 {
	for _, w := range words {
		list = append(list, int64(w))
	}
	return list
}
