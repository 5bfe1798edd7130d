package runner

import (
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// Metered is the cost of one planning, repair, or slice of a planning.
type Metered struct {
	Agent      action.AgentID
	Status     htn.Status // Paused: a slice, and the planning is not done
	Repair     bool
	Nodes      int
	Backtracks int
	Took       time.Duration
}

// meter measures plannings for a caller.
type meter struct {
	clock func() time.Duration
	tell  func(Metered)
}

// Measure makes the worker call tell with the cost of each planning. The clock returns the time since any fixed moment.
// No decision depends on it. Forks of the worker do not call tell.
func (w *Worker) Measure(clock func() time.Duration, tell func(Metered)) {
	w.meter = &meter{clock, tell}
}

// now returns the time; 0 if nothing is measured.
func (w *Worker) now() time.Duration {
	if w.meter == nil {
		return 0
	}
	return w.meter.clock()
}

// measured reports a planning that started at the time since.
func (w *Worker) measured(r *Runner, s htn.Status, before, after htn.Stats, repair bool, since time.Duration) {
	w.counted(after.Nodes - before.Nodes)
	if w.meter != nil {
		w.meter.tell(Metered{r.agent, s, repair, after.Nodes - before.Nodes, after.Backtracks - before.Backtracks, w.meter.clock() - since})
	}
}
