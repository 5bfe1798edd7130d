package agent_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// sleepers have walk wherever an action can run.
const sleepers = `
state agent { n: int; sensed alarm: bool }
action walk
action rest
action shout needs room
squad pair { token room 1 }
operator go { do walk }
task travel { method "go" { go } }
tree steps { sequence { walk; walk } }
tree watched { sequence { service every 5s walk; wait 9s } }
tree travels { plan travel }
tree roomy { shout }
goal stroll { walk }
brain lazy { want stroll { score 1 } }
agent plan_line { plan travel; idle rest }
agent leaf { tree steps }
agent serviced { tree watched }
agent planned { tree travels }
agent lent { tree roomy; squad pair }
agent minded { brain lazy }
agent idler { idle walk }
agent layered { layer l walk; idle rest }
agent reacting { reaction walk on alarm; idle rest }
`

// dream is the data of an instance of walk.
type dream struct{ Awoke, Started, Ticks int32 }

// waker is a crowd of one agent that notes when its actions awake, start and end.
type waker struct {
	*agent.Crowd
	id  agent.ID
	log []string
	bad []string
}

func (w *waker) bind(p *program.Program, slips string) *action.Bindings {
	b := runner.NewBindings(p.Info)
	n := p.Info.Schema.Symbol("n").Base
	for _, a := range p.Info.Actions {
		note := func(c *action.Ctx, what string) {
			if a.Name == "rest" || c.Agent() != w.id {
				return
			}
			if w.log = append(w.log, what); what == slips {
				panic("a slip")
			}
		}
		action.Bind(b, a.Name, func(_ *action.Ctx, _ *struct{}, s *dream) action.Status {
			if s.Awoke != 1 || s.Started != 1 {
				w.bad = append(w.bad, fmt.Sprintf("%s runs with %+v", a.Name, *s))
			}
			if s.Ticks++; s.Ticks < 3 {
				return action.Running
			}
			return action.Success
		}, action.OnAwake(func(c *action.Ctx, _ *struct{}, s *dream) {
			s.Awoke++
			c.State().Set(n, c.State().Get(n)+1)
			note(c, "awake")
		}), action.OnStart(func(c *action.Ctx, _ *struct{}, s *dream) { s.Started++; note(c, "start") }),
			action.OnEnd(func(c *action.Ctx, _ *struct{}, _ *dream, s action.Status) { note(c, s.String()) }),
			action.OnAbort(func(c *action.Ctx, _ *struct{}, _ *dream, _ action.Reason) { note(c, "abort") }),
			action.OnRestored(func(c *action.Ctx, _ *struct{}, _ *dream) { note(c, "restored") }))
	}
	return b
}

func newWaker(t *testing.T, kind, slips string, rec *ktrace.Recorder) (*waker, *program.Program) {
	t.Helper()
	p := wakerProgram(t, sleepers)
	w := &waker{}
	c, err := agent.New(p, w.bind(p, slips), agent.Options{Recorder: rec})
	if err != nil {
		t.Fatal(err)
	}
	w.Crowd = c
	w.id = w.Spawn(kind)
	if kind == "lent" {
		if err := w.Join(w.Spawn("pair"), w.id); err != nil {
			t.Fatal(err)
		}
	}
	return w, p
}

func wakerProgram(t *testing.T, text string) *program.Program {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

func (w *waker) run(ticks int) {
	for range ticks {
		w.Target(w.id, false).Set(w.Schema().Symbol("alarm").Base, 1)
		w.Step()
	}
}

// sleepersOf are the kinds of agents: each runs walk, or shout, in another way.
var sleepersOf = []string{"plan_line", "leaf", "serviced", "planned", "lent", "minded", "idler", "layered", "reacting"}

// TestActionsAwakeWhereverTheyRun: once before they start, in plans, trees and goals. Actions that continue from a
// snapshot or in a changed program do not awake again.
func TestActionsAwakeWhereverTheyRun(t *testing.T) {
	for _, kind := range sleepersOf {
		t.Run(kind, func(t *testing.T) {
			var trace bytes.Buffer
			rec := ktrace.NewRecorder(&trace, ktrace.Options{CheckpointTicks: 1})
			w, p := newWaker(t, kind, "", rec)
			for at := 0; len(w.log) == 0 && at < 5; at++ {
				w.run(1)
			}
			if got := strings.Join(w.log, " "); got != "awake start" {
				t.Fatalf("at first: %s", got)
			}
			saved := w.Snapshot(nil)
			w.log = nil
			if w.run(2); strings.Join(w.log, " ") != "success" && strings.Join(w.log, " ") != "success awake start" {
				t.Errorf("then: %q", w.log)
			}

			again := &waker{id: w.id}
			c, _, err := agent.Restore(p, again.bind(p, ""), agent.Options{}, saved)
			if err != nil {
				t.Fatal(err)
			}
			again.Crowd = c
			if again.run(2); strings.Join(again.log, " ") != "restored "+strings.Join(w.log, " ") || len(again.bad) > 0 {
				t.Errorf("restored: %q, want what the other did, %q; %q", again.log, w.log, again.bad)
			}

			for at := 0; at < 200 && again.log[len(again.log)-1] != "start"; at++ {
				again.run(1)
			}
			if kind != "reacting" { // that has happened
				again.log = nil
				next := wakerProgram(t, sleepers+"action late\n")
				if _, err := again.Reload(next, again.bind(next, "")); err != nil {
					t.Fatal(err)
				}
				if again.run(2); strings.Join(again.log, " ") != "restored success" {
					t.Errorf("reloaded: %q", again.log)
				}
			}
			if w.run(200); len(w.bad)+len(again.bad) > 0 {
				t.Error(w.bad, again.bad)
			}
			if err := rec.Close(); err != nil {
				t.Fatal(err)
			}
			sameAgain(t, w.Crowd, &trace)
		})
	}
}

// TestAnAwakeThatPanicsIsTheAgents: nothing starts, the agent is quarantined as after any panic of an action, another
// agent continues, and the run can be replayed.
func TestAnAwakeThatPanicsIsTheAgents(t *testing.T) {
	for _, kind := range sleepersOf {
		t.Run(kind, func(t *testing.T) {
			var trace bytes.Buffer
			rec := ktrace.NewRecorder(&trace, ktrace.Options{CheckpointTicks: 1})
			w, _ := newWaker(t, kind, "awake", rec)
			other := w.Spawn("plan_line")
			for at := 0; len(w.log) == 0 && at < 5; at++ {
				w.run(1)
			}
			if len(w.log) == 0 || w.log[0] != "awake" || strings.Contains(strings.Join(w.log, " "), "start") {
				t.Fatalf("called %q", w.log)
			}
			if w.View().Runner(w.id).Why() != runner.Quarantined {
				t.Error("the agent is not in quarantine")
			}
			w.run(5)
			if w.Number(other) == 0 {
				t.Error("another agent is gone")
			}
			if err := rec.Close(); err != nil {
				t.Fatal(err)
			}
			sameAgain(t, w.Crowd, &trace)
		})
	}
}
