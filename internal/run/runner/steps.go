package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// StepState is how far a step of the plan that is carried out is.
type StepState uint8

const (
	StepWaiting StepState = iota // has not started
	StepActive                   // its actions run, or it waits for what it expects
	StepDone
)

// progress is how far a step is.
type progress struct {
	state StepState
	free  int64 // done: the first tick in which an action may follow it; waiting: since when others have claimed what it needs, 0: they have not
}

// arrange works out in which order the steps of the plan have to be carried out.
func (c *course) arrange(w *Worker) {
	c.edges, c.linear = c.edges[:0], true
	if w.script.partial && c.plan.Len() > 1 {
		c.edges, c.linear = w.order(c), false
	}
	c.skipDone()
}

// renumber leaves those pairs of the order whose steps are still to be done, by their new numbers in match.
func (c *course) renumber() {
	n := 0
	for _, e := range c.edges {
		if a, b := c.match[e[0]], c.match[e[1]]; a >= 0 && b >= 0 {
			c.edges[n] = edge{a, b}
			n++
		}
	}
	c.edges = c.edges[:n]
}

// restart makes all steps of the plan wait.
func (c *course) restart() {
	c.progress = append(c.progress[:0], make([]progress, c.plan.Len())...)
	c.first, c.at = 0, 0
}

// skipDone moves first to the first step that is not done.
func (c *course) skipDone() {
	for c.first < len(c.progress) && c.progress[c.first].state == StepDone {
		c.first++
	}
}

// nextReady returns the first step that can start in a tick, this one or the next, or -1.
func (r *Runner) nextReady(w *Worker, tick int64) int {
	if r.linear {
		if r.first < len(r.progress) && r.isReady(w, r.first, tick) {
			return r.first
		}
		return -1
	}
	for i := r.first; i < len(r.progress); i++ {
		if r.isReady(w, i, tick) {
			return i
		}
	}
	return -1
}

// isReady reports whether a step can start: it waits, all that has to come before it is done, and nobody else occupies what it
// needs. Without a worker what other agents have claimed does not count. An action's update takes the tick, so that actions which follow each other take one each.
func (r *Runner) isReady(w *Worker, i int, tick int64) bool {
	if r.progress[i].state != StepWaiting {
		return false
	}
	free, done := r.freeFrom(i)
	if !done {
		return false
	}
	step := r.plan.Step(i)
	op := &r.kind.script.operators[step.Operator]
	return (len(op.do) == 0 || free <= tick) && !r.occupied(op, step.Args) && !r.isHeldUp(op, tick) && (w == nil || !r.isKept(w, i))
}

// freeFrom returns from which tick on an action may follow what has to come before a step, and whether all of that is done.
func (c *course) freeFrom(i int) (free int64, done bool) {
	if c.linear {
		if i == 0 {
			return 0, true
		}
		return c.progress[i-1].free, c.progress[i-1].state == StepDone
	}
	for _, e := range c.edges {
		if int(e[1]) != i {
			continue
		}
		before := &c.progress[e[0]]
		if before.state != StepDone {
			return 0, false
		}
		free = max(free, before.free)
	}
	return free, true
}

// occupied reports whether a step needs a resource or an object that another step of the agent which is running, or was until
// this tick, has for itself, or a resource of something that goes first.
func (r *Runner) occupied(op *operator, args []world.Word) bool {
	if r.standsBack(op.uses) {
		return true
	}
	for i := range r.efforts {
		e := &r.efforts[i]
		if e.over && !e.acted {
			continue
		}
		other := r.operator(e)
		if op.conflicts(other) || share(op, args, other, r.plan.Step(e.step).Args) {
			return true
		}
	}
	return false
}

// StepState returns how far a step of the plan is; see [Runner.Plan].
func (r *Runner) StepState(i int) StepState { return r.progress[i].state }

// sameStep reports whether two steps are the same call.
func sameStep(a, b htn.Step) bool { return a.Operator == b.Operator && slices.Equal(a.Args, b.Args) }

// isDone reports whether all steps below a node of the plan have ended well.
func (c *course) isDone(node int) bool {
	for i := range c.progress {
		if c.progress[i].state != StepDone && c.plan.Below(node, i) {
			return false
		}
	}
	return true
}
