package squad_test

import (
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	. "github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/world"
)

func TestAnOrderIsLookedUp(t *testing.T) {
	var l Ledger
	l.Reset(OfSquad(4))
	args := []world.Word{7, 8}
	first := l.Give(Command{Member: 1, Role: 2, Activity: 5, Args: args, Until: 30}, 10)
	args[0] = 99
	o, ok := l.Order(first)
	if !ok || o.Squad != OfSquad(4) || o.Given != 10 || o.State != Given || !slices.Equal(o.Args, []world.Word{7, 8}) || o.Until != 30 || o.Role != 2 {
		t.Errorf("%+v, %v", o, ok)
	}
	second := l.Give(Command{Member: 1, Role: 2, Activity: 5, Args: args}, 10)
	if o, _ := l.Order(second); o.Replaces != first {
		t.Errorf("the second order replaces %d", o.Replaces)
	}
	if o, _ := l.Order(first); o.State != Withdrawn || o.Cause != Changed {
		t.Errorf("the first is %v, %v", o.State, o.Cause)
	}
	l.Commit(10)
	if _, ok := l.Order(first); !ok {
		t.Error("it is struck off while all learn of its end")
	}
	l.Commit(11)
	if _, ok := l.Order(first); ok {
		t.Error("it is still there after all have learned of its end")
	}
}

func TestReasonsAreReported(t *testing.T) {
	var l Ledger
	l.Reset(OfSquad(4))
	n := l.Give(Command{Member: 1, Role: NoRole}, 1)
	l.Commit(1)
	why := Why{Cause: NotReached, Detail: 77, Retry: true}
	l.Report(1, n, Accepted, why)
	l.Report(1, n, Failed, why)
	events := l.Commit(2)
	if len(events) != 2 || events[0].Why != (Why{}) || events[1].Why != why || events[1].State != Failed {
		t.Errorf("%+v", events)
	}
	if o, _ := l.Order(n); o.Why != why {
		t.Errorf("%+v", o)
	}
}

func TestLedgersAreBounded(t *testing.T) {
	var l Ledger
	l.Reset(OfSquad(1))
	for i := range MaxOrders {
		if l.Give(Command{Member: ID(i/4 + 1), Role: i % 4}, 1) == 0 {
			t.Fatalf("order %d is not taken", i)
		}
	}
	if l.Give(Command{Member: 99}, 1) != 0 || l.Give(Command{Member: 1, Activity: 7}, 1) != 0 {
		t.Error("one order more is taken")
	}
	if l.Give(Command{Member: 1}, 1) != 1 {
		t.Error("an order that is given already does not stand")
	}
	l.Withdraw(1, Replanned)
	if l.Give(Command{Member: 99}, 1) != 0 {
		t.Error("one that has ended is struck off at once")
	}
	l.Commit(1)
	l.Commit(2)
	if l.Give(Command{Member: 99}, 3) == 0 {
		t.Error("there is room again, and an order is not taken")
	}
	for _, c := range []Command{{Member: 98, Args: make([]world.Word, MaxWords+1)}, {Member: 98, Role: NoRole - 1}, {Member: 98, Role: MaxRoles}} {
		l.Reset(OfSquad(1))
		if l.Give(c, 3) != 0 {
			t.Errorf("%+v is taken", c)
		}
	}
}

func TestMembersAreBounded(t *testing.T) {
	var ms Members
	ms.Reset(OfSquad(1))
	for i := range MaxMembers {
		if !ms.Join(OfAgent(action.AgentID(MaxMembers-i)), 5) {
			t.Fatalf("member %d does not join", i)
		}
	}
	if ms.Join(OfSquad(2), 5) {
		t.Error("one more joins")
	}
	if m := ms.At(7); m != (Member{ID: OfAgent(8), Role: NoRole, Joined: 5, Since: 5}) || ms.Squad() != OfSquad(1) {
		t.Errorf("%+v", m)
	}
	if ms.Leave(OfAgent(3)); !ms.Join(OfSquad(2), 6) {
		t.Error("nobody can join where one has left")
	}
}

func TestIDsTellAgentsFromSquads(t *testing.T) {
	for _, c := range []struct {
		id           ID
		agent, squad int64
		text         string
	}{
		{0, 0, 0, "nobody"}, {-1, 0, 0, "nobody"}, {OfSquad(0), 0, 0, "nobody"},
		{OfAgent(3), 3, 0, "agent 3"}, {OfSquad(3), 0, 3, "squad 3"},
	} {
		a, isAgent := c.id.Agent()
		s, isSquad := c.id.Squad()
		if int64(a) != c.agent || isAgent != (c.agent > 0) || s != c.squad || isSquad != (c.squad > 0) || c.id.String() != c.text {
			t.Errorf("%d: agent %d %v, squad %d %v, %s", c.id, a, isAgent, s, isSquad, c.id)
		}
	}
	if OfAgent(1<<40) > OfSquad(1) {
		t.Error("a squad goes before an agent")
	}
}
