package runner

import "github.com/karakuri-ai/karakuri/world"

// timer is a running cooldown: its symbol becomes false when it is over.
type timer struct {
	addr world.Addr
	due  int64 // tick
}

// cool starts the cooldown of an operator whose step has ended in any way. A running cooldown of the same name starts again.
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

// coolAborted is cool for an aborted step: a shared cooldown is given back unless the action has used it.
func (t *turn) coolAborted(e *effort) {
	if op := t.operator(e); op.isCommon() && !e.estranged && t.Ctx.State().Get(op.spent.Base) == 0 {
		t.endSharedCooldown(op, true)
		return
	}
	t.cool(e)
}

// isCutOff reports whether the step's failure aborted its actions, or kept them from starting.
func (e *effort) isCutOff(cause Cause) bool {
	untried := len(e.hands) == 0 && e.retries == 0 && !e.expecting
	return (cause == WhileFalse || cause == ObjectMissing || cause == TimedOut) && (e.cut || untried)
}

// timers are the running cooldowns of an agent.
type timers []timer

// wake ends the cooldowns that are over.
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

// set makes a cooldown end in a tick, unless it already ends later.
func (l *timers) set(addr world.Addr, due int64) {
	for i := range *l {
		if t := &(*l)[i]; t.addr == addr {
			t.due = max(t.due, due)
			return
		}
	}
	*l = append(*l, timer{addr, due})
}

// next returns the tick in which the first cooldown is over.
func (l timers) next() int64 {
	next := int64(never)
	for _, t := range l {
		next = min(next, t.due)
	}
	return next
}

// left returns how many more ticks the cooldown of an operator runs; 0: it does not run.
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

// mayWait reports whether a step may wait for the rest of its operator's cooldown.
func (l timers) mayWait(op *operator, tick int64) bool {
	left := l.left(op, tick)
	return left > 0 && (op.wait < 0 || left <= op.wait)
}

// nextHope returns the first tick in which a step may start to wait for a cooldown that is too long to wait for yet; 0: none.
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
