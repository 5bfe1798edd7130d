package runner

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/htn"
)

// Stage is where agents act, one after the other: the running actions of a crowd and what acting needs.
type Stage struct {
	Worker    *Worker
	Ctx       *activity.Ctx
	Instances *activity.Instances
	Sink      Sink // may be nil
}

// Act follows up on what Decide decided and lets the plan or the idle action go on for a tick. The stage's context must have
// been made that of the agent with [activity.Ctx.Enter].
func (r *Runner) Act(s *Stage) {
	s.Worker.machine.State = s.Ctx.State()
	defer r.recoverActing(s)
	r.settle(s)
	switch {
	case r.active:
		r.carryOn(s)
	case r.why != NotIdle || r.idling:
		r.idleOn(s)
	}
}

// recoverActing keeps a panic of a host function that a condition, an effect or an argument called within the agent.
func (r *Runner) recoverActing(s *Stage) {
	v := recover()
	if v == nil {
		return
	}
	fault := activity.Fault{Action: "a function of the host", Message: fmt.Sprint(v)}
	fresh := r.fault != fault
	r.fault = fault
	if r.active {
		r.halt(s, activity.PlanFailed)
		r.fail(s, HostPanicked)
	} else if fresh {
		r.emit(s, Event{Kind: Faulted, Cause: HostPanicked})
	}
}

// Abort ends everything that is running, for good: the agent leaves.
func (r *Runner) Abort(s *Stage, reason activity.Reason) {
	if r.active {
		r.drop(s, reason)
	}
	r.stopIdle(s, reason)
}

// settle carries out the verdict.
func (r *Runner) settle(s *Stage) {
	v := r.verdict
	switch {
	case v.result == htn.None:
		r.emit(s, Event{Kind: PlanNone})
	case v.result == htn.Limit:
		r.emit(s, Event{Kind: PlanLimit, Limit: r.limit})
	case v.broken:
		r.emit(s, Event{Kind: Faulted, Cause: HostPanicked})
	}
	if v.drop != activity.NoReason {
		r.drop(s, v.drop)
	}
	if v.keep != NotKept {
		r.emitPlan(s, Event{Kind: PlanKept, Keep: v.keep})
	}
	if v.adopt {
		r.begin(s)
	}
}

// begin starts the plan that was found.
func (r *Runner) begin(s *Stage) {
	r.plan, r.next = r.next, r.plan
	r.step, r.from, r.active = 0, r.line, true
	if r.plan.Len() > 0 {
		r.stopIdle(s, activity.PlanFound)
	}
	r.emitPlan(s, Event{Kind: PlanAdopted})
	if r.plan.Len() == 0 {
		r.finish(s)
	}
}

// carryOn takes the plan on. An action's update takes the agent's tick: one in each.
func (r *Runner) carryOn(s *Stage) {
	acted := false
	for n := 0; r.step < r.plan.Len(); n++ {
		step := r.plan.Step(r.step)
		op := &r.script.operators[step.Operator]
		if r.handle.IsZero() {
			if n == MaxStepsPerTick || acted && op.do != nil {
				return
			}
			if !r.start(s, &step, op) {
				return
			}
		}
		if op.do != nil {
			acted = true
			if !r.update(s, &step, op) {
				return
			}
		}
		if !r.succeed(s, &step, op) {
			return
		}
	}
	r.finish(s)
}

// start starts a step, if it can be started.
func (r *Runner) start(s *Stage, step *htn.Step, op *operator) bool {
	switch {
	case !objectsAlive(s.Ctx.State(), op.objects, step.Args):
		r.fail(s, ObjectMissing)
		return false
	case !r.plan.When(r.step, &s.Worker.machine):
		r.fail(s, ConditionFalse)
		return false
	}
	r.emitStep(s, Event{Kind: StepStarted})
	if op.do != nil {
		r.handle = s.Instances.Start(s.Ctx, op.do.action, s.Worker.arguments(op.do, step.Args))
	}
	return true
}

