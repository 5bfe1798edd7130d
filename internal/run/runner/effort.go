package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// effort is a step that is being carried out. The course reuses its memory.
type effort struct {
	step      int
	op        htn.OperatorID
	stale     bool  // something that its until and while depend on has changed: evaluate them again
	acted     bool  // one of its actions has been updated in this tick
	over      bool  // it has ended, and is removed at the end of the tick
	expecting bool  // its actions have ended, and it waits until the world is as its effects say
	cut       bool  // its actions were aborted before they decided how the step ends
	estranged bool  // it started its shared cooldown in another squad than the agent's current one, and no longer has a part in it
	by        By    // while expecting: what ended its actions
	retries   int32 // how often its actions have been started again
	begun     int64 // tick
	since     int64 // while expecting: the tick in which its actions ended
	free      int64 // without actions: the first tick in which a step with an action may follow it
	hands     []hand
	reads     *htn.Reads // what its until and while depend on; nil if they depend on nothing
}

// hand is one of the actions of a step.
type hand struct {
	handle action.Handle
	status action.Status
}

// operatorOf returns the operator of a step that is being carried out.
func (s *Script) operatorOf(e *effort) *operator { return &s.operators[e.op] }

// newEffort adds an effort for a step that starts.
func (c *course) newEffort(s *Script, i int, tick int64) *effort {
	free, _ := c.freeFrom(i)
	e := c.addEffort(i)
	e.op, e.begun, e.free = c.plan.Step(i).Operator, tick, free
	e.watch(s.operatorOf(e))
	return e
}

// addEffort adds an effort of which only the step is set.
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

// effortOf returns the effort of a step, or nil.
func (c *course) effortOf(step int) *effort {
	for i := range c.efforts {
		if e := &c.efforts[i]; e.step == step && !e.over {
			return e
		}
	}
	return nil
}

// sweep removes the efforts that are over.
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

// setOut starts a step. Cause says why it failed at once; NoCause if it did not.
func (c *course) setOut(t *turn, i int) (cause Cause) {
	step := c.plan.Step(i)
	op := &t.kind.script.operators[step.Operator]
	if len(op.claims) > 0 {
		t.Worker.claims.take(t.agent, op, step.Args)
	}
	e := c.newEffort(t.kind.script, i, t.tick)
	if op.isCommon() {
		t.startSharedCooldown(op)
	}
	c.progress[i] = progress{state: StepActive}
	c.emitStep(t, i, Event{Kind: StepStarted})
	t.say(op.say)
	if over, cause := c.endByCondition(t, e); over {
		return cause
	}
	if len(op.do) == 0 {
		return c.complete(t, e, ByItself)
	}
	return c.launch(t, e)
}

// launch starts the actions of a step. Cause says why it failed.
func (c *course) launch(t *turn, e *effort) (cause Cause) {
	for _, do := range t.operator(e).do {
		h := t.Instances.Start(t.Ctx, do.action, t.Worker.arguments(do, c.plan.Step(e.step).Args))
		e.hands = append(e.hands, hand{h, action.Running})
	}
	return c.proceed(t, e, 0)
}

// goOn updates a running step for one tick. Cause says why it failed; NoCause if it did not.
func (c *course) goOn(t *turn, e *effort) (cause Cause) {
	c.at = e.step
	op := t.operator(e)
	if t.calm == 0 && !objectsAlive(t.Ctx.State(), op.objects, c.plan.Step(e.step).Args) {
		c.halt(t, e, action.ObjectGone)
		return ObjectMissing
	}
	if e.stale {
		if over, cause := c.endByCondition(t, e); over {
			return cause
		}
	}
	if e.expecting {
		return c.expect(t, e)
	}
	if op.succeedAfter|op.failAfter != 0 {
		if over, cause := c.endByTime(t, e); over {
			return cause
		}
	}
	switch {
	case e.isToRetry():
		return c.retry(t, e)
	case op.isCommon():
		return c.proceed(t, e, 0)
	}
	return c.update(t, e, 0)
}

// proceed is update for any step, including steps that hold a shared cooldown and may report it spent.
func (c *course) proceed(t *turn, e *effort, from int) (cause Cause) {
	if op := t.operator(e); op.isCommon() {
		defer t.Ctx.Spends(t.Ctx.Spends(op.spent.Base))
	}
	return c.update(t, e, from)
}

// update updates the actions of a step, starting with one of them, until they decide how the step ends.
func (c *course) update(t *turn, e *effort, from int) (cause Cause) {
	for i := from; i < len(e.hands); i++ {
		h := &e.hands[i]
		if h.status != action.Running {
			continue
		}
		e.acted = true
		if h.status = t.Instances.Update(t.Ctx, h.handle); h.status != action.Running {
			if over, cause := c.conclusive(t, e, h.status); over {
				return cause
			}
		}
	}
	return NoCause
}

// conclusive handles the end of one of a step's actions. Over says whether that ends the step, and cause why the step
// failed.
func (c *course) conclusive(t *turn, e *effort, status action.Status) (over bool, cause Cause) {
	panicked, reason := t.takeFault(), t.Ctx.TakeFailReason()
	switch {
	case panicked && status == action.Failure:
		c.halt(t, e, action.PlanFailed)
		return true, ActionPanicked
	case panicked: // it panicked in its end hook: the action itself continues or has succeeded
		c.emitFault(t)
	}
	switch join(t.operator(e).join, e.hands) {
	case action.Success:
		c.halt(t, e, action.Joined)
		return true, c.complete(t, e, ByItself)
	case action.Failure:
		c.halt(t, e, action.Joined)
		if cause = causesOfActions[reason]; cause != LeaseTaken && c.prepareRetry(t, e, cause) {
			cause = NoCause
		}
		return true, cause
	}
	return false, NoCause
}

