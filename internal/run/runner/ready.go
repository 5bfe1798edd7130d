package runner

import (
	"cmp"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// terms are the conditions, besides the plan itself, under which a step may start in a tick.
type terms struct {
	script *Script
	tick   int64
	agent  action.AgentID
	claims *claims  // of all agents; nil: claims are ignored
	hold   *Hold    // what a reaction takes; nil: nothing
	waits  coolings // cooldowns that steps wait for
	awaits bool     // the plan may wait for cooldowns
}

// terms returns the terms of this tick or the next in the agent's state. Without a worker, claims are ignored.
func (r *Runner) terms(w *Worker, st *world.State, tick int64) terms {
	t := terms{script: r.kind.script, tick: tick, agent: r.agent, hold: r.hold}
	if w != nil {
		t.claims = w.claims
	}
	if r.patient {
		t.waits, t.awaits = coolingsOf(r, st, tick), true
	}
	return t
}

// mayStart reports whether the next step of a linear plan waits to start. It is a cheap check before terms are made.
func (c *course) mayStart() bool {
	return !c.linear || c.first < len(c.progress) && c.progress[c.first].state == StepWaiting
}

// nextReady returns the first step that can start, or -1.
func (c *course) nextReady(t *terms) int {
	if c.linear {
		if c.first < len(c.progress) && c.isReady(t, c.first) {
			return c.first
		}
		return -1
	}
	for i := c.first; i < len(c.progress); i++ {
		if c.progress[i].state == StepWaiting && c.isReady(t, i) {
			return i
		}
	}
	return -1
}

// isReady reports whether a step can start: it waits, its predecessors have ended, and its resources are free. An
// action's update takes a tick, so actions that follow each other take one tick each.
func (c *course) isReady(t *terms, i int) bool {
	if c.progress[i].state != StepWaiting {
		return false
	}
	free, done := c.freeFrom(i)
	if !done {
		return false
	}
	step := c.plan.Step(i)
	op := &t.script.operators[step.Operator]
	switch {
	case len(op.do) > 0 && free > t.tick, c.occupied(t, op, step.Args):
		return false
	case op.wait != 0 && t.awaits && t.mustWait(op):
		return false
	}
	return t.claims == nil || !c.isKept(t, i)
}

// mustWait reports whether a step waits for its cooldown: also if it waits without a bound and another agent has
// started the cooldown in this tick.
func (t *terms) mustWait(op *operator) bool {
	return t.waits.mayWait(op) || op.wait < 0 && t.claims != nil && t.claims.isHot(op, t.agent)
}

// occupied reports whether a step needs a resource or an object that another step of the agent uses, or used until
// this tick, or a resource that a reaction has taken.
func (c *course) occupied(t *terms, op *operator, args []world.Word) bool {
	if t.hold.Takes(op.uses) {
		return true
	}
	for i := range c.efforts {
		e := &c.efforts[i]
		if e.over && !e.acted {
			continue
		}
		other := t.script.operatorOf(e)
		if op.conflicts(other) || len(op.claims) > 0 && share(op, args, other, c.plan.Step(e.step).Args) {
			return true
		}
	}
	return false
}

// isKept reports whether a step still waits for what others have claimed: no longer than its fail_after, or
// [MaxClaimWait].
func (c *course) isKept(t *terms, i int) bool {
	return c.progress[i].isDelayed() && c.isClaimed(t, i)
}

// isDelayed reports whether the step waits although its turn has come.
func (p *progress) isDelayed() bool { return p.state == StepWaiting && p.free != 0 }

func (c *course) isClaimed(t *terms, i int) bool {
	p, step := &c.progress[i], c.plan.Step(i)
	op := &t.script.operators[step.Operator]
	return t.tick < p.free+cmp.Or(op.failAfter, t.script.claimWait) && t.claims.taken(t.agent, op, step.Args) != 0
}
