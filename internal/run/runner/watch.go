package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// notice marks the running steps whose until or while may have another outcome now. Where conditions call the host they always
// may, since the host's answers change without notice.
func (c *course) notice(s *Script, st *world.State, changes []world.Change) {
	for i := range c.efforts {
		e := &c.efforts[i]
		if e.over || e.stale || !s.operatorOf(e).watches() {
			continue
		}
		e.stale = s.opaque || e.reads.Affected(st, changes)
	}
}

// watch has the conditions of a step that begins, or goes on in another program, looked at.
func (e *effort) watch(op *operator) {
	if e.stale = op.watches(); e.stale && e.reads == nil {
		e.reads = &htn.Reads{}
	}
}

// endByCondition looks at until and while, if they may have another outcome than before, and ends the step if they say so.
func (r *Runner) endByCondition(s *Stage, e *effort) bool {
	op := r.operator(e)
	if !e.stale {
		return false
	}
	m, args := &s.Worker.machine, r.plan.Step(e.step).Args
	e.stale = false
	e.reads.Cells.Reset()
	if op.until != nil && !e.expecting && op.until.Track(m, args, e.reads) {
		r.halt(s, e, action.UntilHolds)
		r.complete(s, e, ByUntil)
		return true
	}
	if op.while != nil && !op.while.Track(m, args, e.reads) {
		r.halt(s, e, action.WhileFails)
		r.fail(s, e.step, WhileFalse)
		return true
	}
	return false
}

// isEnding reports whether a running step is going to end with this tick by its conditions, its time, or because what it waited
// for has come about. What to do next is decided after that: a step that has reached what it was for is not to be given up
// because there is nothing left to do for it.
func (r *Runner) isEnding(w *Worker) bool {
	for i := range r.efforts {
		e := &r.efforts[i]
		op := r.operator(e)
		if !op.endsItself() {
			continue
		}
		args := r.plan.Step(e.step).Args
		ticks := r.tick - e.begun
		switch {
		case e.expecting && (r.tick-e.since >= r.kind.script.grace || r.met(w, e.step)),
			!e.expecting && op.succeedAfter > 0 && ticks >= op.succeedAfter,
			!e.expecting && op.failAfter > 0 && ticks >= op.failAfter,
			e.stale && !e.expecting && op.until != nil && op.until.Eval(&w.machine, args),
			e.stale && op.while != nil && !op.while.Eval(&w.machine, args):
			return true
		}
	}
	if !r.spans.some() {
		return false
	}
	node, _ := r.spans.overdue(w, &r.plan, r.tick)
	return node >= 0
}

// review looks at the conditions of running steps again after all have acted: none goes on into the next tick with its while
// false. What ends a step may change what another watches.
func (r *Runner) review(s *Stage) {
	st := s.Ctx.State()
	for again := true; again; {
		again = false
		changes := st.Changes(world.Mark{})
		if len(changes) == 0 && !r.kind.script.opaque {
			return
		}
		r.spans.notice(r.kind.script, changes)
		r.notice(r.kind.script, st, changes)
		for i := 0; i < len(r.efforts); i++ {
			e := &r.efforts[i]
			r.at = e.step
			if !e.over && r.endByCondition(s, e) {
				again = true
			}
		}
		if r.spans.wary && r.active {
			again = r.judgeSpans(s) || again
		}
	}
}