// update lets the step's action go on and reports whether it has succeeded.
func (r *Runner) update(s *Stage, step *htn.Step, op *operator) bool {
	if !objectsAlive(s.Ctx.State(), op.objects, step.Args) {
		r.halt(s, activity.ObjectGone)
		r.fail(s, ObjectMissing)
		return false
	}
	status := s.Instances.Update(s.Ctx, r.handle)
	if status == activity.Running {
		return false
	}
	r.handle = activity.Handle{}
	panicked := r.takeFault(s)
	switch {
	case status == activity.Success:
		if panicked { // in its end hook: the action itself has been done
			r.emitPlan(s, Event{Kind: Faulted, Cause: ActionPanicked})
		}
		return true
	case panicked:
		r.fail(s, ActionPanicked)
	default:
		r.fail(s, ActionFailed)
	}
	return false
}

// succeed writes the effects of a step that has been done.
func (r *Runner) succeed(s *Stage, step *htn.Step, op *operator) bool {
	if !objectsAlive(s.Ctx.State(), op.objects, step.Args) {
		r.fail(s, ObjectMissing)
		return false
	}
	op.owned.Apply(&s.Worker.machine, step.Args)
	r.emitStep(s, Event{Kind: StepEnded, Status: activity.Success})
	r.step++
	return true
}

// finish ends a plan all of whose steps have succeeded. The next one starts with the next tick at the earliest.
func (r *Runner) finish(s *Stage) {
	r.active = false
	r.emitPlan(s, Event{Kind: PlanEnded})
	if r.kind.lines[r.from].once {
		r.spent[r.from] = true
	}
	if r.plan.Len() > 0 {
		r.due, r.watching = r.tick+1, false
	}
}

// fail ends the plan with its present step.
func (r *Runner) fail(s *Stage, cause Cause) {
	step := r.plan.Step(r.step)
	r.failure = Failure{Tick: r.tick, Operator: step.Operator, Args: append(r.failure.Args[:0], step.Args...), Cause: cause}
	r.emitStep(s, Event{Kind: StepFailed, Cause: cause, Status: activity.Failure})
	r.emitPlan(s, Event{Kind: PlanFailed, Cause: cause})
	r.active, r.watching = false, false
	r.blocked = r.tick + r.script.gap
	r.due = r.blocked
}

// halt aborts the action of the present step, and reports whether there was one.
func (r *Runner) halt(s *Stage, reason activity.Reason) bool {
	if r.handle.IsZero() {
		return false
	}
	h := r.handle
	r.handle = activity.Handle{}
	s.Instances.Abort(s.Ctx, h, reason)
	if r.takeFault(s) {
		r.emitPlan(s, Event{Kind: Faulted, Cause: ActionPanicked})
	}
	return true
}

// drop gives the running plan up.
func (r *Runner) drop(s *Stage, reason activity.Reason) {
	if r.halt(s, reason) {
		r.emitStep(s, Event{Kind: StepAborted, Reason: reason})
	}
	r.active = false
	r.emitPlan(s, Event{Kind: PlanAborted, Reason: reason})
}

// takeFault keeps what panicked in the host's code.
func (r *Runner) takeFault(s *Stage) bool {
	f, ok := s.Ctx.TakeFault()
	if ok {
		r.fault = f
	}
	return ok
}

// emit reports an event of the plan line that holds.
func (r *Runner) emit(s *Stage, e Event) {
	e.Line = int32(r.line)
	r.send(s, e)
}

// emitPlan reports an event of the plan that is carried out.
func (r *Runner) emitPlan(s *Stage, e Event) {
	e.Line, e.Step, e.Steps = int32(r.from), int32(r.step), int32(r.plan.Len())
	r.send(s, e)
}

// emitStep reports an event of the present step.
func (r *Runner) emitStep(s *Stage, e Event) {
	step := r.plan.Step(r.step)
	e.Operator, e.Args = step.Operator, step.Args
	r.emitPlan(s, e)
}

func (r *Runner) send(s *Stage, e Event) {
	if s.Sink == nil {
		return
	}
	e.Agent, e.Tick = r.agent, r.tick
	s.Sink.Event(e)
}
