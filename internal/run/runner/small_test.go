package runner_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// TestBytesGrow: what a runner needs for a step, an order of steps, a cooldown and a failure is counted once it has it.
func TestBytesGrow(t *testing.T) {
	th := newTheatre(t, `
state agent { n: int 0..9; sensed on: bool; sensed wide: bool }
action work
action rest
operator toil(k: int) { do work; cooldown 1s; effect n += 1 }
operator laze { do rest }
operator count { effect n += 1 }
task live { method "wide" when wide { unordered { count; laze; count } }
            method "m" { toil(3) } }
agent a { plan live when on }
`, agent.Options{})
	th.results["work"] = []result{{2, "failure"}}
	th.results["rest"] = []result{{9, "success"}}
	th.last = th.crowd.Spawn("a")
	bytes := func() map[string]int { return th.crowd.View().Runner(th.last).Bytes() }
	grown := func(when string, before map[string]int, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if now := bytes()[part]; now <= before[part] {
				t.Errorf("%s: %s takes %d bytes, was %d", when, part, now, before[part])
			}
		}
	}
	th.step()
	idle := bytes()
	th.assign(th.crowd.State(th.last), "on = true")
	th.step()
	busy := bytes()
	grown("a step runs", idle, "efforts", "progress")
	th.step()
	th.step()
	grown("it has failed, and cools down", busy, "rare", "others")
	failed := bytes()
	th.assign(th.crowd.State(th.last), "wide = true")
	for range 3 {
		th.step()
	}
	grown("two steps have an order", failed, "order", "progress")
}

// TestFunctionsAreBoundAsDeclared: each function of the host takes the parameters with which it is declared, whatever
// others take.
func TestFunctionsAreBoundAsDeclared(t *testing.T) {
	p := load(t, `
type crate max 2
objects c1: crate
function heavy(c: crate, least: float): bool
function calm: bool
function even(n: int): bool
state agent { n: int 0..9 }
action lift
operator grab { when heavy(c1, 1.5) && calm && even(n); do lift }
task go { method "m" { grab } }
agent a { plan go }
`)
	b := runner.NewBindings(p.Info)
	action.Bind(b, "lift", func(*action.Ctx, *struct{}, *struct{}) action.Status { return action.Success })
	calls := ""
	action.BindFunc(b, "heavy", func(p struct {
		C     action.Value
		Least float32
	}) bool {
		calls += "h"
		return p.Least == 1.5
	})
	action.BindFunc(b, "calm", func(struct{}) bool { calls += "c"; return true })
	action.BindFunc(b, "even", func(p struct{ N int }) bool { calls += "e"; return p.N%2 == 0 })
	var log strings.Builder
	var crowd *agent.Crowd
	crowd, err := agent.New(p, b, agent.Options{Sink: runner.SinkFunc(func(e runner.Event) { log.WriteString(crowd.View().Text(e) + "; ") })})
	if err != nil {
		t.Fatal(err)
	}
	crowd.Spawn("a")
	crowd.Step()
	if !strings.HasPrefix(calls, "hce") || !strings.Contains(log.String(), "step ended: grab") {
		t.Errorf("calls %s: %s", calls, log.String())
	}
}

// TestAPlanFailsByTheTimeOfItsMethod: where the task of a method whose time is over cannot be planned anew, the plan
// fails because of the time, also after a restore.
func TestAPlanFailsByTheTimeOfItsMethod(t *testing.T) {
	p := load(t, `state agent { n: int 0..9 }
action look
operator search { do look; effect n += 1 }
operator leave { effect n += 1 }
task find { method "look" fail_after 1s ban 10s { search } }
task all { method "all" { leave; find } }
agent a { plan all every 100s }
`)
	b := runner.NewBindings(p.Info)
	type none struct{}
	action.Bind(b, "look", func(*action.Ctx, *none, *none) action.Status { return action.Running })
	var causes []runner.Cause
	sink := runner.SinkFunc(func(e runner.Event) {
		if e.Kind == runner.PlanFailed {
			causes = append(causes, e.Cause)
		}
	})
	for _, saved := range []bool{false, true} {
		causes = nil
		c, err := agent.New(p, b, agent.Options{TPS: 10, Sink: sink})
		if err != nil {
			t.Fatal(err)
		}
		c.Spawn("a")
		for range 15 {
			if c.Step(); saved {
				if err := c.Rollback(c.Snapshot(nil)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if len(causes) != 1 || causes[0] != runner.TimedOut {
			t.Errorf("saved %v: plans failed because of %v, want one, because of %v", saved, causes, runner.TimedOut)
		}
	}
}
