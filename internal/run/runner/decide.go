package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Decide looks at what changed, chooses the plan line, and plans if that is due. It reads the agent's state, ends its
// cooldowns and drops its log. Apart from that it writes only to the runner and the worker. Call Act before the next
// Decide.
func (r *Runner) Decide(w *Worker, st *world.State, tick int64) {
	if tick < r.calm && len(st.Changes(world.Mark{})) == 0 {
		r.tick = tick
		return
	}
	r.PassOver(tick - 1)
	r.tick, r.calm, r.stuck, r.pause, r.rations.starved, r.verdict = tick, 0, false, false, false, verdict{}
	w.machine.State = st
	w.touched += r.touch() + r.reads.Cells.Touch()
	if len(r.timers) > 0 {
		r.timers.wake(st, tick)
	}
	r.decide(w, st, true)
}

// touch reads a little of everything that carrying out a plan looks at. In a large crowd none of it is in the cache:
// reading it here lets the processor fetch all of it at once instead of one piece after the other.
func (c *course) touch() (sum int) {
	if len(c.efforts) > 0 && len(c.progress) > 0 {
		sum = c.efforts[0].step + int(c.progress[0].state)
	}
	return sum + c.plan.Touch()
}

// decide chooses the plan line and plans. With itself set, it first records what has changed. Of the host's code it
// calls only functions.
func (r *Runner) decide(w *Worker, st *world.State, itself bool) {
	done := false
	defer func() {
		if done {
			return
		}
		v := recover()
		if r.failPlanning(w, st, v); itself {
			st.Forget()
		} else {
			action.Caught(v)
		}
	}()
	if itself {
		r.observe(w, st)
		st.Forget()
	}
	if r.recheck != 0 && r.tick >= r.recheck {
		r.recheck, r.changed = 0, true
	}
	if len(r.bans) > 0 && r.bans.lift(w, r.tick, r.line) {
		r.changed = true // without these bans, planning may have another result
		r.thinker.noticeLift()
	}
	if !r.IsQuarantined() {
		r.planOn(w, st)
	}
	done = true
}

// planOn chooses the plan line and plans, after observe has recorded what changed.
func (r *Runner) planOn(w *Worker, st *world.State) {
	if r.why == Quarantined {
		r.release()
	}
	ending := r.active && r.isEnding(w, &r.spans, r.tick)
	w.choosing = true
	l := r.choose(w, st)
	w.choosing = false
	switch {
	case l == r.line:
		r.held = false
	case ending && !r.orders.isPressed():
		r.pause = true
	case r.orders.isPressed() || !r.holdOff():
		r.turnTo(l)
	}
	switch {
	case r.line < 0:
		r.why = r.whyNoLine(r.orders)
	case r.held, ending:
	case r.mending && r.carries():
		if r.tick >= r.blocked && r.eat() {
			r.mend(w, st)
		}
	case r.thinker.isBusy():
		if r.eat() {
			r.think(w, st)
		}
	case r.isDue():
		if r.root != nil {
			if res, inVain := w.task.isInVain(w, st); inVain {
				r.conclude(w, st, res)
				return
			}
		}
		if r.eat() {
			r.replan(w, st)
		}
	}
}

// observe records what has changed since the last tick in which the runner decided.
func (r *Runner) observe(w *Worker, st *world.State) {
	changes := st.Changes(world.Mark{})
	if r.watching && !r.changed {
		r.changed = r.reads.Affected(st, changes)
	}
	if len(r.bans) > 0 {
		r.bans.notice(r.kind.script, st, changes)
	}
	r.changed = r.changed || w.claims.areOpen(r, st, r.active)
	if len(changes) > 0 || r.kind.script.opaque {
		r.spans.notice(r.kind.script, changes)
		r.notice(r.kind.script, st, changes)
		if r.thinker.isBusy() {
			r.thinker.notice(changes)
		}
	}
}

// failPlanning confines a panic of a host function to the agent: it has no plan until something changes. The same holds
// for a function that ends its goroutine: the code that continues in its place finds everything cleaned up here.
func (r *Runner) failPlanning(w *Worker, st *world.State, v any) {
	w.machine.State = st
	fault := action.NewFault("planning", v)
	why := Broken
	if causeOf(v) == Overran {
		why = TooLong
	}
	r.inVain.close()
	counts := !w.choosing || r.tick >= r.due // plan lines are also judged whenever the state is written to
	w.choosing = false
	r.pause, r.verdict = false, verdict{broken: r.why != why || !r.Fault().Same(fault), released: r.verdict.released}
	if r.active {
		r.verdict.drop = action.PlanFailed
	}
	r.thinker.stop()
	r.own().fault, r.why, r.changed = &fault, why, false
	if len(r.kind.lines) > 0 {
		r.planned = r.tick
	}
	if r.line >= 0 && counts {
		r.wait()
	}
}

