package answer_test

import (
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// TestWhyNotWhatWasStopped: between two steps the while of a method turns false, and holds again before its task is
// planned anew. Then planning finds a step that is not carried out.
func TestWhyNotWhatWasStopped(t *testing.T) {
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(`
state agent { dark: bool; n: int 0..9 }
action look
operator search { do look; effect n += 1 }
operator collect { do look; effect n += 1 }
operator leave { do look }
task work { method "all" { find; leave } }
task find { method "look" while !dark { search; collect }; method "wait" { leave } }
agent a { plan work }
`)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	b := runner.NewBindings(p.Info)
	action.Bind(b, "look", func(*action.Ctx, *struct{}, *struct{}) action.Status { return action.Success })
	stopped := 0
	c, err := agent.New(p, b, agent.Options{TPS: 60, Sink: runner.SinkFunc(func(e runner.Event) {
		if e.Kind == runner.MethodStopped && e.Cause == runner.WhileFalse {
			stopped++
		}
	})})
	if err != nil {
		t.Fatal(err)
	}
	id := c.Spawn("a")
	dark := p.Info.Schema.Symbol("dark").Base
	c.Step()
	c.State(id).Set(dark, world.Bool(true))
	c.Step()
	c.State(id).Set(dark, world.Bool(false))
	a := answer.Ask(c, id, explain.Question{Kind: explain.WhyNot, About: "collect"})
	if f := a.Findings[0]; stopped != 1 || f.Verdict != explain.AbortedBy || f.By != `find, "look": its while does not hold` || f.Step != 2 {
		t.Errorf("stopped %d times: %+v\n%s", stopped, f, a)
	}
	t.Log(a)
	for range 10 {
		c.Step()
	}
	if a := answer.Ask(c, id, explain.Question{Kind: explain.WhyNot, About: "collect"}); a.Verdict() == explain.AbortedBy {
		t.Errorf("it has been planned anew: %s", a)
	}
}
