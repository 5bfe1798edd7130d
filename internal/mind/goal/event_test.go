package goal_test

import (
	"fmt"
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
)

// TestEventsAreAboutNothingElse: what an event is not about says so: -1, or none.
func TestEventsAreAboutNothingElse(t *testing.T) {
	cfg := rivals(0)
	cfg.Goals = append(cfg.Goals, Goal{Name: "barred", When: cond("f")})
	th := newTheatre(t, cfg)
	seen := map[EventKind]Event{}
	check := th.env.Sink
	th.env.Sink = SinkFunc(func(e Event) {
		if check.Event(&e); seen[e.Kind].Kind == 0 {
			e.Args = nil
			seen[e.Kind] = e
		}
	})
	th.script("set n 100;act work 2 panic;act play 9 success;run 1;order 1;order 2;run 1;withdraw 1;run 2")
	none := Event{Goal: -1, Activity: -1, Sub: -1, Way: -1, Step: -1, Interrupt: -1, Brain: -1, Want: -1, Target: utility.NoTarget, Agent: 1}
	of := func(k EventKind, change func(e *Event)) Event {
		e := none
		e.Kind = k
		change(&e)
		return e
	}
	for _, want := range []Event{
		of(Arbitrated, func(e *Event) { e.Tick, e.Brain, e.Count = 1, 0, 2 }),
		of(WantChosen, func(e *Event) { e.Tick, e.Brain, e.Goal, e.Want, e.Score = 1, 0, 0, 0, 0.1 }),
		of(OrderQueued, func(e *Event) { e.Tick, e.Brain, e.Order = 1, 0, 1 }),
		of(OrderTaken, func(e *Event) { e.Tick, e.Brain, e.Order = 2, 0, 1 }),
		of(GoalActivated, func(e *Event) { e.Tick, e.Pursuit, e.Goal = 1, 1, 0 }),
		of(GoalPlanned, func(e *Event) { e.Tick, e.Pursuit, e.Goal, e.Way = 1, 1, 0, 0 }),
		of(StepStarted, func(e *Event) { e.Tick, e.Level, e.Pursuit, e.Goal, e.Activity, e.Way, e.Step = 1, 1, 1, 0, work, 0, 0 }),
	} {
		if got := seen[want.Kind]; fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			t.Errorf("%s\ngot  %+v\nwant %+v", want.Kind, got, want)
		}
	}
	th.finish()
}
