package runner

import (
	"github.com/karakuri-ai/karakuri/world"
)

// met reports whether the world is as a step's effects on sensed symbols say: whether writing them would change nothing.
func (c *course) met(w *Worker, step int) bool { return len(c.unmet(w, step)) == 0 }

// unmet returns the changes that the expectations of a step are short of, in the worker's memory.
func (c *course) unmet(w *Worker, step int) []world.Change {
	live := w.machine.State
	w.ahead.CopyFrom(live)
	w.machine.State = &w.ahead
	before := w.ahead.Mark()
	p := c.plan.Step(step)
	w.script.operators[p.Operator].expected.Apply(&w.machine, p.Args)
	w.machine.State = live
	return w.ahead.Changes(before)
}

// await makes a step wait for what it expects. Whoever is told of that may write it at once: then it does not have to.
func (r *Runner) await(s *Stage, e *effort, by By) (met bool) {
	e.expecting, e.since, e.by = true, r.tick, by
	r.emitStep(s, e.step, Event{Kind: StepExpecting, By: by})
	return r.met(s.Worker, e.step)
}

// expect looks whether what a step waits for has come about.
func (r *Runner) expect(s *Stage, e *effort) {
	switch {
	case r.met(s.Worker, e.step):
		r.operator(e).owned.Apply(&s.Worker.machine, r.plan.Step(e.step).Args)
		r.end(s, e, e.by)
	case r.tick-e.since >= r.kind.script.grace:
		r.fail(s, e.step, Unmet)
	}
}
