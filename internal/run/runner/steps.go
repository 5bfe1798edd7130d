package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// StepState is the state of a step of the running plan.
type StepState uint8

const (
	StepWaiting StepState = iota // has not started
	StepActive                   // its actions run, or it waits for its expectations
	StepDone
)

// progress is the progress of a step.
type progress struct {
	state StepState
	free  int64 // ended: the first tick in which an action may follow; waiting: the tick since which another agent has claimed a needed object, 0: none has
}

// arrange computes the order of the plan's steps.
func (c *course) arrange(w *Worker) {
	c.edges, c.linear = c.edges[:0], true
	if w.script.partial && c.plan.Len() > 1 {
		c.edges, c.linear = w.order(c), false
	}
	c.skipDone()
}

// renumber keeps the edges between steps that have not ended, with their new numbers from match.
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

// restart sets all steps of the plan to waiting.
func (c *course) restart() {
	c.progress = append(c.progress[:0], make([]progress, c.plan.Len())...)
	c.first, c.at = 0, 0
}

// skipDone moves first to the first step that has not ended.
func (c *course) skipDone() {
	for c.first < len(c.progress) && c.progress[c.first].state == StepDone {
		c.first++
	}
}

// freeFrom returns the tick from which an action may follow the predecessors of a step, and whether all of them have
// ended.
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

// StepState returns the state of a step of the plan; see [Runner.Plan].
func (c *course) StepState(i int) StepState { return c.progress[i].state }

// sameStep reports whether two steps are the same call.
func sameStep(a, b htn.Step) bool { return a.Operator == b.Operator && slices.Equal(a.Args, b.Args) }

// isDone reports whether all steps below a node of the plan have succeeded.
func (c *course) isDone(node int) bool {
	for i := range c.progress {
		if c.progress[i].state != StepDone && c.plan.Below(node, i) {
			return false
		}
	}
	return true
}
