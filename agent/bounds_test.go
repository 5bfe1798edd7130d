package agent_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/agent"
	"github.com/karakuri-ai/karakuri/bt"
	"github.com/karakuri-ai/karakuri/expr"
	"github.com/karakuri-ai/karakuri/goal"
	"github.com/karakuri-ai/karakuri/program"
	"github.com/karakuri-ai/karakuri/runner"
)

// crowdedDecls are what the cases below share. WIDE stands for a condition that takes 100⁴ rounds before it does not hold.
const crowdedDecls = `
type thing max 100
state world { flag(t: thing): bool }
state agent { n: int 0..9; mark: int 0..9; hungry: bool = true }
action act
operator step { do act }
task live { method "on" { step } }
`

const wideCond = "exists(a: thing, b: thing, c: thing, d: thing where flag(d))"

// TestExpressionsThatTakeTooLongSpeak: wherever an agent evaluates an expression that takes more rounds than the limit, the crowd says so, names
// the limit, goes on, and another agent is not concerned.
func TestExpressionsThatTakeTooLongSpeak(t *testing.T) {
	for _, tc := range []struct{ name, text string }{
		{"a plan line", `agent a { plan live when WIDE }`},
		{"a method", `task wide { method "m" when WIDE { step } }; agent a { plan wide }`},
		{"the until of a step", `operator wait { do act; until WIDE }; task wide { method "m" { wait } }; agent a { plan wide }`},
		{"the while of a step", `operator wait { do act; while !WIDE }; task wide { method "m" { wait } }; agent a { plan wide }`},
		{"the condition of a tree", `tree life { selector { sequence { if WIDE; act }; act } }; agent a { tree life }`},
		{"a watch of a tree", `tree life { selector { when WIDE abort lower { act }; act } }; agent a { tree life }`},
		{"the effect of a tree", `tree life { act on_success forall a: thing, b: thing, c: thing, d: thing where flag(d) { mark = 1 } }; agent a { tree life }`},
		{"a goal", `goal g { while !WIDE; act }; brain b { want g { score 1 } }; agent a { brain b }`},
		{"a want", `goal g { act }; brain b { want g when WIDE { score 1 } }; agent a { brain b }`},
		{"a score", `goal g { act }; brain b { want g { score if WIDE then 1 else 0 } }; agent a { brain b }`},
		{"a reaction", `agent a { plan live; reaction act on WIDE }`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			said := crowdedRun(t, crowdedDecls+strings.ReplaceAll(strings.ReplaceAll(tc.text, "WIDE", wideCond), "; agent", "\nagent")+"\nagent other { plan live }")
			limit := fmt.Sprint(expr.MaxRounds)
			if !strings.Contains(said, limit) && !strings.Contains(said, "within the limit of nodes") {
				t.Errorf("the limit is not named:\n%s", said)
			}
			if !strings.Contains(said, "other: step ended") {
				t.Errorf("the other agent does not go on:\n%s", said)
			}
		})
	}
}

// crowdedRun lets an agent of each kind live for a few ticks among 100 things, and returns what is said.
func crowdedRun(t *testing.T, text string) string {
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	b := runner.NewBindings(p.Info)
	activity.Bind(b, "act", func(_ *activity.Ctx, _ *none, s *timed) activity.Status {
		if s.Ticks++; s.Ticks < 2 {
			return activity.Running
		}
		return activity.Success
	})
	var said strings.Builder
	var crowd *agent.Crowd
	names := map[activity.AgentID]string{}
	crowd, err := agent.New(p, b, agent.Options{
		Sink:     runner.SinkFunc(func(e runner.Event) { fmt.Fprintln(&said, names[e.Agent]+": "+crowd.Text(e)) }),
		TreeSink: bt.SinkFunc(func(e bt.Event) { fmt.Fprintln(&said, crowd.TreeText(e)) }),
		GoalSink: goal.SinkFunc(func(e goal.Event) { fmt.Fprintln(&said, crowd.GoalText(e)) }),
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		if _, err := crowd.AddObject("thing", fmt.Sprint("thing", i)); err != nil {
			t.Fatal(err)
		}
	}
	for _, kind := range []string{"a", "other"} {
		id := crowd.Spawn(kind)
		names[id] = kind
	}
	for range 4 {
		crowd.Step()
	}
	return said.String()
}
