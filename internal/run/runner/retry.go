package runner

// prepareRetry makes a step whose actions have failed start them again in the next tick, if it has retries left. It
// reports whether it does.
func (c *course) prepareRetry(t *turn, e *effort, cause Cause) bool {
	if e.retries >= t.operator(e).retries {
		return false
	}
	e.retries++
	e.hands = e.hands[:0]
	c.emitStep(t, e.step, Event{Kind: StepRetried, Cause: cause, Count: e.retries})
	return true
}

// isToRetry reports whether a running step is about to start its actions again.
func (e *effort) isToRetry() bool {
	return e.retries > 0 && len(e.hands) == 0 && !e.expecting && !e.over
}

// retry starts the actions of a step again, if its condition still holds. The condition ignores a shared cooldown that
// the step itself has started.
func (c *course) retry(t *turn, e *effort) (cause Cause) {
	op := t.operator(e)
	when := op.when
	if op.isCommon() {
		when = op.apart
	}
	if when != nil && !when.Eval(&t.Worker.machine, c.plan.Step(e.step).Args) {
		return ConditionFalse
	}
	return c.launch(t, e)
}
