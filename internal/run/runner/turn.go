package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// turn is the environment of the parts of a runner while it acts: the stage, and the data for reporting events. The
// runner makes a new one whenever it acts.
type turn struct {
	*Stage
	*alert          // of the runner: an event ends its rest
	*seldom         // of the runner
	eater   *seldom // of the agent: its cooldowns outlast the task
	bans    *bans
	kind    *kind
	args    []world.Word // arguments of the goal, of a plan within a tree or a goal
	agent   action.AgentID
	level   int32 // in how many plans the runner is nested
	line    int32 // the plan line that holds; -1: none
}

// turn returns a turn on a stage.
func (r *Runner) turn(s *Stage) turn {
	return turn{Stage: s, alert: &r.alert, seldom: &r.seldom, eater: &r.eater().seldom, bans: &r.bans,
		kind: r.kind, args: r.args, agent: r.agent, level: r.level, line: int32(r.line)}
}

// operator returns the operator of a running step.
func (t *turn) operator(e *effort) *operator { return t.kind.script.operatorOf(e) }

// takeFault records the last panic in the host's code, and reports whether there was one.
func (t *turn) takeFault() bool {
	f, ok := t.Ctx.TakeFault()
	if ok {
		t.own().keepFault(f)
	}
	return ok
}

// emit reports an event of the current plan line.
func (t *turn) emit(e Event) {
	e.Line = t.line
	t.send(e)
}

// emitFault reports the panic of an action or a hook.
func (t *turn) emitFault() { t.emit(Event{Kind: Faulted, Cause: ActionPanicked, Fault: t.fault}) }

// send reports an event, and fills in only the agent, the tick and the level.
func (t *turn) send(e Event) {
	t.calm, t.stuck = 0, false
	if t.Sink == nil {
		return
	}
	event := &t.scratch // one for all: else each would be on the heap
	*event = e
	event.Agent, event.Tick, event.Level = t.Ctx.Agent(), t.tick, t.level
	if t.level > 0 && e.Kind.isOfPlan() {
		t.kind.name(event, t.args)
	}
	t.Sink.Event(event)
}

// name sets the goal of a task in an event.
func (k *kind) name(e *Event, args []world.Word) {
	g := k.lines[0].goal
	if e.Task, e.Args = g.Task, args; g.IsOperator {
		e.Task, e.Operator = -1, g.Operator
	}
}

// emit reports an event of the plan.
func (c *course) emit(t *turn, e Event) {
	e.Line, e.Step, e.Steps = int32(c.from), int32(c.at), int32(c.plan.Len())
	t.send(e)
}

// emitFault reports the panic of an action or a hook of a step.
func (c *course) emitFault(t *turn) {
	c.emit(t, Event{Kind: Faulted, Cause: ActionPanicked, Fault: t.fault})
}

// emitStep reports an event of a step.
func (c *course) emitStep(t *turn, i int, e Event) {
	step := c.plan.Step(i)
	e.Operator, e.Args, e.Step = step.Operator, step.Args, int32(i)
	e.Line, e.Steps = int32(c.from), int32(c.plan.Len())
	t.send(e)
}
