package main

import (
	"maps"
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/playground"
	"github.com/karakuri-ai/karakuri/world"
)

// The short form makes shortMoments changes in each game, and up to mostMoments until it has compared fewCompared
// decisions of characters who remembered what was changed.
const (
	shortMoments = 70
	mostMoments  = 4 * shortMoments
	fewCompared  = 100
)

// Characters decide as if nothing had happened until they perceive it.
func TestNobodyKnowsWhatItHasNotPerceived(t *testing.T) {
	for _, g := range games(os.DirFS("../../../examples")) {
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			var r *result
			for moments := shortMoments; moments <= mostMoments && (r == nil || r.remembered < fewCompared); moments *= 2 {
				var err error
				if r, err = watch(g, 1, moments, watchTicks, nil); err != nil {
					t.Fatal(err)
				}
			}
			t.Log(r)
			if excess := r.excess(); excess != "" {
				t.Error(excess)
			}
			if r.remembered < fewCompared {
				t.Errorf("only %d decisions of characters who remembered what was changed were compared", r.remembered)
			}
			if g.name == "random" && r.heard < 100 {
				t.Errorf("only %d calls were heard", r.heard)
			}
		})
	}
}

// Without a change there is no difference; one that is made in secret is found.
func TestTwinsAreTheSameUntilSomethingChanges(t *testing.T) {
	g := games(os.DirFS("../../../examples"))[0]
	one, p, s, err := begin(g, 1)
	if err != nil {
		t.Fatal(err)
	}
	for range 60 {
		one.step()
	}
	other, err := one.twin(p, s, 1)
	if err != nil {
		t.Fatal(err)
	}
	id := one.play.Character(0).Agent
	r := &result{leaks: map[string]*leak{}}
	w := newWatching(r, change{kind: moved, object: one.crowd.Body(id), agent: id}, one, other)
	clear(w.free)
	for range 20 {
		w.step()
	}
	for id := range w.free {
		if one.crowd.Has(id) {
			t.Errorf("without a change agent %d is free", id)
		}
	}
	if len(r.leaks) > 0 || r.ticks < 500 {
		t.Error(r)
	}
	power := one.crowd.World().Schema().Symbol("power").Base
	for _, id := range w.list {
		if st := other.crowd.Target(id, false); st != nil {
			st.Set(power, world.Float(1-st.Get(power).Float()))
		}
	}
	w.step()
	if len(r.leaks) == 0 {
		t.Error("nobody is found to decide by another power")
	}
}

// Claims are made and given up in secret, and one that is known without being perceived is found.
func TestClaimsAreMadeInSecret(t *testing.T) {
	list := games(os.DirFS("../../../examples"))
	one, p, s, err := begin(list[len(list)-1], 1)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[bool]int{}
	r := det.NewRand(1, 0, streamChanges)
	for range 100 {
		one.step()
		if c, ok := one.draw(&r); ok && c.kind == claimed {
			kinds[one.gripped(c.agent) == c.object]++
		}
	}
	if kinds[true] < 3 || kinds[false] < 3 {
		t.Errorf("claimed %d times, given up %d times", kinds[false], kinds[true])
	}
	other, err := one.twin(p, s, 1)
	if err != nil {
		t.Fatal(err)
	}
	id := one.holders()[0]
	res := &result{leaks: map[string]*leak{}}
	w := newWatching(res, change{kind: claimed, object: one.crowd.Body(id), agent: id}, one, other)
	clear(w.free)
	for _, id := range w.list {
		at, _ := one.claimed[0].Addr(w.object)
		if !one.senses(id, w.object) {
			other.crowd.Target(id, false).Set(at, world.Bool(true))
		}
	}
	w.step()
	if len(res.leaks) == 0 {
		t.Error("nobody is found to know what is claimed")
	}
}

// workshop is a game in which agents want what a holder has, without seeing it.
const workshop = `
type thing max 20
type item : thing
type person : thing
sense sight { range 0.1 }
memory short { span 60s }
state agent {
    sensed pos: vec2
    sensed grip: thing
    home: vec2
    n: int 0..9
}
action look_around
action wander_about
operator hold(x: thing) { do look_around; claim x world; while grip == x }
operator keep_watch { do look_around; while grip == none }
task grasp { method "h" when grip != none { hold(grip) }; method "w" { keep_watch } }
agent holder { plan grasp; body person }
operator fetch { do look_around; succeed_after 500ms }
operator stroll { do wander_about }
operator use(x: thing) { do look_around; claim x world; effect n += 1 }
task later { method "m" when grip != none { fetch; use(grip) }; method "w" { stroll } }
task now { method "m" when grip != none && dist(pos, home) < 999 { use(grip) }; method "w" { stroll } }
agent waiter { plan later; body person; sense sight; memory short }
agent roamer { plan now; body person; sense sight; memory short }
agent idler { plan fetch; body person; sense sight; memory short }
`

// Agents in the queue for an object learn from it when the object is free: one whose step waits starts it, and those
// that do something else plan. It is the result of their claim, and they are not compared any more. It is nothing to
// the others.
func TestQueuesTellWhoWaits(t *testing.T) {
	const scene = "size 40 30\ntps 10\nitems energy 1 amount 30 as item\ncast holder 1 team 1\n"
	for _, c := range []struct {
		name, casts, kind string
		want              int // how many of them learn of it
	}{
		{"a claim ends for a step that waits", "cast waiter 1 team 2\n", claimed, 1},
		{"the claimant dies", "cast waiter 1 team 2\n", killed, 1},
		{"agents of other teams do something else meanwhile", "cast roamer 1 team 2\ncast roamer 1 team 3\n", claimed, 2},
		{"it is nothing to them", "cast idler 2 team 2\n", claimed, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := game{"workshop", 60, func(uint64) (*karakuri.Program, *playground.Scene, error) {
				return load(fstest.MapFS{"w.krk": {Data: []byte(workshop)}}, "w.krk", "w.scene", scene+c.casts)
			}}
			one, p, s, err := begin(g, 1)
			if err != nil {
				t.Fatal(err)
			}
			holder, o := one.holders()[0], one.play.Items(nil)[0].Object
			one.grip(holder, o)
			for range 10 {
				for i := range one.play.Len() {
					one.grip(one.play.Character(i).Agent, o)
				}
				one.step()
			}
			other, err := one.twin(p, s, 1)
			if err != nil {
				t.Fatal(err)
			}
			r := &result{leaks: map[string]*leak{}}
			w := newWatching(r, change{kind: c.kind, object: o, agent: holder}, one, other)
			w.run(4)
			if len(r.leaks) > 0 {
				t.Error(r)
			}
			free := slices.Collect(maps.Keys(w.free))
			free = slices.DeleteFunc(free, func(id agent.ID) bool { return !w.free[id] })
			if len(free) != c.want {
				t.Errorf("%d learn of it, not %d", len(free), c.want)
			}
		})
	}
}
