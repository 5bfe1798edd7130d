package runner

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// blame notes what the failed condition depends on. For an expectation, expect does so.
func (b *ban) blame(w *Worker) {
	b.reads.Cells.Reset()
	if b.stale, b.turned = false, false; !b.isUnmet(w.script) {
		b.turned = b.outcome(w)
	}
}

// isUnmet reports whether the ban ends when the expectation of the failed step has been met.
func (b *ban) isUnmet(s *Script) bool { return b.cause == Unmet && s.banRule(&b.of).until == nil }

// expect notes the values that a step expected and that the world lacked.
func (b *ban) expect(w *Worker, unmet []world.Change) {
	for _, c := range unmet {
		if _, member := c.Notice(); !member {
			wanted := w.ahead.Get(c.Addr)
			b.reads.Cells.Read(c.Addr, wanted, wanted)
		}
	}
}

// outcome reports whether the ban's condition holds: the one that failed, or its until. It notes what the outcome
// depends on.
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

// isBarred reports whether the ban's until does not hold yet, and notes what that depends on.
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

// notice marks the bans whose condition depends on one of the changes.
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

// lift lifts the bans whose time is over, and those whose condition holds again. The latter stay in force for some time
// first, so that a flickering condition does not make the agent try without end. It reports whether it lifted a ban of
// the plan line.
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

// forgive removes the failures of a way, or of the ban that covers it, and reports whether there were any.
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

// next returns the first tick in which a ban may be lifted without any change. Call it after lift.
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
