package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// effort is a step that is being carried out. Its memory is used again.
type effort struct {
	step      int
	op        htn.OperatorID
	stale     bool  // something of what its until and while depend on has changed: look again
	acted     bool  // an action of it has been updated in this tick
	over      bool  // it has ended; swept away at the end of the tick
	expecting bool  // its actions have ended, and the world is not yet as its effects say
	cut       bool  // its actions were aborted before they could decide how it ends
	by        By    // expecting: what ended its actions
	retries   int32 // how often its actions have been started again
	begun     int64 // tick
	since     int64 // expecting: the tick in which its actions ended
	free      int64 // if it does not act: the first tick in which an action may follow it
	hands     []hand
	reads     *htn.Reads // what its until and while depend on; nil until something is
}

// hand is one of the actions of a step.
type hand struct {
	handle action.Handle
	status action.Status
}

// operatorOf returns the operator of a step that is being carried out.
func (s *Script) operatorOf(e *effort) *operator { return &s.operators[e.op] }

func (r *Runner) operator(e *effort) *operator { return r.kind.script.operatorOf(e) }

// newEffort adds an effort for a step that starts.
func (c *course) newEffort(s *Script, i int, tick int64) *effort {
	free, _ := c.freeFrom(i)
	e := c.addEffort(i)
	e.op, e.begun, e.free = c.plan.Step(i).Operator, tick, free
	e.watch(s.operatorOf(e))
	return e
}

// addEffort adds an effort that nothing is known of but its step.
func (c *course) addEffort(step int) *effort {
	n := len(c.efforts)
	if n == cap(c.efforts) {
		c.efforts = append(c.efforts, effort{})
	}
	c.efforts = c.efforts[:n+1]
	e := &c.efforts[n]
	*e = effort{step: step, hands: e.hands[:0], reads: e.reads}
	return e
}

// effortOf returns what carries a step out, or nil.
func (c *course) effortOf(step int) *effort {
	for i := range c.efforts {
		if e := &c.efforts[i]; e.step == step && !e.over {
			return e
		}
	}
	return nil
}

// sweep forgets the efforts that are over.
func (c *course) sweep() {
	n := 0
	for i := range c.efforts {
		e := &c.efforts[i]
		e.acted = false
		if e.over {
			continue
		}
		if i != n {
			c.efforts[n], *e = *e, c.efforts[n]
		}
		n++
	}
	if n < len(c.efforts) {
		c.efforts = c.efforts[:n]
	}
}

// start starts a step, if it can be started.
func (r *Runner) start(s *Stage, i int) {
	step := r.plan.Step(i)
	op := &r.kind.script.operators[step.Operator]
	r.at = i
	switch {
	case !objectsAlive(s.Ctx.State(), op.objects, step.Args):
		r.fail(s, i, ObjectMissing)
		return
	case op.when != nil && !op.when.Eval(&s.Worker.machine, step.Args):
		r.fail(s, i, ConditionFalse)
		return
	case s.Worker.claims.taken(r.agent, op, step.Args) != 0:
		r.lose(s, i, s.Worker.claims.taken(r.agent, op, step.Args))
		return
	case s.Worker.claims.isHot(op, r.agent):
		r.fail(s, i, ConditionFalse)
		return
	case r.kind.script.isGuarded() && !r.enter(s, i):
		return
	}
	s.Worker.claims.take(r.agent, op, step.Args)
	e := r.newEffort(r.kind.script, i, r.tick)
	if op.isCommon() {
		s.ignite(op)
	}
	r.progress[i] = progress{state: StepActive}
	r.emitStep(s, i, Event{Kind: StepStarted})
	if r.endByCondition(s, e) {
		return
	}
	if len(op.do) == 0 {
		r.complete(s, e, ByItself)
		return
	}
	r.launch(s, e)
}

// launch starts the actions of a step.
func (r *Runner) launch(s *Stage, e *effort) {
	for _, do := range r.operator(e).do {
		h := s.Instances.Start(s.Ctx, do.action, s.Worker.arguments(do, r.plan.Step(e.step).Args))
		e.hands = append(e.hands, hand{h, action.Running})
	}
	r.proceed(s, e, 0)
}

// goOn lets a running step go on for a tick.
func (r *Runner) goOn(s *Stage, e *effort) {
	r.at = e.step
	op := r.operator(e)
	switch {
	case r.calm == 0 && !objectsAlive(s.Ctx.State(), op.objects, r.plan.Step(e.step).Args):
		r.halt(s, e, action.ObjectGone)
		r.fail(s, e.step, ObjectMissing)
	case e.stale && r.endByCondition(s, e):
	case e.expecting:
		r.expect(s, e)
	case op.succeedAfter|op.failAfter != 0 && r.endByTime(s, e):
	case e.isToRetry():
		r.retry(s, e)
	case op.isCommon():
		r.proceed(s, e, 0)
	default:
		r.update(s, e, 0)
	}
}

// proceed is update for any step, also one whose actions can say that they have spent what a shared cooldown is for.
func (r *Runner) proceed(s *Stage, e *effort, from int) {
	if op := r.operator(e); op.isCommon() {
		defer s.Ctx.Spends(s.Ctx.Spends(op.spent.Base))
	}
	r.update(s, e, from)
}

