package runner

// prepareRetry has a step whose actions have failed start them again in the next tick, and reports whether it may.
func (c *course) prepareRetry(t *turn, e *effort, cause Cause) bool {
	if e.retries >= t.operator(e).retries {
		return false
	}
	e.retries++
	e.hands = e.hands[:0]
	c.emitStep(t, e.step, Event{Kind: StepRetried, Cause: cause, Count: e.retries})
	return true
}

// isToRetry reports whether a step that runs is to start its actions again.
func (e *effort) isToRetry() bool {
	return e.retries > 0 && len(e.hands) == 0 && !e.expecting && !e.over
}

// retry starts the actions of a step again, if its condition still holds: but for a cooldown that several agents share, which the step itself has begun.
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
