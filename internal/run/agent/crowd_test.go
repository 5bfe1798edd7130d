package agent_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

const domain = `
type item max 3
state world { score: int 0..1000; owner(i: item): int 0..99; flag: item }
state agent { id: int 0..99; seen: int 0..1000; mine(i: item): bool; go: bool = true; best := score + id }
action act
operator step { do act }
task live { method "on" when go { step } }
agent a { plan live }
`

type none struct{}

// game is a crowd whose one action is a function of the test.
type game struct {
	*agent.Crowd
	program *program.Program
	score   action.Symbol[int]
	id      action.Symbol[int]
	seen    action.Symbol[int]
	owner   action.Symbol[int]
	mine    action.Symbol[bool]
	flag    action.Symbol[world.Object]
	best    action.Symbol[int]
	act     func(c *action.Ctx) action.Status
	aborted int
}

func newGame(t *testing.T, o agent.Options) *game {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"game.krk": {Data: []byte(domain)}}, "game.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	g := &game{program: p, act: func(*action.Ctx) action.Status { return action.Running }}
	b := runner.NewBindings(p.Info)
	action.Bind(b, "act", func(c *action.Ctx, _ *none, _ *none) action.Status { return g.act(c) },
		action.OnAbort(func(c *action.Ctx, _ *none, _ *none, r action.Reason) { g.aborted++ }))
	crowd, err := agent.New(p, b, o)
	if err != nil {
		t.Fatal(err)
	}
	g.Crowd = crowd
	schema := p.Info.Schema
	g.score, _ = action.Stored[int](schema, schema.Symbol("score"))
	g.id, _ = action.Stored[int](schema, schema.Symbol("id"))
	g.seen, _ = action.Stored[int](schema, schema.Symbol("seen"))
	g.owner, _ = action.Stored[int](schema, schema.Symbol("owner"))
	g.mine, _ = action.Stored[bool](schema, schema.Symbol("mine"))
	g.flag, _ = action.Stored[world.Object](schema, schema.Symbol("flag"))
	d := p.Info.DerivedSymbol("best")
	g.best, _ = action.Derived[int](schema, d.ID, d.Name, d.Params, d.Type)
	return g
}

func (g *game) spawn(ids ...int) []agent.ID {
	var list []agent.ID
	for _, n := range ids {
		v := g.Spawn("a")
		g.id.Write(g.Target(v, false), n)
		list = append(list, v)
	}
	return list
}

func TestSharedWritesAreSeenNextTickAndTheLastAgentWins(t *testing.T) {
	g := newGame(t, agent.Options{})
	g.act = func(c *action.Ctx) action.Status {
		g.seen.Put(c, g.score.Get(c)) // as of the tick's start
		g.score.Put(c, g.score.Get(c)+g.id.Get(c))
		if g.id.Get(c) == 1 && g.score.Get(c) != g.seen.Get(c)+1 {
			t.Error("an agent does not see its own writes")
		}
		return action.Running
	}
	agents := g.spawn(1, 2, 3)
	want := [][]int{{0, 0, 0}, {3, 3, 3}, {6, 6, 6}}
	for tick, seen := range want {
		g.Step()
		for i, v := range agents {
			if got := g.seen.Read(g.State(v), nil); got != seen[i] {
				t.Errorf("tick %d: agent %d saw %d, want %d", tick, i, got, seen[i])
			}
		}
	}
	if got := g.score.Read(g.World(), nil); got != 9 {
		t.Errorf("score is %d, want 9", got)
	}
	g.score.Write(g.Target(0, true), 100)
	if got := g.score.Read(g.State(agents[0]), nil); got != 100 {
		t.Errorf("between ticks what the host wrote is seen at once; got %d", got)
	}
	if got := g.best.Read(g.State(agents[2]), g.Derive); got != 103 {
		t.Errorf("derived: %d, want 103", got)
	}
}

