package goal_test

import (
	"fmt"
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/world"
)

// busy is a mind in the middle of things: three goals deep, with 10 wants, one of which is about 8 things.
func busy(t tb, interval int64) *theatre {
	deep := []Goal{
		{Name: "top", Params: []world.Type{thing}, While: cond("good(t)"), Ways: steps(sub(1, arg...))},
		{Name: "middle", Params: []world.Type{thing}, Ways: steps(sub(2, arg...)), Interrupts: []Interrupt{{cond("a"), act(rest)}}},
		{Name: "bottom", Params: []world.Type{thing}, Ways: steps(with(act(walk), func(s *Step) { s.While = cond("known(t)") }))},
		{Name: "other", Ways: steps(act(rest))},
	}
	near := []utility.Consideration{{Input: 0, Curve: curve.Linear.Curve()}, {Input: 1, Max: 100, Curve: curve.Logistic.Curve()}}
	h := hunt(0)
	h.Worth = Worth{Considerations: near}
	b := Brain{Name: "mind", Interval: interval, Inertia: utility.Inertia{Bonus: 0.1}, Wants: []Want{h},
		Inputs: []Input{{Input: utility.Input{Name: "worth"}, Value: number("worth(t)")}, {Input: utility.Input{Name: "n", Self: true}, Value: number("n * 1.0")}}}
	for i := range 9 {
		b.Wants = append(b.Wants, standing(fmt.Sprint("w", i), 3, fmt.Sprintf("k / %d.0", 1000+i)))
	}
	th := newTheatre(t, Config{Goals: deep, Brains: []Brain{b}})
	th.follow("act walk 1000000000 success")
	th.follow("set n 60")
	th.follow("set k 10")
	for i := range 8 {
		th.follow(fmt.Sprintf("add t%d 0.%d", i, i+1))
	}
	th.run(1)
	if th.mind.Pursued(0).Depth() != 4 {
		t.Fatalf("%d levels are active", th.mind.Pursued(0).Depth())
	}
	th.env.Sink = nil
	return th
}

func (th *theatre) run(ticks int) {
	for range ticks {
		th.step()
	}
}

// tickOnly is a tick without what the theatre adds.
func (th *theatre) tickOnly() {
	th.tick++
	th.enter()
	th.mind.Tick(&th.env)
}

// TestNothingIsAllocatedOnceWarm measures a quiet tick, arbitrations, changes of mind, orders, failures and plans.
func TestNothingIsAllocatedOnceWarm(t *testing.T) {
	quiet, arbitrating := busy(t, 1<<30), busy(t, 1)
	restless := newTheatre(t, rivals(0))
	restless.env.Sink = nil
	failing := newTheatre(t, mindCaseOf(t, "direct attack fails: approach again, else shoot").cfg)
	failing.env.Sink = nil
	failing.follow("add x 1")
	failing.follow("act strike 1 failure")
	failing.follow("act shoot 1 failure")
	n, k := schema.Symbol("n").Base, schema.Symbol("k").Base
	for name, f := range map[string]func(){
		"quiet":       quiet.tickOnly,
		"arbitrating": arbitrating.tickOnly,
		"changing": func() {
			restless.state.Set(n, 10+world.Word(restless.tick)*7%11)
			restless.state.Set(k, 10+world.Word(restless.tick)*5%11)
			restless.tickOnly()
			restless.state.Forget()
		},
		"ordered": func() {
			quiet.mind.Order(&quiet.env, Order{Goal: 3})
			quiet.mind.Order(&quiet.env, Order{Goal: 3, Urgent: true})
			for range 5 {
				quiet.tickOnly()
			}
		},
		"failing": func() {
			failing.tickOnly()
			failing.state.Forget()
		},
	} {
		for range 100 {
			f()
		}
		if a := testing.AllocsPerRun(100, f); a != 0 {
			t.Errorf("%s: %v allocations", name, a)
		}
	}
}

func mindCaseOf(t tb, name string) testCase {
	for _, c := range mindCases() {
		if c.name == name {
			return c
		}
	}
	t.Fatalf("there is no case %q", name)
	return testCase{}
}

// BenchmarkQuietTick is a tick in which a mind does not arbitrate: three goals and an activity continue.
func BenchmarkQuietTick(b *testing.B) {
	th := busy(b, 1<<40)
	b.ReportAllocs()
	for b.Loop() {
		th.tickOnly()
	}
	if th.mind.Pursued(0).Depth() != 4 {
		b.Fatal("something has ended")
	}
}

// BenchmarkArbitration is a tick in which a mind compares 17 options and keeps its choice.
func BenchmarkArbitration(b *testing.B) {
	th := busy(b, 1)
	b.ReportAllocs()
	for b.Loop() {
		th.tickOnly()
	}
	if th.mind.Pursued(0).Depth() != 4 {
		b.Fatal("something has ended")
	}
}

// BenchmarkChange is a tick in which a mind changes its choice: one goal with its activity ends, another begins.
func BenchmarkChange(b *testing.B) {
	th := newTheatre(b, rivals(0))
	th.env.Sink = nil
	th.follow("act work 1000000000 success")
	th.follow("act play 1000000000 success")
	n, k := schema.Symbol("n").Base, schema.Symbol("k").Base
	b.ReportAllocs()
	for b.Loop() {
		th.state.Set(n, 500+world.Word(th.tick&1))
		th.state.Set(k, 501-world.Word(th.tick&1))
		th.state.Forget()
		th.tickOnly()
	}
}
