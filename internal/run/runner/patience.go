package runner

import (
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Where there is no plan without waiting for a cooldown, one with it is sought. Its step waits at its own place, and any plan without waiting replaces it.

// canWait reports whether plans of the script may wait for a cooldown.
func (s *Script) canWait() bool { return s.waits }

// isWaiting reports whether the plan that runs still has to wait for a cooldown that goes on.
func (r *Runner) isWaiting() bool {
	if !r.patient {
		return false
	}
	for i := r.first; i < len(r.progress); i++ {
		op := &r.kind.script.operators[r.plan.Step(i).Operator]
		if r.progress[i].state == StepWaiting && op.wait != 0 && r.eater().timers.left(op, r.tick) > 0 {
			return true
		}
	}
	return false
}

// isHard reports whether a planning that found no plan is followed by one for a plan that waits: not while a plan runs that need not.
func (r *Runner) isHard(w *Worker, st *world.State, res htn.Result) bool {
	return res.Status == htn.None && r.kind.script.canWait() && (!r.carries() || r.isWaiting() || !w.isPossible(st, &r.plan, r.progress, r.patient))
}

// planWaiting plans once more, for a plan that waits for cooldowns, if the result of planning says that there is no other; nodes bounds that, 0: as any planning. What the
// result depends on is noted for both.
func (r *Runner) planWaiting(w *Worker, st *world.State, res htn.Result, nodes int) htn.Result {
	r.setPatience(false)
	if !r.isHard(w, st, res) {
		return res
	}
	w.waits = w.waits[:0]
	timers := r.eater().timers
	some := false
	for i := range r.kind.script.operators {
		op := &r.kind.script.operators[i]
		may := op.wait != 0 && (timers.left(op, r.tick) == 0 || timers.mayWait(op, r.tick))
		w.waits = append(w.waits, may)
		some = some || op.wait != 0
	}
	if !some {
		return res
	}
	w.passed.CopyFrom(&r.reads)
	w.bans = r.Bans(w.bans[:0])
	o := w.optionsFor(r, w.bans)
	o.Reads, o.Waits = &r.reads, w.waits
	if nodes > 0 {
		o.Limits.Nodes = nodes
	}
	w.planner.Configure(o)
	since := w.now()
	found := w.planner.Plan(st, r.goal(r.line))
	w.measured(r, found.Status, htn.Stats{}, found.Stats, false, since)
	r.reads.Add(&w.passed)
	r.meet(r.kind.script, w.planner.Met())
	if found.Status != htn.Found {
		return res
	}
	r.setPatience(true)
	return found
}

// setPatience notes whether the plan that was found waits.
func (x *seldom) setPatience(patient bool) {
	if x.hopeful != patient {
		x.own().hopeful = patient
	}
}

// takePatience makes what holds for the plan that was found hold for that which runs.
func (x *seldom) takePatience() {
	if x.patient != x.hopeful {
		x.rare.patient = x.hopeful
	}
}
