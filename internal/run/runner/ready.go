package runner

import (
	"cmp"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// terms are what decides, beside the plan itself, whether a step of it may start in a tick.
type terms struct {
	script *Script
	tick   int64
	agent  action.AgentID
	claims *claims // of all agents; nil: what others have claimed does not count
	hold   *Hold   // what goes first needs; nil: nothing does
	timers timers  // cooldowns that steps wait for; none where the plan does not wait
}

// terms returns those of a tick, this one or the next. Without a worker what other agents have claimed does not count.
func (r *Runner) terms(w *Worker, tick int64) terms {
	t := terms{script: r.kind.script, tick: tick, agent: r.agent, hold: r.hold}
	if w != nil {
		t.claims = w.claims
	}
	if r.patient {
		t.timers = r.eater().timers
	}
	return t
}

// mayStart reports whether a step waits that comes next where each has to be done before the next starts. It is asked before terms are made.
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
		if c.isReady(t, i) {
			return i
		}
	}
	return -1
}

// isReady reports whether a step can start: it waits, all that has to come before it is done, and nobody else occupies what it
// needs. An action's update takes the tick, so that actions which follow each other take one each.
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
	case op.wait != 0 && t.timers.mayWait(op, t.tick):
		return false // for its cooldown
	}
	return t.claims == nil || !c.isKept(t, i)
}

// occupied reports whether a step needs a resource or an object that another step of the agent which is running, or was until
// this tick, has for itself, or a resource of something that goes first.
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
		if op.conflicts(other) || share(op, args, other, c.plan.Step(e.step).Args) {
			return true
		}
	}
	return false
}

// isKept reports whether a step waits for what others have claimed: no longer than its fail_after, or [MaxClaimWait].
func (c *course) isKept(t *terms, i int) bool {
	p, step := &c.progress[i], c.plan.Step(i)
	if p.state != StepWaiting || p.free == 0 {
		return false
	}
	op := &t.script.operators[step.Operator]
	return t.tick < p.free+cmp.Or(op.failAfter, t.script.ticks(MaxClaimWait)) && t.claims.taken(t.agent, op, step.Args) != 0
}
