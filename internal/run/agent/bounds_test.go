package agent_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// crowdedDecls are the common declarations of the cases below. WIDE is replaced by a condition that takes 100⁴ rounds
// before it does not hold.
const crowdedDecls = `
type thing max 100
type man max 4
state world { flag(t: thing): bool; fit(m: man): float = 0.5 }
state agent { n: int 0..9; mark: int 0..9; hungry: bool = true }
action act
operator step { do act }
task live { method "on" { step } }
`

const wideCond = "exists(a: thing, b: thing, c: thing, d: thing where flag(d))"

// TestExpressionsThatTakeTooLongSpeak: wherever an agent evaluates an expression that takes more rounds than the limit,
// the crowd says so, names the limit, continues, and another agent is not concerned.
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
		{"a score for a role", `squad band { role scout 0..9 each m: man score if WIDE then 1 else fit(m) }; agent a { plan live; body man; squad band }`},
		{"a reaction", `agent a { plan live; reaction act on WIDE }`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			said := crowdedRun(t, crowdedDecls+strings.ReplaceAll(strings.ReplaceAll(tc.text, "WIDE", wideCond), "; agent", "\nagent")+"\nagent other { plan live }", agent.Options{})
			limit := fmt.Sprint(expr.MaxRounds)
			if !strings.Contains(said, limit) && !strings.Contains(said, "within the limit of nodes") {
				t.Errorf("the limit is not named:\n%s", said)
			}
			if strings.Contains(said, "function of the host") {
				t.Errorf("the host is blamed:\n%s", said)
			}
			if !strings.Contains(said, "other: step ended") {
				t.Errorf("the other agent does not continue:\n%s", said)
			}
		})
	}
}

// TestTicksThatTakeTooLongSpeak: expressions that keep to their limits may together exceed the limit of an agent in a
// tick. The crowd reports that, with the option and its value; other agents are not affected.
func TestTicksThatTakeTooLongSpeak(t *testing.T) {
	const pairs = "exists(a: thing, b: thing where flag(b) && n < "
	conds := func(between string) string { // 10,100 rounds each
		return pairs + "1)" + between + pairs + "2)" + between + pairs + "3)" + between + pairs + "4)"
	}
	for _, tc := range []struct{ name, text string }{
		{"plan lines", `agent a { plan live when ` + conds("; plan live when ") + `; plan live }`},
		{"the conditions of a tree", `tree life { selector { sequence { if ` + conds("; act }; sequence { if ") + `; act }; act } }; agent a { tree life }`},
		{"the watches of a tree", `tree life { selector { when ` + conds(" abort lower { act }; when ") + ` abort lower { act }; act } }; agent a { tree life }`},
		{"a brain", `goal g { act }; goal h { act }; goal i { act }; goal j { act }; brain b { want g when ` + pairs + `1) { score 1 }; want h when ` + pairs + `2) { score 1 }; want i when ` +
			pairs + `3) { score 1 }; want j when ` + pairs + `4) { score 1 } }; agent a { brain b }`},
		{"scores for roles", `squad band { role scout 0..9 each m: man score if ` + conds(" then 1 else if ") + ` then 1 else fit(m) }; agent a { plan live; body man; squad band }`},
		{"reactions", `agent a { plan live; reaction act on ` + conds("; reaction act on ") + ` }`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := crowdedDecls + strings.NewReplacer("; agent", "\nagent", "; plan", "\nplan", "; reaction", "\nreaction").Replace(tc.text) + "\nagent other { plan live }"
			if said := crowdedRun(t, text, agent.Options{RoundsPerTick: 100_000}); strings.Contains(said, "rounds") || strings.Contains(said, "limit") {
				t.Errorf("what keeps to its limits is cut short:\n%s", said)
			}
			said := crowdedRun(t, text, agent.Options{RoundsPerTick: 30_000})
			if !strings.Contains(said, "take more than 30000 rounds of their quantifiers in one tick, the limit of Options.RoundsPerTick") {
				t.Errorf("the limit is not named:\n%s", said)
			}
			if !strings.Contains(said, "other: step ended") {
				t.Errorf("the other agent does not continue:\n%s", said)
			}
		})
	}
}

// crowdedRun runs an agent of each kind for a few ticks among 100 things, and returns the messages.
func crowdedRun(t *testing.T, text string, options agent.Options) string {
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	b := runner.NewBindings(p.Info)
	action.Bind(b, "act", func(_ *action.Ctx, _ *none, s *timed) action.Status {
		if s.Ticks++; s.Ticks < 2 {
			return action.Running
		}
		return action.Success
	})
	var said strings.Builder
	var crowd *agent.Crowd
	names := map[action.AgentID]string{}
	options.Sink = runner.SinkFunc(func(e runner.Event) { fmt.Fprintln(&said, names[e.Agent]+": "+crowd.View().Text(e)) })
	options.TreeSink = bt.SinkFunc(func(e bt.Event) { fmt.Fprintln(&said, crowd.View().TreeText(e)) })
	options.SquadSink = agent.SquadSinkFunc(func(e agent.SquadEvent) { fmt.Fprintln(&said, crowd.View().SquadText(e)) })
	options.GoalSink = goal.SinkFunc(func(e goal.Event) { fmt.Fprintln(&said, crowd.View().GoalText(e)) })
	crowd, err := agent.New(p, b, options)
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
		if kind == "a" && len(p.Info.Squads) > 0 {
			if err := crowd.Join(crowd.Spawn(p.Info.Squads[0].Name), id); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range 4 {
		crowd.Step()
	}
	return said.String()
}
