package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// judge decides between the new plan and the running one.
func (r *Runner) judge(w *Worker, st *world.State, found *htn.Plan) {
	if !r.carries() {
		r.adopt(w, found)
		return
	}
	if r.isRest(found) {
		r.shorten(w, found)
		r.takePatience()
		r.verdict.keep = SamePlan
		return
	}
	keep := w.compare(st, &r.course, found, r.Search())
	if r.isWaiting(st) && !r.hopeful {
		keep = NotKept
	}
	switch {
	case keep != NotKept && w.isPossible(st, &r.plan, r.progress, r.patient):
		r.keep(keep)
	case r.merges(w, st, found, r.hopeful):
		r.next.CopyPooled(found, w.plans)
		r.verdict.follow = PlanMerged
		r.why, r.waits = NotIdle, 0
	case r.commitment(r.kind.script) > r.tick:
		r.keepCommitted()
	default:
		r.verdict.drop = action.BetterPlan
		if keep != NotKept {
			r.verdict.drop = action.PlanInvalid
		}
		r.adopt(w, found)
	}
}

// adopt makes a plan the next one to carry out.
func (r *Runner) adopt(w *Worker, found *htn.Plan) {
	if found.Len() == 0 && r.why == AllDone {
		r.wait() // nothing to do and nothing to report, as before
		return
	}
	r.next.CopyPooled(found, w.plans)
	r.verdict.follow = PlanAdopted
	if found.Len() == 0 {
		r.why = AllDone
		r.wait()
		return
	}
	r.why, r.waits = NotIdle, 0
}

func (r *Runner) keep(k KeepReason) {
	r.verdict.keep = k
	r.unwatched = true
	r.why = NotIdle
}

// isRest reports whether a plan consists of the running steps and those still to come.
func (c *course) isRest(found *htn.Plan) bool {
	n := 0
	for i := c.first; i < c.plan.Len(); i++ {
		if c.progress[i].state == StepDone {
			continue
		}
		if n == found.Len() || !sameStep(found.Step(n), c.plan.Step(i)) {
			return false
		}
		n++
	}
	return n == found.Len()
}

// shorten takes over the derivation of a plan that equals the rest of the running one.
func (r *Runner) shorten(w *Worker, found *htn.Plan) {
	r.leaveOut()
	if r.kind.script.isGuarded() {
		r.spans.move(&r.plan, found)
	}
	r.plan.CopyPooled(found, w.plans)
	if r.kind.script.isGuarded() {
		r.own().spans.join(r.kind.script, &r.course)
	}
}

// leaveOut removes the steps that have ended from progress and order, but not from the plan itself.
func (c *course) leaveOut() {
	n := int32(0)
	c.pairs()
	c.match = c.match[:0]
	for i := range c.progress {
		if c.progress[i].state == StepDone {
			c.match = append(c.match, -1)
			continue
		}
		c.match = append(c.match, n)
		c.progress[n] = progress{state: c.progress[i].state}
		n++
	}
	c.progress, c.first, c.at = c.progress[:n], 0, 0
	for i := range c.efforts {
		c.efforts[i].step = int(c.match[c.efforts[i].step])
	}
	c.renumber()
}

// compare returns why the running plan is preferred to the new one; NotKept if it is not.
func (w *Worker) compare(st *world.State, c *course, found *htn.Plan, by htn.Search) KeepReason {
	if by == htn.Best {
		// The search may have started in an earlier tick, with other costs. Sums of the same costs in another order
		// differ by their rounding.
		ahead := w.costAhead(st, &c.plan, c.progress)
		if w.costAhead(st, found, nil) < ahead-costRounding*ahead {
			return NotKept
		}
		return NotCheaper
	}
	w.records[0] = c.plan.MTR(w.records[0][:0])
	w.records[1] = found.MTR(w.records[1][:0])
	switch order, _ := htn.CompareMTR(w.records[1], w.records[0]); {
	case order < 0:
		return NotKept
	case order > 0:
		return LowerPlan
	}
	return w.compareBindings(st, &c.plan, found)
}

// compareBindings compares two plans that chose the same methods, at the first method that bound different objects. The
// running plan's object is kept while it exists, unless the other object's order key is better by the margin. Both keys
// are evaluated now, since the key at the time of planning may be out of date.
func (w *Worker) compareBindings(st *world.State, plan, found *htn.Plan) KeepReason {
	for i := range min(plan.Nodes(), found.Nodes()) {
		a, b := plan.Node(i), found.Node(i)
		if a.Task != b.Task || a.Method != b.Method || !slices.Equal(a.Args, b.Args) {
			return SameMethods
		}
		if slices.Equal(a.Bound, b.Bound) {
			continue
		}
		if !boundAlive(st, w.script.info.Tasks[a.Task].Methods[a.Method].Each, a.Bound) {
			return NotKept
		}
		o := &w.script.orderKeys[a.Task][a.Method]
		if o.margin > 0 && w.key(o, &a)-w.key(o, &b) >= o.margin {
			return NotKept
		}
		return SameTarget
	}
	return SameMethods
}

// costRounding is the share of its cost by which a plan must be cheaper to count as cheaper.
const costRounding = 1e-9

// costAhead returns the cost of the steps that have not ended, in the given state; steps is nil if none has started.
func (w *Worker) costAhead(st *world.State, plan *htn.Plan, steps []progress) (sum float64) {
	w.ahead.CopyFrom(st)
	w.machine.State = &w.ahead
	for i := range plan.Len() {
		if steps == nil || steps[i].state != StepDone {
			sum += plan.Price(i, &w.machine)
			plan.Apply(i, &w.machine)
		}
	}
	w.machine.State = st
	return sum
}

// boundAlive reports whether the objects bound to a method's free variables exist.
func boundAlive(st *world.State, each []def.Slot, bound []world.Word) bool {
	for _, v := range each {
		if o := bound[v.Index-each[0].Index]; v.Type.Kind == world.KindObject && !st.Alive(o) {
			return false
		}
	}
	return true
}

// key returns the order key of a binding in the machine's state.
func (w *Worker) key(o *orderKey, n *htn.Node) float64 {
	w.words = append(append(w.words[:0], n.Args...), n.Bound...)
	key := o.key.Eval(&w.machine, w.words)
	if o.float {
		return key.Float()
	}
	return float64(key)
}

// isPossible reports whether the rest of a plan can be carried out from the present state, with the effects of the
// running steps. A patient plan may also wait for cooldowns.
func (w *Worker) isPossible(st *world.State, plan *htn.Plan, steps []progress, patient bool) bool {
	for i := range plan.Len() {
		s := plan.Step(i)
		if steps[i].state != StepDone && !objectsAlive(st, w.script.operators[s.Operator].objects, s.Args) {
			return false
		}
	}
	w.ahead.CopyFrom(st)
	w.machine.State = &w.ahead
	ok := goesThrough(plan, steps, &w.machine, patient)
	w.machine.State = st
	return ok
}

// goesThrough applies the rest of a plan to the machine's state, and reports whether each step is possible.
func goesThrough(plan *htn.Plan, steps []progress, m *expr.Machine, patient bool) bool {
	for i := range steps {
		if steps[i].state == StepActive {
			plan.Apply(i, m)
		}
	}
	for i := range steps {
		if steps[i].state != StepWaiting {
			continue
		}
		if patient && !plan.WhenWaiting(i, m) || !patient && !plan.When(i, m) {
			return false
		}
		plan.Apply(i, m)
	}
	return true
}
