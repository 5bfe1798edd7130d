package main

import (
	"os"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/world"
)

// shortMoments is how many changes the short form makes in each game.
const shortMoments = 70

// Characters decide as if nothing had happened until they perceive it.
func TestNobodyKnowsWhatItHasNotPerceived(t *testing.T) {
	for _, g := range games(os.DirFS("../../../examples")) {
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			r, err := watch(g, 1, shortMoments, watchTicks, nil)
			if err != nil {
				t.Fatal(err)
			}
			t.Log(r)
			if excess := r.excess(); excess != "" {
				t.Error(excess)
			}
			if r.remembered < 100 {
				t.Errorf("only %d decisions of characters who remembered what was changed were compared", r.remembered)
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
