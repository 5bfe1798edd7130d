package runner

import (
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// mend repairs the plan once MinGap has passed since the last planning. It plans anew the task of the method that held
// the failed step, and if there is no plan for it, the task above. When only the goal itself is left, the plan has
// failed, and the runner plans for the goal anew.
func (r *Runner) mend(w *Worker, st *world.State) {
	if r.tick < r.blocked {
		return
	}
	r.planned = r.tick
	left := int(r.budget)
	for node := r.toMend(r.amiss); node > 0 && (left > 0 || !r.eater().rations.shared); node = r.plan.Node(node).Parent {
		res := w.repair(st, node, r, left)
		if r.eater().rations.shared {
			left -= res.Stats.Nodes
		}
		w.claims.meet(r, w.planner.Met())
		if res.Status != htn.Found {
			continue
		}
		r.limit = res.Limit
		r.next.CopyPooled(res.Plan, w.plans)
		r.pair(&r.next)
		r.node, r.joint = res.Node, stepBelow(&r.next, res.Node)
		r.verdict.follow = PlanRepaired
		r.unwatched, r.waits = true, 0
		return
	}
	if now := r.terms(w, st, r.tick); r.amiss == 0 && r.isKept(&now, int(r.broken)) {
		r.mending = false // it waits
		return
	}
	if r.verdict.failed = true; r.eat() {
		r.replan(w, st)
	}
}

// stepBelow returns the first step of a plan that belongs to a node; -1: it has none.
func stepBelow(p *htn.Plan, node int) int {
	for i := range p.Len() {
		if p.Below(node, i) {
			return i
		}
	}
	return -1
}

// toMend returns the node to plan anew first: amiss, or else the node of the step that failed.
func (c *course) toMend(amiss int) int {
	if amiss > 0 {
		return amiss
	}
	return c.plan.Holder(int(c.broken))
}

// brokenBy returns why the plan needs repair.
func (r *Runner) brokenBy() Cause {
	if r.amiss == 0 && r.progress[r.broken].free > 0 {
		return Claimed
	}
	if r.amiss > 0 {
		return r.amissBy
	}
	if r.failure == nil {
		return WhileFalse
	}
	return r.failure.Cause
}
