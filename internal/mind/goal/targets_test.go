package goal_test

import (
	"fmt"
	"slices"
	"strings"
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

// TestTargetsAreLookedForOnceTheWantIsConsidered: a condition that says the same for each target is judged before them.
// What is chosen is the same.
func TestTargetsAreLookedForOnceTheWantIsConsidered(t *testing.T) {
	for _, c := range []struct {
		when   string
		idle   int64 // looked at by an arbitration while the want is not considered: at four things, or at none, and one option
		chosen string
	}{
		{"a", 1, "take(t0)"},
		{"tired", 1, "take(t0)"},
		{"a && near(t) >= 0", 5, "take(t0)"},
		{"tired && charm(t) >= 0", 5, "take(t0)"},
		{"a && near(t) > 2", 5, "take(t3)"},
	} {
		act := newActor(t, load(t, `
goal fetch(t: thing) { take(t) }
goal rested { rest }
brain picky {
    want fetch(t) each t in remembered thing when `+c.when+` { score 2 }
    want rested { score 1 }
    every 0.1s
}`), Plain)
		act.lasting["take"], act.lasting["rest"] = true, true
		for i := range 4 {
			act.add("thing", fmt.Sprint("t", i), true)
			act.set(fmt.Sprintf("near(t%d) = %d", i, i))
		}
		act.run(1)
		if got := act.env.Looked(); got != c.idle {
			t.Errorf("when %s: %d were looked at while it does not hold, want %d", c.when, got, c.idle)
		}
		act.lasting["take"], act.lasting["rest"] = false, false
		act.set("a = true")
		act.set("n = 9")
		act.run(2)
		if got := act.log.String(); !strings.Contains(got, c.chosen) {
			t.Errorf("when %s: it did %q, want %s", c.when, got, c.chosen)
		}
	}
}
