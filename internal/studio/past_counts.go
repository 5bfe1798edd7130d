package studio

import (
	"sync"

	"github.com/karakuri-ai/karakuri/internal/coverage"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// Limits of the replay that counts choices up to a moment.
const (
	// pastCountSeconds is the time before a moment that is counted; less if the run is younger, or with very many
	// agents.
	pastCountSeconds = 30
	// maxCountTicks limits the replay, in ticks times agents, to fractions of a second.
	maxCountTicks = 100_000
)

// pastCounts counts the choices before a moment of the past, by replaying on a stage of its own. Safe for concurrent
// use.
type pastCounts struct {
	lock     sync.Mutex
	of       *source // what stage was made from
	stage    Stage   // nil: not made yet
	counts   *counting
	from, at int64 // the tick after which counting began, and that of the stage
}

// counting is a listener that counts.
type counting struct {
	stage   Stage
	counter *coverage.Counter
}

// PlanEvent implements Listener.
func (c *counting) PlanEvent(e *runner.Event) {
	if c.stage != nil {
		c.counter.Plan(e, c.stage.Crowd())
	}
}

// TreeEvent implements Listener.
func (c *counting) TreeEvent(e *bt.Event) { c.counter.Tree(e) }

// GoalEvent implements Listener.
func (c *counting) GoalEvent(e *goal.Event) { c.counter.Goal(e) }

// SquadEvent implements Listener.
func (c *counting) SquadEvent(agent.SquadEvent) {}

// upTo returns the counts up to a tick, and from when they are.
func (h *pastCounts) upTo(m *moments, tick int64, trees []string) (out *Coverage, err error) {
	h.lock.Lock()
	defer h.lock.Unlock()
	err = guarded(func() error {
		if err := h.reach(m, tick); err != nil {
			return err
		}
		crowd := h.stage.Crowd()
		out = &Coverage{Counts: h.counts.counter.Counts(crowd.View().Tally(), trees), Past: true}
		out.Counts.Seconds = crowd.Seconds()
		out.From, out.Until = seconds(h.from, crowd), seconds(h.at, crowd)
		return nil
	})
	if err != nil {
		h.stage = nil
	}
	return out, err
}

// reach continues from the stage's present tick, unless that is after the tick or too long before it.
func (h *pastCounts) reach(m *moments, tick int64) error {
	last, err := m.before(tick, true)
	if err != nil {
		return err
	}
	if h.stage == nil || h.of != last.source || h.at > tick || tick-h.from > 2*h.span() {
		if err := h.begin(m, last.source, tick); err != nil {
			return err
		}
	}
	for h.at < tick && h.stage.Step() {
		h.at++
	}
	return nil
}

// span returns the number of counted ticks.
func (h *pastCounts) span() int64 {
	crowd := h.stage.Crowd()
	return min(int64(pastCountSeconds*crowd.TPS()), maxCountTicks/int64(max(1, crowd.Len())))
}

// begin makes a new stage and moves it to a checkpoint.
func (h *pastCounts) begin(m *moments, from *source, tick int64) error {
	c := &counting{counter: coverage.New(from.program.Info)}
	stage, err := from.stage(c)
	if err != nil {
		return err
	}
	c.stage = stage
	h.stage, h.of, h.counts = stage, from, c
	if r, ok := stage.(*recording); ok {
		_, last := r.Range()
		if err := r.goNear(min(last, max(0, tick-h.span()))); err != nil {
			return err
		}
		h.from = r.Crowd().Tick()
	} else if err := h.rollback(m, max(0, tick-h.span()), tick); err != nil {
		return err
	}
	h.at, c.counter = h.from, coverage.New(from.program.Info)
	return nil
}

// rollback moves to a checkpoint before a tick, or the first one after it, of the same program.
func (h *pastCounts) rollback(m *moments, want, tick int64) error {
	for {
		at, err := m.before(want, true)
		if err == nil && at.source == h.of {
			h.from = at.tick
			return h.stage.Rollback(at.data)
		}
		if want >= tick {
			return errForgotten
		}
		want = min(tick, want+int64(h.stage.Crowd().TPS()))
	}
}
