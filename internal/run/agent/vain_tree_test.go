package agent_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// vainDecls have a task that cannot be planned for until n is greater than 3, or there is a thing that is free.
const vainDecls = `
type thing max 4
state agent { n: int 0..9; other: int 0..9; taken(t: thing): bool }
action act
operator step { when n > 3 || exists(t: thing where !taken(t)); do act }
task go { method "m" { step } }
agent a { tree life }
`

// vainRun lets an agent live whose tree asks for that plan in every tick, or many times in one.
func vainRun(t *testing.T, tree string) (c *agent.Crowd, counts map[runner.EventKind]int32) {
	t.Helper()
	p := loadText(t, vainDecls+tree)
	b := runner.NewBindings(p.Info)
	action.Bind(b, "act", func(*action.Ctx, *none, *none) action.Status { return action.Success })
	counts = map[runner.EventKind]int32{}
	c, err := agent.New(p, b, agent.Options{TPS: 10, Sink: runner.SinkFunc(func(e runner.Event) { counts[e.Kind] += max(1, e.Count) })})
	if err != nil {
		t.Fatal(err)
	}
	c.Spawn("a")
	return c, counts
}

// TestTreesPlanInVainOnce: a plan within a tree that has failed is not planned again before something changes that it
// depends on, however often the tree asks.
func TestTreesPlanInVainOnce(t *testing.T) {
	plannings := func(c *agent.Crowd, ticks int) (sum int64) {
		for range ticks {
			c.Step()
			sum += c.View().Stats().Plannings
		}
		return sum
	}
	for _, tree := range []string{
		"tree life { selector { plan go; act } }",
		"tree life { reactive selector { plan go; act } }",
		"tree life { repeat { selector { plan go; act } } }",
		"tree life { plan go }",
		"tree life { retry { plan go } }",
	} {
		t.Run(tree, func(t *testing.T) {
			c, counts := vainRun(t, tree)
			if n := plannings(c, 100); n != 1 {
				t.Errorf("%d plannings in 100 ticks in which nothing changes, want 1", n)
			}
			set := func(name string, v world.Word) { c.Target(first, false).Set(c.Schema().Symbol(name).Base, v) }
			set("other", 5)
			set("n", 2) // below the threshold still
			if n := plannings(c, 10); n != 0 {
				t.Errorf("%d plannings after what makes no difference", n)
			}
			thing, err := c.AddObject("thing", "key")
			if err != nil {
				t.Fatal(err)
			}
			if plannings(c, 3); counts[runner.StepStarted] == 0 {
				t.Error("there is a thing, and no plan")
			}
			c.RemoveObject(thing)
			plannings(c, 3)
			if n := plannings(c, 20); n != 0 {
				t.Errorf("%d plannings since the thing is gone", n)
			}
			before := counts[runner.StepStarted]
			set("n", 4)
			if plannings(c, 2); counts[runner.StepStarted] == before {
				t.Error("the number is great enough, and there is no plan")
			}
		})
	}
}

// TestBannedWaysPlanInVainOnce: the same holds while a ban keeps the only way from being taken, and the end of the ban
// calls for planning.
func TestBannedWaysPlanInVainOnce(t *testing.T) {
	p := loadText(t, `
action act
operator step { do act }
task go { method "m" { step } }
tree life { plan go }
agent a { tree life }`)
	b := runner.NewBindings(p.Info)
	action.Bind(b, "act", func(*action.Ctx, *none, *none) action.Status { return action.Failure })
	banned := 0
	c, err := agent.New(p, b, agent.Options{TPS: 10, Sink: runner.SinkFunc(func(e runner.Event) {
		if e.Kind == runner.MethodBanned {
			banned++
		}
	})})
	if err != nil {
		t.Fatal(err)
	}
	c.Spawn("a")
	plannings := int64(0)
	for range 60 { // the ban lasts 50
		c.Step()
		plannings += c.View().Stats().Plannings
	}
	if plannings != 4 || banned != 2 {
		t.Errorf("%d plannings and %d bans in 60 ticks, want 4 and 2: the way, nothing, and both again", plannings, banned)
	}
}

