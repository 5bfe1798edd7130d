package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// standIn is what runs in the place of a plan: an order, the mind of an agent or its idle action. Where the host's code has panicked it says so: how long
// the agent is left alone, the runner decides.
type standIn struct {
	kind   *kind
	idle   action.Handle
	idling bool // nothing is carried out, which has been told
	ended  bool // the mind, a tree that does not start again
	why    Why  // nothing is carried out
}

// goOn lets what stands in go on for a tick in which no plan is carried out, and reports whether the agent is to be left alone because of a panic. Seeks says that the
// first plan is still sought, limit which bound the last planning hit.
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

// mindOn lets the mind of the agent go on.
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

// idleOn lets the idle action go on while there is nothing to carry out.
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

// resume goes on with a tick in which what stands in has been updated and has come to a status.
func (x *standIn) resume(t *turn, status action.Status) (panicked bool) {
	if status != action.Running {
		return x.end(t, status)
	}
	return x.heedFault(t)
}

// heedFault follows up on a panic within a brain. The brain has stopped what it was doing, and goes on after the quarantine.
func (x *standIn) heedFault(t *turn) (panicked bool) {
	if panicked = x.HasBrain() && t.takeFault(); panicked {
		t.emitFault()
	}
	return panicked
}

// end follows up on the end of what stood in.
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

// endMind follows up on the end of the mind as an activity. A new one starts with the next tick, or never.
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

// stopIdle aborts what stands in, unless nothing does.
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

// whyIdle returns why nothing is carried out, while nothing is.
func (x *standIn) whyIdle() Why {
	if x.why == NotIdle {
		return Seeking
	}
	return x.why
}

// whyNoLine returns why an agent for which no plan line holds has nothing to carry out.
func (x *standIn) whyNoLine(l *orders) Why {
	switch {
	case x.HasMind(), l.next() != nil:
		return NotIdle
	case x.ended:
		return TreeEnded
	}
	return NoLine
}

// isStill reports whether the mind of the agent must not go on: a brain that stands still, or a tree that is not to start.
func (x *standIn) isStill(h *Hold) bool {
	if h == nil {
		return false
	}
	if x.kind.mind.brain {
		return h.Brain
	}
	return x.idle.IsZero() && h.Takes(x.kind.uses)
}

// isTaken reports whether h takes what the idle action, the order or the tree needs that runs. What a brain needs the runner does not know.
func (x *standIn) isTaken(l *orders, h *Hold) bool {
	if x.idle.IsZero() || x.HasBrain() {
		return false
	}
	if l.isOn() {
		return h.Takes(x.kind.script.orderable[l.of(l.current).Action])
	}
	return h.Takes(x.kind.uses)
}

// doing returns which activity runs in the place of a plan, or would; ok is false where none does.
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
		return "what it was ordered"
	case x.HasBrain():
		return "its brain"
	case x.HasMind():
		return "its tree"
	}
	return "its idle action"
}
