package goal_test

import (
	"fmt"
	"slices"
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/world"
)

const choosy = `
type rare: thing
goal fetch(t: thing) { take(t) }
goal be_at(p: place) { roam(p) }
goal rested { rest }
brain choosy {
    want fetch(t)            each t in remembered thing                   { score 1 }
    want fetch(t) as near_by each t in remembered thing where near(t) < 5 { score 1 }
    want fetch(t) as any     each t: thing                                { score 1 }
    want fetch(t) as best    each t in remembered rare                    { score 1 }
    want be_at(p)            each p: place where !busy(p)                 { score 1 }
    want rested                                                           { score 1 }
}
`

// TestTargets lists what each want of a brain is about, in order.
func TestTargets(t *testing.T) {
	a := newActor(t, load(t, choosy), Plain)
	for _, o := range []struct {
		typ, name string
		known     bool
		near      float64
	}{{"thing", "egg", true, 7}, {"rare", "gem", true, 2}, {"thing", "coin", false, 1}, {"rare", "ring", false, 1}, {"thing", "rope", true, 4}} {
		a.add(o.typ, o.name, o.known)
		a.set(fmt.Sprintf("near(%s) = %v", o.name, o.near))
	}
	a.set("busy(shop) = true")
	a.env.Ctx.Enter(1, 0, a.state)
	for want, names := range [][]string{{"egg", "gem", "rope"}, {"gem", "rope"}, {"egg", "gem", "coin", "ring", "rope"}, {"gem"}, {"home", "office"}, nil} {
		var got []string
		for _, target := range a.Targets(nil, want) {
			got = append(got, world.FormatWord(a.info.Schema, a.state, a.p.Config().Brains[0].Wants[want].Target, []world.Word{world.Word(target)}))
		}
		if !slices.Equal(got, names) {
			t.Errorf("want %s is about %v, not %v", a.p.Config().Brains[0].Wants[want].Name, got, names)
		}
	}
}

func TestTargetsOfAModelAreBounded(t *testing.T) {
	a := newActor(t, load(t, `
type star max 1000
goal see(s: star) { work }
brain gazer { want see(s) each s in remembered star { score 1 } }
`), Plain)
	known := a.info.Known[len(a.info.Known)-1]
	for range 2 * MaxTargets {
		o, err := a.state.AddObject(a.info.Schema.ObjectType("star").ID, "")
		if err != nil {
			t.Fatal(err)
		}
		at, _ := known.Addr(o)
		a.state.Set(at, 1)
	}
	a.env.Ctx.Enter(1, 0, a.state)
	before := []utility.Target{1, 2, 3}
	if got := a.Targets(before, 0); len(got) != len(before)+MaxTargets {
		t.Errorf("%d targets, want the first %d", len(got)-len(before), MaxTargets)
	}
}

func TestTargetsDoNotAllocate(t *testing.T) {
	a := newActor(t, load(t, choosy), Plain)
	for i := range 7 {
		a.add("thing", fmt.Sprint("t", i), true)
	}
	a.env.Ctx.Enter(1, 0, a.state)
	dst := make([]utility.Target, 0, MaxTargets)
	for want := range 6 {
		if n := testing.AllocsPerRun(100, func() { a.Targets(dst, want) }); n > 0 {
			t.Errorf("want %d: %v allocations", want, n)
		}
	}
}
