package goal_test

import (
	"fmt"
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// TestOrdersAreKnownByTheirNumbers while they wait or are pursued, and no longer.
func TestOrdersAreKnownByTheirNumbers(t *testing.T) {
	th := ordered(t)
	for _, c := range []struct {
		script string
		known  []bool // orders 0 to 4
	}{
		{"run 1", []bool{false, false, false, false, false}},
		{"order 1", []bool{false, true, false, false, false}},
		{"order 2;run 1", []bool{false, true, true, false, false}},
		{"urgent 0;order 1;run 1", []bool{false, true, true, true, true}},
		{"withdraw 2", []bool{false, true, false, true, true}},
		{"withdraw 3;run 1", []bool{false, true, false, false, true}},
		{"withdraw 1;run 1", []bool{false, false, false, false, true}},
	} {
		th.script(c.script)
		for number, known := range c.known {
			if got := th.mind.HasOrder(int64(number)); got != known {
				t.Errorf("after %s: order %d is known: %t", c.script, number, got)
			}
		}
	}
	th.finish()
}

// TestOnlyWhatIsActiveIsListed: nothing of a suspended level runs, though its activity is there; nor of one that is not
// pursued.
func TestOnlyWhatIsActiveIsListed(t *testing.T) {
	suspends := func(s Step) Step { return with(s, func(s *Step) { s.Suspends = true }) }
	th := newTheatre(t, Config{Goals: []Goal{{Name: "main", Ways: steps(sub(1)), Interrupts: []Interrupt{{cond("a"), act(rest)}}}, {Name: "inner", Ways: steps(suspends(act(work)))}}})
	th.script("act work 9 success;act rest 2 success")
	var s suspender
	th.env.Suspender = &s
	for _, c := range []struct {
		script string
		want   []int32
	}{
		{"run 1", nil},
		{"start 0", nil},
		{"run 1", []int32{work}},
		{"set a 1;run 1", []int32{rest}},
		{"set a 0;run 1", []int32{work}},
		{"suspend", nil},
		{"resume;run 1", []int32{work}},
		{"abort", nil},
	} {
		th.script(c.script)
		var got []int32
		for _, h := range th.pursuit.Handles(nil) {
			got = append(got, h.Action())
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("after %s: %v run, want %v", c.script, got, c.want)
		}
	}
}

// TestUninterruptedStepsAreKnown while they run, but not while their pursuit is suspended.
func TestUninterruptedStepsAreKnown(t *testing.T) {
	step := with(act(work), func(s *Step) { s.Uninterrupted = true })
	th := newTheatre(t, Config{Goals: []Goal{{Name: "g0", Ways: steps(sub(1), act(rest))}, {Name: "g1", Ways: steps(step)}, {Name: "g2", Ways: steps(act(play))}},
		Brains: []Brain{{Name: "mind", Wants: []Want{standing("w0", 0, "n / 100.0")}}}})
	if th.mind.Uninterrupted() {
		t.Error("it is, before its first tick")
	}
	th.script("act work 3 success;act play 2 success;act rest 9 success;set n 10")
	for tick, want := range []bool{true, true, false, false} {
		if th.step(); th.mind.Uninterrupted() != want {
			t.Errorf("tick %d: %t", tick+1, !want)
		}
	}
	th.script("abort")
	th = newTheatreOf(t, th.p)
	th.script("act work 9 success;act play 2 success;set n 10;run 1;urgent 2;run 1")
	if th.mind.Uninterrupted() {
		t.Error("it is, though something urgent runs")
	}
	th.script("run 2")
	if !th.mind.Uninterrupted() {
		t.Error("it is not, though it goes on")
	}
	th.enter()
	if th.mind.Interrupt(&th.env); th.mind.Uninterrupted() {
		t.Error("it is, though the mind is interrupted")
	}
	th.mind.HandBack(&th.env)
	th.finish()
}

// counted is a value that is always the same.
func counted(n int) Value {
	return ValueFunc{Of: world.Type{Kind: world.KindInt, Hi: 99}, Func: func(_ *expr.Machine, _, dst []world.Word) { dst[0] = world.Word(n) }}
}

// TestDeepPursuitsAreSaved with the arguments of each goal in them.
func TestDeepPursuitsAreSaved(t *testing.T) {
	var cfg Config
	for i := range 6 {
		g := Goal{Name: fmt.Sprint("g", i), Params: []world.Type{thing, {Kind: world.KindInt}}, Ways: steps(sub(i+1, arg[0], Arg{Value: counted(i)}))}
		if i == 5 {
			g.Ways = steps(act(walk))
		}
		cfg.Goals = append(cfg.Goals, g)
	}
	cfg.Brains = []Brain{{Name: "mind", Wants: []Want{{Name: "w", Goal: 0, Args: append(arg[:1:1], Arg{Value: counted(9)}), Targeted: true, Worth: Worth{Score: number("1.0")}}}}}
	th := newTheatre(t, cfg)
	th.script("act walk 9 success;add orc 1;run 1")
	other := th.twin()
	a, b := th.mind.Pursued(0), other.mind.Pursued(0)
	if a.Depth() != 7 || b.Depth() != 7 {
		t.Fatalf("%d and %d deep", a.Depth(), b.Depth())
	}
	for i := range 6 {
		was, is := fmt.Sprint(a.At(i)), fmt.Sprint(b.At(i))
		if was != is || a.At(i).Args[1] != world.Word([]int{9, 0, 1, 2, 3, 4}[i]) {
			t.Errorf("level %d is %s, and was %s", i, is, was)
		}
	}
	th.finish()
	other.finish()
}

// TestInertiaIsThatOfWhatIsPursued: a want that could interrupt, and is chosen when nothing is pursued, is as any
// other.
func TestInertiaIsThatOfWhatIsPursued(t *testing.T) {
	for _, interrupts := range []bool{false, true} {
		cfg := rivals(0)
		cfg.Brains[0].Inertia = utility.Inertia{Bonus: 0.5}
		cfg.Brains[0].Wants[0].Interrupts = interrupts
		th := newTheatre(t, cfg)
		th.script("act work 9 success;act play 9 success;set n 100;set k 90;run 1;set k 140;run 1")
		if got := th.mind.Pursued(0).Want; got != 0 || th.mind.Len() != 1 {
			t.Errorf("interrupts %t: want %d of %d is pursued, though the other is not worth half as much again", interrupts, got, th.mind.Len())
		}
		r := th.mind.Explain(&th.env)
		for _, c := range r.Candidates {
			if want := map[int32]float64{0: 1.5, 1: 1}[c.Want]; c.Scored.Inertia != want {
				t.Errorf("interrupts %t: %s has inertia %g, want %g", interrupts, c.Text, c.Scored.Inertia, want)
			}
		}
		th.finish()
	}
}
