package runner

import "github.com/karakuri-ai/karakuri/world"

// timer is a cooldown that goes on: its symbol becomes false again.
type timer struct {
	addr world.Addr
	due  int64 // tick
}

// cool begins the cooldown of an operator whose step has ended, however it did. A cooldown of the same name begins anew.
func (t *turn) cool(e *effort) {
	op := t.operator(e)
	switch {
	case op.cooling == nil, e.estranged:
	case op.isCommon():
		t.endSharedCooldown(op, false)
	default:
		t.Ctx.State().Set(op.cooling.Base, world.Bool(true))
		t.eater.own().timers.set(op.cooling.Base, t.tick+op.cooldown)
	}
}

// coolAborted is cool for a step that was aborted: what several agents share is given back if its action has not spent it.
func (t *turn) coolAborted(e *effort) {
	if op := t.operator(e); op.isCommon() && !e.estranged && t.Ctx.State().Get(op.spent.Base) == 0 {
		t.endSharedCooldown(op, true)
		return
	}
	t.cool(e)
}

// isCutOff reports whether the failure of a step has aborted its actions, or kept them from starting.
func (e *effort) isCutOff(cause Cause) bool {
	untried := len(e.hands) == 0 && e.retries == 0 && !e.expecting
	return (cause == WhileFalse || cause == ObjectMissing || cause == TimedOut) && (e.cut || untried)
}

// timers are the cooldowns of an agent that go on.
type timers []timer

// wake ends the cooldowns that are over in a tick.
func (l *timers) wake(st *world.State, tick int64) {
	list, n := *l, 0
	for _, t := range list {
		if t.due <= tick {
			st.Set(t.addr, world.Bool(false))
			continue
		}
		list[n] = t
		n++
	}
	*l = list[:n]
}

// set has a cooldown end in a tick, or later where it does so already.
func (l *timers) set(addr world.Addr, due int64) {
	for i := range *l {
		if t := &(*l)[i]; t.addr == addr {
			t.due = max(t.due, due)
			return
		}
	}
	*l = append(*l, timer{addr, due})
}

// next returns the tick in which the first of them is over.
func (l timers) next() int64 {
	next := int64(never)
	for _, t := range l {
		next = min(next, t.due)
	}
	return next
}

// left returns how many ticks the cooldown of an operator goes on after a tick; 0: it does not.
func (l timers) left(op *operator, tick int64) int64 {
	if op.cooling == nil {
		return 0
	}
	for _, t := range l {
		if t.addr == op.cooling.Base {
			return max(0, t.due-tick)
		}
	}
	return 0
}

// mayWait reports whether a step may wait in a tick for the cooldown of its operator, as long as it still goes on.
func (l timers) mayWait(op *operator, tick int64) bool {
	left := l.left(op, tick)
	return left > 0 && (op.wait < 0 || left <= op.wait)
}

// nextHope returns the first tick in which a step may wait for a cooldown that it may not wait for yet; 0: there is none.
func (l timers) nextHope(s *Script, tick int64) (next int64) {
	for i := range s.operators {
		op := &s.operators[i]
		if op.wait <= 0 {
			continue
		}
		if left := l.left(op, tick); left > op.wait && (next == 0 || tick+left-op.wait < next) {
			next = tick + left - op.wait
		}
	}
	return next
}
