package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// notice marks the running steps whose until or while may have another value now. Conditions that call the host are
// always marked, since the host's functions may return something else without notice.
func (c *course) notice(s *Script, st *world.State, changes []world.Change) {
	for i := range c.efforts {
		e := &c.efforts[i]
		if e.over || e.stale || !s.operatorOf(e).watches() {
			continue
		}
		e.stale = s.opaque || e.reads.Affected(st, changes)
	}
}

// watch marks the conditions of a step that starts, or that continues in another program.
func (e *effort) watch(op *operator) {
	if e.stale = op.watches(); e.stale && e.reads == nil {
		e.reads = &htn.Reads{}
	}
}

// endByCondition evaluates the marked until and while. Over says whether they end the step, and cause why the step
// failed.
func (c *course) endByCondition(t *turn, e *effort) (over bool, cause Cause) {
	if !e.stale {
		return false, NoCause
	}
	op, m, args := t.operator(e), &t.Worker.machine, c.plan.Step(e.step).Args
	e.stale = false
	e.reads.Cells.Reset()
	if op.until != nil && !e.expecting && op.until.Track(m, args, e.reads) {
		c.halt(t, e, action.UntilHolds)
		return true, c.complete(t, e, ByUntil)
	}
	if op.while != nil && !op.while.Track(m, args, e.reads) {
		c.halt(t, e, action.WhileFails)
		return true, WhileFalse
	}
	return false, NoCause
}

// isEnding reports whether a running step will end in this tick by its conditions or its time, or because its
// expectations have come true. The runner decides what to do next after that: it must not abort a step that has reached
// its goal because nothing is left to do for it.
func (c *course) isEnding(w *Worker, l *spans, tick int64) bool {
	for i := range c.efforts {
		e := &c.efforts[i]
		op := w.script.operatorOf(e)
		if !op.endsItself() {
			continue
		}
		args := c.plan.Step(e.step).Args
		ticks := tick - e.begun
		switch {
		case e.expecting && (tick-e.since >= w.script.grace || c.met(w, e.step)),
			!e.expecting && op.succeedAfter > 0 && ticks >= op.succeedAfter,
			!e.expecting && op.failAfter > 0 && ticks >= op.failAfter,
			e.stale && !e.expecting && op.until != nil && op.until.Eval(&w.machine, args),
			e.stale && op.while != nil && !op.while.Eval(&w.machine, args):
			return true
		}
	}
	if !l.some() {
		return false
	}
	node, _ := l.overdue(w, &c.plan, tick)
	return node >= 0
}

// review evaluates the conditions of running steps again after all have acted, so that none continues into the next
// tick with a while that is false. The end of one step may change the conditions of another.
func (r *Runner) review(t *turn) {
	st := t.Ctx.State()
	for again := true; again; {
		again = false
		changes := st.Changes(world.Mark{})
		if len(changes) == 0 && !r.kind.script.opaque {
			return
		}
		r.spans.notice(r.kind.script, changes)
		r.notice(r.kind.script, st, changes)
		again = r.judgeSteps(t)
		if r.spans.wary && r.active {
			again = r.judgeSpans(t) || again
		}
	}
}

// judgeSteps evaluates the conditions of the running steps, and reports whether one has ended.
func (r *Runner) judgeSteps(t *turn) (done bool) {
	for i := 0; i < len(r.efforts); i++ {
		e := &r.efforts[i]
		if r.at = e.step; e.over || !e.stale {
			continue
		}
		if over, cause := r.endByCondition(t, e); over {
			r.heed(t, e.step, cause)
			done = true
		}
	}
	return done
}
