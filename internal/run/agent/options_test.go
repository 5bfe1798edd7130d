package agent_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
)

// TestOptionsOutOfRangeAreRefused: by name, value and range, and none is bent.
func TestOptionsOutOfRangeAreRefused(t *testing.T) {
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte("agent a { }")}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	levels := func(l ...schedule.Level) agent.Options { return agent.Options{Levels: l} }
	for _, tc := range []struct {
		options agent.Options
		want    string
	}{
		{agent.Options{TPS: -1}, "karakuri: Options.TPS is -1; it must be from 0 to 1000"},
		{agent.Options{TPS: agent.MaxTPS + 1}, "karakuri: Options.TPS is 1001; it must be from 0 to 1000"},
		{agent.Options{Limits: htn.Limits{Nodes: -5}}, "karakuri: Options.Limits.Nodes is -5; it must be 0 or more"},
		{agent.Options{Limits: htn.Limits{Depth: -5}}, "karakuri: Options.Limits.Depth is -5; it must be 0 or more"},
		{agent.Options{Limits: htn.Limits{Memory: -5}}, "karakuri: Options.Limits.Memory is -5; it must be 0 or more"},
		{agent.Options{Limits: htn.Limits{Deadline: -time.Second}}, "karakuri: Options.Limits.Deadline is -1000000000; it must be 0 or more"},
		{agent.Options{TurnsPerTick: -1}, "karakuri: Options.TurnsPerTick is -1; it must be from 0 to 2147483647"},
		{agent.Options{CrowdNodesPerTick: -1}, "karakuri: Options.CrowdNodesPerTick is -1; it must be from 0 to 2147483647"},
		{agent.Options{NodesPerTick: -1}, "karakuri: Options.NodesPerTick is -1; it must be from 0 to 2147483647"},
		{agent.Options{RoundsPerTick: -1}, "karakuri: Options.RoundsPerTick is -1; it must be from 0 to 2147483647"},
		{agent.Options{Workers: -1}, "karakuri: Options.Workers is -1; it must be from 0 to 256"},
		{agent.Options{Workers: agent.MaxWorkers + 1}, "karakuri: Options.Workers is 257; it must be from 0 to 256"},
		{agent.Options{History: -1}, "karakuri: Options.History is -1; it must be from 0 to 2147483647"},
		{agent.Options{Rays: sense.MaxRays + 1}, "karakuri: Options.Rays is 1048577; it must be from 0 to 1048576"},
		{levels(make([]schedule.Level, schedule.MaxLevels+1)...), "karakuri: Options.Levels is a list of 9; it must be a list of 8 at most"},
		{levels(schedule.Level{Seconds: math.NaN()}), "karakuri: Options.Levels[0].Seconds is NaN; it must be from 0 to 3600, or Asleep"},
		{levels(schedule.Level{Seconds: 1e9}), "karakuri: Options.Levels[0].Seconds is 1e+09; it must be from 0 to 3600, or Asleep"},
		{levels(schedule.Level{Significance: math.NaN()}), "karakuri: Options.Levels[0].Significance is NaN; it must be a number, and less than that of the level before"},
		{levels(schedule.Level{Seconds: -2}), "karakuri: Options.Levels[0].Seconds is -2; it must be from 0 to 3600, or Asleep"},
		{levels(schedule.Level{Significance: 1}, schedule.Level{Significance: 2}), "karakuri: Options.Levels[1].Significance is 2; it must be a number, and less than that of the level before"},
	} {
		_, err := agent.New(p, runner.NewBindings(p.Info), tc.options)
		if wrong := (*agent.OptionError)(nil); !errors.As(err, &wrong) || err.Error() != tc.want {
			t.Errorf("%v, want %s", err, tc.want)
		}
	}
}

// TestNoNumberIsNoSignificance: it is refused and reported, and the agent matters as much as before.
func TestNoNumberIsNoSignificance(t *testing.T) {
	m := newMinefield(t, "", "soldier", nil, 1, true)
	for id := range m.All {
		m.SetSignificance(id, 7)
		if m.SetSignificance(id, math.NaN()) || m.View().Significance(id) != 7 {
			t.Fatal("NaN counts")
		}
	}
	o := agent.Options{Levels: []schedule.Level{{Significance: 1}}, Significance: func(*agent.Crowd, agent.ID) float64 { return math.NaN() }, ErrorLog: m.options.ErrorLog}
	c, err := agent.New(m.program, m.bound, o)
	if err != nil {
		t.Fatal(err)
	}
	id := c.Spawn("guard")
	for range 25 {
		c.Step()
	}
	if c.View().Significance(id) != 0 || strings.Count(m.log.String(), "it returned NaN") != 1 {
		t.Errorf("it matters %g, and the log says %q", c.View().Significance(id), m.log.String())
	}
}
