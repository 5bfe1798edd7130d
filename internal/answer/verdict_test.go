package answer_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/world"
)

// asks plays a program for some ticks whose action succeeds at once, and asks an agent why it does not do something.
func asks(t *testing.T, text, about string, o agent.Options, ticks int, before func(*agent.Crowd, agent.ID)) *explain.Answer {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	b := runner.NewBindings(p.Info)
	action.Bind(b, "push", func(*action.Ctx, *struct{}, *struct{}) action.Status { return action.Success })
	c, err := agent.New(p, b, o)
	if err != nil {
		t.Fatal(err)
	}
	id := c.Spawn("a")
	for range ticks {
		c.Step()
	}
	if before != nil {
		before(c, id)
	}
	a := answer.Ask(c, id, explain.Question{Kind: explain.WhyNot, About: about})
	t.Log(a)
	return a
}

// TestWhyNotWhatWasNotSeenToHappen: the game never reports that the door is open, as the step says it would be. When
// the time for that is over, the step has failed, and what came after it is not carried out for that reason, or is
// banned for it.
func TestWhyNotWhatWasNotSeenToHappen(t *testing.T) {
	const text = `
state agent { sensed open: bool }
action push
operator open_door { do push; effect open = true }
operator enter { when open; do push }
task go { method "through" BAN { open_door; enter } }
agent a { plan go }
`
	banned, tried := strings.Replace(text, "BAN", "", 1), strings.Replace(text, "BAN", "ban none", 1)
	if a := asks(t, banned, "enter", agent.Options{TPS: 10}, 3, nil); a.Verdict() != explain.InPlan {
		t.Errorf("while the world may still become so: %s", a)
	}
	const why = "open_door: its expected effects did not come true"
	if a := asks(t, banned, "enter", agent.Options{TPS: 10}, 40, nil); a.Verdict() != explain.Banned || !strings.Contains(a.Findings[0].By, why) {
		t.Errorf("%+v", a.Findings)
	}
	failed := false
	o := agent.Options{TPS: 60, Sink: runner.SinkFunc(func(e runner.Event) { failed = failed || e.Kind == runner.StepFailed && e.Cause == runner.Unmet })}
	if a := asks(t, tried, "enter", o, 0, func(c *agent.Crowd, _ agent.ID) {
		for n := 0; !failed && n < 600; n++ {
			c.Step()
		}
	}); a.Verdict() != explain.ExpectationUnmet || !strings.Contains(a.Findings[0].By, why) {
		t.Errorf("%+v", a.Findings)
	}
}

// TestWhyNotBeforeTheNextTurn: an agent far away has a turn every two seconds, so that it has not decided yet what it
// would decide now.
func TestWhyNotBeforeTheNextTurn(t *testing.T) {
	const text = `
state agent { hungry: bool }
action push
operator eat { do push; effect hungry = false }
task dine { method "hungry" when hungry { eat } }
agent a { plan dine }
`
	levels := []schedule.Level{{Name: "near", Significance: 1}, {Name: "far", Seconds: 2, Deaf: true}}
	hungry := func(c *agent.Crowd, id agent.ID) { c.State(id).Set(c.Schema().Symbol("hungry").Base, world.Bool(true)) }
	a := asks(t, text, "eat", agent.Options{TPS: 10, Levels: levels}, 23, hungry)
	if f := a.Findings[0]; f.Verdict != explain.Postponed || f.Until <= 0.1 || f.Until > 2 {
		t.Errorf("%+v", f)
	}
}
