package runner

import (
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// timer is a running cooldown: its symbol becomes false when it is over.
type timer struct {
	addr world.Addr
	due  int64 // tick
}

// cool starts the cooldown of an operator whose step has ended in any way. A running cooldown of the same name starts
// again.
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

// coolings are the running cooldowns as an agent sees them in a tick: its own, and those that it shares with others.
type coolings struct {
	timers timers
	state  *world.State // of the agent; nil: shared cooldowns are ignored
	tick   int64
}

// coolingsOf returns the cooldowns that a runner sees in a state.
func coolingsOf(r *Runner, st *world.State, tick int64) coolings {
	return coolings{r.eater().timers, st, tick}
}

// left returns how many more ticks the cooldown of an operator runs; 0: it does not run, never: the step of another
// agent that has started it still runs.
func (c *coolings) left(op *operator) int64 {
	switch {
	case !op.isCommon():
		return c.timers.left(op, c.tick)
	case c.state == nil || c.state.Get(op.common.Hot.Base) == 0:
		return 0
	}
	if due := c.state.Get(op.common.Due.Base); due != 0 {
		return max(0, int64(due)-c.tick)
	}
	return never
}

// mayWait reports whether a step may wait for the rest of its operator's cooldown.
func (c *coolings) mayWait(op *operator) bool {
	left := c.left(op)
	return left > 0 && (op.wait < 0 || left <= op.wait)
}

// nextHope returns the first tick in which a step may start to wait for a cooldown that is too long to wait for yet;
// never: none, or that is not known yet.
func (c *coolings) nextHope(s *Script) (next int64) {
	next = never
	for i := range s.operators {
		op := &s.operators[i]
		if op.wait <= 0 {
			continue
		}
		if left := c.left(op); left > op.wait && left != never {
			next = min(next, c.tick+left-op.wait)
		}
	}
	return next
}

// watchShared notes that a planning depends on when the shared cooldowns end that are too long to wait for as far as is
// known: their end is known once the step has ended.
func (c *coolings) watchShared(s *Script, reads *htn.Reads) {
	for i := range s.operators {
		if op := &s.operators[i]; op.wait > 0 && c.left(op) == never {
			reads.Cells.Read(op.common.Due.Base, 0, 0)
		}
	}
}
