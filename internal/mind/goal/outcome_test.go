package goal_test

import (
	"slices"
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
)

// outcomes records the calls that report outcomes.
type outcomes struct{ list []Outcome }

func (o *outcomes) Outcome(out Outcome) { o.list = append(o.list, out) }

// TestOutcomesNeedNoSink: what becomes of wants and orders is acted on in the order of the events, and in the same way
// without a sink.
func TestOutcomesNeedNoSink(t *testing.T) {
	cfg := rivals(0)
	cfg.Goals = append(cfg.Goals, Goal{Name: "barred", When: cond("f"), Ways: steps(act(rest))})
	play := func(sink Sink) []Outcome {
		th, acts := newTheatre(t, cfg), &outcomes{}
		th.env.Sink, th.env.Outcomes = sink, acts
		th.script("set n 100;act work 3 success;act work 2 failure;act rest 2 success;run 5;order 0;run 4;order 2;run 2;set f 1;order 2;run 5")
		return acts.list
	}
	var reported []Outcome
	heard := play(SinkFunc(func(e Event) {
		switch e.Kind {
		case WantEnded, OrderRefused, OrderTaken, OrderDone:
			reported = append(reported, Outcome{Kind: e.Kind, Status: e.Status, Cause: e.Cause, Agent: e.Agent, Order: e.Order})
		}
	}))
	if unheard := play(nil); !slices.Equal(heard, reported) || !slices.Equal(unheard, reported) {
		t.Errorf("acted on with a sink %v\nand without one %v\nwhile the events say %v", heard, unheard, reported)
	}
	for _, kind := range []EventKind{WantEnded, OrderRefused, OrderTaken, OrderDone} {
		if !slices.ContainsFunc(reported, func(o Outcome) bool { return o.Kind == kind }) {
			t.Errorf("the script brings about no %q: %v", kind, reported)
		}
	}
}
