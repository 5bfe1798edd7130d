package runner

import "github.com/karakuri-ai/karakuri/action"

// Abandon is [Runner.Collapse] for a runner in an unknown state: the host's code has ended the goroutine that carried
// it out. Abandon aborts nothing; the caller must have done so, and must have abandoned what the agent's brain pursues.
func (r *Runner) Abandon(s *Stage, f action.Fault) {
	carried, idled, quarantined := r.active, !r.idle.IsZero() && !r.HasMind() && !r.orders.isOn(), r.IsQuarantined()
	if r.planning != &noPlanning {
		r.efforts, r.mending = r.efforts[:0], false
	}
	r.active, r.idling = false, false
	if r.orders.interrupt() || !r.HasBrain() {
		r.idle = action.Handle{}
	}
	r.tick, r.calm, r.stuck, r.pause, r.verdict = s.Ctx.Tick(), 0, false, false, verdict{}
	s.Worker.machine.State = s.Ctx.State()
	t := r.turn(s)
	r.own().keepFault(f)
	t.emitFault()
	if carried {
		r.emit(&t, Event{Kind: PlanAborted, Reason: action.Quarantined})
	}
	if idled {
		t.emit(Event{Kind: IdleAborted, Reason: action.Quarantined})
	}
	if !quarantined {
		r.isolate(&t)
	}
}
