package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Stage holds the running actions of a crowd and what acting needs. Agents act on it one after the other.
type Stage struct {
	Worker    *Worker
	Ctx       *action.Ctx
	Instances *action.Instances
	Sink      Sink // may be nil
	// Say is called when an agent would say a bark, by 1 + its index; 0 is none. It may be nil.
	Say func(agent action.AgentID, bark int32)
	// Album holds what the pictures of runners that are written or read one after another have in common; nil:
	// [Runner.Append] omits what the last planning saw, and [Runner.Read] finds none.
	Album *world.Album

	scratch Event // holds the event that the sink receives
}

// Act carries out what Decide decided, and updates the plan or the idle action for one tick. Enter the agent into the
// stage's context first ([action.Ctx.Enter]).
func (r *Runner) Act(s *Stage) {
	s.Worker.machine.State = s.Ctx.State()
	t := r.turn(s)
	defer r.recoverActing(&t)
	s.Worker.touched += r.touch()
	if r.calm == 0 {
		r.settle(&t)
	}
	switch {
	case r.IsQuarantined():
	case r.active:
		r.carryOn(&t, 0)
	case r.root != nil: // the code that started the task sees that its plan has failed
	default:
		if r.standIn.goOn(&t, r.planned < 0 && (r.thinker.isBusy() || r.rations.starved), r.limit) {
			r.isolate(&t)
		}
	}
	r.rest(s.Ctx.State())
}

// rest computes, after a tick in which something happened, for how long there is nothing to decide and whether a step
// starts meanwhile.
func (r *Runner) rest(st *world.State) {
	if r.calm == 0 {
		r.calm = r.nextDecision()
		r.pause, r.verdict = false, verdict{}
		if r.stuck = r.active && r.calm > r.tick+1; r.stuck && r.mayStart() {
			next := r.terms(nil, st, r.tick+1)
			r.stuck = r.nextReady(&next) < 0
		}
	}
}

// recoverActing confines to the agent a panic of a host function that a condition, an effect or an argument called.
func (r *Runner) recoverActing(t *turn) {
	v := recover()
	if v == nil {
		return
	}
	action.Caught(v)
	t.Worker.machine.State = t.Ctx.State()
	fault := action.NewFault("a function of the game", v)
	r.own().fault = &fault
	if !r.active {
		t.emit(Event{Kind: Faulted, Cause: causeOf(v), Fault: r.fault})
		r.isolate(t)
		return
	}
	if e := r.effortOf(r.at); e != nil {
		r.halt(t, e, action.PlanFailed)
	}
	r.fail(t, r.at, causeOf(v))
}

// Abort ends everything that runs, because the agent leaves.
func (r *Runner) Abort(s *Stage, reason action.Reason) {
	t := r.turn(s)
	if r.root == nil {
		r.inVain.close()
		r.inVain.report(&t)
	}
	if r.active {
		r.drop(&t, reason)
	}
	r.stopIdle(&t, reason)
}

// settle carries out the verdict of planning.
func (r *Runner) settle(t *turn) {
	v := r.verdict
	if len(r.bans) > 0 {
		r.bans.report(t)
	}
	if v.released {
		t.emit(Event{Kind: AgentReleased})
	}
	if v.failed {
		r.at = int(r.broken)
		r.failPlan(t, r.brokenBy())
		r.verdict.failed = false
	}
	r.inVain.report(t)
	r.reportResult(t, v)
	if v.drop != action.NoReason {
		r.drop(t, v.drop)
	}
	if v.keep != NotKept {
		r.emit(t, Event{Kind: PlanKept, Keep: v.keep})
	}
	switch v.follow {
	case PlanAdopted:
		r.begin(t)
	case PlanMerged, PlanRepaired:
		r.takeOver(t, v.follow)
	}
}

// reportResult reports the result of a planning, unless the event of what follows from it already does.
func (r *Runner) reportResult(t *turn, v verdict) {
	switch {
	case v.result == htn.None:
		t.emit(Event{Kind: PlanNone})
	case v.result == htn.Limit:
		t.emit(Event{Kind: PlanLimit, Limit: r.limit})
	case v.broken:
		cause := HostPanicked
		if r.why == TooLong {
			cause = Overran
		}
		t.emit(Event{Kind: Faulted, Cause: cause, Fault: r.fault})
	}
	if v.outdated {
		t.emit(Event{Kind: PlanOutdated})
	}
}

