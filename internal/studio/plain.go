package studio

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// plainPlan is a runner.Event without the fields that are valid only during the call.
type plainPlan struct {
	tick, ticks       int64
	line, step, steps int32
	operator, task    int32
	method, level     int32
	node              int32
	kind              runner.EventKind
	reason            action.Reason
	cause             runner.Cause
	keeps             runner.KeepReason
	why               runner.Why
	by                runner.By
	lift              runner.LiftReason
	limit             htn.Bound
	status            action.Status
	args, bound       uint8 // number of words of each
	goal              int32 // number of the goal's name; plannings only
	before            int64 // number of the agent's planning before; plannings only
	words             [maxWords]world.Word
}

// maxWords is the number of words that an event can keep. The text of an event with more is made at once.
const maxWords = 4

// keep copies the words of an event. It returns false if there are too many.
func (p *plainPlan) keep(args, bound []world.Word) bool {
	if len(args)+len(bound) > maxWords {
		p.args, p.bound = 0, 0
		return false
	}
	p.args, p.bound = uint8(copy(p.words[:], args)), uint8(copy(p.words[len(args):], bound))
	return true
}

// argsOf and boundOf return the words of the event.
func (p *plainPlan) argsOf() []world.Word  { return p.words[:p.args] }
func (p *plainPlan) boundOf() []world.Word { return p.words[p.args : p.args+p.bound] }

func (p *plainPlan) set(e *runner.Event) {
	p.tick, p.ticks, p.line, p.step, p.steps = e.Tick, e.Ticks, e.Line, e.Step, e.Steps
	p.operator, p.task, p.method, p.level = int32(e.Operator), int32(e.Task), e.Method, e.Level
	p.node = e.Node
	p.kind, p.reason, p.cause, p.keeps, p.why, p.by, p.lift, p.limit, p.status = e.Kind, e.Reason, e.Cause, e.Keep, e.Why, e.By, e.Lift, e.Limit, e.Status
	p.goal, p.before = 0, 0
}

// full returns the event.
func (p *plainPlan) full() runner.Event {
	return runner.Event{Tick: p.tick, Ticks: p.ticks, Line: p.line, Step: p.step, Steps: p.steps, Operator: htn.OperatorID(p.operator),
		Task: htn.TaskID(p.task), Method: p.method, Level: p.level, Node: p.node, Kind: p.kind, Reason: p.reason, Cause: p.cause, Keep: p.keeps, Why: p.why, By: p.by,
		Lift: p.lift, Limit: p.limit, Status: p.status, Args: p.argsOf(), Bound: p.boundOf()}
}

// plainTree is the kept part of a bt.Event. Of events with values or a fault, the journal keeps the text instead. It is
// small because these events are so many.
type plainTree struct {
	what       uint64 // kind, status and reason in 8 bits each, then the tick
	tree, node int32
}

const (
	treeStatusBits = 8 // position of the status
	treeReasonBits = 16
	treeTickBits   = 24
)

func plainTreeOf(e *bt.Event) plainTree {
	return plainTree{uint64(e.Tick)<<treeTickBits | uint64(e.Reason)<<treeReasonBits | uint64(e.Status)<<treeStatusBits | uint64(e.Kind), e.Tree, e.Node}
}

func (p *plainTree) tick() int64 { return int64(p.what >> treeTickBits) }

func (p *plainTree) full() bt.Event {
	return bt.Event{Tick: p.tick(), Tree: p.tree, Node: p.node, Kind: bt.EventKind(uint8(p.what)), Status: bt.Status(uint8(p.what >> treeStatusBits)),
		Reason: action.Reason(uint8(p.what >> treeReasonBits))}
}

// plainGoal is the kept part of a goal.Event. Of events with arguments, a target or a fault, the journal keeps the text
// instead.
type plainGoal struct {
	level                     int8
	tick, ticks, order        int64
	score                     float64
	count                     int
	goal, activity, sub       int32
	way, step, alt, interrupt int32
	brain, want               int32
	kind                      goal.EventKind
	cause, origin             goal.Cause
	reason                    action.Reason
	status                    action.Status
}

func plainGoalOf(e *goal.Event) plainGoal {
	return plainGoal{e.Level, e.Tick, e.Ticks, e.Order, e.Score, e.Count, e.Goal, e.Activity, e.Sub, e.Way, e.Step, e.Alt, e.Interrupt, e.Brain, e.Want, e.Kind,
		e.Cause, e.Origin, e.Reason, e.Status}
}

func (p *plainGoal) full() goal.Event {
	return goal.Event{Level: p.level, Tick: p.tick, Ticks: p.ticks, Order: p.order, Score: p.score, Count: p.count, Goal: p.goal, Activity: p.activity, Sub: p.sub,
		Way: p.way, Step: p.step, Alt: p.alt, Interrupt: p.interrupt, Brain: p.brain, Want: p.want, Target: utility.NoTarget, Kind: p.kind, Cause: p.cause,
		Origin: p.origin, Reason: p.reason, Status: p.status}
}
