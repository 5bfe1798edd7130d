package goal

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
)

// conclude ends a level whatever continues under it.
func (x *run) conclude(i int, s action.Status, why Cause) {
	x.abortAbove(i, ParentEnded, why.Reason())
	if !x.broken {
		x.close(i, s, why)
	}
}

// close ends the last level, and passes on how.
func (x *run) close(i int, s action.Status, why Cause) {
	how := Completed
	if s != action.Success {
		how = Failed
	}
	x.closeAs(i, how, why)
}

// closeAs ends the last level in a state; for its caller, an incomplete level has failed.
func (x *run) closeAs(i int, how State, why Cause) {
	l := &x.levels[i]
	parent, by := int(l.parent), l.by
	x.finish(i, how, why, why.Reason())
	s := action.Failure
	if how == Completed {
		s = action.Success
	}
	if i == 0 {
		x.result, x.cause = s, why
		return
	}
	x.childEnded(parent, by, s, why)
}

// finish takes a level away under which there is nothing, and reports that. It counts as ended before the host is
// called.
func (x *run) finish(i int, how State, why Cause, reason action.Reason) {
	l := &x.levels[i]
	if l.goal < 0 {
		x.stop(i, why, reason)
		x.remove(i)
		return
	}
	g, frame := &x.p.goals[l.goal], x.frame(i)
	ev := x.eventOf([...]EventKind{GoalTerminated, 0, GoalCompleted, GoalFailed}[how], i)
	if i < len(x.levels)-1 {
		frame = slices.Clone(frame)
	}
	if x.remove(i); x.env.Sink != nil {
		if ev.Cause, ev.Reason = why, reason; why == WaysFailed {
			ev.Origin = x.origin
		}
		x.emit(ev)
	}
	if g.Hooks.Terminate != nil {
		g.Hooks.Terminate(x.env.Ctx, frame, how, why)
		x.env.enter()
	}
}

// remove takes a level out. Those behind it, if there are any, are not under it.
func (x *run) remove(i int) {
	last := len(x.levels) - 1
	for k := i; k < last; k++ {
		x.levels[k] = x.levels[k+1]
		if int(x.levels[k].parent) > i {
			x.levels[k].parent--
		}
	}
	if i < last {
		words := x.p.frame
		copy(x.frames[i*words:], x.frames[(i+1)*words:(last+1)*words])
	}
	x.levels = x.levels[:last]
}

// stop aborts the activity of a level, if it has been started.
func (x *run) stop(i int, why Cause, reason action.Reason) {
	l := &x.levels[i]
	h := l.handle
	if h.IsZero() {
		return
	}
	l.handle = action.Handle{}
	x.env.Instances.Abort(x.env.Ctx, h, reason)
	x.env.enter()
	if x.env.Sink != nil {
		ev := x.eventOf(StepAborted, i)
		ev.Cause, ev.Reason = why, reason
		x.emit(ev)
	}
	x.broken = x.env.checkFault() || x.broken
}

// abortAbove terminates all that is under a level, the last first.
func (x *run) abortAbove(i int, why Cause, reason action.Reason) {
	for last := len(x.levels) - 1; last > i; last-- {
		x.finish(last, Inactive, why, reason)
	}
}

// failAll fails all active levels, whatever their rules, and terminates interrupted ones.
func (x *run) failAll(why Cause) {
	for last := len(x.levels) - 1; last >= 0; last-- {
		how := Failed
		if x.levels[last].halted != 0 {
			how = Inactive
		}
		x.finish(last, how, why, why.Reason())
	}
	x.fresh, x.stopped, x.broken = false, false, false
	x.result, x.cause = action.Failure, why
}

// suspendAbove suspends all that is active under a level, the last first.
func (x *run) suspendAbove(i int) {
	var buf [MaxDepth]int8
	for _, k := range x.chain(&buf, i) {
		k := int(k)
		l := &x.levels[k]
		l.halted = x.tick
		if l.goal < 0 {
			x.suspendActivity(k)
			continue
		}
		if x.env.Sink != nil {
			ev := x.eventOf(GoalSuspended, k)
			ev.Cause = Interrupted
			x.emit(ev)
		}
		if suspend := x.p.goals[l.goal].Hooks.Suspend; suspend != nil {
			suspend(x.env.Ctx, x.frame(k))
			x.env.enter()
		}
	}
}

func (x *run) suspendActivity(i int) {
	if !x.step(i).Suspends {
		x.stop(i, Interrupted, Interrupted.Reason())
		return
	}
	l := &x.levels[i]
	if l.handle.IsZero() {
		return
	}
	if x.env.Suspender != nil {
		x.env.Suspender.Suspend(x.env.Ctx, l.handle)
		x.env.enter()
	}
	if x.env.Sink != nil {
		x.emit(x.eventOf(StepSuspended, i))
	}
	x.broken = x.env.checkFault() || x.broken
}

// resumeAbove resumes the levels under a level, outermost first, as far as they still make sense; the first that does
// not is dropped with everything under it.
func (x *run) resumeAbove(i int) {
	var buf [MaxDepth]int8
	chain := x.chain(&buf, i)
	for n := len(chain) - 1; n >= 0; n-- {
		k := int(chain[n])
		if !x.makesSense(k) {
			if l := &x.levels[k]; l.goal < 0 && l.handle.IsZero() {
				x.emitStep(StepRefused, int(l.parent), l.by, Dropped)
			}
			x.abortAbove(k, Dropped, Dropped.Reason())
			x.closeAs(k, Inactive, Dropped)
			return
		}
		x.resumeLevel(k)
	}
}

// resumeLevel resumes a goal or activity.
func (x *run) resumeLevel(k int) {
	l := &x.levels[k]
	l.since = after(l.since, x.tick-l.halted)
	if l.halted = 0; l.goal < 0 {
		x.resumeActivity(k)
		return
	}
	if x.env.Sink != nil {
		x.emit(x.eventOf(GoalResumed, k))
	}
	if resume := x.p.goals[l.goal].Hooks.Resume; resume != nil {
		resume(x.env.Ctx, x.frame(k))
		x.env.enter()
	}
}

// resumeBared resumes what nothing interrupts any more, because that is gone in a program that has changed. Whether it
// still makes sense is for the next tick to see.
func (x *run) resumeBared() {
	x.bared = false
	var buf [MaxDepth]int8
	chain := x.chain(&buf, -1)
	for n := len(chain) - 1; n >= 0; n-- {
		if k := int(chain[n]); x.levels[k].halted != 0 {
			x.resumeLevel(k)
		}
	}
}

func (x *run) resumeActivity(i int) {
	l := &x.levels[i]
	if l.handle.IsZero() {
		return // it starts afresh
	}
	if x.env.Suspender != nil {
		x.env.Suspender.Resume(x.env.Ctx, l.handle)
		x.env.enter()
	}
	if x.env.Sink != nil {
		x.emit(x.eventOf(StepResumed, i))
	}
	x.broken = x.env.checkFault() || x.broken
}

// makesSense reports whether a suspended level is still of use.
func (x *run) makesSense(i int) bool {
	if i > 0 && !holds(x.step(i).While, x.m, x.above(i)) {
		return false
	}
	l := &x.levels[i]
	return l.goal < 0 || holds(x.p.goals[l.goal].While, x.m, x.frame(i))
}
