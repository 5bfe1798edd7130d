package runner

import (
	"github.com/karakuri-ai/karakuri/world"
)

// met reports whether the world is as a step's effects on sensed symbols say: writing them would change nothing.
func (c *course) met(w *Worker, step int) bool { return len(c.unmet(w, step)) == 0 }

// unmet returns the changes that a step expects and that have not come true, in the worker's memory.
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

// await makes a step wait for its expectations, and reports that. The host may write the expected values on the report:
// then the step need not wait.
func (c *course) await(t *turn, e *effort, by By) (met bool) {
	e.expecting, e.since, e.by = true, t.tick, by
	c.emitStep(t, e.step, Event{Kind: StepExpecting, By: by})
	return c.met(t.Worker, e.step)
}

// expect checks whether the expectations of a step have come true.
func (c *course) expect(t *turn, e *effort) (cause Cause) {
	switch {
	case c.met(t.Worker, e.step):
		t.operator(e).owned.Apply(&t.Worker.machine, c.plan.Step(e.step).Args)
		c.end(t, e, e.by)
	case t.tick-e.since >= t.kind.script.grace:
		return Unmet
	}
	return NoCause
}
