package goal_test

import (
	"slices"
	"strings"
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
)

// TestPausesAreSuspended: a step that waits for its next try has no activity to suspend or resume, and the pause
// continues afterwards.
func TestPausesAreSuspended(t *testing.T) {
	for _, c := range []struct {
		script string
		calls  string
		starts []int64
	}{
		{"run 1;suspend;resume;run 9", "", []int64{1, 4}},
		{"run 4;suspend;resume;run 9", "suspend resume ", []int64{1, 4}},
		{"run 2;suspend;resume;run 1;suspend;resume;run 2", "", []int64{1, 4}},
	} {
		th := newTheatre(t, Config{Goals: []Goal{{Name: "main", Ways: steps(with(act(work), func(s *Step) { s.Suspends, s.Retry = true, Retry{1, 3} }))}}})
		var s suspender
		var starts []int64
		kinds := ""
		th.env.Suspender = &s
		check := th.env.Sink
		th.env.Sink = SinkFunc(func(e Event) {
			switch check.Event(&e); e.Kind {
			case StepStarted:
				starts = append(starts, e.Tick)
			case StepSuspended:
				kinds += "suspend "
			case StepResumed:
				kinds += "resume "
			}
		})
		th.script("act work 1 failure;act work 3 success;start 0;" + c.script)
		if s.text != c.calls || kinds != c.calls || !slices.Equal(starts, c.starts) {
			t.Errorf("%s: calls %q and events %q, want %q; started in %v, want %v", c.script, s.text, kinds, c.calls, starts, c.starts)
		}
		th.follow("abort")
		th.finish()
	}
}

// TestArgumentsKnowTheirTypes: an action whose parameter takes several types is given the type with the value.
func TestArgumentsKnowTheirTypes(t *testing.T) {
	a := newActor(t, load(t, `
action go(to: thing | place)
action lie(on: place | thing)
goal seek(t: thing) { walk(t); go(t); lie(t) }
goal home { walk(shop); go(shop); lie(shop); walk(vec2(1, 2)) }
brain one { want seek(t) each t in remembered thing { score 1; cooldown 9s }; want home { score 0.5; cooldown 9s } }
`), Plain)
	a.add("thing", "egg", true)
	var reported []string
	a.env.Sink = SinkFunc(func(e Event) {
		if e.Kind == StepStarted {
			reported = append(reported, a.p.Text(e, a.state))
		}
	})
	a.run(2)
	events := "walk(egg) started, go(egg) started, lie(egg) started, walk(shop) started, go(shop) started, lie(shop) started, walk((1, 2)) started"
	if got := strings.Join(reported, ", "); got != events {
		t.Errorf("got  %s\nwant %s", got, events)
	}
	want := "1 walk(egg);1 go(egg);1 lie(egg);2 walk(shop);2 go(shop);2 lie(shop);2 walk((1, 2))"
	if got := strings.ReplaceAll(strings.TrimSpace(a.log.String()), "\n", ";"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestCostsOfInputs: what a value costs is the number of its operations; a quantifier does its own for each member.
func TestCostsOfInputs(t *testing.T) {
	for _, c := range []struct {
		value string
		cost  float64
	}{
		{"x", 0}, {"n", 0}, {"near(t)", 0}, {"x + y", 1}, {"x + y * 2", 2}, {"min(x, y + 1)", 2}, {"-x", 1}, {"near(t) + worth(t)", 1},
		{"charm(t)", 3}, {"charm(t) + x", 4}, {"tired", 3}, {"price(t)", 8}, {"price(t) * x", 9},
		{"if a then x + 1 else y", 2},
		{"count(o: thing)", 8}, {"count(o: thing where near(o) > 1)", 16}, {"count(o: thing where near(o) > 1 && a)", 24},
		{"count(o: thing, p: place)", 64},
		{"sum(o: thing: near(o))", 8}, {"sum(o: thing where near(o) > x: near(o) + 1)", 24},
		{"min(o: thing: near(o) else x)", 8}, {"min(o: thing: near(o) else x + y)", 9},
	} {
		info := load(t, "function price(t: thing): float\ngoal fetch(t: thing) { take(t) }\nbrain one { want fetch(t) each t in remembered thing { consider "+c.value+" from 0 to 9 } }")
		if got := Model(info, ModelOptions{TPS: 10}).Brains[0].Inputs[0].Cost; got != c.cost {
			t.Errorf("%s costs %g, want %g", c.value, got, c.cost)
		}
	}
}
