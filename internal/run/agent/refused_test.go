package agent_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// refusals are the reports of a crowd about an action that writes 12 to a symbol of 0..9 and ignores the error, and
// about a function that returns an object.
func refusals(t *testing.T, target func(c *agent.Crowd, first world.Object) world.Object) string {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(`
type foe max 3
objects f1, f2: foe
state agent { n: int 0..9; hurt(f: foe): bool }
function target(n: int): foe
action act
operator step { do act }
task live { method "on" { step } }
agent a { plan live when !hurt(target(1)) }
`)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	b := runner.NewBindings(p.Info)
	n, err := action.Stored[int](p.Info.Schema, p.Info.Schema.Symbol("n"))
	if err != nil {
		t.Fatal(err)
	}
	action.Bind(b, "act", func(c *action.Ctx, _ *none, _ *none) action.Status {
		n.Put(c, 12)
		return action.Success
	})
	var crowd *agent.Crowd
	var first world.Object
	action.BindFunc(b, "target", func(struct{ N int }) world.Object { return target(crowd, first) })
	var said strings.Builder
	crowd, err = agent.New(p, b, agent.Options{Sink: runner.SinkFunc(func(e runner.Event) { fmt.Fprintln(&said, crowd.View().Text(e)) })})
	if err != nil {
		t.Fatal(err)
	}
	first, _ = crowd.View().ObjectNamed("f1")
	id := crowd.Spawn("a")
	crowd.RemoveObject(first)
	for range 6 {
		crowd.Step()
	}
	said.WriteString(crowd.View().WhyIdle(id))
	return said.String()
}

// TestARefusedValueIsAnEvent: an action that does not look at the error of Put has it reported, once, with the value
// and the range.
func TestARefusedValueIsAnEvent(t *testing.T) {
	said := refusals(t, func(c *agent.Crowd, _ world.Object) world.Object { o, _ := c.View().ObjectNamed("f2"); return o })
	if strings.Count(said, "a value that it wrote was refused") != 1 || !strings.Contains(said, "12") || !strings.Contains(said, "0 to 9") {
		t.Error(said)
	}
}

// TestAFunctionReturnsObjectsThatAreThere: one that is gone counts as a panic of the function, and is reported; none at
// all does not.
func TestAFunctionReturnsObjectsThatAreThere(t *testing.T) {
	if said := refusals(t, func(_ *agent.Crowd, first world.Object) world.Object { return first }); !strings.Contains(said, "function target: the result is object") {
		t.Error(said)
	}
	if said := refusals(t, func(*agent.Crowd, world.Object) world.Object { return 0 }); strings.Contains(said, "function target") || !strings.Contains(said, "step ended") {
		t.Error(said)
	}
}
