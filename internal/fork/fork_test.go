package fork_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/internal/fork"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/town"
)

// mealTown returns a town of the villagers of the example, after some ticks.
func mealTown(t *testing.T, agents, ticks int) *town.Town {
	t.Helper()
	p, ds := program.Load(os.DirFS("../../examples/meal"), "meal.krk")
	if p == nil {
		t.Fatal(ds.Err())
	}
	w, err := town.New(p, town.Options{Crowd: agent.Options{TPS: 10, Seed: 3}})
	if err == nil {
		err = w.Populate(agents)
	}
	if err != nil {
		t.Fatal(err)
	}
	for range ticks {
		w.Step()
	}
	return w
}

// side returns a copy of a town as a side.
func side(t *testing.T, w *town.Town, anew bool) fork.Side {
	t.Helper()
	ear := &fork.Ear{}
	copied, _, err := w.Reload(w.Crowd().Program().Program, town.Options{Crowd: ear.Sinks(agent.Options{Anew: anew})})
	if err != nil {
		t.Fatal(err)
	}
	return fork.Side{Crowd: copied.Crowd, Step: func() bool { copied.Step(); return true }, Ear: ear}
}

// TestSidesWithoutAChangeAreTheSame at any moment, whether they decide anew or go on, and the one that goes on is the
// run itself.
func TestSidesWithoutAChangeAreTheSame(t *testing.T) {
	for _, ticks := range []int{0, 7, 40, 95} {
		for _, anew := range []bool{false, true} {
			w := mealTown(t, 4, ticks)
			as := side(t, w, anew)
			r, err := fork.Run(as, side(t, w, anew), fork.Options{Ticks: 200})
			if err != nil || r.First != nil || r.To != int64(ticks+200) || r.Events[0] == 0 {
				t.Errorf("after %d ticks, anew %v: %v, %+v", ticks, anew, err, r)
			}
			if anew {
				continue
			}
			for range 200 {
				w.Step()
			}
			if as.Crowd().TraceHash() != w.Crowd().TraceHash() {
				t.Errorf("after %d ticks: the side without the change is another run", ticks)
			}
		}
	}
}

// TestTheFirstDifferenceIsFound: the one whose money changes differs, and the others do not.
func TestTheFirstDifferenceIsFound(t *testing.T) {
	w := mealTown(t, 3, 5)
	as, but := side(t, w, false), side(t, w, false)
	if err := (&fork.Change{Agent: "villager#2", Sets: []string{"money = 50"}}).Apply(but.Crowd()); err != nil {
		t.Fatal(err)
	}
	r, err := fork.Run(as, but, fork.Options{Ticks: 100})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Agents) != 1 || r.First == nil || r.First.Agent != "villager#2" || r.First.Tick < 6 || r.First.As == r.First.But {
		t.Errorf("got %+v", r)
	}
}

// TestTownsOfACrowd go on from where another host left it, and leave it as it is.
func TestTownsOfACrowd(t *testing.T) {
	w := mealTown(t, 3, 12)
	hash := w.Crowd().TraceHash()
	same, err := fork.Towns(w.Crowd(), w.Figures(nil), nil, fork.Change{}, fork.Options{Ticks: 200})
	if err != nil || same.First != nil || same.Events[0] == 0 || len(same.Notes) != 1 {
		t.Errorf("without a change: %v, %+v", err, same)
	}
	r, err := fork.Towns(w.Crowd(), w.Figures(nil), nil, fork.Change{Agent: "villager#1", Sets: []string{"has_job = false", "money = 0", "has_meal = false"}}, fork.Options{Ticks: 200})
	if err != nil || r.First == nil || r.First.Agent != "villager#1" {
		t.Errorf("without his job: %v, %+v", err, r)
	}
	if w.Crowd().TraceHash() != hash || w.Crowd().Tick() != 12 {
		t.Error("the fork has changed the crowd")
	}
}

// TestForksEnd when they are cancelled, with what is known so far, and say what cannot be understood.
func TestForksEnd(t *testing.T) {
	w := mealTown(t, 2, 3)
	cancel := make(chan struct{})
	r, err := fork.Run(side(t, w, false), side(t, w, false), fork.Options{Ticks: 1000, Cancel: cancel, Progress: func(done, of int64) {
		if done == 10 && of == 1000 {
			close(cancel)
		}
	}})
	if !errors.Is(err, context.Canceled) || r == nil || r.To != 13 {
		t.Errorf("%v, %+v", err, r)
	}
	for change, want := range map[string]fork.Change{
		"gold = 5: unknown symbol \"gold\"":            {Agent: "villager#1", Sets: []string{"gold = 5"}},
		"there is no nobody at this moment":            {Agent: "nobody", Sets: []string{"money = 5"}},
		"a personality belongs to an agent: say which": {Personality: "brave"},
	} {
		if err := want.Apply(side(t, w, false).Crowd()); fmt.Sprint(err) != change {
			t.Errorf("got %q, want %q", err, change)
		}
	}
}

// TestAnotherProgramMakesADifference only where it decides otherwise.
func TestAnotherProgramMakesADifference(t *testing.T) {
	w := mealTown(t, 2, 30)
	text, err := os.ReadFile("../../examples/meal/meal.krk")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		more string
		same bool
	}{{"\nconst unused: int = 3\n", true}, {"\nagent nobody { plan dine }\n", true}} {
		next, ds := program.Load(fstest.MapFS{"meal.krk": {Data: append(append([]byte{}, text...), c.more...)}}, "meal.krk")
		if next == nil {
			t.Fatal(ds.Err())
		}
		ear := &fork.Ear{}
		other, _, err := w.Reload(next, town.Options{Crowd: ear.Sinks(agent.Options{Anew: true})})
		if err != nil {
			t.Fatal(err)
		}
		r, err := fork.Run(side(t, w, true), fork.Side{Crowd: other.Crowd, Step: func() bool { other.Step(); return true }, Ear: ear}, fork.Options{Ticks: 150})
		if err != nil || (r.First == nil) != c.same || r.Events[0] == 0 {
			t.Errorf("%q: %v, %+v", c.more, err, r)
		}
	}
}
