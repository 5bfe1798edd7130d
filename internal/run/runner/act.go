package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// Stage is where agents act, one after the other: the running actions of a crowd and what acting needs.
type Stage struct {
	Worker    *Worker
	Ctx       *action.Ctx
	Instances *action.Instances
	Sink      Sink // may be nil

	told Event // the event that is being told
}

// Act follows up on what Decide decided and lets the plan or the idle action go on for a tick. The stage's context must have
// been made that of the agent with [action.Ctx.Enter].
func (r *Runner) Act(s *Stage) {
	s.Worker.machine.State = s.Ctx.State()
	defer r.recoverActing(s)
	s.Worker.touched += r.touch()
	if r.calm == 0 {
		r.settle(s)
	}
	switch {
	case r.IsQuarantined():
	case r.active:
		r.carryOn(s, 0)
	case r.line < 0 && r.duties.next() != nil:
		r.dutyOn(s, r.duties.next())
	case r.HasMind():
		r.mindOn(s)
	case r.root != nil: // whoever started the task sees that it has come to nothing
	case r.why != NotIdle || r.idling || r.seeks():
		r.idleOn(s)
	}
	r.rest()
}

// rest works out how long nothing is to be decided, and whether a step starts without that, after a tick in which something has happened.
func (r *Runner) rest() {
	if r.calm == 0 {
		r.calm = r.nextDecision()
		r.verdict = verdict{}
		if r.stuck = r.active && r.calm > r.tick+1; r.stuck && r.mayStart() {
			next := r.terms(nil, r.tick+1)
			r.stuck = r.nextReady(&next) < 0
		}
	}
}

// recoverActing keeps a panic of a host function that a condition, an effect or an argument called within the agent.
func (r *Runner) recoverActing(s *Stage) {
	v := recover()
	if v == nil {
		return
	}
	action.Caught(v)
	s.Worker.machine.State = s.Ctx.State()
	fault := action.NewFault("a function of the host", v)
	r.seldom().fault = &fault
	if !r.active {
		r.emit(s, Event{Kind: Faulted, Cause: causeOf(v), Fault: r.fault})
		r.quarantine(s)
		return
	}
	if e := r.effortOf(r.at); e != nil {
		r.halt(s, e, action.PlanFailed)
	}
	r.fail(s, r.at, causeOf(v))
}

// Abort ends everything that is running, for good: the agent leaves.
func (r *Runner) Abort(s *Stage, reason action.Reason) {
	if r.root == nil {
		r.inVain.close()
		r.tellVain(s)
	}
	if r.active {
		r.drop(s, reason)
	}
	r.stopIdle(s, reason)
}

// settle carries out the verdict.
func (r *Runner) settle(s *Stage) {
	v := r.verdict
	if len(r.bans) > 0 {
		r.tellBans(s)
	}
	if v.released {
		r.emit(s, Event{Kind: AgentReleased})
	}
	if v.failed {
		r.at = int(r.broken)
		r.failPlan(s, r.brokenBy())
		r.verdict.failed = false
	}
	r.tellVain(s)
	r.tellResult(s, v)
	if v.drop != action.NoReason {
		r.drop(s, v.drop)
	}
	if v.keep != NotKept {
		r.emitPlan(s, Event{Kind: PlanKept, Keep: v.keep})
	}
	switch {
	case v.adopt:
		r.begin(s)
	case v.follow != 0:
		r.takeOver(s, v.follow)
	}
}

// tellResult reports what came of planning where that is not told by what is done about it.
func (r *Runner) tellResult(s *Stage, v verdict) {
	switch {
	case v.result == htn.None:
		r.emit(s, Event{Kind: PlanNone})
	case v.result == htn.Limit:
		r.emit(s, Event{Kind: PlanLimit, Limit: r.limit})
	case v.broken:
		cause := HostPanicked
		if r.why == TooLong {
			cause = Overran
		}
		r.emit(s, Event{Kind: Faulted, Cause: cause, Fault: r.fault})
	}
	if v.outdated {
		r.emit(s, Event{Kind: PlanOutdated})
	}
}

