package main

import (
	"bytes"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Personalities differ as intended, and no agent is idle: there always is something that is remembered, or to be found.
func TestPersonalities(t *testing.T) {
	var out bytes.Buffer
	o := options{seeds: 3, length: 2 * time.Minute, out: &out}
	s, err := run(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		more, less string
		measure    int
		factor     float64
	}{
		{"greedy_one", "brave_one", energy, 1.5},    // the greedy gather more than they need
		{"greedy_one", "cautious_one", energy, 1.2}, //
		{"brave_one", "cautious_one", attacks, 1.2}, // the brave fight more
		{"reckless_one", "cautious_one", attacks, 1.1},
		{"cautious_one", "reckless_one", survival, 1.2}, // a gatherer that ignores its own energy does not live long
		{"brave_one", "reckless_one", energy, 2},
	} {
		more, _ := s.mean(c.more, c.measure)
		less, _ := s.mean(c.less, c.measure)
		if !(more > c.factor*less) {
			t.Errorf("%s: %.2f of %s is not more than %.1f times %.2f of %s", measures[c.measure], more, c.more, c.factor, less, c.less)
		}
	}
	if err := s.check(); err != nil {
		t.Error(err)
	}
	if t.Failed() {
		t.Log(out.String())
	}
}

// The same seed gives the same run, another seed another.
func TestRunsAreReproducible(t *testing.T) {
	hash := func(seed uint64) [2]uint64 {
		p, err := open(seed)
		if err != nil {
			t.Fatal(err)
		}
		p.Run(15)
		return [...]uint64{p.Crowd().TraceHash(), p.Arena().Hash()}
	}
	first := hash(7)
	if hash(7) != first {
		t.Error("two runs differ")
	}
	if hash(8) == first {
		t.Error("two seeds give the same run")
	}
}

// The value of energy grows with the square of what is missing: at 0.9 it is a hundredth of the reward. A reckless
// gatherer does not care.
func TestWhatEnergyIsWorth(t *testing.T) {
	p, err := open(1)
	if err != nil {
		t.Fatal(err)
	}
	info := bridge.Program.In(p.Program()).Info
	brain := info.Brains[0]
	const reward = 0.3 // of an item
	state := world.NewState(info.Schema)
	state.CopyFrom(info.Initial)
	item, err := state.AddObject(info.Schema.ObjectType("item").ID, "cake")
	if err != nil {
		t.Fatal(err)
	}
	put := func(name string, x float64, args ...world.Word) {
		a, ok := info.Schema.Symbol(name).Addr(args...)
		if !ok {
			t.Fatal(name)
		}
		state.Set(a, world.Float(x))
	}
	worth := func(score *expr.Term) float64 {
		var words [2]world.Word
		expr.CompileValue(score).EvalInto(&expr.Machine{State: state}, []world.Word{item}, words[:])
		return words[0].Float()
	}
	put("energy_of", reward, item)
	put("power", 1)
	reckless := brain.Personalities[len(brain.Personalities)-1]
	for _, c := range []struct{ energy, factor float64 }{{1, 0}, {0.9, 0.01}, {0.5, 0.25}, {0.1, 0.81}, {0, 1}} {
		put("energy", c.energy)
		if got, want := worth(brain.Wants[0].Score), c.factor*reward*10; math.Abs(got-want) > 1e-12 {
			t.Errorf("at energy %v an item is worth %v, want %v", c.energy, got, want)
		}
		if got := worth(reckless.Traits[0].Score); reckless.Name != "reckless" || got != 0 {
			t.Errorf("at energy %v it is worth %v to %s", c.energy, got, reckless.Name)
		}
	}
}

// An agent that did nothing for longer than that makes the survey fail.
func TestStandingAboutFails(t *testing.T) {
	for _, c := range []struct {
		idle float64
		ok   bool
	}{{0, true}, {2, true}, {2.1, false}} {
		if err := (&survey{idle: c.idle}).check(); (err == nil) != c.ok {
			t.Errorf("%v s: %v", c.idle, err)
		}
	}
}

// The table has a line for each kind, with half the width of a confidence interval if there are several runs.
func TestTable(t *testing.T) {
	var out bytes.Buffer
	if _, err := run(options{seeds: 2, length: time.Second, picture: true, out: &out}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"seed 2", "50 of 50 characters", "1.0s", "survival", "reckless_one", "1.00 ± 0.00", "longest time without an action: 0."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("nothing says %q:\n%s", want, &out)
		}
	}
	s, err := run(options{seeds: 1, length: time.Second, out: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	if _, half := s.mean("brave_one", life); !math.IsInf(half, 1) {
		t.Errorf("one run tells it to within %v", half)
	}
}

// Quantiles of Student's distribution, against a table.
func TestStudent(t *testing.T) {
	for freedom, want := range map[int]float64{1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 9: 2.262, 19: 2.093, 100: 1.984} {
		if got := student(freedom); math.Abs(got-want) > 0.01*want {
			t.Errorf("%d: %v, want %v", freedom, got, want)
		}
	}
}
