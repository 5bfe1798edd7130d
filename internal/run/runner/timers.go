package runner

import "github.com/karakuri-ai/karakuri/world"

// timer is a cooldown that goes on: its symbol becomes false again.
type timer struct {
	addr world.Addr
	due  int64 // tick
}

// cool begins the cooldown of an operator whose step has ended, however it did. A cooldown of the same name begins anew.
func (r *Runner) cool(st *world.State, op *operator) {
	if op.cooling == nil {
		return
	}
	addr, due := op.cooling.Base, r.tick+op.cooldown
	st.Set(addr, world.Bool(true))
	if r.root != nil {
		r = r.root // it lives on when the task has ended
	}
	for i := range r.timers {
		if t := &r.timers[i]; t.addr == addr {
			t.due = max(t.due, due)
			return
		}
	}
	r.seldom().timers = append(r.timers, timer{addr, due})
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
