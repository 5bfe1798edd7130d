package agent_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// TestNumbersThatDoNotFitAreRefused: where the private state of an action no longer holds a number that was saved,
// restoring, taking in an agent and going over to another program are refused with field, number and range, and leave
// the crowd as it is.
func TestNumbersThatDoNotFitAreRefused(t *testing.T) {
	type narrow struct{ Steps int8 }
	p := loadText(t, "action wait\nagent a { idle wait }")
	wide, less := runner.NewBindings(p.Info), runner.NewBindings(p.Info)
	bindSteps(wide, p, func(s *walking) { s.Steps += 100 })
	called := 0
	bindSteps(less, p, func(s *narrow) { called++ })
	c := crowdOf(t, p, wide)
	c.Spawn("a")
	c.Spawn("a")
	for range 2 {
		c.Step()
	}
	before, one := c.Snapshot(nil), c.SnapshotAgent(nil, first)
	refused := func(what string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), "action wait, state.Steps is 200; the field now takes -128 to 127") {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, _, err := agent.Restore(p, less, agent.Options{}, before)
	refused("Restore", err)
	_, err = c.Reload(p, less)
	refused("Reload", err)
	if !bytes.Equal(c.Snapshot(nil), before) {
		t.Error("reloading in vain has changed something")
	}
	other := crowdOf(t, p, less)
	id, _, err := other.RestoreAgent(one, nil)
	refused("RestoreAgent", err)
	fresh := crowdOf(t, p, less)
	if id != 0 || other.Len() != 0 || other.Running() != 0 || called != 0 || other.Spawn("a") != fresh.Spawn("a") {
		t.Error("taking in an agent in vain has changed something")
	}
	for range 2 {
		other.Step()
		fresh.Step()
	}
	if !bytes.Equal(other.Snapshot(nil), fresh.Snapshot(nil)) {
		t.Error("taking in an agent in vain has changed what comes later")
	}
}

func bindSteps[S any](b *action.Bindings, p *program.Program, step func(*S)) {
	for _, a := range p.Info.Actions {
		action.Bind(b, a.Name, func(_ *action.Ctx, _ *action.Arguments, s *S) action.Status { step(s); return action.Running },
			action.OnRestored(func(_ *action.Ctx, _ *action.Arguments, s *S) { step(s) }))
	}
}

func crowdOf(t *testing.T, p *program.Program, b *action.Bindings) *agent.Crowd {
	t.Helper()
	c, err := agent.New(p, b, agent.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
