package runner

import "github.com/karakuri-ai/karakuri/action"

// MaxRoutine is the maximum number of actions that an agent updates in a tick without looking at its plan: as many as
// characters usually have hands, legs and eyes for. An agent with more actions is ticked in full, which is slower and
// has the same result.
const MaxRoutine = 3

// Routine is the work of an agent to which nothing happens: to update its running actions. It is small, so that a crowd
// can keep the routines of its agents side by side. Most ticks of most agents need nothing else.
type Routine struct {
	hands [MaxRoutine]action.Handle // the running actions first
}

// Hands returns the actions of the routine, in order.
func (q *Routine) Hands() []action.Handle {
	n := 0
	for n < MaxRoutine && !q.hands[n].IsZero() {
		n++
	}
	return q.hands[:n]
}

// Let adds an action to the routine, and reports whether there was room.
func (q *Routine) Let(h action.Handle) bool {
	for n := range q.hands {
		if q.hands[n].IsZero() {
			q.hands[n] = h
			return true
		}
	}
	return false
}

// Take makes q a copy of another routine.
func (q *Routine) Take(other *Routine) { q.hands = other.hands }

// Drop removes all actions.
func (q *Routine) Drop() { q.hands = [MaxRoutine]action.Handle{} }

// Routine returns the actions to update in the coming ticks, and the tick before which the agent needs nothing else,
// unless its state is written to; 0: the agent must be ticked in full. Call it after [Runner.Act].
func (r *Runner) Routine() (q Routine, until int64) {
	if until = r.SteadyUntil(); until == 0 || !r.LetOn(&q) {
		return Routine{}, 0
	}
	return q, until
}

// SteadyUntil returns the tick before which the runner only has to update running actions, as long as nothing happens;
// 0 if there is more to do in the next tick. Call it after [Runner.Act].
func (r *Runner) SteadyUntil() int64 {
	if r.IsSpending() {
		return 0
	}
	if r.calm <= r.tick+1 || r.IsQuarantined() || r.active && !r.stuck || !r.active && r.idle.IsZero() {
		return 0
	}
	return r.calm
}

// LetOn adds the running actions of the runner to a routine, and reports whether there was room for all.
func (r *Runner) LetOn(q *Routine) bool {
	if !r.active {
		return r.idle.IsZero() || q.Let(r.idle)
	}
	for i := range r.efforts {
		for _, h := range r.efforts[i].hands {
			if h.status == action.Running && !q.Let(h.handle) {
				return false
			}
		}
	}
	return true
}

// Resume completes a tick that a routine has started: all actions before the nth were updated and continue. The nth has
// returned status, or something was written to the agent's state. The ticks since the last call only repeated the
// routine: see [Runner.PassOver].
func (r *Runner) Resume(s *Stage, nth int, tick int64, status action.Status) {
	r.PassOver(tick)
	r.resume(s, nth, status)
}

// PassOver records that up to a tick the runner has only repeated its routine, or done nothing. Call it before the
// runner is saved or its agent leaves.
func (r *Runner) PassOver(tick int64) {
	if tick <= r.tick {
		return
	}
	r.tick = tick
	if n := len(r.efforts); n > 0 {
		r.at = r.efforts[n-1].step
	}
}

// resume completes a tick in which the running actions up to the nth have been updated.
func (r *Runner) resume(s *Stage, nth int, status action.Status) {
	s.Worker.machine.State = s.Ctx.State()
	t := r.turn(s)
	defer r.recoverActing(&t)
	if r.active {
		at, cause := r.resumeStep(&t, nth, status)
		r.heed(&t, r.efforts[at].step, cause)
		r.carryOn(&t, at+1)
	} else if r.standIn.resume(&t, status) {
		r.isolate(&t)
	}
	r.rest(s.Ctx.State())
}

// resumeStep continues the step to which the nth running action belongs. It returns the index of the step among the
// running ones.
func (c *course) resumeStep(t *turn, nth int, status action.Status) (at int, cause Cause) {
	at, hand := c.find(nth)
	e := &c.efforts[at]
	c.at = e.step
	e.hands[hand].status = status
	if status != action.Running {
		if over, cause := c.conclusive(t, e, status); over {
			return at, cause
		}
	}
	return at, c.proceed(t, e, hand+1)
}

// find returns the effort and the hand of the nth running action, and marks all up to it as updated.
func (c *course) find(nth int) (at, hand int) {
	for i := range c.efforts {
		e := &c.efforts[i]
		for k := range e.hands {
			if e.hands[k].status != action.Running {
				continue
			}
			e.acted = true
			if nth == 0 {
				return i, k
			}
			nth--
		}
	}
	panic("runner: a routine that is not of this runner")
}
