package runner

import (
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// Metered is what a planning, a repair, or a slice of a planning took.
type Metered struct {
	Agent      action.AgentID
	Status     htn.Status // Paused: a slice after which there is more to do
	Repair     bool
	Nodes      int
	Backtracks int
	Took       time.Duration
}

// meter tells somebody what plannings take.
type meter struct {
	clock func() time.Duration
	tell  func(Metered)
}

// Measure has the worker tell of each planning that is made with it what it took, by a clock that tells the time since any moment. Nothing that is decided depends
// on it. Forks do not tell.
func (w *Worker) Measure(clock func() time.Duration, tell func(Metered)) {
	w.meter = &meter{clock, tell}
}

// now is the time, where somebody wants to know.
func (w *Worker) now() time.Duration {
	if w.meter == nil {
		return 0
	}
	return w.meter.clock()
}

// measured tells of a planning that began at a time.
func (w *Worker) measured(r *Runner, s htn.Status, before, after htn.Stats, repair bool, since time.Duration) {
	w.counted(after.Nodes - before.Nodes)
	if w.meter != nil {
		w.meter.tell(Metered{r.agent, s, repair, after.Nodes - before.Nodes, after.Backtracks - before.Backtracks, w.meter.clock() - since})
	}
}
