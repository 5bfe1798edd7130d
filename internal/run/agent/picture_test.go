package agent_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// What the last planning saw is known in every copy of a crowd that keeps it: one that was rolled back, restored or
// copied explains that planning alike. Without Pictures in the crowd or in the snapshot, there is a planning of now.
func TestPicturesInCopies(t *testing.T) {
	g := newGame(t, agent.Options{Pictures: true})
	v := g.Spawn("a")
	g.Step()
	g.State(v).Set(g.State(v).Schema().Symbol("go").Base, 0)
	want := func(what string, c *agent.Crowd, seen bool) {
		t.Helper()
		text, basis := c.View().Explain(v), "planning now:"
		if seen {
			basis = "what the last planning saw:"
		}
		if !strings.Contains(text, basis) || strings.Contains(text, `+ "on"`) != seen {
			t.Errorf("%s: %s\nwant %s", what, text, basis)
		}
	}
	want("live", g.Crowd, true)
	twin, err := g.Twin()
	if err != nil {
		t.Fatal(err)
	}
	want("a twin", twin, true)
	saved := g.Snapshot(nil)
	for _, pictures := range []bool{true, false} {
		other := newGame(t, agent.Options{Pictures: pictures})
		if err := other.Rollback(saved); err != nil {
			t.Fatal(err)
		}
		want("rolled back", other.Crowd, pictures)
		b := runner.NewBindings(g.program.Info)
		action.Bind(b, "act", func(*action.Ctx, *none, *none) action.Status { return action.Running })
		c, _, err := agent.Restore(g.program, b, agent.Options{Pictures: pictures}, saved)
		if err != nil {
			t.Fatal(err)
		}
		want("restored", c, pictures)
		if !pictures {
			if err := g.Rollback(other.Snapshot(nil)); err != nil {
				t.Fatal(err)
			}
			want("rolled back to a snapshot without pictures", g.Crowd, false)
		}
	}
}