// TestPlanningInVainIsBounded: whatever changes, and whatever cannot be known to have changed, a tree has at most ten
// plannings in vain in a second for a goal, and many goals together have no more than the memory of the agent holds. In
// a second in which nothing is known to change the plannings are ever farther apart.
func TestPlanningInVainIsBounded(t *testing.T) {
	const decls = `
action act
type door max 40
objects %s: door
function lucky: bool
state agent { flag: bool; n: int 0..99 }
operator step(d: door) { when %s; do act }
task go(d: door) { method "m" when flag { step(d) }; method "n" when !flag { step(d) } }
task all { method "m" each d: door { go(d) } }
`
	names := []string{}
	for i := range 24 {
		names = append(names, fmt.Sprintf("d%d", i))
	}
	toggle := "sequence { set flag = !flag; plan all }"
	for _, c := range []struct {
		name, when, tree string
		options          agent.Options
		most             int64 // in ten seconds
	}{
		{"changes", "n > 90", "agent a { tree life }\ntree life { retry { " + toggle + " } }", agent.Options{}, 100},
		{"a tally", "n > 90", "agent a { tree life }\ntree life { retry { " + toggle + " } }", agent.Options{Tally: true}, 100},
		{"the host", "lucky()", "agent a { tree life }\ntree life { selector { plan all; act } }", agent.Options{}, 8},
		{"slices", "n > 90", "agent a { tree life }\ntree life { selector { " + toggle + "; act } }", agent.Options{NodesPerTick: 200}, 100},
		{"slices of the host", "lucky()", "agent a { tree life }\ntree life { selector { plan all; act } }", agent.Options{NodesPerTick: 200}, 8},
		{"a plan line", "n > 90", "agent a { plan all }", agent.Options{}, 101},
		{"a goal", "n > 90", "agent a { brain b }\nbrain b { want g { score 1 } }\ngoal g { plan all retry 100 }", agent.Options{}, 100},
		{"many goals", "n > 90", "agent a { tree life }\ntree life { retry 20 { sequence { set flag = !flag; selector { plan go(" + strings.Join(names, "); plan go(") + ") } } } }", agent.Options{}, 1600},
	} {
		t.Run(c.name, func(t *testing.T) {
			when := c.when
			p := loadText(t, fmt.Sprintf(decls, strings.Join(names, ", "), when)+c.tree)
			b := runner.NewBindings(p.Info)
			action.Bind(b, "act", func(*action.Ctx, *none, *none) action.Status { return action.Success })
			action.BindFunc(b, "lucky", func(none) bool { return false })
			c.options.TPS = 30
			crowd, err := agent.New(p, b, c.options)
			if err != nil {
				t.Fatal(err)
			}
			crowd.Spawn("a")
			sum := int64(0)
			for i := range 300 {
				if !strings.Contains(c.name, "host") {
					crowd.Target(first, false).Set(crowd.Schema().Symbol("flag").Base, world.Word(i%2))
				}
				crowd.Step()
				sum += crowd.View().Stats().Plannings
			}
			if sum > c.most || sum < c.most/4 {
				t.Errorf("%d plannings in vain in ten seconds, want at most %d", sum, c.most)
			}
		})
	}
}

// TestPlanningInVainIsSaved: what continues from a snapshot plans in vain as often, decides the same and reports the
// same.
func TestPlanningInVainIsSaved(t *testing.T) {
	c, _ := vainRun(t, "tree life { selector { plan go; act } }")
	for range 20 {
		c.Step()
	}
	again, _ := vainRun(t, "tree life { selector { plan go; act } }")
	if err := again.Rollback(c.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		if i == 20 {
			for _, c := range []*agent.Crowd{c, again} {
				c.Target(first, false).Set(c.Schema().Symbol("n").Base, 4)
			}
		}
		c.Step()
		again.Step()
		if c.TraceHash() != again.TraceHash() || c.View().Stats().Plannings != again.View().Stats().Plannings {
			t.Fatalf("tick %d: they differ", c.Tick())
		}
	}
	if text := c.View().Explain(first); !strings.Contains(text, "go") {
		t.Error(text)
	}
}
