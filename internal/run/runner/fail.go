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

// fail ends a step that is to start or runs without an action any more. The method that held it is banned. Where that is not
// the plan's first, the plan can be repaired; otherwise it has failed.
func (r *Runner) fail(s *Stage, i int, cause Cause) {
	step := r.plan.Step(i)
	r.at = i
	if r.failure == nil {
		r.seldom().failure = &Failure{}
	}
	*r.failure = Failure{Tick: r.tick, Operator: step.Operator, Args: append(r.failure.Args[:0], step.Args...), Cause: cause}
	r.progress[i] = progress{state: StepWaiting}
	if e := r.effortOf(i); e != nil {
		if e.over = true; e.isCutOff(cause) {
			r.coolAborted(s, r.operator(e))
		} else {
			r.cool(s, r.operator(e))
		}
	}
	failed := Event{Kind: StepFailed, Cause: cause, Status: action.Failure}
	if cause.isPanic() {
		failed.Fault = r.fault
	}
	r.emitStep(s, i, failed)
	r.ban(s, i, cause)
	if step.Node > 0 && !cause.isPanic() && !r.mending {
		if r.mending, r.broken = true, int32(i); r.amiss > 0 {
			r.rare.amiss = 0
		}
		r.thinker.stop()
		r.blocked = r.tick + r.kind.script.gap
		return
	}
	r.failPlan(s, cause)
	if cause.isPanic() {
		r.quarantine(s)
	}
}

// failPlan ends the plan because of its step at.
func (r *Runner) failPlan(s *Stage, cause Cause) {
	at := r.at
	r.abortAll(s, action.PlanFailed)
	r.at = at
	r.emitPlan(s, Event{Kind: PlanFailed, Cause: cause})
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

// quarantine leaves the agent alone after a panic in the host's code: twice as long each time until a plan has ended well.
func (r *Runner) quarantine(s *Stage) {
	seconds := min(float64(int64(1)<<min(r.panics, 10)), MaxQuarantine)
	r.panics = min(r.panics+1, maxCounted)
	ticks := r.kind.script.ticks(seconds)
	r.seldom().released = r.tick + ticks
	r.thinker.stop()
	if !r.HasBrain() {
		r.stopIdle(s, action.Quarantined)
	}
	if r.why, r.watching = Quarantined, false; r.root != nil {
		return // the agent is left alone, by whoever started the task
	}
	r.inVain.close()
	r.tellVain(s)
	r.emit(s, Event{Kind: AgentQuarantined, Ticks: ticks, Fault: r.fault})
}

// IsQuarantined reports whether the agent is left alone.
func (r *Runner) IsQuarantined() bool { return r.tick < r.released }

// release ends the quarantine when its time is over.
func (r *Runner) release() {
	if r.why != Quarantined {
		return
	}
	r.why = NotIdle
	r.plansAt(max(r.tick, r.blocked))
	r.verdict.released = true
}
