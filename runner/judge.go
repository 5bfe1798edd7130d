package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// judge decides between the plan that was found and the one that runs.
func (r *Runner) judge(w *Worker, st *world.State, found *htn.Plan) {
	if !r.carries() {
		r.adopt(found)
		return
	}
	if r.isRest(found) {
		r.plan.CopyFrom(found)
		r.step = 0
		r.verdict.keep = SamePlan
		return
	}
	keep := r.compare(w, st, found)
	switch {
	case keep == NotKept:
		r.verdict.drop = activity.BetterPlan
	case r.valid(w, st):
		r.keep(keep)
		return
	default:
		r.verdict.drop = activity.PlanInvalid
	}
	r.adopt(found)
}

// adopt makes a plan the next one.
func (r *Runner) adopt(found *htn.Plan) {
	if found.Len() == 0 && r.why == AllDone {
		r.wait() // as before: nothing to do, and nothing to tell
		return
	}
	r.next.CopyFrom(found)
	r.verdict.adopt = true
	if found.Len() == 0 {
		r.why = AllDone
		r.wait()
		return
	}
	r.why, r.waits = NotIdle, 0
}

func (r *Runner) keep(k Keep) {
	r.verdict.keep = k
	r.unwatched = true
	r.why = NotIdle
}

// isRest reports whether a plan is the running step and what comes after it.
func (r *Runner) isRest(found *htn.Plan) bool {
	if found.Len() != r.plan.Len()-r.step {
		return false
	}
	for i := range found.Len() {
		a, b := found.Step(i), r.plan.Step(r.step+i)
		if a.Operator != b.Operator || !slices.Equal(a.Args, b.Args) {
			return false
		}
	}
	return true
}

// compare tells why the running plan is to be preferred to the one found; NotKept when it is not.
func (r *Runner) compare(w *Worker, st *world.State, found *htn.Plan) Keep {
	w.records[0] = r.plan.MTR(w.records[0][:0])
	w.records[1] = found.MTR(w.records[1][:0])
	switch order, _ := htn.CompareMTR(w.records[1], w.records[0]); {
	case order < 0:
		return NotKept
	case order > 0:
		return LowerPlan
	}
	return r.compareBindings(w, st, found)
}

// compareBindings compares plans that chose the same methods. The method at which they part decides: the bound
// object is kept while it exists unless the other's order key is better by the margin. Both keys are taken now, since the
// one that the running plan was made with may be out of date.
func (r *Runner) compareBindings(w *Worker, st *world.State, found *htn.Plan) Keep {
	for i := range min(r.plan.Nodes(), found.Nodes()) {
		a, b := r.plan.Node(i), found.Node(i)
		if a.Task != b.Task || a.Method != b.Method || !slices.Equal(a.Args, b.Args) {
			return SameMethods
		}
		if slices.Equal(a.Bound, b.Bound) {
			continue
		}
		if !boundAlive(st, r.script.info.Tasks[a.Task].Methods[a.Method].Each, a.Bound) {
			return NotKept
		}
		o := &r.script.orders[a.Task][a.Method]
		if o.margin > 0 && w.key(o, &a)-w.key(o, &b) >= o.margin {
			return NotKept
		}
		return SameTarget
	}
	return SameMethods
}

// boundAlive reports whether the objects that a method's free variables were bound to exist.
func boundAlive(st *world.State, each []def.Slot, bound []world.Word) bool {
	for _, v := range each {
		if o := bound[v.Index-each[0].Index]; v.Type.Kind == world.KindObject && !st.Alive(o) {
			return false
		}
	}
	return true
}

// key returns the order key of a binding in the machine's state.
func (w *Worker) key(o *order, n *htn.Node) float64 {
	w.words = append(append(w.words[:0], n.Args...), n.Bound...)
	key := o.key.Eval(&w.machine, w.words)
	if o.float {
		return key.Float()
	}
	return float64(key)
}

// valid reports whether what is left of the running plan can be carried out, from the present state with the running step's
// effects.
func (r *Runner) valid(w *Worker, st *world.State) bool {
	for i := r.step; i < r.plan.Len(); i++ {
		s := r.plan.Step(i)
		if !objectsAlive(st, r.script.operators[s.Operator].objects, s.Args) {
			return false
		}
	}
	first := r.step
	if !r.handle.IsZero() {
		w.ahead.CopyFrom(st)
		w.machine.State = &w.ahead
		r.plan.Apply(first, &w.machine)
		first++
	}
	failed := r.plan.Simulate(&w.machine, &w.scratch, first)
	w.machine.State = st
	return failed < 0
}
