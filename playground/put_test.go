package playground

import (
	"errors"
	"math"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
)

// A character that is put to the other side of a wall walks on around it, and its symbols have its position. A snapshot
// that was made right after continues as the original.
func TestPut(t *testing.T) {
	const land = "size 20 10\nwall 10 2 10 8\nstart 2 5\ncast doer 1\n"
	file := doingThis("move_to(vec2(5, 5))")
	p := stage(t, file, land, 1)
	id := p.Character(0).Agent
	p.Step()
	if err := p.Put(id, arena.Point{X: 18, Y: 5}); err != nil {
		t.Fatal(err)
	}
	if at := p.Character(0).At; at != (arena.Point{X: 18, Y: 5}) || len(p.Way(id, nil)) != 0 {
		t.Errorf("it is at %v on its way by %v", at, p.Way(id, nil))
	}
	st, pos := p.crowd.State(id), p.Program().Schema().Symbol("pos")
	if x := st.Get(pos.Base).Float(); x != 18 {
		t.Errorf("it takes itself to be at %v", x)
	}
	other, _, err := Restore(compiled(t, file), scene(t, land), Options{Crowd: karakuri.Options{Seed: 1}}, p.Snapshot(nil))
	if err != nil {
		t.Fatal(err)
	}
	p.Step()
	if way := p.Way(id, nil); len(way) < 2 {
		t.Errorf("it walks around the wall by %v", way)
	}
	for range 80 {
		other.Step()
		if a, b := p.Character(0).At, other.Character(0).At; a != b {
			t.Fatalf("one is at %v, the other at %v", a, b)
		}
		p.Step()
	}
	if at := p.Character(0).At; at.Distance(arena.Point{X: 5, Y: 5}) > 0.1 {
		t.Errorf("it has come to %v", at)
	}
	if err := p.Put(id, arena.Point{X: 1e9, Y: -4}); err != nil || !p.Scene().Map.Fits(p.Character(0).At, 0.4) {
		t.Errorf("off the map: %v %v", err, p.Character(0).At)
	}
	if err := p.Put(id, arena.Point{X: math.NaN()}); !errors.Is(err, ErrNoSpot) {
		t.Error(err)
	}
	if err := p.Put(id+7, arena.Point{}); !errors.Is(err, ErrGone) {
		t.Error(err)
	}
}

// Who is killed between two ticks has died, and comes back in its time; an item that is taken lies there no more.
// Neither happens twice.
func TestKillAndTake(t *testing.T) {
	p := stage(t, seers("look_around"), "size 30 10\nstart 5 5\nenergy 14 5\ntps 10\ncast doer 1 respawn 1s\nitems energy 1 as item\n", 1)
	id, item := p.Character(0).Agent, p.Items(nil)[0].Object
	if !p.Kill(id) || p.Kill(id) || p.Crowd().Len() != 0 || p.Character(0).Tally.Deaths != 1 {
		t.Errorf("after its death %+v", p.Character(0))
	}
	for range 12 {
		p.Step()
	}
	if now := p.Character(0).Agent; now == 0 || now == id {
		t.Errorf("agent %d has come back for %d", now, id)
	}
	if !p.Take(item) || p.Take(item) || p.Items(nil)[0].There {
		t.Errorf("after it was taken there are %v", p.Items(nil))
	}
}

// How far the actions of a file and its senses of hearing go can be shown.
func TestReachesAndEars(t *testing.T) {
	p := stage(t, seers("move_to(vec2(15, 5))"), "size 20 10\nstart 2 5\ncast doer 1 reach 1 range 7 noise 25\n", 1)
	id := p.Character(0).Agent
	want := map[string]float64{"strike": 1.4, "shoot": 7}
	for _, r := range p.Reaches(id, nil) {
		if r.Range != want[r.Action] {
			t.Errorf("%+v", r)
		}
		delete(want, r.Action)
	}
	if len(want) > 0 {
		t.Errorf("without %v", want)
	}
	if far := p.Hears(id, nil); len(far) != 1 || far[0] != 25 || p.ThroughWalls(id) {
		t.Error(far, p.ThroughWalls(id))
	}
}

// TestLoneSquadsAreOnesOfTheScene: another name is refused.
func TestLoneSquadsAreOnesOfTheScene(t *testing.T) {
	_, err := New(compiled(t, "agent a { }"), scene(t, "size 20 10\ncast a 1\n"), Options{Lone: []string{"alpha"}})
	if err == nil || err.Error() != `playground: Options.Lone has "alpha"; it must be the name of a squad of the scene` {
		t.Error(err)
	}
}