// begin starts the plan that was found.
func (r *Runner) begin(s *Stage) {
	r.plan, r.next = r.next, r.plan
	r.takePatience()
	r.restart()
	r.spans.clear()
	r.from, r.active = r.line, true
	if r.plan.Len() > 0 {
		r.bans.stand(r.kind.script, r.from, r.tick)
		r.stopIdle(s, action.PlanFound)
	}
	r.emitPlan(s, Event{Kind: PlanAdopted, Limit: r.limit})
	r.arrange(s.Worker)
	if r.plan.Len() == 0 {
		r.finish(s)
	}
}

// carryOn takes the plan on: the steps that run, from one of them on, then those whose turn has come.
func (r *Runner) carryOn(s *Stage, from int) {
	if from == 0 && r.spans.some() {
		r.keepSpans(s)
	}
	for i := from; i < len(r.efforts); i++ {
		if e := &r.efforts[i]; !e.over {
			r.goOn(s, e)
		}
	}
	for n := 0; n < MaxStepsPerTick && r.active && !r.stuck && !r.mending && !r.verdict.pause && r.mayStart(); n++ {
		now := r.terms(s.Worker, r.tick)
		i := r.nextReady(&now)
		if i < 0 {
			break
		}
		r.start(s, i)
	}
	r.review(s)
	r.sweep()
	if r.active && r.first == r.plan.Len() {
		r.finish(s)
	}
}

// finish ends a plan all of whose steps have succeeded. The next one starts with the next tick at the earliest.
func (r *Runner) finish(s *Stage) {
	r.active = false
	r.emitPlan(s, Event{Kind: PlanEnded})
	if r.kind.lines[r.from].once {
		r.spent[r.from] = true
	}
	if r.plan.Len() > 0 {
		r.thinker.stop()
		r.bans.prove(r.kind.script, r.from, r.tick)
		r.tellBans(s)
		r.panics = 0
		r.due, r.watching = r.tick+1, false
	}
}

// drop gives the running plan up.
func (r *Runner) drop(s *Stage, reason action.Reason) {
	r.abortAll(s, reason)
	r.active, r.mending = false, false
	r.emitPlan(s, Event{Kind: PlanAborted, Reason: reason})
}

// takeFault keeps what panicked in the host's code.
func (r *Runner) takeFault(s *Stage) bool {
	f, ok := s.Ctx.TakeFault()
	if ok {
		r.seldom().keepFault(f)
	}
	return ok
}

func (m *rare) keepFault(f action.Fault) {
	m.fault = &action.Fault{Action: f.Action, Message: f.Message, Stack: f.Stack} // &f would have every f on the heap
}

// emit reports an event of the plan line that holds.
func (r *Runner) emit(s *Stage, e Event) {
	e.Line = int32(r.line)
	r.send(s, e)
}

// emitPlan reports an event of the plan that is carried out.
func (r *Runner) emitPlan(s *Stage, e Event) {
	e.Line, e.Step, e.Steps = int32(r.from), int32(r.at), int32(r.plan.Len())
	r.send(s, e)
}

// emitStep reports an event of a step.
func (r *Runner) emitStep(s *Stage, i int, e Event) {
	step := r.plan.Step(i)
	e.Operator, e.Args, e.Step = step.Operator, step.Args, int32(i)
	e.Line, e.Steps = int32(r.from), int32(r.plan.Len())
	r.send(s, e)
}

func (r *Runner) send(s *Stage, e Event) {
	r.calm, r.stuck = 0, false
	if s.Sink == nil {
		return
	}
	told := &s.told // one for all: else each would be on the heap
	*told = e
	told.Agent, told.Tick, told.Level = s.Ctx.Agent(), r.tick, r.level
	if r.level > 0 && e.Kind.isOfPlan() {
		r.name(told)
	}
	s.Sink.Event(told)
}
