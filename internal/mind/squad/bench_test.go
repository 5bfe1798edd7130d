package squad_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	. "github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/world"
)

// lendingTick is a tick in which 8 members claim 3 tokens and others give back.
func lendingTick(p *Pool, now int64) {
	for i := range action.AgentID(8) {
		m := OfAgent(i + 1)
		switch (now + int64(i)) % 4 {
		case 0, 1:
			p.Claim(Claim{Holder: m, Priority: int32(now+int64(i)*3) % 5, Waits: i%2 == 0})
		case 2:
			p.Renew(NoKey, m)
		case 3:
			p.GiveBack(NoKey, m)
		}
	}
	p.Release(OfAgent(action.AgentID(now%8) + 1))
	p.Commit(now)
}

// orderTick is a tick in which 8 members are given orders, and report of those they have.
func orderTick(l *Ledger, args []world.Word, now int64, dst []Order) {
	for i := range action.AgentID(8) {
		m := OfAgent(i + 1)
		args[0] = world.Word((now + int64(i)) / 5)
		l.Give(Command{Member: m, Activity: 3, Args: args}, now)
		for _, o := range l.For(dst[:0], m) {
			l.Report(m, o.Number, o.State+1, Why{})
		}
	}
	l.Lose(OfAgent(action.AgentID(now%8)+1), Died)
	l.Commit(now)
}

// squadOf returns so many members, and a score of each for each role.
func squadOf(n int, roles *Roles) (ms *Members, scores []float64) {
	ms = &Members{}
	ms.Reset(OfSquad(1))
	for i := range n {
		ms.Join(OfAgent(action.AgentID(i+1)), 0)
		for r := range roles.List {
			scores = append(scores, float64((i*7+r*13)%11))
		}
	}
	return ms, scores
}

func TestNothingIsAllocatedOnceWarm(t *testing.T) {
	var pool Pool
	pool.Reset(LeaseRule{Capacity: 3, LeaseTicks: 5})
	var ledger Ledger
	ledger.Reset(OfSquad(1))
	roles := large(1).roles
	members, scores := squadOf(20, &roles)
	var assigner Assigner
	args, orders, changes, b := make([]world.Word, 4), make([]Order, 0, 8), make([]Change, 0, 64), make([]byte, 0, 1<<16)
	var coder codec.Coder
	now := int64(0)
	for name, f := range map[string]func(){
		"pool":   func() { lendingTick(&pool, now) },
		"ledger": func() { orderTick(&ledger, args, now, orders) },
		"members": func() {
			id := OfAgent(action.AgentID(now%20 + 1))
			members.Leave(id)
			members.Join(id, now)
			scores[now%int64(len(scores))]++
			changes = members.Assign(&assigner, &roles, scores, now, changes[:0])
		},
		"saving": func() {
			c := coder.Write(b[:0])
			members.Code(c, &roles)
			pool.Code(c, LeaseRule{})
			ledger.Code(c)
			b = c.Written()
		},
	} {
		step := func() {
			now++
			f()
		}
		for range 200 {
			step()
		}
		if a := testing.AllocsPerRun(100, step); a != 0 {
			t.Errorf("%s: %v allocations", name, a)
		}
	}
}

func benchmarkAssign(b *testing.B, n int, roles Roles) {
	members, scores := squadOf(n, &roles)
	var a Assigner
	changes := make([]Change, 0, MaxMembers)
	now := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		now++
		scores[now%int64(len(scores))]++
		changes = members.Assign(&a, &roles, scores, now, changes[:0])
	}
}

// BenchmarkFireteam assigns 4 members to 3 roles.
func BenchmarkFireteam(b *testing.B) {
	benchmarkAssign(b, 4, Roles{Bonus: 0.2, List: []Role{{"lead", 1, 1}, {"flank", 0, 2}, {"cover", 1, 4}}})
}

// BenchmarkTwelve assigns 12 members to 6 roles.
func BenchmarkTwelve(b *testing.B) {
	roles := large(1).roles
	roles.List = roles.List[:6]
	benchmarkAssign(b, 12, roles)
}

// BenchmarkLargest assigns as many members to as many roles as there can be.
func BenchmarkLargest(b *testing.B) { benchmarkAssign(b, MaxMembers, large(1).roles) }

// BenchmarkPool is a tick of a pool that 8 want something of.
func BenchmarkPool(b *testing.B) {
	var p Pool
	p.Reset(LeaseRule{Capacity: 3, LeaseTicks: 5})
	now := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		now++
		lendingTick(&p, now)
	}
}

// BenchmarkQuietPool is a tick of a pool without requests.
func BenchmarkQuietPool(b *testing.B) {
	var p Pool
	p.Reset(LeaseRule{Capacity: 3})
	lendingTick(&p, 1)
	now := int64(1)
	b.ReportAllocs()
	for b.Loop() {
		now++
		p.Commit(now)
	}
}

// BenchmarkLedger is a tick of a ledger with 8 members that report.
func BenchmarkLedger(b *testing.B) {
	var l Ledger
	l.Reset(OfSquad(1))
	args, orders := make([]world.Word, 4), make([]Order, 0, 8)
	now := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		now++
		orderTick(&l, args, now, orders)
	}
}
