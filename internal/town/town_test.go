package town

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

const teams = `
type place = { home, shop }
state agent { at: place = home; sensed fed: bool }
action move_to(p: place) uses legs
action eat
operator go(p: place) { when at != p; do move_to(p); effect at = p }
operator dine { when at == shop; do eat; effect fed = true }
task meal {
    method "there" when at == shop { dine }
    method "away" { go(shop); dine }
}
task wait { method "wait" { } }
squad crew { plan wait }
agent worker { plan meal when !fed; squad crew }
`

func loaded(t *testing.T, text string) *program.Program {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"test.krk": {Data: []byte(text)}}, "test.krk")
	if p == nil {
		t.Fatalf("%v", ds.Err())
	}
	return p
}

// populated returns a town with so many agents.
func populated(t *testing.T, text string, n int, o Options) *Town {
	t.Helper()
	live, err := New(loaded(t, text), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := live.Populate(n); err != nil {
		t.Fatal(err)
	}
	return live
}

// The kinds come in turn, and the members of squads are dealt out among the squads.
func TestPopulate(t *testing.T) {
	live := populated(t, teams, 7, Options{Crowd: agent.Options{Seed: 1}})
	var names []string
	members := map[string]int{}
	for _, id := range live.Agents() {
		names = append(names, live.Name(id))
		if squad := live.Crowd().View().SquadOf(id); squad != 0 {
			members[live.Name(squad)]++
		}
	}
	if want := []string{"worker#1", "crew#1", "worker#2", "crew#2", "worker#3", "crew#3", "worker#4"}; !slices.Equal(names, want) {
		t.Errorf("%v live there, want %v", names, want)
	}
	if members["crew#1"] != 2 || members["crew#2"] != 1 || members["crew#3"] != 1 {
		t.Errorf("the squads have members: %v", members)
	}
	if n := len(populated(t, teams, 0, Options{}).Agents()); n != 2 {
		t.Errorf("%d of two kinds live there where nothing is said", n)
	}
}

// The sink receives an event after the map has followed: a character that has eaten is sensed to be fed.
func TestTheSinkIsToldAfterTheMap(t *testing.T) {
	var live *Town
	ended := 0
	o := Options{Crowd: agent.Options{Seed: 1, Sink: runner.SinkFunc(func(e runner.Event) {
		st := live.Crowd().State(e.Agent)
		fed := st.Get(st.Schema().Symbol("fed").Base).Bool()
		if e.Kind == runner.StepExpecting && live.program.Info.Operators[e.Operator].Name == "dine" {
			if ended++; !fed {
				t.Error("it has dined, and is told to be hungry")
			}
		}
	})}}
	live = populated(t, teams, 0, o)
	for range 300 {
		live.Step()
	}
	if ended != 1 {
		t.Errorf("it has dined %d times", ended)
	}
}

// Of a composite or decorator of the game a town knows only the children: they run in turn, until one fails.
func TestChildrenOfTheGamesNodesRunInTurn(t *testing.T) {
	var got []string
	o := Options{Crowd: agent.Options{Seed: 1, TreeSink: bt.SinkFunc(func(e bt.Event) {
		if e.Kind == bt.NodeStarted || e.Kind == bt.NodeEnded {
			got = append(got, fmt.Sprint(e.Kind, " ", e.Node, " ", e.Status))
		}
	})}}
	live := populated(t, `
action rota composite
action often(p: float) decorator
action sing
action dance
tree show { rota { often(0.5) { sing }; succeed skip_if true; fail; dance } }
agent star { tree show once }
`, 1, o)
	for range 40 {
		live.Step()
	}
	want := []string{"node started 0 running", "node started 1 running", "node started 2 running", "node ended 2 success", "node ended 1 success",
		"node started 4 running", "node ended 4 failure", "node ended 0 failure"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A town continues from a snapshot as it did before, and so does one that is made anew of the same program.
func TestRollbackAndReload(t *testing.T) {
	live := populated(t, teams, 6, Options{Crowd: agent.Options{Seed: 3}})
	for range 12 {
		live.Step()
	}
	saved := live.Snapshot()
	next, report, err := live.Reload(loaded(t, teams), Options{})
	if err != nil || !report.Same {
		t.Fatal(err, report)
	}
	on := func(live *Town) (track []Point) {
		for range 60 {
			live.Step()
			track = live.Track(track)
		}
		return track
	}
	first := on(live)
	if at := live.At(live.Agents()[0]); first[len(first)-6] != at || first[0] == at {
		t.Errorf("it was at %v, and is at %v, not at %v", first[0], first[len(first)-6], at)
	}
	if err := live.Rollback(saved); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(on(live), first) {
		t.Error("it goes on otherwise after a rollback")
	}
	if !slices.Equal(on(next), first) || next.Name(next.Agents()[5]) != "crew#3" {
		t.Error("it goes on otherwise after a reload")
	}
	if live.Rollback(saved[:len(saved)/2]) == nil {
		t.Error("it goes back to half a snapshot")
	}
}

// Actions can be bound to something that asks others first.
func TestBind(t *testing.T) {
	asked := 0
	live := populated(t, teams, 0, Options{Bind: func(b *action.Bindings, a *def.ActionInfo, do Action) {
		action.Bind(b, a.Name, func(c *action.Ctx, args *action.Arguments, j *Job) action.Status {
			asked++
			return do(c, args, j)
		})
	}})
	before := live.At(live.Agents()[0])
	live.Step()
	if asked == 0 || live.At(live.Agents()[0]) == before {
		t.Errorf("asked %d times, and it is at %v", asked, before)
	}
}