func TestObjectsComeAndGoForEverybody(t *testing.T) {
	g := newGame(t, agent.Options{})
	agents := g.spawn(1, 2)
	i1, err := g.AddObject("item", "i1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.AddObject("item", "i1"); !errors.Is(err, world.ErrDuplicateName) {
		t.Errorf("twice the same name: %v", err)
	}
	if _, err := g.AddObject("sword", ""); !errors.Is(err, world.ErrUnknownType) {
		t.Errorf("unknown type: %v", err)
	}
	for _, v := range agents {
		if !g.State(v).Alive(i1) || g.mine.Write(g.Target(v, false), true, i1) != nil {
			t.Error("the object is not known to all")
		}
	}
	g.owner.Write(g.Target(0, true), 7, "i1")
	g.flag.Write(g.Target(0, true), i1)
	g.Step()
	if g.owner.Read(g.State(agents[1]), nil, i1) != 7 || g.flag.Read(g.State(agents[1]), nil) != i1 {
		t.Error("shared facts about it did not arrive")
	}
	if !g.RemoveObject(i1) || g.RemoveObject(i1) {
		t.Error("an object can be removed once")
	}
	i2, _ := g.AddObject("item", "i2") // takes the place of i1
	late := g.spawn(3)[0]
	g.Step()
	for _, v := range append(agents, late) {
		st := g.State(v)
		if st.Alive(i1) || !st.Alive(i2) || g.mine.Read(st, nil, i2) || g.owner.Read(st, nil, i2) != 0 || g.flag.Read(st, nil) != 0 {
			t.Error("facts about a removed object live on in its successor")
		}
	}
}

func TestWhatComesAndGoesDuringATick(t *testing.T) {
	g := newGame(t, agent.Options{})
	var made, doomed world.Object
	var child agent.ID
	agents := g.spawn(1, 2, 3)
	doomed, _ = g.AddObject("item", "doomed")
	g.act = func(c *action.Ctx) action.Status {
		switch g.id.Get(c) {
		case 1:
			if c.Tick() == 1 {
				made, _ = g.AddObject("item", "made")
				child = g.Spawn("a")
				if !g.RemoveObject(doomed) || g.RemoveObject(doomed) {
					t.Error("an object is removed once")
				}
				if c.Alive(made) || !c.Alive(doomed) {
					t.Error("objects come and go at the tick's end")
				}
				if !g.Remove(agents[2]) || g.Remove(agents[2]) || !g.Remove(c.Agent()) {
					t.Error("agents can be removed once")
				}
			}
		case 2:
			if c.Tick() == 1 && !c.Alive(doomed) {
				t.Error("it went too early")
			}
		case 3:
			t.Error("an agent that is leaving acts")
		}
		return action.Running
	}
	g.Step()
	if g.Has(agents[0]) || g.Has(agents[2]) || !g.Has(agents[1]) || !g.Has(child) || g.Len() != 2 || g.aborted != 1 {
		t.Errorf("agents after the tick: %d, aborted actions: %d", g.Len(), g.aborted)
	}
	for id := range g.All {
		if st := g.State(id); !st.Alive(made) || st.Alive(doomed) {
			t.Error("objects after the tick")
		}
	}
	g.Step()
	if plan := g.View().PlanOf(child); len(plan) != 1 || !plan[0].Running {
		t.Errorf("the new agent takes part from the next tick on: %v", plan)
	}
	if again := g.Spawn("a"); again == agents[0] || again == agents[2] {
		t.Error("an ID is given twice")
	}
}

func TestSpawn(t *testing.T) {
	g := newGame(t, agent.Options{})
	v := g.Spawn("a")
	if g.KindOf(v) != "a" || g.KindOf(0) != "" || g.State(v+1) != nil || g.Target(99, false) != nil || g.Target(99, true) != nil {
		t.Error("kinds and states")
	}
	defer func() {
		if text, _ := recover().(string); !strings.Contains(text, "declares no agent b; it declares a") {
			t.Errorf("panic: %q", text)
		}
	}()
	g.Spawn("b")
}

func TestInitialSituation(t *testing.T) {
	g := newGame(t, agent.Options{})
	st := world.NewState(g.Schema())
	g.id.Write(st, 42)
	g.score.Write(st, 5)
	b := runner.NewBindings(g.program.Info)
	action.Bind(b, "act", func(c *action.Ctx, _ *none, _ *none) action.Status { return action.Running })
	crowd, err := agent.New(g.program, b, agent.Options{Initial: st})
	if err != nil {
		t.Fatal(err)
	}
	v := crowd.Spawn("a")
	if g.id.Read(crowd.State(v), nil) != 42 || g.score.Read(crowd.World(), nil) != 5 {
		t.Error("agents do not start with the given situation")
	}
	defer func() {
		if text, _ := recover().(string); !strings.Contains(text, "of another model") {
			t.Errorf("panic: %q", text)
		}
	}()
	newGame(t, agent.Options{Initial: st})
}

