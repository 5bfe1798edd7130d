package karakuri_test

import (
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
)

const squads = `
action stand
state world { rain: bool }
state squad { alarm: int 0..9 }
state agent { tired: bool }
operator flee { when rain && tired && alarm > 0; do stand; effect tired = false }
task live { method "flee" { flee } }
squad watch { idle stand }
agent guard { plan live when tired; idle stand; squad watch }
`

// A symbol is written for those whose it is: one agent, a squad with its members, or all agents.
func TestSymbolsAreWrittenForThoseWhoseTheyAre(t *testing.T) {
	p, err := karakuri.Load(fstest.MapFS{"watch.krk": {Data: []byte(squads)}}, "watch.krk")
	if err != nil {
		t.Fatal(err)
	}
	crowd, err := karakuri.New(p, karakuri.Options{},
		karakuri.Bind("stand", func(*karakuri.Ctx, *none, *none) karakuri.Status { return karakuri.Running }))
	if err != nil {
		t.Fatal(err)
	}
	squad, other := crowd.SpawnSquad("watch"), crowd.SpawnSquad("watch")
	ann, bob, lone := crowd.Spawn("guard"), crowd.Spawn("guard"), crowd.Spawn("guard")
	for _, member := range []karakuri.Agent{ann, bob} {
		if err := squad.Join(member); err != nil {
			t.Fatal(err)
		}
	}
	rain, alarm, tired := karakuri.Lookup[bool](p, "rain"), karakuri.Lookup[int](p, "alarm"), karakuri.Lookup[bool](p, "tired")
	all := []karakuri.Agent{squad.Agent(), other.Agent(), ann, bob, lone}
	for _, tc := range []struct {
		what string
		set  func() error
		get  func(karakuri.Agent) int
		want [5]int
	}{
		{"for one agent", func() error { return tired.Set(ann, true) }, func(id karakuri.Agent) int { return number(tired.Of(id)) }, [5]int{2: 1}},
		{"for everybody", func() error { return rain.Set(ann, true) }, func(id karakuri.Agent) int { return number(rain.Of(id)) }, [5]int{1, 1, 1, 1, 1}},
		{"for a squad", func() error { return alarm.Set(squad.Agent(), 3) }, func(id karakuri.Agent) int { return alarm.Of(id) }, [5]int{3, 0, 3, 3, 0}},
		{"by a member", func() error { return alarm.Set(bob, 4) }, func(id karakuri.Agent) int { return alarm.Of(id) }, [5]int{4, 0, 4, 4, 0}},
		{"for who is in none", func() error { return alarm.Set(lone, 5) }, func(id karakuri.Agent) int { return alarm.Of(id) }, [5]int{4, 0, 4, 4, 5}},
	} {
		set := tc.set()
		crowd.Step()
		for i, id := range all {
			if got := tc.get(id); set != nil || got != tc.want[i] {
				t.Errorf("%s: agent %d has %d, want %d", tc.what, i, got, tc.want[i])
			}
		}
	}
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestSetSaysWhatIsWrong: the error names the symbol, the value, and the expected type; and nothing is stored.
func TestSetSaysWhatIsWrong(t *testing.T) {
	p, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(`
type pet max 4
type stone max 4
type place = { home, shop }
objects rex: pet
objects rock: stone
state agent { sensed money: int 0..50 = 5; sensed heat: float; sensed spot: vec2; sensed at: place; sensed friend: pet; sensed fed(p: pet): bool; rich := money > 40 }
agent a { }
`)}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	crowd, err := karakuri.New(p, karakuri.Options{})
	if err != nil {
		t.Fatal(err)
	}
	id := crowd.Spawn("a")
	rock, _ := crowd.ObjectNamed("rock")
	rex, _ := crowd.ObjectNamed("rex")
	money, heat, spot := karakuri.Lookup[int](p, "money"), karakuri.Lookup[float64](p, "heat"), karakuri.Lookup[karakuri.Vec2](p, "spot")
	at, friend, fed := karakuri.Lookup[string](p, "at"), karakuri.Lookup[karakuri.Object](p, "friend"), karakuri.Lookup[bool](p, "fed")
	before := id.State().Hash()
	for _, tc := range []struct {
		err  error
		want string
	}{
		{money.Set(id, 51), "karakuri: money: 51 is refused; it must be from 0 to 50"},
		{money.Set(id, -1), "karakuri: money: -1 is refused; it must be from 0 to 50"},
		{money.Set(crowd.Agent(id.ID()+1), 1), "karakuri: money: there is no such agent: "},
		{heat.Set(id, math.NaN()), "karakuri: heat: NaN is refused; it must be a finite number"},
		{heat.Set(id, math.Inf(1)), "karakuri: heat: +Inf is refused; it must be a finite number"},
		{spot.Set(id, karakuri.Vec2{Y: math.NaN()}), "karakuri: spot: (0, NaN) is refused; it must be two finite numbers"},
		{at.Set(id, "pub"), `karakuri: at: "pub" is refused; it must be one of home, shop`},
		{friend.Set(id, rock), "is refused; it must be an object of type pet that exists"},
		{fed.Set(id, true, "rock"), `karakuri: fed: argument 1, "rock", is refused; it must be an object of type pet that exists`},
		{fed.Set(id, true), "karakuri: fed: it takes 1 arguments, and was given 0"},
		{karakuri.Lookup[bool](p, "rich").Set(id, true), "karakuri: rich: it is derived from other symbols, and cannot be written"},
	} {
		if tc.err == nil || !strings.Contains(tc.err.Error(), tc.want) {
			t.Errorf("%v, want %s", tc.err, tc.want)
		}
	}
	if id.State().Hash() != before {
		t.Error("something was written all the same")
	}
	if crowd.RemoveObject(rex); friend.Set(id, rex) == nil || fed.Set(id, true, rex) == nil {
		t.Error("a removed object")
	}
}
