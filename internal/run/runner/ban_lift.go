package runner

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// blame notes what the outcome of the condition depends on that a step failed on. What an expectation was short of is noted with expect.
func (b *ban) blame(w *Worker) {
	b.reads.Cells.Reset()
	if b.stale, b.turned = false, false; !b.isUnmet(w.script) {
		b.turned = b.outcome(w)
	}
}

// isUnmet reports whether the ban ends when what a step expected has come about.
func (b *ban) isUnmet(s *Script) bool { return b.cause == Unmet && s.banRule(&b.of).until == nil }

// expect notes the values that a step expected, of the changes it was short of.
func (b *ban) expect(w *Worker, unmet []world.Change) {
	for _, c := range unmet {
		if _, member := c.Notice(); !member {
			wanted := w.ahead.Get(c.Addr)
			b.reads.Cells.Read(c.Addr, wanted, wanted)
		}
	}
}

// outcome reports whether the condition holds that a step failed on, or until which it is banned, and notes what that depends on.
func (b *ban) outcome(w *Worker) bool {
	if until := w.script.banRule(&b.of).until; until != nil {
		return !b.isBarred(w, until)
	}
	op := &w.script.operators[b.op]
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

// isBarred reports whether the condition holds until which a way is banned, and notes what that depends on.
func (b *ban) isBarred(w *Worker, until *expr.Cond) bool {
	b.reads.Cells.Reset()
	if !w.script.isAlive(w.machine.State, &b.of) {
		return true
	}
	w.words = append(append(w.words[:0], b.of.Args...), b.of.Bound...)
	return !until.Track(&w.machine, w.words, &b.reads)
}

// isConditional reports whether a ban ends when a condition holds.
func (b *ban) isConditional(s *Script) bool {
	return s.banRule(&b.of).until != nil || b.cause == Unmet || b.cause == ConditionFalse || b.cause == WhileFalse
}

// notice takes note of what has changed for the ways that have failed.
func (l bans) notice(s *Script, st *world.State, changes []world.Change) {
	for i := range l {
		b := &l[i]
		if !b.inForce || b.stale {
			continue
		}
		switch {
		case !b.isConditional(s):
		case b.isUnmet(s):
			b.stale = len(changes) > 0
		default:
			b.stale = s.opaque || b.reads.Affected(st, changes)
		}
	}
}

// lift lifts the bans whose time is over, and those whose condition holds again, though not before the ban has been held for some time: what comes and goes
// is not to have the agent try without end. It reports whether one of a plan line was lifted.
func (l bans) lift(w *Worker, tick int64, line int) (done bool) {
	for i := range l {
		b := &l[i]
		if !b.inForce || b.lift != NotLifted {
			continue
		}
		if b.stale {
			b.stale, b.turned = false, false // also when a function of the host panics
			b.turned = b.outcome(w)
		}
		switch {
		case b.clock.isOver(tick):
			b.lift = BanOver
		case b.turned && tick >= b.failed+w.script.holdTime(b.count):
			b.lift = BanChanged
		default:
			continue
		}
		done = done || b.line == line
	}
	return done
}

// forgive forgets the failures of a way for a plan line, or of what stands for it, and reports whether there were any.
func (l bans) forgive(s *Script, line int, of *htn.Ban) bool {
	b := l.find(s, line, of)
	if b == nil {
		b = l.others(line, of)
	}
	if b == nil {
		return false
	}
	if b.inForce {
		b.lift = BanWorked
	} else {
		b.count = 0
	}
	return true
}

// next returns the tick in which the first ban may be lifted without a change, for a tick in which they have been looked at.
func (l bans) next(s *Script, tick int64) int64 {
	next := int64(never)
	for i := range l {
		b := &l[i]
		if !b.inForce {
			continue
		}
		if b.clock.state == clockRuns {
			next = min(next, b.clock.ticks)
		}
		if b.stale {
			next = tick + 1
		}
		if b.turned {
			next = min(next, b.failed+s.holdTime(b.count))
		}
	}
	return next
}
