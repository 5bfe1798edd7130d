package agent_test

import (
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
func vainRun(t *testing.T, tree string) (c *agent.Crowd, told map[runner.EventKind]int32) {
	t.Helper()
	p := loadText(t, vainDecls+tree)
	b := runner.NewBindings(p.Info)
	action.Bind(b, "act", func(*action.Ctx, *none, *none) action.Status { return action.Success })
	told = map[runner.EventKind]int32{}
	c, err := agent.New(p, b, agent.Options{TPS: 10, Sink: runner.SinkFunc(func(e runner.Event) { told[e.Kind] += max(1, e.Count) })})
	if err != nil {
		t.Fatal(err)
	}
	c.Spawn("a")
	return c, told
}

// TestTreesPlanInVainOnce: a plan within a tree that has come to nothing is not planned again before something changes that it depends on, however often the tree asks.
func TestTreesPlanInVainOnce(t *testing.T) {
	plannings := func(c *agent.Crowd, ticks int) (sum int64) {
		for range ticks {
			c.Step()
			sum += c.Stats().Plannings
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
			c, told := vainRun(t, tree)
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
			if plannings(c, 3); told[runner.StepStarted] == 0 {
				t.Error("there is a thing, and no plan")
			}
			c.RemoveObject(thing)
			plannings(c, 3)
			if n := plannings(c, 20); n != 0 {
				t.Errorf("%d plannings since the thing is gone", n)
			}
			before := told[runner.StepStarted]
			set("n", 4)
			if plannings(c, 2); told[runner.StepStarted] == before {
				t.Error("the number is great enough, and there is no plan")
			}
		})
	}
}

// TestBannedWaysPlanInVainOnce: the same holds while a ban keeps the only way from being taken, and the end of the ban calls for planning.
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
		plannings += c.Stats().Plannings
	}
	if plannings != 4 || banned != 2 {
		t.Errorf("%d plannings and %d bans in 60 ticks, want 4 and 2: the way, nothing, and both again", plannings, banned)
	}
}

// TestPlanningInVainIsNotSaved: what a tree knows to come to nothing is no part of a snapshot, and whatever goes on from one decides the same and tells the same.
func TestPlanningInVainIsNotSaved(t *testing.T) {
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
		if c.TraceHash() != again.TraceHash() {
			t.Fatalf("tick %d: they differ", c.Tick())
		}
	}
	if text := c.Explain(first); !strings.Contains(text, "go") {
		t.Error(text)
	}
}
