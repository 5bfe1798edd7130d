package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// pairing relates the steps of the running plan to those of a new one.
type pairing struct {
	match []int32    // by step of the running plan: the step of the new plan that it becomes, or -1
	fate  []progress // by step of the new plan: its progress
	joint int        // step of the new plan that the event of the take-over names: see [PlanMerged] and [PlanRepaired]
	node  int        // node of the new plan that was planned anew; 0: the plan was not repaired
}

// pairs makes room for a pairing.
func (c *course) pairs() {
	if c.pairing == nil {
		c.pairing = &pairing{}
	}
}

// merges reports whether the running steps can continue within the new plan: the plan makes the same choices above each
// of them, needs nothing before them that has not been done, and can be carried out after them.
func (c *course) merges(w *Worker, st *world.State, found *htn.Plan, patient bool) bool {
	last := c.pair(found)
	if last < 0 {
		return false
	}
	for i := range c.progress {
		if c.progress[i].state == StepActive && c.match[i] < 0 {
			return false
		}
	}
	for j := range c.fate {
		switch {
		case j < last && c.fate[j].state == StepWaiting:
			return false
		case j > last:
			c.fate[j] = progress{} // completed steps have to be done again
		}
	}
	c.joint, c.node = last, 0
	return w.isPossible(st, found, c.fate, patient)
}

// pair finds, for each step that has ended or runs, the step of the new plan with the same choices above it. It fills
// match and fate, and returns the last step of the new plan that runs already, or -1.
func (c *course) pair(found *htn.Plan) (last int) {
	c.pairs()
	c.fate = append(c.fate[:0], make([]progress, found.Len())...)
	c.match = c.match[:0]
	last = -1
	for i := range c.progress {
		at := -1
		if p := c.progress[i]; p.state != StepWaiting {
			if at = c.plan.Match(i, found); at >= 0 {
				c.fate[at] = p
			}
			if p.state == StepActive {
				last = max(last, at)
			}
		}
		c.match = append(c.match, int32(at))
	}
	return last
}

// takeOver continues with the new plan: running steps become the steps that match says, and the others are
// aborted.
func (r *Runner) takeOver(t *turn, how EventKind) {
	for i := range r.efforts {
		if e := &r.efforts[i]; r.match[e.step] < 0 {
			r.abort(t, e, action.PlanFailed)
		}
	}
	r.sweep()
	for i := range r.efforts {
		e := &r.efforts[i]
		e.step = int(r.match[e.step])
	}
	r.plan, r.next = r.next, r.plan
	if how == PlanMerged {
		r.takePatience()
	}
	if r.kind.script.isGuarded() {
		r.spans.move(&r.next, &r.plan)
	}
	r.progress, r.fate = r.fate, r.progress
	r.first, r.at, r.from, r.mending = 0, 0, r.line, false
	r.bans.stand(r.kind.script, r.from, r.tick)
	if r.kind.script.isGuarded() {
		r.own().spans.join(r.kind.script, &r.course)
	}
	r.arrange(t.Worker)
	t.send(Event{Kind: how, Limit: r.limit, Line: int32(r.from), Step: int32(r.joint), Steps: int32(r.plan.Len()), Node: int32(r.node)})
	r.kind.script.speak(t, &r.plan, &r.next)
}
