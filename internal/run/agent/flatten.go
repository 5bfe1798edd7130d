package agent

import (
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// flatten converts an event to that of a trace, for the agent with a number.
func flatten(out *ktrace.Event, e *runner.Event, number int64) {
	out.Kind, out.Agent, out.Tick = uint8(planCodes[e.Kind]), number, e.Tick
	v := &out.Values
	clear(v[:])
	v[fieldReason], v[fieldCause], v[fieldKeep], v[fieldWhy] = int64(e.Reason), int64(e.Cause), int64(e.Keep), int64(e.Why)
	v[fieldBy], v[fieldLift], v[fieldLimit], v[fieldStatus] = int64(e.By), int64(e.Lift), int64(e.Limit), int64(e.Status)
	v[fieldLine], v[fieldStep], v[fieldSteps], v[fieldNode] = int64(e.Line), int64(e.Step), int64(e.Steps), int64(e.Node)
	v[fieldOperator], v[fieldTask], v[fieldMethod] = int64(e.Operator), int64(e.Task), int64(e.Method)
	v[fieldTicks], v[fieldLevel], v[fieldCount] = e.Ticks, int64(e.Level), int64(e.Count)
	out.Args = appendWords(out.Args[:0], e.Args)
	out.Bound = appendWords(out.Bound[:0], e.Bound)
	out.Fault = ktrace.Fault{}
	if e.Fault != nil {
		out.Fault = ktrace.Fault{Action: e.Fault.Action, Message: shortened(e.Fault.Message)}
	}
}

// flattenTree is flatten for an event of a tree.
func flattenTree(out *ktrace.Event, e *bt.Event, number int64) {
	out.Kind, out.Agent, out.Tick = uint8(treeCodes[e.Kind]), number, e.Tick
	v := &out.Values
	clear(v[:])
	v[fieldReason], v[fieldStatus] = int64(e.Reason), int64(e.Status)
	v[fieldTree], v[fieldNode], v[fieldService], v[fieldMode] = int64(e.Tree), int64(e.Node), int64(e.Service), int64(e.Mode)
	if e.Caused {
		v[fieldAddr], v[fieldOld], v[fieldNew] = int64(e.Addr), int64(e.Old), int64(e.New)
	}
	out.Args, out.Bound, out.Fault = out.Args[:0], out.Bound[:0], ktrace.Fault{}
	if e.Fault != nil {
		out.Fault = ktrace.Fault{Action: e.Fault.Action, Message: shortened(e.Fault.Message)}
	}
}

// flattenGoal is flatten for an event of a goal or brain. Indices count from 1, so that 0 means none.
func flattenGoal(out *ktrace.Event, e *goal.Event, number int64) {
	out.Kind, out.Agent, out.Tick = uint8(goalCodes[e.Kind]), number, e.Tick
	v := &out.Values
	clear(v[:])
	v[fieldReason], v[fieldStatus], v[fieldTicks], v[fieldLevel] = int64(e.Reason), int64(e.Status), e.Ticks, int64(e.Level)
	v[fieldEnding], v[fieldOrigin], v[fieldPursuit] = int64(e.Cause), int64(e.Origin), e.Pursuit
	v[fieldGoal], v[fieldActivity], v[fieldSub] = int64(e.Goal)+1, int64(e.Activity)+1, int64(e.Sub)+1
	v[fieldWay], v[fieldPart], v[fieldAlt], v[fieldInterrupt] = int64(e.Way)+1, int64(e.Step)+1, int64(e.Alt), int64(e.Interrupt)+1
	v[fieldBrain], v[fieldWant], v[fieldTarget], v[fieldOrder] = int64(e.Brain)+1, int64(e.Want)+1, targetOf(e), e.Order
	v[fieldScore], v[fieldCount] = int64(float64(e.Score*1e6)), int64(e.Count)
	out.Args, out.Bound = appendWords(out.Args[:0], e.Args), out.Bound[:0]
	out.Fault = ktrace.Fault{}
	if e.Fault != nil {
		out.Fault = ktrace.Fault{Action: e.Fault.Action, Message: shortened(e.Fault.Message)}
	}
}

// targetOf returns the word of the event's target; 0 if it has none, and for the first value of an enum.
func targetOf(e *goal.Event) int64 {
	if e.Target == utility.NoTarget {
		return 0
	}
	return int64(e.Target)
}

// matters reports whether an event of a goal or brain is a decision, rather than a confirmation of the last one.
func matters(k goal.EventKind) bool { return k != goal.Arbitrated && k != goal.WantKept }

// shortened cuts a text to the length that a trace holds.
func shortened(s string) string { return s[:min(len(s), ktrace.MaxText)] }

func appendWords(list []int64, words []world.Word) []int64 {
	for _, w := range words {
		list = append(list, int64(w))
	}
	return list
}
