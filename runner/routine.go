package runner

import (
	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxRoutine is the most actions that an agent lets go on in a tick without looking at its plan: as many as characters usually have
// hands, legs and eyes for. With more of them it is ticked in full, which is slower and comes to the same.
const MaxRoutine = 3

// Routine is what there is to do for an agent to which nothing happens: to let its actions go on. It is small, so that a crowd can keep
// those of its agents side by side; most ticks of most agents come to nothing else. The zero Routine is that of an agent that has to be
// ticked in full.
type Routine struct {
	until int64
	hands [MaxRoutine]activity.Handle // the running ones first
}

// Until returns the tick before which it holds.
func (q *Routine) Until() int64 { return q.until }

// Holds reports whether the routine is all there is to do in a tick, if the agent's state has not been written to since.
func (q *Routine) Holds(tick int64) bool { return tick < q.until }

// Routine returns what is to be done in the coming ticks. It is to be asked after [Runner.Act].
func (r *Runner) Routine() Routine {
	if r.calm <= r.tick+1 || r.isQuarantined() {
		return Routine{}
	}
	q, n := Routine{until: r.calm}, 0
	switch {
	case r.active && r.stuck:
		for i := range r.efforts {
			for _, h := range r.efforts[i].hands {
				if h.status != activity.Running {
					continue
				}
				if n == MaxRoutine {
					return Routine{}
				}
				q.hands[n] = h.handle
				n++
			}
		}
	case !r.active && !r.idle.IsZero():
		q.hands[0] = r.idle
	default:
		return Routine{}
	}
	return q
}

// Repeat does for a tick what Decide and Act would, as long as a routine holds, and reports whether it still does. Flag i is raised when
// the agent's state is written to. Neither the runner nor the state is looked at before something happens: see [Runner.PassOver].
func (r *Runner) Repeat(s *Stage, q *Routine, tick int64, f *world.Flags, i int) bool {
	for n, h := range &q.hands {
		if h.IsZero() {
			return true
		}
		status := s.Instances.Update(s.Ctx, h)
		if status != activity.Running || f.Raised(i) {
			r.PassOver(tick)
			r.resume(s, n, status)
			return false
		}
	}
	return true
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
func (r *Runner) resume(s *Stage, nth int, status activity.Status) {
	s.Worker.machine.State = s.Ctx.State()
	defer r.recoverActing(s)
	if r.active {
		r.resumePlan(s, nth, status)
	} else if status != activity.Running {
		r.endIdle(s, status)
	} else {
		r.heedFault(s)
	}
	r.rest()
}

func (r *Runner) resumePlan(s *Stage, nth int, status activity.Status) {
	at, hand := r.find(nth)
	e := &r.efforts[at]
	r.at = e.step
	e.hands[hand].status = status
	if status == activity.Running || !r.conclusive(s, e, status) {
		r.update(s, e, hand+1)
	}
	r.carryOn(s, at+1)
}

// find returns where the nth of the running actions is, and notes that all up to it have been updated.
func (r *Runner) find(nth int) (at, hand int) {
	for i := range r.efforts {
		e := &r.efforts[i]
		for k := range e.hands {
			if e.hands[k].status != activity.Running {
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
