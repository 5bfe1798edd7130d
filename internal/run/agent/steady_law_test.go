package agent_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// scripted is a crowd whose actions do as a test says: by their name, and how many ticks they have gone on.
type scripted struct {
	*agent.Crowd
	log []string
	act func(s *scripted, x *action.Ctx, name string, ticks int32) action.Status
}

// agentAt is the first agent in a slot.
func agentAt(slot int) agent.ID { return agent.ID(1<<24 + 1 + slot) }

func (s *scripted) start(t *testing.T, text string) {
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte("action hum\naction look\naction quit\nstate agent { alarm: bool; n: int }\n" + text)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(ds.All)
	}
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		action.Bind(b, a.Name, func(x *action.Ctx, _ *action.Arguments, its *timed) action.Status {
			its.Ticks++
			return s.act(s, x, a.Name, its.Ticks)
		})
	}
	crowd, err := agent.New(p, b, agent.Options{Sink: runner.SinkFunc(func(e runner.Event) {
		s.log = append(s.log, fmt.Sprintf("%d: %d: level %d: %s", e.Tick, int(e.Agent&0xff)-1, e.Level, s.View().Text(e)))
	})})
	if err != nil {
		t.Fatal(err)
	}
	s.Crowd = crowd
	for _, k := range p.Info.Agents {
		s.Spawn(k.Name)
	}
}

// Events that are easily missed if steady trees and plans are not evaluated. The events must be the same, and contain a
// line.
func TestWhatHappensToSteadyTrees(t *testing.T) {
	rings := func(s *scripted, x *action.Ctx, name string, ticks int32) action.Status {
		if name == "look" && ticks == 20 {
			s.Target(agentAt(1), false).Set(s.Schema().Symbol("alarm").Base, 1)
		}
		return action.Running
	}
	const lounge = `
		operator lounge { do rest; while !alarm; effect n = 1 }
		tree rest { wait 9s }
		task idling { method "a" { lounge } }
		agent ringer { idle look }
		`
	const singing = `
		operator sing { do hum; effect n = 1; cooldown 5s }
		task singing { method "a" { sing } }
		tree live { parallel { quit; plan singing } }
		agent singer { tree live }
		`
	for _, tc := range []struct {
		name, text, want string
		act              func(s *scripted, x *action.Ctx, name string, ticks int32) action.Status
	}{
		{"one who only waits is written to", lounge + "agent lounger { plan idling }", "20: 1: level 0: step failed", rings},
		{"one who waits beside something else is written to", lounge + "tree live { parallel { plan idling; hum } }\nagent lounger { tree live }", "20: 1: level 1: step failed", rings},
		{"a goal within a plan begins a plan", `
			operator listen { do look; effect n = 1 }
			task listening { method "a" { listen } }
			goal watch { hum; plan listening }
			operator guard { do watch; effect n = 2 }
			task guarding { method "a" { guard } }
			tree live { plan guarding }
			agent sentry { tree live }`, "level 2: plan adopted",
			func(s *scripted, x *action.Ctx, name string, ticks int32) action.Status {
				if ticks == 20 {
					return action.Success
				}
				return action.Running
			}},
		{"a plan is aborted before its turn", singing, "20: 0: level 1: plan aborted",
			func(s *scripted, x *action.Ctx, name string, ticks int32) action.Status {
				if name == "quit" && ticks == 20 {
					return action.Failure
				}
				return action.Running
			}},
		{"one who leaves fails before its plan has its turn", singing, "20: 0: level 1: plan aborted",
			func(s *scripted, x *action.Ctx, name string, ticks int32) action.Status {
				if name == "quit" && ticks == 20 {
					s.Remove(x.Agent())
					return action.Failure
				}
				return action.Running
			}},
		{"an action asks for what its agent waits", `
			operator early { do hum; fail_after 9s; effect n = 1 }
			operator late { do look; fail_after 8s; effect n = 2 }
			task earlier { method "a" { early } }
			task later { method "a" { late } }
			tree live { parallel { plan earlier; quit; plan later } }
			agent waiter { tree live }`, "20: [early fails in 7.1s late fails in 6.2s]",
			func(s *scripted, x *action.Ctx, name string, ticks int32) action.Status {
				if name == "quit" {
					s.log = append(s.log, fmt.Sprintf("%d: %s", x.Tick(), s.View().Waits(x.Agent())))
				}
				return action.Running
			}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			deep, other := &scripted{act: tc.act}, &scripted{act: tc.act}
			deep.start(t, tc.text)
			other.start(t, tc.text)
			other.Shallow()
			left := 0
			for range 40 {
				deep.Step()
				other.Step()
				left += deep.Deep()
			}
			if !slices.Equal(deep.log, other.log) {
				t.Errorf("%s\nwant\n%s", strings.Join(deep.log, "\n"), strings.Join(other.log, "\n"))
			}
			if !slices.ContainsFunc(deep.log, func(s string) bool { return strings.Contains(s, tc.want) }) {
				t.Errorf("%s\nwithout %q", strings.Join(deep.log, "\n"), tc.want)
			}
			if left == 0 && tc.name != "a goal within a plan begins a plan" {
				t.Error("no tree was ever left alone")
			}
		})
	}
}

// An agent that is woken after its turn has had a turn all the same: what it waits for, and its snapshot, is of this
// tick.
func TestWokenAfterItsTurn(t *testing.T) {
	s := &scripted{act: func(s *scripted, x *action.Ctx, name string, ticks int32) action.Status {
		if name == "look" && ticks == 20 {
			s.Wake(agentAt(0))
		}
		return action.Running
	}}
	s.start(t, `
		operator sing { do hum; fail_after 9s; effect n = 1 }
		task singing { method "a" { sing } }
		agent singer { plan singing every 60s }
		agent ringer { idle look }`)
	for range 20 {
		s.Step()
	}
	if got := fmt.Sprint(s.View().Waits(agentAt(0))); got != "[sing fails in 7.1s]" {
		t.Error(got)
	}
}
