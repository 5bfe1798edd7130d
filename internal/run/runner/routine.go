package runner

import "github.com/karakuri-ai/karakuri/action"

// MaxRoutine is the most actions that an agent lets go on in a tick without looking at its plan: as many as characters usually have
// hands, legs and eyes for. With more of them it is ticked in full, which is slower and comes to the same.
const MaxRoutine = 3

// Routine is what there is to do for an agent to which nothing happens: to let its actions go on. It is small, so that a crowd can keep
// those of its agents side by side; most ticks of most agents come to nothing else.
type Routine struct {
	hands [MaxRoutine]action.Handle // the running ones first
}

// Hands returns the actions that are let go on, in order.
func (q *Routine) Hands() []action.Handle {
	n := 0
	for n < MaxRoutine && !q.hands[n].IsZero() {
		n++
	}
	return q.hands[:n]
}

// Let adds an action to those that are let go on, and reports whether there was room for it.
func (q *Routine) Let(h action.Handle) bool {
	for n := range q.hands {
		if q.hands[n].IsZero() {
			q.hands[n] = h
			return true
		}
	}
	return false
}

// Take has the routine let go on what another one does.
func (q *Routine) Take(other *Routine) { q.hands = other.hands }

// Drop has nothing be let go on.
func (q *Routine) Drop() { q.hands = [MaxRoutine]action.Handle{} }

// Routine returns what is to be done in the coming ticks, and the tick before which that is all, if the agent's state is not written to; 0: the agent has to be ticked in
// full. It is to be asked after [Runner.Act].
func (r *Runner) Routine() (q Routine, until int64) {
	if until = r.SteadyUntil(); until == 0 || !r.LetOn(&q) {
		return Routine{}, 0
	}
	return q, until
}

// SteadyUntil returns the tick before which there is nothing to do but to let running actions go on, as long as nothing happens; 0 when there is more
// to do in the next one. It is to be asked after [Runner.Act].
func (r *Runner) SteadyUntil() int64 {
	if r.IsSpending() {
		return 0
	}
	if r.calm <= r.tick+1 || r.IsQuarantined() || r.active && !r.stuck || !r.active && r.idle.IsZero() {
		return 0
	}
	return r.calm
}

// LetOn adds what the runner lets go on to a routine, and reports whether there was room for all of it.
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

// Resume goes on with a tick in which, of those actions that a routine lets go on, all before the nth have been updated and run on, and that one has come to a
// status, or something was written to the agent's state, which is looked at after all. Neither the runner nor the state need be looked at in the ticks before: see [Runner.PassOver].
func (r *Runner) Resume(s *Stage, nth int, tick int64, status action.Status) {
	r.PassOver(tick)
	r.resume(s, nth, status)
}

// PassOver notes that the runner has only repeated its routine, or nothing at all, up to a tick. It must be called before the runner is
// saved or its agent leaves.
func (r *Runner) PassOver(tick int64) {
	if tick <= r.tick {
		return
	}
	r.tick = tick
	if n := len(r.efforts); n > 0 {
		r.at = r.efforts[n-1].step
	}
}

// resume goes on with a tick in which the running actions up to nth have been updated, and something has happened with that one.
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
	r.rest()
}

// resumeStep lets the step go on whose action something has happened with, the nth of the running ones. It returns where the step is among those that run.
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

// find returns where the nth of the running actions is, and notes that all up to it have been updated.
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
