package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Failure describes the step that failed last.
type Failure struct {
	Tick     int64 // 0: nothing has failed yet
	Operator htn.OperatorID
	Args     []world.Word
	Cause    Cause
}

// isPanic reports whether the host's code panicked, or an expression took too long.
func (c Cause) isPanic() bool { return c == ActionPanicked || c == HostPanicked || c == Overran }

// causeOf returns the cause of a panic during an evaluation.
func causeOf(v any) Cause {
	if _, ok := v.(*expr.Overrun); ok {
		return Overran
	}
	return HostPanicked
}

// fail handles the failure of a step. The method that held the step is banned. If that is not the plan's root, the plan
// can be repaired; otherwise the plan has failed.
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

// failPlan ends the plan because a step failed.
func (r *Runner) failPlan(t *turn, cause Cause) {
	at := r.at
	r.abortAll(t, action.PlanFailed)
	r.at = at
	r.emit(t, Event{Kind: PlanFailed, Cause: cause})
	r.active, r.mending = false, false
	if r.verdict.failed {
		return // a new plan has been made already
	}
	r.thinker.stop()
	r.watching = false
	r.blocked = r.tick + r.kind.script.gap
	r.due = r.blocked
	if r.plan.Holder(r.at) < 0 {
		r.wait() // no ban prevents the same plan from being found again
	}
}

// isolate puts the agent into quarantine after a panic in the host's code.
func (r *Runner) isolate(t *turn) {
	ticks := r.own().quarantine.begin(r.kind.script, r.tick)
	r.thinker.stop()
	if !r.HasBrain() {
		r.stopIdle(t, action.Quarantined)
	}
	if r.why, r.watching = Quarantined, false; r.root != nil {
		return // the code that started the task puts the agent into quarantine
	}
	r.inVain.close()
	r.inVain.report(t)
	t.emit(Event{Kind: AgentQuarantined, Ticks: ticks, Fault: r.fault})
}

// IsQuarantined reports whether in quarantine after a panic.
func (r *Runner) IsQuarantined() bool { return r.quarantine.isOn(r.tick) }

// release ends the quarantine: its time is over.
func (r *Runner) release() {
	r.why = NotIdle
	r.plansAt(max(r.tick, r.blocked))
	r.verdict.released = true
}
