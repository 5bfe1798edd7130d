package agent

import (
	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/bt"
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/goal"
	"github.com/karakuri-ai/karakuri/htn"
	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/trace"
	"github.com/karakuri-ai/karakuri/utility"
	"github.com/karakuri-ai/karakuri/world"
)

// Retold is what an event in a trace says, for people.
type Retold struct {
	Agent  string // the name of the agent; empty where that is not known
	Family string // "plan", "tree", "goal" or "squad"
	Kind   string // as in "plan adopted"
	Text   string
	Level  int32  // of plans that trees and goals ask for, and of goals under goals
	Steps  int32  // of the plan
	Goal   string // of an event of a whole plan: what is planned for
	Step   int32  // of a merged or repaired plan, as of [runner.Event]
	Node   int32  // likewise
	Keep   runner.Keep
	Leaf   bool // it is of a node of a tree without children
}

// Retell says what an event of the trace says, whether it has been run again or not: whoever reads records beside a replay has the words for them. Objects have the
// names that they have at the moment where the replay is, and agents are known that had come by then.
func (t *Replay) Retell(e *trace.Event) (out Retold) {
	names := &t.in.Header().Names
	out = Retold{Agent: t.AgentName(e.Agent), Family: familyNames[familyOf(e.Kind)], Text: names.Text(e)}
	if int(e.Kind) < len(names.Kinds) {
		out.Kind = names.Kinds[e.Kind]
	}
	plain := out
	defer func() {
		if recover() != nil { // it tells of what there is not: no recorder writes that
			out = plain
		}
	}()
	st, kind := t.crowd.world, int32(0)
	if a := t.numbered(e.Agent); a != nil {
		st = a.state
	}
	if e.Agent > 0 && e.Agent <= int64(len(t.came)) && t.came[e.Agent-1] > 0 {
		kind = t.came[e.Agent-1] - 1
	}
	switch familyOf(e.Kind) {
	case ofPlan:
		told := planEvent(e)
		out.Level, out.Steps, out.Step, out.Node, out.Keep = told.Level, told.Steps, told.Step, told.Node, told.Keep
		if out.Text = t.crowd.script.Text(told, kind, st); told.Fault != nil && told.Kind != runner.AgentQuarantined {
			out.Text += ": " + told.Fault.Action + ": " + told.Fault.Message
		}
		out.Goal = t.crowd.script.PlannedFor(told, kind, st)
	case ofTree:
		told := treeEvent(e)
		out.Leaf = t.crowd.Texts().IsLeaf(told.Tree, told.Node)
		out.Text = t.crowd.forest.Program(told.Tree).Text(told, st)
	case ofGoal:
		told := goalEvent(e)
		out.Level, out.Text = int32(told.Level), t.crowd.goals.Text(told, st)
	}
	return out
}

var familyNames = [...]string{ofPlan: "plan", ofTree: "tree", ofGoal: "goal", ofSquad: "squad"}

// familyOf returns what an event of a kind is of.
func familyOf(kind uint8) family {
	switch {
	case kind <= uint8(lastKind):
		return ofPlan
	case kind <= uint8(lastKind)+uint8(lastTreeKind):
		return ofTree
	case kind <= firstSquadKind:
		return ofGoal
	}
	return ofSquad
}

// planEvent is the other way round of flatten.
func planEvent(e *trace.Event) runner.Event {
	v := &e.Values
	return runner.Event{Kind: runner.EventKind(e.Kind), Reason: activity.Reason(v[0]), Cause: runner.Cause(v[1]), Keep: runner.Keep(v[2]), Why: runner.Why(v[3]),
		By: runner.By(v[4]), Lift: runner.Lift(v[5]), Limit: htn.Bound(v[6]), Status: activity.Status(v[7]), Line: int32(v[8]), Step: int32(v[9]), Steps: int32(v[10]),
		Operator: htn.OperatorID(v[11]), Task: htn.TaskID(v[12]), Method: int32(v[13]), Ticks: v[fieldTicks], Level: int32(v[fieldLevel]), Node: int32(v[fieldNode]),
		Tick: e.Tick, Args: wordsOf(e.Args), Bound: wordsOf(e.Bound), Fault: faultOf(e)}
}

// treeEvent is the other way round of flattenTree.
func treeEvent(e *trace.Event) bt.Event {
	v := e.Values[planFields:]
	out := bt.Event{Kind: bt.EventKind(e.Kind - uint8(lastKind)), Status: bt.Status(e.Values[fieldStatus]), Reason: activity.Reason(e.Values[fieldReason]),
		Tree: int32(v[0]), Node: int32(v[1]), Service: int32(v[2]), Mode: def.AbortMode(v[3]), Addr: world.Addr(v[4]), Old: world.Word(v[5]), New: world.Word(v[6]),
		Tick: e.Tick, Fault: faultOf(e)}
	out.Caused = v[4] != 0 || out.Old != out.New
	return out
}

// goalEvent is the other way round of flattenGoal. A target that is the first value of an enum is told like none.
func goalEvent(e *trace.Event) goal.Event {
	v := e.Values[planFields+treeFields:]
	target := utility.Target(v[12])
	if v[12] == 0 {
		target = utility.NoTarget
	}
	return goal.Event{Kind: goal.EventKind(e.Kind - uint8(lastKind) - uint8(lastTreeKind)), Cause: goal.Cause(v[0]), Origin: goal.Cause(v[1]), Pursuit: v[2],
		Reason: activity.Reason(e.Values[fieldReason]), Status: activity.Status(e.Values[fieldStatus]), Level: int8(e.Values[fieldLevel]),
		Goal: int32(v[3]) - 1, Activity: int32(v[4]) - 1, Sub: int32(v[5]) - 1, Way: int32(v[6]) - 1, Step: int32(v[7]) - 1, Alt: int32(v[8]), Interrupt: int32(v[9]) - 1,
		Brain: int32(v[10]) - 1, Want: int32(v[11]) - 1, Target: target, Order: v[13], Score: float64(v[14]) / 1e6, Count: int(v[15]),
		Ticks: e.Values[fieldTicks], Tick: e.Tick, Args: wordsOf(e.Args), Fault: faultOf(e)}
}

func wordsOf(list []int64) []world.Word {
	out := make([]world.Word, len(list))
	for i, w := range list {
		out[i] = world.Word(w)
	}
	return out
}

func faultOf(e *trace.Event) *activity.Fault {
	if e.Fault == (trace.Fault{}) {
		return nil
	}
	return &activity.Fault{Action: e.Fault.Action, Message: e.Fault.Message}
}
