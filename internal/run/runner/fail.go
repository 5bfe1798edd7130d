package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Failure is what the last failed step was, and why.
type Failure struct {
	Tick     int64 // 0: nothing has failed yet
	Operator htn.OperatorID
	Args     []world.Word
	Cause    Cause
}

// isPanic reports whether the host's code panicked, or an expression took too long.
func (c Cause) isPanic() bool { return c == ActionPanicked || c == HostPanicked || c == Overran }

// causeOf returns what a panic while something was evaluated comes to.
func causeOf(v any) Cause {
	if _, ok := v.(*expr.Overrun); ok {
		return Overran
	}
	return HostPanicked
}

// fail follows up on the failure of a step. The method that held it is banned. Where that is not the plan's first, the plan can be repaired; otherwise it
// has failed.
func (r *Runner) fail(t *turn, i int, cause Cause) {
	node := r.plan.Step(i).Node
	r.course.fail(t, i, cause)
	if node > 0 && !cause.isPanic() && !r.mending {
		if r.mending, r.broken = true, int32(i); r.amiss > 0 {
			r.rare.amiss = 0
		}
		r.thinker.stop()
		r.blocked = r.tick + r.kind.script.gap
		return
	}
	r.failPlan(t, cause)
	if cause.isPanic() {
		r.isolate(t)
	}
}

// failPlan ends the plan because of its step at.
func (r *Runner) failPlan(t *turn, cause Cause) {
	at := r.at
	r.abortAll(t, action.PlanFailed)
	r.at = at
	r.emit(t, Event{Kind: PlanFailed, Cause: cause})
	r.active, r.mending = false, false
	if r.verdict.failed {
		return // planned anew already
	}
	r.thinker.stop()
	r.watching = false
	r.blocked = r.tick + r.kind.script.gap
	r.due = r.blocked
	if r.plan.Holder(r.at) < 0 {
		r.wait() // no ban keeps what has failed from being found again
	}
}

// isolate leaves the agent alone after a panic in the host's code.
func (r *Runner) isolate(t *turn) {
	ticks := r.own().quarantine.begin(r.kind.script, r.tick)
	r.thinker.stop()
	if !r.HasBrain() {
		r.stopIdle(t, action.Quarantined)
	}
	if r.why, r.watching = Quarantined, false; r.root != nil {
		return // the agent is left alone, by whoever started the task
	}
	r.inVain.close()
	r.inVain.report(t)
	t.emit(Event{Kind: AgentQuarantined, Ticks: ticks, Fault: r.fault})
}

// IsQuarantined reports whether the agent is left alone.
func (r *Runner) IsQuarantined() bool { return r.quarantine.isOn(r.tick) }

// release ends the quarantine when its time is over.
func (r *Runner) release() {
	if r.why != Quarantined {
		return
	}
	r.why = NotIdle
	r.plansAt(max(r.tick, r.blocked))
	r.verdict.released = true
}
