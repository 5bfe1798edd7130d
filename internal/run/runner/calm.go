package runner

import "math"

// never is a tick that never comes.
const never = math.MaxInt64

// alert records whether the runner has anything to do in a tick.
type alert struct {
	tick      int64
	calm      int64 // before this tick Decide would change nothing, unless the state is written to; see nextDecision
	active    bool  // a plan is being carried out
	stuck     bool  // no step can start before something changes
	pause     bool  // no step starts in this tick: another plan line holds, but a step is about to end
	held      bool  // another line holds, but the running step is committed
	watching  bool  // what the last planning depends on is known, and it was for the current line
	unwatched bool  // the running plan is not the one for which this was recorded
	changed   bool  // some of it has changed since
}

// RestsUntil returns the tick before which the runner has nothing to decide or do, unless the agent's state is written
// to: the caller may skip it until then. It returns 0 if the next tick needs a call. Ask after [Runner.Act].
func (r *Runner) RestsUntil() int64 {
	if r.active || !r.IsQuarantined() && (r.HasMind() || r.orders.next() != nil || r.kind.idle != nil && (r.idling || r.why != NotIdle)) {
		return 0
	}
	return r.calm
}

// nextDecision returns the first later tick in which Decide may change anything, provided that the state is as Decide
// last saw it; writes since then are in the state's log. It is computed after acting, and holds until the next event.
func (r *Runner) nextDecision() int64 {
	soon := r.tick + 1
	switch {
	case r.kind.script.opaque, r.rations.starved, r.thinker.isBusy(), r.mending, r.held, r.pause, r.idles(), len(r.wants) > 0:
		return soon
	case r.IsQuarantined():
		return max(soon, min(r.quarantine.released, r.nextAlarm()))
	case r.why == Quarantined, r.line < 0 && r.why != r.whyNoLine(r.orders), r.line >= 0 && r.spent[r.line]:
		return soon
	}
	next := r.nextAlarm()
	for i := range r.efforts {
		next = min(next, r.efforts[i].nextEnd(r.kind.script, r.tick))
	}
	if r.active && r.spans.some() {
		next = min(next, r.spans.next(r.kind.script, &r.plan))
	}
	if r.line >= 0 {
		next = min(next, r.nextPlanning())
	}
	return max(soon, next)
}

// idles reports whether the agent is about to report that it idles.
func (r *Runner) idles() bool {
	return !r.active && !r.idling && r.why != NotIdle && !r.IsQuarantined()
}

// nextAlarm returns the tick in which the first cooldown, ban or commitment is over.
func (r *Runner) nextAlarm() int64 {
	next := int64(never)
	if r.recheck != 0 {
		next = r.recheck
	}
	next = min(next, r.timers.next())
	if r.patient && r.root != nil {
		next = min(next, r.root.timers.next())
	}
	return min(next, r.bans.next(r.kind.script, r.tick))
}

// nextEnd returns the tick in which a running step may end without one of its actions ending.
func (e *effort) nextEnd(s *Script, tick int64) int64 {
	op, next := s.operatorOf(e), int64(never)
	switch {
	case e.stale, e.isToRetry():
		return tick + 1
	case e.expecting:
		return e.since + s.grace
	}
	if op.succeedAfter > 0 {
		next = e.begun + op.succeedAfter
	}
	if op.failAfter > 0 {
		next = min(next, e.begun+op.failAfter)
	}
	return next
}

// nextPlanning returns the tick of the next planning that is due without a change.
func (r *Runner) nextPlanning() int64 {
	next := int64(never)
	if r.watching && r.changed {
		next = max(r.planned+r.kind.script.gap, r.blocked)
	}
	if !r.active {
		return min(next, max(r.due, r.blocked))
	}
	if r.unwatched {
		every := r.kind.lines[r.line].every
		if r.rations.paced && r.isPeriod(r.tick, every, true) {
			return r.tick + 1
		}
		next = min(next, r.nextPeriod(r.tick, every))
	}
	return next
}