// begin starts the plan that planning found.
func (r *Runner) begin(t *turn) {
	r.plan, r.next = r.next, r.plan
	r.takePatience()
	r.restart()
	r.spans.clear()
	r.from, r.active = r.line, true
	if r.plan.Len() > 0 {
		r.bans.stand(r.kind.script, r.from, r.tick)
		r.stopIdle(t, action.PlanFound)
	}
	r.emit(t, Event{Kind: PlanAdopted, Limit: r.limit})
	r.kind.script.speak(t, &r.plan, nil)
	r.arrange(t.Worker)
	if r.plan.Len() == 0 {
		r.finish(t)
	}
}

// carryOn updates the running steps, starting with step from, then starts the steps whose predecessors are done.
func (r *Runner) carryOn(t *turn, from int) {
	if from == 0 && r.spans.some() {
		r.keepSpans(t)
	}
	for i := from; i < len(r.efforts); i++ {
		if e := &r.efforts[i]; !e.over {
			r.heed(t, e.step, r.course.goOn(t, e))
		}
	}
	var now terms
	for n := 0; n < MaxStepsPerTick && r.active && !r.stuck && !r.mending && !r.pause && r.mayStart(); n++ {
		if n == 0 || r.patient { // the last step may have written a cooldown
			now = r.terms(t.Worker, t.Ctx.State(), r.tick)
		}
		i := r.nextReady(&now)
		if i < 0 {
			break
		}
		r.start(t, i)
	}
	r.review(t)
	r.sweep()
	if r.active && r.first == r.plan.Len() {
		r.finish(t)
	}
}

// start starts a step if nothing holds it off.
func (r *Runner) start(t *turn, i int) {
	step := r.plan.Step(i)
	op := &r.kind.script.operators[step.Operator]
	r.at = i
	switch {
	case !objectsAlive(t.Ctx.State(), op.objects, step.Args):
		r.fail(t, i, ObjectMissing)
		return
	case op.when != nil && !op.when.Eval(&t.Worker.machine, step.Args):
		r.fail(t, i, ConditionFalse)
		return
	case len(op.claims) > 0 && t.Worker.claims.taken(r.agent, op, step.Args) != 0:
		r.lose(t, i, t.Worker.claims.taken(r.agent, op, step.Args))
		return
	case op.isCommon() && t.Worker.claims.isHot(op, r.agent):
		if op.wait < 0 {
			r.own().patient = true // from now on the plan waits
		} else {
			r.fail(t, i, ConditionFalse)
		}
		return
	case r.kind.script.isGuarded():
		if node := r.barring(t.Worker, i); node >= 0 {
			r.giveUp(t, node, WhileFalse)
			return
		}
		r.own().spans.enter(r.kind.script, &r.plan, i, r.tick)
	}
	if len(op.claims) > 0 && len(r.wants) > 0 {
		r.own().wants.drop(op, step.Args)
	}
	r.heed(t, i, r.setOut(t, i))
}

// heed handles the outcome of carrying out a step: a cause why it failed, or NoCause.
func (r *Runner) heed(t *turn, i int, cause Cause) {
	if cause != NoCause {
		r.fail(t, i, cause)
	}
}

// finish ends a plan whose steps have all succeeded. The next plan starts with the next tick at the earliest.
func (r *Runner) finish(t *turn) {
	r.active = false
	r.emit(t, Event{Kind: PlanEnded})
	if r.kind.lines[r.from].once {
		r.spent[r.from] = true
	}
	if r.plan.Len() > 0 {
		r.thinker.stop()
		t.Worker.claims.forget(r) // it waits for nothing: it plans in the next tick anyway
		if len(r.bans) > 0 {
			r.bans.prove(r.kind.script, r.from, r.tick)
			r.bans.report(t)
		}
		r.EndedWell()
		r.due, r.watching = r.tick+1, false
	}
}

// drop aborts the running plan.
func (r *Runner) drop(t *turn, reason action.Reason) {
	r.abortAll(t, reason)
	r.active, r.mending = false, false
	r.emit(t, Event{Kind: PlanAborted, Reason: reason})
}
