package runner_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

const soldiers = `
type post max 4
objects p1, p2: post
state agent { stood(p: post): int 0..99; dug: int 0..99 }
action stand(p: post)
action dig
operator watch(p: post) { do stand(p); effect stood(p) += 1 }
operator dig_on { do dig; commit 0.3s; effect dug += 1 }
task guard(p: post) { method "m" { watch(p) } }
task trench { method "m" { dig_on } }
goal look(p: post) { stand(p) }
squad platoon { plan lead; role all 0..9 }
operator lead_on { do order all guard(p1); effect dug = 1 }
operator look_on { do order all look(p1); effect dug = 1 }
task lead { method "m" when dug > 90 { lead_on; look_on } }
tree life { dig }
brain mind { want look(p1) { score 1.0 } }
agent soldier { plan trench; squad platoon }
agent tree_man { tree life; squad platoon }
agent thinker { brain mind; squad platoon }
`

// newOrders returns a theatre with a soldier that stands for two ticks and digs for long.
func newOrders(t *testing.T) *theatre {
	th := newTheatre(t, soldiers, agent.Options{})
	th.results["stand"] = []result{{2, "success"}}
	th.results["dig"] = []result{{50, "success"}}
	th.last = th.crowd.Spawn("soldier")
	th.step()
	return th
}

// order gives the soldier an order: to guard a post, or to look at it.
func (th *theatre) order(number int64, post string, urgent, look bool) bool {
	info := th.program.Info
	action := info.TaskActivity(info.Task("guard"))
	if look {
		action = info.GoalActivity(info.Goals[0])
	}
	p, _ := th.crowd.View().ObjectNamed(post)
	args := []world.Word{p}
	given := th.crowd.View().Runner(th.last).Order(runner.Order{Number: number, Action: action, Args: args, Urgent: urgent})
	args[0] = 0 // they are copied
	th.crowd.Wake(th.last)
	return given
}

// TestAgentOrdersTakeTurns: urgent orders go first, also if they became urgent later; the others go in the order in
// which they were given; the same holds in a restored crowd.
func TestAgentOrdersTakeTurns(t *testing.T) {
	for _, c := range []struct {
		urgent string // one letter for each order: u, or n
		urge   int64  // becomes urgent afterwards; 0: none does
		want   []int64
	}{
		{"nnn", 0, []int64{1, 2, 3}}, {"nnu", 0, []int64{3, 1, 2}}, {"nun", 0, []int64{2, 1, 3}}, {"uuu", 0, []int64{1, 2, 3}}, {"nuun", 0, []int64{2, 3, 1, 4}},
		{"unnu", 0, []int64{1, 4, 2, 3}}, {"nnnn", 3, []int64{3, 1, 2, 4}}, {"unnn", 4, []int64{1, 4, 2, 3}}, {"nnnn", 1, []int64{1, 2, 3, 4}}, {"nn", 7, []int64{1, 2}},
	} {
		for _, anew := range []bool{false, true} {
			t.Run(fmt.Sprint(c.urgent, c.urge, anew), func(t *testing.T) {
				th := newOrders(t)
				th.anew = anew
				for i, u := range c.urgent {
					if !th.order(int64(i+1), []string{"p1", "p2"}[i%2], u == 'u', i%3 == 2) {
						t.Fatal("there is no room")
					}
				}
				if c.urge != 0 {
					th.crowd.View().Runner(th.last).Urge(c.urge)
					th.crowd.Wake(th.last)
				}
				urgent := strings.Contains(c.urgent, "u") || c.urge > 0 && c.urge < 5
				var got []int64
				for tick := range 40 {
					th.step()
					r := th.crowd.View().Runner(th.last)
					d, on := r.CurrentOrder()
					if on && r.OrderState(d.Number) != runner.RunningOrder {
						t.Fatalf("order %d is on and %d", d.Number, r.OrderState(d.Number))
					}
					if tick == 0 && on != urgent {
						t.Fatalf("in the first tick an order is on: %v", on)
					}
					if want := []string{"p1", "p2"}[max(0, d.Number-1)%2]; on && th.crowd.State(th.last).ObjectName(d.Args[0], 0) != want {
						t.Fatalf("order %d is about another post", d.Number)
					}
					if on && !slices.Contains(got, d.Number) {
						got = append(got, d.Number)
					}
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("order %v, want %v", got, c.want)
				}
				for _, n := range got {
					if s := th.crowd.View().Runner(th.last).OrderState(n); s != runner.DoneOrder {
						t.Errorf("order %d is %d", n, s)
					}
				}
				if r := th.crowd.View().Runner(th.last); r.OrderState(9) != runner.UnknownOrder || r.Line() != 0 {
					t.Errorf("line %d", r.Line())
				}
			})
		}
	}
}

// TestAgentOrdersAreBounded: there is room for so many, and none for agents with a tree or a brain.
func TestAgentOrdersAreBounded(t *testing.T) {
	th := newOrders(t)
	for n := range int64(runner.MaxOrders + 2) {
		if given := th.order(n+1, "p1", false, false); given != (n < runner.MaxOrders) {
			t.Errorf("order %d: %v", n+1, given)
		}
	}
	if r := th.crowd.View().Runner(th.last); !r.TakesOrders() || r.OrderState(runner.MaxOrders) != runner.WaitingOrder || r.OrderState(runner.MaxOrders+1) != runner.UnknownOrder {
		t.Error("the wrong ones were given")
	}
	for _, kind := range []string{"tree_man", "thinker"} {
		th.last = th.crowd.Spawn(kind)
		if th.order(1, "p1", false, false) || th.crowd.View().Runner(th.last).TakesOrders() || th.crowd.View().Runner(th.last).OrderState(1) != runner.UnknownOrder {
			t.Errorf("a %s takes an order", kind)
		}
	}
}

// TestAgentOrdersThatDoNotFit: a snapshot in which an order is about something else than its activity says is refused.
func TestAgentOrdersThatDoNotFit(t *testing.T) {
	info := newOrders(t).program.Info
	guard := info.TaskActivity(info.Task("guard"))
	for name, c := range map[string]struct {
		order runner.Order
		ok    bool
	}{
		"as it should be":            {runner.Order{Number: 1, Action: guard, Args: []world.Word{0}}, true},
		"no number":                  {runner.Order{Action: guard, Args: []world.Word{0}}, false},
		"an action of the host":      {runner.Order{Number: 1, Action: 0, Args: []world.Word{0}}, false},
		"no argument":                {runner.Order{Number: 1, Action: guard}, false},
		"an argument too many":       {runner.Order{Number: 1, Action: guard, Args: []world.Word{0, 0}}, false},
		"an argument of no type":     {runner.Order{Number: 1, Action: guard, Args: []world.Word{-5}}, false},
		"a tree":                     {runner.Order{Number: 1, Action: info.TreeActivity(info.Trees[0])}, false},
		"a goal, as it should be":    {runner.Order{Number: 1, Action: info.GoalActivity(info.Goals[0]), Args: []world.Word{0}}, true},
		"a goal without an argument": {runner.Order{Number: 1, Action: info.GoalActivity(info.Goals[0])}, false},
	} {
		th := newOrders(t)
		th.crowd.View().Runner(th.last).Order(c.order)
		if _, _, err := agent.Restore(th.program, th.bindings(), agent.Options{}, th.crowd.Snapshot(nil)); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	th := newOrders(t)
	th.order(1, "p1", false, false)
	th.order(1, "p2", false, false)
	if _, _, err := agent.Restore(th.program, th.bindings(), agent.Options{}, th.crowd.Snapshot(nil)); err == nil {
		t.Error("two orders have one number")
	}
}
