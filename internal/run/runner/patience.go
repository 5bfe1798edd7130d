package runner

import (
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// If there is no plan without waiting for a cooldown, the runner looks for one with. The step waits when its turn
// comes, and any plan without waiting replaces the plan.

// canWait reports whether plans of the script may wait for a cooldown.
func (s *Script) canWait() bool { return s.waits }

// isWaiting reports whether the running plan still has to wait for a cooldown.
func (r *Runner) isWaiting(st *world.State) bool {
	if !r.patient {
		return false
	}
	cool := coolingsOf(r, st, r.tick)
	for i := r.first; i < len(r.progress); i++ {
		op := &r.kind.script.operators[r.plan.Step(i).Operator]
		if r.progress[i].state == StepWaiting && op.wait != 0 && cool.left(op) > 0 {
			return true
		}
	}
	return false
}

// isHard reports whether a planning without a plan calls for one that may wait. It does not while a plan runs that need
// not wait.
func (r *Runner) isHard(w *Worker, st *world.State, res htn.Result) bool {
	return res.Status == htn.None && r.kind.script.canWait() && (!r.carries() || r.isWaiting(st) || !w.isPossible(st, &r.plan, r.progress, r.patient))
}

// planWaiting plans again, for a plan that may wait for cooldowns, if the result says that there is no other plan.
// Nodes limits it, 0: as any planning. It notes what both results depend on.
func (r *Runner) planWaiting(w *Worker, st *world.State, res htn.Result, nodes int) htn.Result {
	r.setPatience(false)
	if !r.isHard(w, st, res) {
		return res
	}
	w.waits = w.waits[:0]
	cool := coolingsOf(r, st, r.tick)
	some := false
	for i := range r.kind.script.operators {
		op := &r.kind.script.operators[i]
		may := op.wait != 0 && (cool.left(op) == 0 || cool.mayWait(op))
		w.waits = append(w.waits, may)
		some = some || op.wait != 0
	}
	if !some {
		return res
	}
	w.passed.CopyFrom(&r.reads)
	w.bans = r.Bans(w.bans[:0])
	o := w.optionsFor(r, st, w.bans)
	o.Reads, o.Waits = &r.reads, w.waits
	if nodes > 0 {
		o.Limits.Nodes = nodes
	}
	w.planner.Configure(o)
	since := w.now()
	found := w.planner.Plan(st, r.goal(r.line))
	w.measured(r, found.Status, htn.Stats{}, found.Stats, false, since)
	r.reads.Add(&w.passed)
	cool.watchShared(r.kind.script, &r.reads)
	w.claims.meet(r, w.planner.Met())
	if found.Status != htn.Found {
		return res
	}
	r.setPatience(true)
	return found
}

// setPatience records whether the plan that was found may wait.
func (x *seldom) setPatience(patient bool) {
	if x.hopeful != patient {
		x.own().hopeful = patient
	}
}

// takePatience carries that over to the running plan.
func (x *seldom) takePatience() {
	if x.patient != x.hopeful {
		x.rare.patient = x.hopeful
	}
}