// causesOfActions holds the cause of a step that fails because its action failed, by the reason that the action gives.
var causesOfActions = [...]Cause{action.NoFailReason: ActionFailed, action.LeaseTaken: LeaseTaken, action.OrderDeclined: OrderDeclined,
	action.OrderFailed: OrderFailed, action.OrderPreempted: OrderPreempted, action.MemberLost: MemberLost, action.NobodyInRole: NobodyInRole}

// endByTime ends a step whose time is over. Cause says why the step failed, if it did.
func (c *course) endByTime(t *turn, e *effort) (over bool, cause Cause) {
	op := t.operator(e)
	ticks := t.tick - e.begun
	switch {
	case op.succeedAfter > 0 && ticks >= op.succeedAfter:
		c.halt(t, e, action.TimeOver)
		c.end(t, e, ByTime)
		return true, NoCause
	case op.failAfter > 0 && ticks >= op.failAfter:
		c.halt(t, e, action.TimeOver)
		return true, TimedOut
	}
	return false, NoCause
}

// complete ends a step whose actions have ended: it succeeds if the world is as its effects say, else it waits for
// that.
func (c *course) complete(t *turn, e *effort, by By) (cause Cause) {
	step, op := c.plan.Step(e.step), t.operator(e)
	switch {
	case !objectsAlive(t.Ctx.State(), op.objects, step.Args):
		return ObjectMissing
	case op.expected != nil && !c.met(t.Worker, e.step) && !c.await(t, e, by):
	default:
		op.owned.Apply(&t.Worker.machine, step.Args)
		c.end(t, e, by)
	}
	return NoCause
}

// end ends a step with success.
func (c *course) end(t *turn, e *effort, by By) {
	e.over = true
	p := &c.progress[e.step]
	p.state, p.free = StepDone, e.free
	if e.acted {
		p.free = t.tick + 1
	}
	t.cool(e)
	c.emitStep(t, e.step, Event{Kind: StepEnded, Status: action.Success, By: by})
	if len(*t.bans) > 0 {
		c.clearWays(t, e.step)
	}
	if t.spans.some() {
		t.spans.leave(c)
	}
	c.skipDone()
}

// fail ends a step that has failed and of which no action runs, and bans what held it.
func (c *course) fail(t *turn, i int, cause Cause) {
	c.at = i
	t.keepFailure(t.tick, c.plan.Step(i), cause)
	c.progress[i] = progress{state: StepWaiting}
	if e := c.effortOf(i); e != nil {
		if e.over = true; e.isCutOff(cause) {
			t.coolAborted(e)
		} else {
			t.cool(e)
		}
	}
	failed := Event{Kind: StepFailed, Cause: cause, Status: action.Failure}
	if cause.isPanic() {
		failed.Fault = t.fault
	}
	c.emitStep(t, i, failed)
	c.ban(t, i, cause)
}

// halt aborts the actions of a step that are still running.
func (c *course) halt(t *turn, e *effort, reason action.Reason) {
	for i := range e.hands {
		h := &e.hands[i]
		if h.status != action.Running {
			continue
		}
		h.status = action.Inactive
		e.cut = reason != action.Joined
		t.Instances.Abort(t.Ctx, h.handle, reason)
		if t.takeFault() {
			c.emitFault(t)
		}
	}
}

// abort aborts a running step.
func (c *course) abort(t *turn, e *effort, reason action.Reason) {
	c.at = e.step
	c.halt(t, e, reason)
	e.over = true
	t.coolAborted(e)
	c.emitStep(t, e.step, Event{Kind: StepAborted, Reason: reason})
}

// abortAll aborts all running steps.
func (c *course) abortAll(t *turn, reason action.Reason) {
	for i := range c.efforts {
		if e := &c.efforts[i]; !e.over {
			c.abort(t, e, reason)
		}
	}
	if len(c.efforts) > 0 {
		c.efforts = c.efforts[:0]
	}
}

// abortBelow aborts the running steps below a node; they wait to start again. It returns the first of them, or the
// first step that has not ended.
func (c *course) abortBelow(t *turn, node int, reason action.Reason) int {
	first := -1
	for i := range c.efforts {
		e := &c.efforts[i]
		if e.over || !c.plan.Below(node, e.step) {
			continue
		}
		if c.abort(t, e, reason); first < 0 || e.step < first {
			first = e.step
		}
		c.progress[e.step].state = StepWaiting
	}
	for i := 0; first < 0 && i < len(c.progress); i++ {
		if c.progress[i].state != StepDone && c.plan.Below(node, i) {
			first = i
		}
	}
	return max(first, 0)
}

// interrupt aborts a step that will start again, so its cooldown does not start. Follows says that another plan is
// about to take over; the step waits for that, too.
func (c *course) interrupt(t *turn, e *effort, follows bool) {
	c.at = e.step
	c.halt(t, e, action.Interrupted)
	if e.over = true; t.operator(e).isCommon() {
		t.coolAborted(e)
	}
	c.progress[e.step].state = StepWaiting
	if follows && c.match[e.step] >= 0 {
		c.fate[c.match[e.step]] = progress{}
	}
	c.emitStep(t, e.step, Event{Kind: StepAborted, Reason: action.Interrupted})
}

// objectsAlive reports whether the objects among the words exist.
func objectsAlive(st *world.State, slots []int, words []world.Word) bool {
	for _, i := range slots {
		if o := words[i]; o != 0 && !st.Alive(o) {
			return false
		}
	}
	return true
}
