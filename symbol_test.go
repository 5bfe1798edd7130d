package karakuri_test

import (
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

// A symbol is written for those whose it is: one agent, a squad with its members, or everybody.
func TestSymbolsAreWrittenForThoseWhoseTheyAre(t *testing.T) {
	p, err := karakuri.Load(fstest.MapFS{"watch.krk": {Data: []byte(squads)}}, "watch.krk")
	if err != nil {
		t.Fatal(err)
	}
	h := p.Host(karakuri.Options{})
	karakuri.Bind(h, "stand", func(*karakuri.Ctx, *none, *none) karakuri.Status { return karakuri.Running })
	crowd, err := h.Crowd()
	if err != nil {
		t.Fatal(err)
	}
	squad, other := crowd.Spawn("watch"), crowd.Spawn("watch")
	ann, bob, lone := crowd.Spawn("guard"), crowd.Spawn("guard"), crowd.Spawn("guard")
	for _, member := range []karakuri.AgentID{ann, bob} {
		if err := crowd.Join(squad, member); err != nil {
			t.Fatal(err)
		}
	}
	rain, alarm, tired := karakuri.Lookup[bool](p, "rain"), karakuri.Lookup[int](p, "alarm"), karakuri.Lookup[bool](p, "tired")
	all := []karakuri.AgentID{squad, other, ann, bob, lone}
	for _, tc := range []struct {
		what string
		set  func() bool
		get  func(karakuri.AgentID) int
		want [5]int
	}{
		{"for one agent", func() bool { return tired.Set(crowd, ann, true) }, func(id karakuri.AgentID) int { return number(tired.Of(crowd, id)) }, [5]int{2: 1}},
		{"for everybody", func() bool { return rain.Set(crowd, ann, true) }, func(id karakuri.AgentID) int { return number(rain.Of(crowd, id)) }, [5]int{1, 1, 1, 1, 1}},
		{"for a squad", func() bool { return alarm.Set(crowd, squad, 3) }, func(id karakuri.AgentID) int { return alarm.Of(crowd, id) }, [5]int{3, 0, 3, 3, 0}},
		{"by a member", func() bool { return alarm.Set(crowd, bob, 4) }, func(id karakuri.AgentID) int { return alarm.Of(crowd, id) }, [5]int{4, 0, 4, 4, 0}},
		{"for who is in none", func() bool { return alarm.Set(crowd, lone, 5) }, func(id karakuri.AgentID) int { return alarm.Of(crowd, id) }, [5]int{4, 0, 4, 4, 5}},
	} {
		set := tc.set()
		crowd.Step()
		for i, id := range all {
			if got := tc.get(id); !set || got != tc.want[i] {
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
