package runner

import "github.com/karakuri-ai/karakuri/world"

// timer is a cooldown that goes on: its symbol becomes false again.
type timer struct {
	addr world.Addr
	due  int64 // tick
}

// cool begins the cooldown of an operator whose step has ended, however it did. A cooldown of the same name begins anew.
func (r *Runner) cool(s *Stage, op *operator) {
	switch {
	case op.cooling == nil:
	case op.isCommon():
		r.settleHeat(s, op, false)
	default:
		s.Ctx.State().Set(op.cooling.Base, world.Bool(true))
		r.eater().setTimer(op.cooling.Base, r.tick+op.cooldown) // of the agent: it lives on when a task has ended
	}
}

// coolAborted is cool for a step that was aborted: what several agents share is given back if its action has not spent it.
func (r *Runner) coolAborted(s *Stage, op *operator) {
	if op.isCommon() && s.Ctx.State().Get(op.spent.Base) == 0 {
		r.settleHeat(s, op, true)
		return
	}
	r.cool(s, op)
}

// isCutOff reports whether the failure of a step has aborted its actions, or kept them from starting.
func (e *effort) isCutOff(cause Cause) bool {
	untried := len(e.hands) == 0 && e.retries == 0 && !e.expecting
	return (cause == WhileFalse || cause == ObjectMissing || cause == TimedOut) && (e.cut || untried)
}

// wake ends the cooldowns that are over.
func (r *Runner) wake(st *world.State) {
	n := 0
	for _, t := range r.timers {
		if t.due <= r.tick {
			st.Set(t.addr, world.Bool(false))
			continue
		}
		r.timers[n] = t
		n++
	}
	r.timers = r.timers[:n]
}

// setTimer has a cooldown end in a tick, or later where it does so already.
func (r *Runner) setTimer(addr world.Addr, due int64) {
	for i := range r.timers {
		if t := &r.timers[i]; t.addr == addr {
			t.due = max(t.due, due)
			return
		}
	}
	r.seldom().timers = append(r.timers, timer{addr, due})
}
