package runner

import "github.com/karakuri-ai/karakuri/action"

// idleOn lets the idle action go on while there is nothing to carry out.
func (r *Runner) idleOn(s *Stage) {
	if !r.idling {
		r.idling = true
		r.emit(s, Event{Kind: IdleStarted, Why: r.Why(), Limit: r.limit})
	}
	do := r.kind.idle
	if do == nil {
		return
	}
	if r.idle.IsZero() && r.hold.Takes(r.kind.uses) {
		return
	}
	if r.idle.IsZero() {
		r.idle = s.Instances.Start(s.Ctx, do.action, s.Worker.arguments(do, nil))
	}
	if status := s.Instances.Update(s.Ctx, r.idle); status != action.Running {
		r.endIdle(s, status)
	}
}

// seeks reports whether the first plan of the agent is sought over several ticks, or waits for its turn to be.
func (r *Runner) seeks() bool { return r.planned < 0 && (r.thinker.isBusy() || r.rations.starved) }

// endIdle follows up on the end of the idle action.
func (r *Runner) endIdle(s *Stage, status action.Status) {
	r.idle = action.Handle{}
	if r.duties.isOn() {
		r.endDuty(s, status)
		return
	}
	if r.HasMind() {
		r.endMind(s)
		return
	}
	r.emit(s, Event{Kind: IdleEnded, Status: status})
	if !r.takeFault(s) {
		return
	}
	r.emit(s, Event{Kind: Faulted, Cause: ActionPanicked, Fault: r.fault})
	if status == action.Failure {
		r.quarantine(s)
	}
}

// stopIdle ends idling.
func (r *Runner) stopIdle(s *Stage, reason action.Reason) {
	r.idling = false
	if r.idle.IsZero() {
		return
	}
	h := r.idle
	r.idle = action.Handle{}
	ordered := r.duties.interrupt()
	s.Instances.Abort(s.Ctx, h, reason)
	if !r.HasMind() && !ordered {
		r.emit(s, Event{Kind: IdleAborted, Reason: reason})
	}
	if r.takeFault(s) {
		r.emit(s, Event{Kind: Faulted, Cause: ActionPanicked, Fault: r.fault})
	}
}
