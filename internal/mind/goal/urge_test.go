package goal_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
)

// ordered returns a mind whose want has a low score, and goals that work and play for a long time, for orders.
func ordered(t *testing.T) *theatre {
	endless := func(name string, id int32) Goal { return Goal{Name: name, Ways: steps(act(id))} }
	th := newTheatre(t, Config{Goals: []Goal{endless("g0", work), endless("g1", play), endless("g2", rest)},
		Brains: []Brain{{Name: "mind", Wants: []Want{standing("w0", 0, "0.1")}}}})
	for _, line := range []string{"act work 50 success", "act play 50 success", "act rest 50 success"} {
		th.follow(line)
	}
	return th
}

// waiting are the numbers of the orders that wait, in order, each with a sign when it is urgent.
func waiting(m *Mind) string {
	var b strings.Builder
	for i := range m.Orders() {
		o, number := m.Waiting(i)
		fmt.Fprint(&b, number)
		if o.Urgent {
			b.WriteByte('!')
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// TestUrging: an order that waits goes before those that are not urgent, one that runs is no longer interrupted by
// urgent ones, and others are not concerned.
func TestUrging(t *testing.T) {
	th := ordered(t)
	for _, line := range []string{"order 1", "run 2", "order 2", "order 1", "order 2"} {
		th.follow(line)
	}
	if got := waiting(&th.mind); got != "2 3 4 " {
		t.Fatalf("waiting: %s", got)
	}
	for _, c := range []struct {
		number int64
		ok     bool
		want   string
	}{{0, false, "2 3 4 "}, {9, false, "2 3 4 "}, {4, true, "4! 2 3 "}, {3, true, "4! 3! 2 "}, {1, true, "4! 3! 2 "}} {
		if ok := th.mind.Urge(c.number); ok != c.ok || waiting(&th.mind) != c.want {
			t.Errorf("urging %d: %t, then waiting: %s", c.number, ok, waiting(&th.mind))
		}
	}
	if th.step(); th.mind.Len() != 1 || !th.mind.HasOrder(1) {
		t.Errorf("the order that was urged while it ran was interrupted:\n%s", th.log.String())
	}
	th.finish()
}

// TestNoOrderHasTheNumberZero: a mind's own wants are not orders, so that nothing is urged or withdrawn by the number
// 0.
func TestNoOrderHasTheNumberZero(t *testing.T) {
	th := ordered(t)
	th.follow("run 2")
	if th.mind.Len() != 1 || th.mind.Urge(0) || th.mind.HasOrder(0) || th.mind.Withdraw(&th.env, 0) || th.mind.Len() != 1 {
		t.Errorf("the want counts as an order:\n%s", th.log.String())
	}
	th.finish()
}

// TestInterruptedMindsAreNotActive: nothing of the mind continues during an interruption, and afterwards it continues
// as before.
func TestInterruptedMindsAreNotActive(t *testing.T) {
	th := ordered(t)
	th.follow("run 2")
	for _, active := range []bool{true, false, true} {
		goal, ok := th.mind.Active()
		if ok != active || goal != 0 || len(th.mind.Handles(nil)) > 0 != active {
			t.Errorf("goal %d is active: %t, with %d activities; want %t", goal, ok, len(th.mind.Handles(nil)), active)
		}
		th.enter()
		if active {
			th.mind.Interrupt(&th.env)
		} else {
			th.mind.HandBack(&th.env)
			th.step()
		}
	}
	th.mind.HandBack(&th.env)
	th.step()
	th.finish()
}

// TestAbortedMindsDropTheirOrders: what waits is refused, in order, and nothing is left.
func TestAbortedMindsDropTheirOrders(t *testing.T) {
	th := ordered(t)
	for _, line := range []string{"order 1", "run 2", "order 2", "order 1"} {
		th.follow(line)
	}
	if goal, ok := th.mind.Active(); goal != 1 || !ok || len(th.mind.Handles(nil)) != 1 {
		t.Errorf("active: %d, %t; %d activities run", goal, ok, len(th.mind.Handles(nil)))
	}
	th.follow("abort")
	if waiting(&th.mind) != "" || th.mind.HasOrder(2) || th.mind.HasOrder(3) {
		t.Errorf("after the end wait: %s", waiting(&th.mind))
	}
	if goal, ok := th.mind.Active(); goal != 0 || ok || len(th.mind.Handles(nil)) != 0 {
		t.Errorf("after the end active: %d, %t; %d activities run", goal, ok, len(th.mind.Handles(nil)))
	}
	if log := th.log.String(); strings.Count(log, "refused") != 2 {
		t.Errorf("two orders were dropped:\n%s", log)
	}
	th.finish()
}
