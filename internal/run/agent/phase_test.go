package agent_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// Agents that look at their plans once in an interval do so in different ticks of it, an equal number in each, also
// when all of them were spawned in one tick, when some have left and others have come in their place, and after the
// crowd was restored or reloaded.
func TestPlanningsAreSpread(t *testing.T) {
	const every, each = 8, 3
	p := loadText(t, `
function clear: bool
state agent { done: bool }
action stroll
operator walk { do stroll; effect done = true }
task roam { method m when clear { walk } }
agent a { plan roam every 0.8s }
`)
	b := runner.NewBindings(p.Info)
	action.Bind(b, "stroll", func(*action.Ctx, *action.Arguments, *struct{}) action.Status { return action.Running })
	action.BindFunc(b, "clear", func(struct{}) bool { return true })
	c, err := agent.New(p, b, agent.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var ids []agent.ID
	for range every * each {
		ids = append(ids, c.Spawn("a"))
	}
	check := func(when string) {
		t.Helper()
		for range every { // agents that were just spawned have planned at once
			c.Step()
		}
		for range 2 * every {
			if c.Step(); c.View().Stats().Plannings != each {
				t.Fatalf("%s: %d plan in tick %d, want %d", when, c.View().Stats().Plannings, c.Tick(), each)
			}
		}
	}
	check("spawned at once")
	for _, id := range ids[5:11] {
		c.Remove(id)
	}
	c.Step()
	for range 6 {
		c.Spawn("a")
	}
	check("spawned in the place of others")
	restored, report, err := agent.Restore(p, b, agent.Options{}, c.Snapshot(nil))
	if err != nil || !report.Same {
		t.Fatal(err, report)
	}
	c = restored
	check("restored")
	if _, err := c.Reload(p, b); err != nil {
		t.Fatal(err)
	}
	check("reloaded")
}
