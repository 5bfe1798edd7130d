package runner

import (
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// blame notes what the outcome of the condition depends on that a step failed on.
func (r *Runner) blame(w *Worker, b *ban, i int) {
	b.reads.Cells.Reset()
	b.stale, b.turned = false, false
	if b.cause != Unmet || r.kind.script.banRule(&b.of).until != nil {
		b.turned = r.outcome(w, b)
		return
	}
	for _, c := range r.unmet(w, i) {
		if _, member := c.Notice(); !member {
			wanted := w.ahead.Get(c.Addr)
			b.reads.Cells.Read(c.Addr, wanted, wanted)
		}
	}
}

// outcome reports whether the condition holds that a step failed on, or until which it is banned, and notes what that depends on.
func (r *Runner) outcome(w *Worker, b *ban) bool {
	if until := r.kind.script.banRule(&b.of).until; until != nil {
		return !r.isBarred(w, b, until)
	}
	op := &r.kind.script.operators[b.op]
	cond := op.when
	switch b.cause {
	case Unmet:
		return b.reads.Cells.Len() > 0 && b.reads.Cells.Holds(w.machine.State)
	case WhileFalse:
		cond = op.while
	case ConditionFalse:
	default:
		return false
	}
	if b.reads.Cells.Reset(); !objectsAlive(w.machine.State, op.objects, b.args) {
		return false
	}
	return cond.Track(&w.machine, b.args, &b.reads)
}

// noticeBans takes note of what has changed for the ways that have failed.
func (r *Runner) noticeBans(st *world.State, changes []world.Change) {
	for i := range r.bans {
		b := &r.bans[i]
		if !b.inForce || b.stale {
			continue
		}
		switch {
		case !r.isConditional(b):
		case b.cause == Unmet && r.kind.script.banRule(&b.of).until == nil:
			b.stale = len(changes) > 0
		default:
			b.stale = r.kind.script.opaque || b.reads.Affected(st, changes)
		}
	}
}

// liftBans lifts the bans whose time is over, and those whose condition holds again, though not before the ban has been held for some time: what comes and goes
// is not to have the agent try without end.
func (r *Runner) liftBans(w *Worker) {
	for i := range r.bans {
		b := &r.bans[i]
		if !b.inForce || b.lift != NotLifted {
			continue
		}
		if b.stale {
			b.stale, b.turned = false, false // also when a function of the host panics
			b.turned = r.outcome(w, b)
		}
		switch {
		case b.clock.isOver(r.tick):
			b.lift = BanOver
		case b.turned && r.tick >= b.failed+r.kind.script.holdTime(b.count):
			b.lift = BanChanged
		default:
			continue
		}
		r.callPlanning(b)
	}
}

// callPlanning has the line of a ban planned for: the result may be another one without it.
func (r *Runner) callPlanning(b *ban) {
	if b.line != r.line {
		return
	}
	if r.changed = true; r.isThinking() {
		r.thinker.lifted = true
	}
}

// clearWays forgets the failures of the ways that a step has completed.
func (r *Runner) clearWays(s *Stage, step int) {
	done := false
	forget := func(of *htn.Ban) {
		b := r.banOf(of)
		if b == nil {
			b = r.others(of)
		}
		if b == nil {
			return
		}
		if done = true; b.inForce {
			b.lift = BanWorked
		} else {
			b.count = 0
		}
	}
	if done := r.plan.Step(step); r.kind.script.operators[done.Operator].ban.said {
		of := operatorWay(done)
		forget(&of)
	}
	for node := r.plan.Holder(step); node >= 0; node = r.plan.Node(node).Parent {
		n := r.plan.Node(node)
		if of := methodWay(&n); r.isKnown(&of) && r.isDone(node) {
			forget(&of)
		}
	}
	if done {
		r.tellBans(s)
	}
}

// isDone reports whether all steps below a node of the plan have ended well.
func (c *course) isDone(node int) bool {
	for i := range c.progress {
		if c.progress[i].state != StepDone && c.plan.Below(node, i) {
			return false
		}
	}
	return true
}

// nextLift returns the tick in which the first ban may be lifted without a change.
func (r *Runner) nextLift() int64 {
	next := int64(never)
	for i := range r.bans {
		b := &r.bans[i]
		if !b.inForce {
			continue
		}
		if b.clock.state == clockRuns {
			next = min(next, b.clock.ticks)
		}
		if b.stale {
			next = r.tick + 1
		}
		if b.turned {
			next = min(next, b.failed+r.kind.script.holdTime(b.count))
		}
	}
	return next
}