func TestAdvance(t *testing.T) {
	cases := []struct {
		name   string
		tps    int
		frames []time.Duration
		ticks  []int
	}{
		{"sixty frames for ten ticks", 10, slices.Repeat([]time.Duration{time.Second / 60}, 13), []int{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1}},
		{"uneven frames", 10, []time.Duration{30 * time.Millisecond, 150 * time.Millisecond, 20 * time.Millisecond, 300 * time.Millisecond}, []int{0, 1, 1, 3}},
		{"a third of a second", 3, []time.Duration{time.Second, time.Second}, []int{3, 3}},
		{"a pause", 10, []time.Duration{time.Hour, 50 * time.Millisecond, 50 * time.Millisecond}, []int{10, 0, 1}},
		{"backwards", 10, []time.Duration{-time.Second, 100 * time.Millisecond}, []int{0, 1}},
	}
	for _, tc := range cases {
		g := newGame(t, agent.Options{TPS: tc.tps})
		var got []int
		for _, dt := range tc.frames {
			got = append(got, g.Advance(dt))
		}
		if !slices.Equal(got, tc.ticks) {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.ticks)
		}
		if f := g.Fraction(); f < 0 || f >= 1 {
			t.Errorf("%s: fraction %v", tc.name, f)
		}
	}
}

func TestStepWithinATickPanicsInItsAgent(t *testing.T) {
	g := newGame(t, agent.Options{})
	v := g.Spawn("a")
	g.act = func(c *action.Ctx) action.Status { g.Step(); return action.Running }
	g.Step()
	if f := g.View().Runner(v).Fault(); !strings.Contains(f.Message, "called from within a tick") {
		t.Errorf("fault: %+v", f)
	}
	if g.Tick() != 1 {
		t.Errorf("tick %d", g.Tick())
	}
}

func TestUnboundActionsAreListed(t *testing.T) {
	g := newGame(t, agent.Options{})
	_, err := agent.New(g.program, runner.NewBindings(g.program.Info), agent.Options{})
	var failure *diag.Failure
	if !errors.As(err, &failure) || !strings.HasPrefix(err.Error(), "game.krk:5:1: action act is not bound [K340]") {
		t.Errorf("error: %v", err)
	}
}

func TestExplain(t *testing.T) {
	g := newGame(t, agent.Options{})
	if text := g.View().Explain(77); !strings.Contains(text, "has left") {
		t.Errorf("%q", text)
	}
	v := g.Spawn("a")
	if text := g.View().Explain(v); !strings.Contains(text, "about to plan") {
		t.Errorf("%q", text)
	}
	g.Step()
	text := g.View().Explain(v)
	for _, part := range []string{"a#1 at 0.1s: carries out live\n", "=> 1 step\n", "planning now:\n", `+ "on"`} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in:\n%s", part, text)
		}
	}
}

// A picture keeps what the last planning saw, whatever changes afterwards.
func TestExplainOverPictures(t *testing.T) {
	g := newGame(t, agent.Options{Pictures: true})
	v := g.Spawn("a")
	g.Step()
	g.State(v).Set(g.State(v).Schema().Symbol("go").Base, 0)
	if text := g.View().Explain(v); !strings.Contains(text, "what the last planning saw:") || !strings.Contains(text, `+ "on"`) {
		t.Error(text)
	}
}

// A function of the host that panics while an action looks at another agent leaves the acting agent's effects its own.
func TestPanicWhileLookingAtAnotherAgent(t *testing.T) {
	p, ds := program.Load(fstest.MapFS{"game.krk": {Data: []byte(`
function f(n: int): int
state agent { mark: int 0..9; worth := f(mark) }
action act
operator step { do act; effect mark = 5 }
task live { method "on" when mark == 0 { step } }
agent a { plan live }
`)}}, "game.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	d := p.Info.DerivedSymbol("worth")
	worth, _ := action.Derived[int](p.Info.Schema, d.ID, d.Name, d.Params, d.Type)
	mark, _ := action.Stored[int](p.Info.Schema, p.Info.Schema.Symbol("mark"))
	b := runner.NewBindings(p.Info)
	var crowd *agent.Crowd
	var first, second agent.ID
	action.BindFunc(b, "f", func(struct{ N int }) int { panic("no answer") })
	action.Bind(b, "act", func(*action.Ctx, *none, *none) action.Status { return action.Success },
		action.OnEnd(func(c *action.Ctx, _ *none, _ *none, _ action.Status) {
			if c.Agent() == first {
				worth.Read(crowd.State(second), crowd.Derive)
			}
		}))
	crowd, err := agent.New(p, b, agent.Options{})
	if err != nil {
		t.Fatal(err)
	}
	first, second = crowd.Spawn("a"), crowd.Spawn("a")
	crowd.Step()
	if got := mark.Read(crowd.State(first), nil); got != 5 {
		t.Errorf("mark is %d: the effect went elsewhere", got)
	}
}
