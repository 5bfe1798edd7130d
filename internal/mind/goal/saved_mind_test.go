package goal_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/world"
)

// TestMindsThatCannotBeAreRefused tampers with a mind before it is saved: what no mind leaves behind is not read, and
// nothing of it runs.
func TestMindsThatCannotBeAreRefused(t *testing.T) {
	for _, tc := range Tampers {
		t.Run(tc.Name, func(t *testing.T) {
			endless := func(name string, id int32) Goal { return Goal{Name: name, Ways: steps(act(id))} }
			w1 := standing("w1", 1, "0.1")
			w1.Interrupts = true
			cfg := Config{Goals: []Goal{endless("g0", work), endless("g1", play), endless("g2", rest), {Name: "g3", Params: []world.Type{thing}, Ways: steps(act(walk))}},
				Brains: []Brain{{Name: "mind", Wants: []Want{standing("w0", 0, "0.5"), w1,
					{Name: "w2", Goal: 3, Args: arg, Targeted: true, Target: thing, Worth: Worth{Score: number("0.2")}}}}}}
			th := newTheatre(t, cfg)
			th.script("act work 9 success;act play 9 success;act rest 9 success;run 1;order 1;run 1;urgent 2;run 1;order 1;urgent 1")
			if th.mind.Len() != 3 || th.mind.Orders() != 2 {
				t.Fatalf("%d are pursued, and %d orders wait", th.mind.Len(), th.mind.Orders())
			}
			tc.Alter(&th.mind)
			other := newTheatreOf(t, th.p)
			other.tick = th.tick
			other.enter()
			if lost, err := other.read(th.saved()); (err == nil) != tc.Fits || lost != "" {
				t.Errorf("%v, lost %q", err, lost)
			}
			if n := other.env.Instances.Running(); !tc.Fits && (n > 0 || other.mind.Len() > 0) {
				t.Errorf("%d actions and %d pursuits run of what was refused", n, other.mind.Len())
			}
		})
	}
}

// TestPursuitsThatHaveNotBegunAreSaved with their arguments, alone and suspended.
func TestPursuitsThatHaveNotBegunAreSaved(t *testing.T) {
	for _, suspended := range []bool{false, true} {
		cfg := Config{Goals: []Goal{{Name: "other", Ways: steps(act(rest))}, {Name: "main", Params: []world.Type{thing, thing}, Ways: steps(act(walk), act(work))}}}
		th, other := newTheatre(t, cfg), newTheatre(t, cfg)
		for _, th := range []*theatre{th, other} {
			th.script("add egg 1;add orc 1")
		}
		th.pursuit.Start(1, []world.Word{th.object("orc"), th.object("egg")})
		if suspended {
			th.follow("suspend")
		}
		r := codec.NewReader(th.pursuit.Append(th.env.Instances.AppendForms(nil), th.env.Instances))
		rs := other.env.Instances.Restorer((*world.Reader)(r), schema, nil)
		_, lost := other.pursuit.Read(r, &Saved{Instances: other.env.Instances, Restorer: rs})
		if r.End(); lost != "" || r.Err() != nil || !other.pursuit.Running() || other.pursuit.Suspended() != suspended {
			t.Fatalf("lost %q, %v; it runs: %t, suspended: %t", lost, r.Err(), other.pursuit.Running(), other.pursuit.Suspended())
		}
		if goal, args := other.pursuit.Goal(); goal != 1 || args[0] != th.object("orc") || args[1] != th.object("egg") {
			t.Errorf("goal %d on %v", goal, args)
		}
		if suspended {
			th.follow("resume")
			other.follow("resume")
		}
		th.step()
		if other.step(); other.log.String() != th.log.String() {
			t.Errorf("restored:\n%s\nas it was:\n%s", other.log.String(), th.log.String())
		}
	}
}

// TestFailuresThatAreForgottenFirst: if there is no room for one more, the failure that rests no longer is forgotten,
// or else the oldest one, and of equal ones the first.
func TestFailuresThatAreForgottenFirst(t *testing.T) {
	const now = 100
	for _, c := range []struct {
		name string
		odd  map[utility.Target][2]int64 // when it failed, and until when it rests; all others 50 and 200
		want utility.Target
	}{
		{"all alike", nil, 0},
		{"the oldest", map[utility.Target][2]int64{7: {40, 200}, 9: {41, 200}}, 7},
		{"the first of the oldest", map[utility.Target][2]int64{7: {40, 200}, 9: {40, 200}}, 7},
		{"one that rests no longer", map[utility.Target][2]int64{7: {60, 99}, 9: {40, 200}}, 7},
		{"one that rests up to now", map[utility.Target][2]int64{7: {60, now}, 9: {40, 200}}, 7},
		{"one that rests for one tick more", map[utility.Target][2]int64{7: {60, now + 1}, 9: {40, 200}}, 9},
		{"the oldest of those that rest no longer", map[utility.Target][2]int64{7: {60, 70}, 9: {55, 80}, 11: {20, 200}}, 9},
		{"the newest", map[utility.Target][2]int64{0: {51, 200}}, 1},
	} {
		th := newTheatre(t, rivals(0))
		for i := range utility.Target(MaxFailures) {
			when, odd := c.odd[i]
			if !odd {
				when = [2]int64{50, 200}
			}
			th.mind.FailAt(i, when[0], when[1])
		}
		left := map[utility.Target]bool{}
		th.mind.FailAt(1000, now, 200)
		for i := range utility.Target(MaxFailures) {
			left[i] = th.mind.Rests(0, i)
		}
		for i, still := range left {
			if still == (i == c.want) {
				t.Errorf("%s: %d is remembered: %t", c.name, i, still)
			}
		}
	}
}

// TestNothingIsLeftOverBetweenCalls: arguments that were tried are dropped.
func TestNothingIsLeftOverBetweenCalls(t *testing.T) {
	cfg := Config{Goals: []Goal{attack()}, Brains: []Brain{{Name: "mind", Wants: []Want{{Name: "w", Goal: 0, Args: arg, Targeted: true, Worth: Worth{Score: number("worth(t)")}}}}}}
	th := newTheatre(t, cfg)
	th.script("add orc 1;add egg 1;act walk 3 success;act strike 1 failure")
	for range 9 {
		th.step()
		th.enter()
		if th.mind.Explain(&th.env); th.env.Rest() != 0 {
			t.Fatalf("tick %d: %d words are left over", th.tick, th.env.Rest())
		}
	}
}