// update lets the step's actions, from one of them on, go on until they decide how it ends.
func (r *Runner) update(s *Stage, e *effort, from int) {
	for i := from; i < len(e.hands); i++ {
		h := &e.hands[i]
		if h.status != action.Running {
			continue
		}
		e.acted = true
		if h.status = s.Instances.Update(s.Ctx, h.handle); h.status != action.Running && r.conclusive(s, e, h.status) {
			return
		}
	}
}

// conclusive follows up on the end of one of a step's actions, and reports whether that ends the step.
func (r *Runner) conclusive(s *Stage, e *effort, status action.Status) bool {
	panicked, excuse := r.takeFault(s), s.Ctx.TakeExcuse()
	switch {
	case panicked && status == action.Failure:
		r.halt(s, e, action.PlanFailed)
		r.fail(s, e.step, ActionPanicked)
		return true
	case panicked: // in its end hook: the action itself goes on or has been done
		r.emitPlan(s, Event{Kind: Faulted, Cause: ActionPanicked, Fault: r.fault})
	}
	switch join(r.operator(e).join, e.hands) {
	case action.Success:
		r.halt(s, e, action.Joined)
		r.complete(s, e, ByItself)
		return true
	case action.Failure:
		r.halt(s, e, action.Joined)
		if cause := excuses[excuse]; cause == LeaseTaken || !r.prepareRetry(s, e, cause) {
			r.fail(s, e.step, cause)
		}
		return true
	}
	return false
}

// excuses are the causes of steps that fail because an action does, by what the action tells.
var excuses = [...]Cause{action.NoExcuse: ActionFailed, action.LeaseTaken: LeaseTaken, action.OrderDeclined: OrderDeclined,
	action.OrderFailed: OrderFailed, action.OrderPreempted: OrderPreempted, action.MemberLost: MemberLost, action.NobodyInRole: NobodyInRole}

// endByTime ends a step that has had its time.
func (r *Runner) endByTime(s *Stage, e *effort) bool {
	op := r.operator(e)
	ticks := r.tick - e.begun
	switch {
	case op.succeedAfter > 0 && ticks >= op.succeedAfter:
		r.halt(s, e, action.TimeOver)
		r.end(s, e, ByTime)
		return true
	case op.failAfter > 0 && ticks >= op.failAfter:
		r.halt(s, e, action.TimeOver)
		r.fail(s, e.step, TimedOut)
		return true
	}
	return false
}

// complete ends a step that has done what it could: it has succeeded when the world is as its effects say, and else waits for
// that.
func (r *Runner) complete(s *Stage, e *effort, by By) {
	step, op := r.plan.Step(e.step), r.operator(e)
	switch {
	case !objectsAlive(s.Ctx.State(), op.objects, step.Args):
		r.fail(s, e.step, ObjectMissing)
	case op.expected != nil && !r.met(s.Worker, e.step) && !r.await(s, e, by):
	default:
		op.owned.Apply(&s.Worker.machine, step.Args)
		r.end(s, e, by)
	}
}

// end ends a step well.
func (r *Runner) end(s *Stage, e *effort, by By) {
	e.over = true
	p := &r.progress[e.step]
	p.state, p.free = StepDone, e.free
	if e.acted {
		p.free = r.tick + 1
	}
	r.cool(s, r.operator(e))
	r.emitStep(s, e.step, Event{Kind: StepEnded, Status: action.Success, By: by})
	if len(r.bans) > 0 {
		r.clearWays(s, e.step)
	}
	if r.spans.some() {
		r.spans.leave(&r.course)
	}
	r.skipDone()
}

// halt aborts the actions of a step that are still running.
func (r *Runner) halt(s *Stage, e *effort, reason action.Reason) {
	for i := range e.hands {
		h := &e.hands[i]
		if h.status != action.Running {
			continue
		}
		h.status = action.Inactive
		e.cut = reason != action.Joined
		s.Instances.Abort(s.Ctx, h.handle, reason)
		if r.takeFault(s) {
			r.emitPlan(s, Event{Kind: Faulted, Cause: ActionPanicked, Fault: r.fault})
		}
	}
}

// abort gives a running step up.
func (r *Runner) abort(s *Stage, e *effort, reason action.Reason) {
	r.at = e.step
	r.halt(s, e, reason)
	e.over = true
	r.coolAborted(s, r.operator(e))
	r.emitStep(s, e.step, Event{Kind: StepAborted, Reason: reason})
}

// abortAll gives all running steps up.
func (r *Runner) abortAll(s *Stage, reason action.Reason) {
	for i := range r.efforts {
		if e := &r.efforts[i]; !e.over {
			r.abort(s, e, reason)
		}
	}
	if len(r.efforts) > 0 {
		r.efforts = r.efforts[:0]
	}
}

// objectsAlive reports whether the objects among some words exist.
func objectsAlive(st *world.State, slots []int, words []world.Word) bool {
	for _, i := range slots {
		if o := words[i]; o != 0 && !st.Alive(o) {
			return false
		}
	}
	return true
}
