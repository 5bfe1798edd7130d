package runner

// prepareRetry has a step whose actions have failed start them again in the next tick, and reports whether it may.
func (r *Runner) prepareRetry(s *Stage, e *effort, cause Cause) bool {
	if e.retries >= r.operator(e).retries {
		return false
	}
	e.retries++
	e.hands = e.hands[:0]
	r.emitStep(s, e.step, Event{Kind: StepRetried, Cause: cause, Count: e.retries})
	return true
}

// isToRetry reports whether a step that runs is to start its actions again.
func (e *effort) isToRetry() bool {
	return e.retries > 0 && len(e.hands) == 0 && !e.expecting && !e.over
}

// retry starts the actions of a step again, if its condition still holds: but for a cooldown that several agents share, which the step itself has begun.
func (r *Runner) retry(s *Stage, e *effort) {
	op := r.operator(e)
	when := op.when
	if op.isCommon() {
		when = op.apart
	}
	if when != nil && !when.Eval(&s.Worker.machine, r.plan.Step(e.step).Args) {
		r.fail(s, e.step, ConditionFalse)
		return
	}
	r.launch(s, e)
}
