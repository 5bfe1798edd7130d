package agent

import (
	"github.com/karakuri-ai/karakuri/bt"
	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/trace"
	"github.com/karakuri-ai/karakuri/world"
)

// eventFields are the fields of [runner.Event] that are numbers, in the order of [numbersOf]. New ones come at the end, so that what is
// known of the old ones holds.
var eventFields = [...]string{"reason", "cause", "keep", "why", "by", "lift", "limit", "status", "line", "step", "steps",
	"operator", "task", "method", "ticks", "level",
	"tree", "node", "service", "mode", "addr", "old", "new"}

// planFields is how many of them are those of [runner.Event]; what follows are those of [bt.Event], which has some of the others too.
const planFields = 16

func numbersOf(e *runner.Event) [planFields]int64 {
	return [...]int64{int64(e.Reason), int64(e.Cause), int64(e.Keep), int64(e.Why), int64(e.By), int64(e.Lift), int64(e.Limit),
		int64(e.Status), int64(e.Line), int64(e.Step), int64(e.Steps), int64(e.Operator), int64(e.Task), int64(e.Method), e.Ticks, int64(e.Level)}
}

// The last of the kinds of events. Those of trees are numbered after those of plans.
const (
	lastKind     = runner.PlanOutdated
	lastTreeKind = bt.Faulted
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
	return n
}

// flatten turns an event of an agent of a number into that of a trace.
func flatten(out *trace.Event, e *runner.Event, number int64) {
	out.Kind, out.Agent, out.Tick = uint8(e.Kind), number, e.Tick
	numbers := numbersOf(e)
	clear(out.Values[copy(out.Values[:], numbers[:]):])
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

// Fields that events of plans and of trees have.
const (
	fieldReason = 0
	fieldStatus = 7
)

// shortened cuts a text to what a trace holds.
func shortened(s string) string { return s[:min(len(s), trace.MaxText)] }

func appendWords(list []int64, words []world.Word) []int64 {
	for _, w := range words {
		list = append(list, int64(w))
	}
	return list
}
