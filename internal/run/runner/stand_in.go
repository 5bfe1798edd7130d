package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// standIn runs instead of a plan: an order, the agent's mind or its idle action. Its methods report whether the host's
// code panicked; the runner then decides on the quarantine.
type standIn struct {
	kind   *kind
	idle   action.Handle
	idling bool // nothing runs, and that has been reported
	ended  bool // the mind is a tree that has ended and does not start again
	why    Why  // why nothing runs
}

// goOn updates the stand-in for a tick in which no plan runs, and reports whether a panic calls for a quarantine. Seeks
// says that the first plan is still being sought, limit which limit the last planning hit.
func (x *standIn) goOn(t *turn, seeks bool, limit htn.Bound) (panicked bool) {
	switch {
	case t.line < 0 && t.orders.next() != nil:
		return x.carryOut(t, t.orders.next())
	case x.HasMind():
		return x.mindOn(t)
	case x.why != NotIdle || x.idling || seeks:
		return x.idleOn(t, limit)
	}
	return false
}

// carryOut starts or updates an order.
func (x *standIn) carryOut(t *turn, o *order) (panicked bool) {
	if t.orders.current != o.Number {
		if t.hold.Takes(x.kind.script.orderable[o.Action]) {
			return false
		}
		x.stopIdle(t, action.Interrupted)
		x.idle = t.Instances.Start(t.Ctx, o.Action, o.Args)
		t.orders.current = o.Number
	}
	if status := t.Instances.Update(t.Ctx, x.idle); status != action.Running {
		return x.end(t, status)
	}
	o.state = RunningOrder
	return false
}

// mindOn updates the agent's mind.
func (x *standIn) mindOn(t *turn) (panicked bool) {
	if x.isStill(t.hold) {
		return false
	}
	x.Awaken(t.Stage)
	if status := t.Instances.Update(t.Ctx, x.idle); status != action.Running {
		return x.end(t, status)
	}
	return x.heedFault(t)
}

// idleOn updates the idle action while nothing else runs.
func (x *standIn) idleOn(t *turn, limit htn.Bound) (panicked bool) {
	if !x.idling {
		x.idling = true
		t.emit(Event{Kind: IdleStarted, Why: x.whyIdle(), Limit: limit})
	}
	do := x.kind.idle
	if do == nil || x.idle.IsZero() && t.hold.Takes(x.kind.uses) {
		return false
	}
	if x.idle.IsZero() {
		x.idle = t.Instances.Start(t.Ctx, do.action, t.Worker.arguments(do, nil))
	}
	if status := t.Instances.Update(t.Ctx, x.idle); status != action.Running {
		return x.end(t, status)
	}
	return false
}

// resume completes a tick in which the stand-in was already updated and returned status.
func (x *standIn) resume(t *turn, status action.Status) (panicked bool) {
	if status != action.Running {
		return x.end(t, status)
	}
	return x.heedFault(t)
}

// heedFault handles a panic within a brain. The brain has stopped its activity, and continues after the quarantine.
func (x *standIn) heedFault(t *turn) (panicked bool) {
	if panicked = x.HasBrain() && t.takeFault(); panicked {
		t.emitFault()
	}
	return panicked
}

// end handles the end of the stand-in.
func (x *standIn) end(t *turn, status action.Status) (panicked bool) {
	x.idle = action.Handle{}
	switch {
	case t.orders.isOn():
		return x.endOrder(t, status)
	case x.HasMind():
		return x.endMind(t)
	}
	t.emit(Event{Kind: IdleEnded, Status: status})
	if !t.takeFault() {
		return false
	}
	t.emitFault()
	return status == action.Failure
}

// endOrder records how the current order has ended, and reports whether the host's code panicked in it.
func (x *standIn) endOrder(t *turn, status action.Status) (panicked bool) {
	if t.orders.end(status); status == action.Success {
		t.EndedWell()
	}
	t.calm = 0
	if !t.takeFault() {
		return false
	}
	t.emitFault()
	return status == action.Failure
}

// endMind handles the end of the mind's activity. It starts again with the next tick, or never.
func (x *standIn) endMind(t *turn) (panicked bool) {
	t.calm = 0
	if t.takeFault() {
		t.emitFault()
		return true
	}
	t.EndedWell()
	x.ended = x.kind.mind.once
	return false
}

// stopIdle aborts the stand-in, if it runs.
func (x *standIn) stopIdle(t *turn, reason action.Reason) {
	x.idling = false
	if x.idle.IsZero() {
		return
	}
	h := x.idle
	x.idle = action.Handle{}
	ordered := t.orders.interrupt()
	t.Instances.Abort(t.Ctx, h, reason)
	if !x.HasMind() && !ordered {
		t.emit(Event{Kind: IdleAborted, Reason: reason})
	}
	if t.takeFault() {
		t.emitFault()
	}
}

// whyIdle returns why nothing runs; NotIdle if something does.
func (x *standIn) whyIdle() Why {
	if x.why == NotIdle {
		return Seeking
	}
	return x.why
}

// whyNoLine returns why an agent without a current plan line has nothing to carry out.
func (x *standIn) whyNoLine(l *orders) Why {
	switch {
	case x.HasMind(), l.next() != nil:
		return NotIdle
	case x.ended:
		return TreeEnded
	}
	return NoLine
}

// isStill reports whether the agent's mind must not run: a reaction stops the brain, or the tree must not start.
func (x *standIn) isStill(h *Hold) bool {
	if h == nil {
		return false
	}
	if x.kind.mind.brain {
		return h.Brain
	}
	return x.idle.IsZero() && h.Takes(x.kind.uses)
}

// isTaken reports whether h takes what the running order, idle action or tree needs. The runner does not know what a
// brain needs.
func (x *standIn) isTaken(l *orders, h *Hold) bool {
	if x.idle.IsZero() || x.HasBrain() {
		return false
	}
	if l.isOn() {
		return h.Takes(x.kind.script.orderable[l.of(l.current).Action])
	}
	return h.Takes(x.kind.uses)
}

// doing returns the activity that runs instead of a plan, or that would; ok is false if there is none.
func (x *standIn) doing(l *orders) (action int32, ok bool) {
	switch {
	case l.isOn():
		return l.of(l.current).Action, true
	case x.HasMind():
		return x.kind.mind.action, true
	case x.kind.idle != nil:
		return x.kind.idle.action, true
	}
	return 0, false
}

func (x *standIn) text(l *orders) string {
	switch {
	case l.isOn():
		return "its order"
	case x.HasBrain():
		return "its brain"
	case x.HasMind():
		return "its tree"
	}
	return "its idle action"
}
