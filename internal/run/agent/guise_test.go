package agent_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
)

const guised = `
state agent { sensed tired: float = 0.5 }
action toil
action doze
goal work { toil }
goal rest { doze }
brain daily {
    want work { score 0.6 }
    want rest { score 0.4 }
    inertia 0.1
    every 1s
}
personality lazy { work never }
personality eager { work * 1.5 }
personality weary { rest score logistic(tired, exponent: 1, xshift: -0.2) }
agent villager { brain daily }
agent sleeper { brain daily as lazy }
agent stone { plan nothing }
operator wait { do toil }
task nothing { method "wait" { wait } }
`

type guisedCrowd struct {
	*agent.Crowd
	program *program.Program
	log     []string
	changes []string // of personalities
}

func newGuised(t *testing.T, text string, o agent.Options) *guisedCrowd {
	t.Helper()
	g := &guisedCrowd{program: loaded(t, text)}
	o.GoalSink = g.sink()
	c, err := agent.New(g.program, guisedBindings(g.program), o)
	if err != nil {
		t.Fatal(err)
	}
	g.Crowd = c
	return g
}

func loaded(t *testing.T, text string) *program.Program {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

func guisedBindings(p *program.Program) *action.Bindings {
	b := runner.NewBindings(p.Info)
	for _, name := range []string{"toil", "doze"} {
		action.Bind(b, name, func(*action.Ctx, *action.Arguments, *struct{ Ticks int32 }) action.Status { return action.Running })
	}
	return b
}

func (g *guisedCrowd) sink() goal.Sink {
	return goal.SinkFunc(func(e goal.Event) {
		if e.Kind == goal.PersonalityChanged {
			g.changes = append(g.changes, fmt.Sprint(e.Tick, " ", g.Number(e.Agent), " ", g.View().GoalText(e)))
		}
		if e.Kind == goal.WantChosen {
			text, _, _ := strings.Cut(g.View().GoalText(e), " (a.krk")
			g.log = append(g.log, fmt.Sprint(e.Tick, " ", g.Number(e.Agent), " ", text))
		}
	})
}

func (g *guisedCrowd) run(ticks int) {
	for range ticks {
		g.Step()
	}
}

// give has agents take other personalities in the course of a run.
func (g *guisedCrowd) give(t *testing.T, tick int, ids []agent.ID) {
	t.Helper()
	for _, c := range []struct {
		tick int
		who  int
		name string
	}{{0, 2, "lazy"}, {5, 0, "lazy"}, {9, 1, ""}, {15, 0, "eager"}, {21, 0, "weary"}, {26, 0, ""}} {
		if c.tick == tick {
			if err := g.SetPersonality(ids[c.who], c.name); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestPersonalitiesAreExchanged: an agent decides by its new personality from the next tick on, and before its first
// one; the run is the same after a snapshot and a rollback at any moment, and in a replay.
func TestPersonalitiesAreExchanged(t *testing.T) {
	var trace bytes.Buffer
	rec := ktrace.NewRecorder(&trace, ktrace.Options{})
	g := newGuised(t, guised, agent.Options{Seed: 5, Recorder: rec, History: 20})
	ids := []agent.ID{g.Spawn("villager"), g.Spawn("sleeper"), g.Spawn("villager")}
	other := newGuised(t, guised, agent.Options{Seed: 5})
	for range 2 {
		other.Spawn("villager")
	}
	for tick := range 35 {
		g.give(t, tick, ids)
		data := g.Snapshot(nil)
		var err error
		other.log = nil
		other.Crowd, _, err = agent.Restore(g.program, guisedBindings(g.program), agent.Options{GoalSink: other.sink()}, data)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(data, other.Snapshot(nil)) {
			t.Fatalf("tick %d: a restored crowd is saved differently", tick)
		}
		from := len(g.log)
		g.Step()
		other.Step()
		if !slices.Equal(g.log[from:], other.log) || g.TraceHash() != other.TraceHash() {
			t.Fatalf("tick %d: %q, restored %q", tick, g.log[from:], other.log)
		}
	}
	want := []string{"1 1 work", "1 2 rest", "1 3 rest", "6 1 rest", "10 2 work", "16 1 work", "22 1 rest"}
	for i, w := range want {
		if i >= len(g.log) || !strings.HasPrefix(g.log[i], w+" chosen") {
			t.Fatalf("decided %q, want %q", g.log, want)
		}
	}
	changes := []string{"0 3 personality lazy instead of no personality", "5 1 personality lazy instead of no personality", "9 2 no personality instead of personality lazy",
		"15 1 personality eager instead of personality lazy", "21 1 personality weary instead of personality eager", "26 1 no personality instead of personality weary"}
	if !slices.Equal(g.changes, changes) {
		t.Errorf("reported %q, want %q", g.changes, changes)
	}
	kept := 0
	for e := range g.View().History(ids[1]) {
		if fact.Kind(e.Kind) == fact.PersonalityChanged {
			kept++
		}
	}
	if kept != 1 {
		t.Errorf("the agent's history has %d changes", kept)
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	replayed := &guisedCrowd{program: g.program}
	r, err := agent.NewReplay(&trace, agent.ReplayOptions{GoalSink: replayed.sink()})
	if err != nil {
		t.Fatal(err)
	}
	for replayed.Crowd = r.Crowd(); r.Step(); {
	}
	if !r.Ended() || !slices.Equal(replayed.log, g.log) || !slices.Equal(replayed.changes, changes) {
		t.Errorf("%+v %v: replayed %q", r.Difference(), r.Err(), replayed.log)
	}
}

// TestPersonalitiesAreRefused: the error says what is wrong, and nothing changes.
func TestPersonalitiesAreRefused(t *testing.T) {
	g := newGuised(t, guised, agent.Options{})
	villager, stone, gone := g.Spawn("villager"), g.Spawn("stone"), g.Spawn("villager")
	g.Remove(gone)
	g.run(2)
	hash := g.Snapshot(nil)
	for _, c := range []struct {
		id         agent.ID
		name, want string
	}{
		{villager, "brave", `brain "daily" has no personality "brave"; it has lazy, eager, weary`},
		{stone, "lazy", `"stone": the agent has no brain`},
		{gone, "lazy", "the agent has left"},
	} {
		if err := g.SetPersonality(c.id, c.name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.name, err, c.want)
		}
	}
	if !bytes.Equal(hash, g.Snapshot(nil)) {
		t.Error("a refused call changes something")
	}
}

// TestPersonalitiesAreReloaded: in another program, an agent keeps a personality of the same name; if that is gone, it
// has that of its kind.
func TestPersonalitiesAreReloaded(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"moved":  {strings.Replace(guised, "personality lazy", "personality calm { rest * 0.5 }\npersonality lazy", 1), "lazy"},
		"gone":   {strings.NewReplacer("personality lazy { work never }\n", "", " as lazy", "").Replace(guised), ""},
		"is its": {guised, "lazy"},
	} {
		g := newGuised(t, guised, agent.Options{})
		id := g.Spawn("villager")
		if err := g.SetPersonality(id, "lazy"); err != nil {
			t.Fatal(err)
		}
		g.run(3)
		p := loaded(t, c.text)
		if _, err := g.Reload(p, guisedBindings(p)); err != nil {
			t.Fatal(err)
		}
		g.run(3)
		m, has := g.View().MindOf(id), ""
		if m.Personality >= 0 {
			has = m.Brain.Personalities[m.Personality].Name
		}
		if last := g.log[len(g.log)-1]; has != c.want || strings.Contains(last, "rest") != (c.want == "lazy") {
			t.Errorf("%s: it is %q, and decided %q", name, has, last)
		}
	}
}

// TestPersonalitiesMoveWithTheirAgents: an agent that is restored alone keeps the personality that it was given, in
// another crowd of its program and of another; in the slot of one that has left it does not take over that one's.
func TestPersonalitiesMoveWithTheirAgents(t *testing.T) {
	const gone = "personality lazy { work never }\n"
	moved := strings.Replace(guised, "personality lazy", "personality calm { rest * 0.5 }\npersonality lazy", 1)
	without := strings.NewReplacer(gone, "", " as lazy", "").Replace(guised)
	for _, c := range []struct{ name, text, given, want string }{
		{"the same program", guised, "lazy", "lazy"},
		{"another order", moved, "lazy", "lazy"},
		{"not given any", guised, "", ""},
		{"the personality is gone", without, "lazy", ""},
	} {
		from := newGuised(t, guised, agent.Options{})
		id := from.Spawn("villager")
		if c.given != "" {
			if err := from.SetPersonality(id, c.given); err != nil {
				t.Fatal(err)
			}
		}
		from.run(3)
		to := newGuised(t, c.text, agent.Options{})
		before := to.Spawn("villager")
		if err := to.SetPersonality(before, "eager"); err != nil {
			t.Fatal(err)
		}
		to.run(1)
		to.Remove(before)
		to.run(1)
		came, _, err := to.RestoreAgent(from.SnapshotAgent(nil, id), nil)
		if err != nil {
			t.Fatal(c.name, err)
		}
		to.run(3)
		use, has := to.View().MindOf(came), ""
		if use.Personality >= 0 {
			has = use.Brain.Personalities[use.Personality].Name
		}
		if does := activities(to.Crowd, came); has != c.want || strings.Contains(does, "doze") != (c.want == "lazy") {
			t.Errorf("%s: it is %q, and does %s", c.name, has, does)
		}
	}
}
