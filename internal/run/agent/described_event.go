package agent

import (
	"cmp"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// DescribedEvent is an event of a trace as text.
type DescribedEvent struct {
	Agent   string // name of the agent; empty if not known
	Family  fact.Family
	Kind    fact.Kind    // 0: a later version added the kind, and only its text is known
	Name    string       // of the kind, as in "plan adopted"
	Subject fact.Subject // the subject, the other agent or object, and the reason
	Text    string
	Level   int32 // of plans within trees and goals, and of subgoals
	Steps   int32 // length of the plan
	Step    int32 // of a merged or repaired plan, as of [runner.Event]
	Node    int32 // likewise
	Keep    runner.KeepReason
	Leaf    bool          // the event is of a node without children
	Status  action.Status // how a step of a goal or a node of a tree ended; Inactive: the event is not about an end
}

// Describe returns an event of the trace as text, whether it has been replayed or not, for readers of records. Objects
// have the names that they have at the replay's current tick, or that naming returns for a state (nil: none). Agents
// are known if they had been spawned by then.
func (t *Replay) Describe(e *ktrace.Event, naming func(*world.State) world.Names) (out DescribedEvent) {
	names := &t.in.Header().Names
	out = DescribedEvent{Agent: t.AgentName(e.Agent), Family: kindOf(e.Kind).family, Text: names.Text(e)}
	if k := fact.Kind(e.Kind); k.Family() != fact.None {
		out.Kind = k
	}
	if int(e.Kind) < len(names.Kinds) {
		out.Name = names.Kinds[e.Kind]
	}
	plain := out
	defer func() {
		if recover() != nil { // it refers to something that does not exist, which no recorder writes
			out = plain
		}
	}()
	state, kind := t.crowd.core.world, int32(0)
	if a := t.numbered(e.Agent); a != nil {
		state = &a.state
	}
	st := world.Names(state)
	if naming != nil {
		st = naming(state)
	}
	if e.Agent > 0 && e.Agent <= int64(len(t.came)) && t.came[e.Agent-1].kind > 0 {
		kind = t.came[e.Agent-1].kind - 1
	}
	switch kindOf(e.Kind).family {
	case fact.Plan:
		told := planEvent(e)
		out.Level, out.Steps, out.Step, out.Node, out.Keep = told.Level, told.Steps, told.Step, told.Node, told.Keep
		if out.Subject, out.Text = t.crowd.core.model.Script.Describe(told, kind, st); told.Fault != nil && told.Kind != runner.AgentQuarantined {
			out.Text += ": " + told.Fault.Action + ": " + told.Fault.Message
		}
	case fact.Tree:
		told := treeEvent(e)
		out.Leaf = t.crowd.view.Texts().IsLeaf(told.Tree, told.Node)
		if out.Subject, out.Text = t.crowd.core.model.Trees.Program(told.Tree).Describe(told, st); told.Kind == bt.NodeEnded {
			out.Status = action.Status(told.Status) // of those that differ, no activity ends with one
		}
	case fact.Goal:
		told := goalEvent(e)
		out.Level = int32(told.Level)
		if out.Subject, out.Text = t.crowd.core.model.Goals.Describe(told, st); told.Kind == goal.StepEnded {
			out.Status = told.Status
		}
	case fact.Squad:
		told, v := squadEvent(e), &e.Values
		if leads := t.crowd.core.model.Info.Agents[kind].Leads; leads != nil {
			out.Subject, out.Text = t.crowd.View().describeOfSquad(&t.crowd.core.model.Squads[leads.ID], &told, st,
				cmp.Or(t.AgentName(v[fieldMember]), someoneGone), cmp.Or(t.AgentName(v[fieldBy]), someoneGone))
		}
	}
	return out
}

// planEvent is the inverse of flatten.
func planEvent(e *ktrace.Event) runner.Event {
	v := &e.Values
	return runner.Event{Kind: runner.EventKind(kindOf(e.Kind).kind), Reason: action.Reason(v[fieldReason]), Cause: runner.Cause(v[fieldCause]),
		Keep: runner.KeepReason(v[fieldKeep]), Why: runner.Why(v[fieldWhy]), By: runner.By(v[fieldBy]), Lift: runner.LiftReason(v[fieldLift]), Limit: htn.Bound(v[fieldLimit]),
		Status: action.Status(v[fieldStatus]), Line: int32(v[fieldLine]), Step: int32(v[fieldStep]), Steps: int32(v[fieldSteps]),
		Operator: htn.OperatorID(v[fieldOperator]), Task: htn.TaskID(v[fieldTask]), Method: int32(v[fieldMethod]), Ticks: v[fieldTicks],
		Level: int32(v[fieldLevel]), Node: int32(v[fieldNode]), Count: int32(v[fieldCount]), Tick: e.Tick, Args: wordsOf(e.Args), Bound: wordsOf(e.Bound), Fault: faultOf(e)}
}

// treeEvent is the inverse of flattenTree.
func treeEvent(e *ktrace.Event) bt.Event {
	v := &e.Values
	out := bt.Event{Kind: bt.EventKind(kindOf(e.Kind).kind), Status: bt.Status(v[fieldStatus]), Reason: action.Reason(v[fieldReason]),
		Tree: int32(v[fieldTree]), Node: int32(v[fieldNode]), Service: int32(v[fieldService]), Mode: def.AbortMode(v[fieldMode]),
		Addr: world.Addr(v[fieldAddr]), Old: world.Word(v[fieldOld]), New: world.Word(v[fieldNew]), Tick: e.Tick, Fault: faultOf(e)}
	out.Caused = out.Addr != 0 || out.Old != out.New
	return out
}

// goalEvent is the inverse of flattenGoal. A target that is the first value of an enum becomes none.
func goalEvent(e *ktrace.Event) goal.Event {
	v := &e.Values
	target := utility.Target(v[fieldTarget])
	if v[fieldTarget] == 0 {
		target = utility.NoTarget
	}
	return goal.Event{Kind: goal.EventKind(kindOf(e.Kind).kind), Cause: goal.Cause(v[fieldEnding]), Origin: goal.Cause(v[fieldOrigin]), Pursuit: v[fieldPursuit],
		Reason: action.Reason(v[fieldReason]), Status: action.Status(v[fieldStatus]), Level: int8(v[fieldLevel]),
		Goal: int32(v[fieldGoal]) - 1, Activity: int32(v[fieldActivity]) - 1, Sub: int32(v[fieldSub]) - 1, Way: int32(v[fieldWay]) - 1,
		Step: int32(v[fieldPart]) - 1, Alt: int32(v[fieldAlt]), Interrupt: int32(v[fieldInterrupt]) - 1, Brain: int32(v[fieldBrain]) - 1,
		Want: int32(v[fieldWant]) - 1, Target: target, Order: v[fieldOrder], Score: float64(v[fieldScore]) / 1e6, Count: int(v[fieldCount]),
		Ticks: v[fieldTicks], Tick: e.Tick, Args: wordsOf(e.Args), Fault: faultOf(e)}
}

// squadEvent is the inverse of flattenSquad, except for the agent.
func squadEvent(e *ktrace.Event) SquadEvent {
	v := &e.Values
	return SquadEvent{Kind: SquadEventKind(kindOf(e.Kind).kind), Tick: e.Tick, Role: int(v[fieldRole]) - 1, From: int(v[fieldWasRole]) - 1, Order: v[fieldOrder], Old: v[fieldOld],
		What: int32(v[fieldActivity]) - 1, State: squad.State(v[fieldReport]), Why: squad.Why{Cause: squad.Cause(v[fieldCause])}, Lease: int(v[fieldLease]) - 1,
		Key: world.Object(v[fieldTarget]), Args: wordsOf(e.Args), Fault: faultOf(e)}
}

func wordsOf(list []int64) []world.Word {
	out := make([]world.Word, len(list))
	for i, w := range list {
		out[i] = world.Word(w)
	}
	return out
}

func faultOf(e *ktrace.Event) *action.Fault {
	if e.Fault == (ktrace.Fault{}) {
		return nil
	}
	return &action.Fault{Action: e.Fault.Action, Message: e.Fault.Message}
}