// choose returns the first plan line whose condition holds, or -1. It returns -1 as long as the agent has an order.
func (r *Runner) choose(w *Worker, st *world.State) int {
	if r.orders.next() != nil {
		return -1
	}
	for i := range r.kind.lines {
		l := &r.kind.lines[i]
		if !r.spent[i] && (l.when == nil || l.when.Eval(&w.machine, nil)) && r.goalAlive(st, i) {
			return i
		}
	}
	return -1
}

// goalAlive reports whether the objects of a plan line's goal exist.
func (r *Runner) goalAlive(st *world.State, line int) bool {
	l := &r.kind.lines[line]
	return len(l.objects) == 0 || objectsAlive(st, l.objects, r.goal(line).Args)
}

// turnTo switches to another plan line.
func (r *Runner) turnTo(line int) {
	if r.line >= 0 && !r.active {
		r.bans.run(r.kind.script, r.line, r.tick)
	}
	if r.line >= 0 { // else the planning series belongs to the plan for this goal before
		r.inVain.close()
	}
	r.line = line
	if r.active {
		if r.verdict.drop = action.LineChanged; r.orders.next() != nil {
			r.verdict.drop = action.Interrupted
		}
	}
	r.thinker.stop()
	r.wants.clear()
	r.watching, r.changed, r.unwatched = false, false, false
	r.waits, r.due = 0, max(r.tick, r.planned+r.kind.script.gap)
	if line >= 0 {
		r.why = NotIdle
	}
}

// carries reports whether a plan runs and will still run after the verdict of this tick.
func (r *Runner) carries() bool {
	return r.active && r.verdict.drop == action.NoReason && !r.verdict.failed
}

// isDue reports whether the runner plans in this tick.
func (r *Runner) isDue() bool {
	if r.tick < r.blocked {
		return false
	}
	if r.watching && r.changed && r.tick >= r.planned+r.kind.script.gap {
		r.waits = 0
		return true
	}
	if !r.carries() {
		return r.tick >= r.due
	}
	return (r.kind.script.opaque || r.unwatched) && r.isPeriod(r.tick, r.kind.lines[r.line].every, r.rations.paced)
}

// wait puts off the next planning: the interval doubles with each planning in vain.
func (r *Runner) wait() {
	r.bans.run(r.kind.script, r.line, r.tick)
	r.putOff(r.tick, r.kind.lines[r.line].every)
}

// replan plans for the line.
func (r *Runner) replan(w *Worker, st *world.State) {
	if r.budget > 0 {
		r.think(w, st)
		return
	}
	r.keepPicture(st)
	res := w.plan(st, r.goal(r.line), &r.reads, r)
	w.claims.forget(r)
	w.claims.meet(r, w.planner.Met())
	if r.kind.script.canWait() {
		res = r.planWaiting(w, st, res, 0)
	}
	r.conclude(w, st, res)
	r.learn(w, st, res)
}

// conclude judges the result of planning.
func (r *Runner) conclude(w *Worker, st *world.State, res htn.Result) {
	r.planned, r.changed, r.watching, r.unwatched = r.tick, false, true, false
	r.limit, r.recheck = res.Limit, 0
	r.verdict.result = res.Status
	switch {
	case res.Status == htn.Found:
		r.inVain.close()
		r.judge(w, st, res.Plan)
	case r.carries() && w.isPossible(st, &r.plan, r.progress, r.patient):
		r.keep(NothingElse)
	case r.carries() && r.commitment(r.kind.script) > r.tick:
		r.keepCommitted()
	default:
		if r.carries() {
			r.verdict.drop = action.PlanInvalid
		}
		r.why = NoPlan
		if res.Status == htn.Limit {
			r.why = HitLimit
		}
		if !r.inVain.add(res.Limit, r.line) {
			r.verdict.result = htn.Found // it is reported together with those before
		}
		r.wait()
		if cool := coolingsOf(r, st, r.tick); r.kind.script.canWait() {
			r.due = min(r.due, cool.nextHope(r.kind.script))
		}
	}
}
