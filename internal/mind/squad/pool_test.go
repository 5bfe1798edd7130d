package squad_test

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	. "github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// ask is something that is asked of a pool.
type ask struct {
	verb     string
	holder   ID
	key      world.Object
	priority int32
	waits    bool
	capacity int
}

func drawAsk(t *rapid.T, verbs ...string) ask {
	return ask{rapid.SampledFrom(verbs).Draw(t, "verb"), ID(rapid.IntRange(1, 6).Draw(t, "holder")), world.Object(rapid.IntRange(0, 2).Draw(t, "key")),
		int32(rapid.IntRange(-1, 2).Draw(t, "priority")), rapid.Bool().Draw(t, "waits"), rapid.IntRange(0, 3).Draw(t, "capacity")}
}

func (a ask) do(p *Pool) {
	switch a.verb {
	case "claim":
		p.Claim(Claim{a.key, a.holder, a.priority, a.waits})
	case "renew":
		p.Renew(a.key, a.holder)
	case "back":
		p.GiveBack(a.key, a.holder)
	case "release":
		p.Release(a.holder)
	case "capacity":
		p.SetCapacity(a.key, a.capacity)
	case "close":
		p.Close(a.key)
	}
}

// naivePool does what a pool does, the obvious way: the first of all agents that hold or want a key, in order, hold it
// in the next tick.
type naivePool struct {
	rule       LeaseRule
	capacities map[world.Object]int
	wishes     map[wisher]*wish
}

type wisher struct {
	key    world.Object
	holder ID
}

type wish struct {
	priority       int32
	holds, renewed bool
	ends           bool // the lease is given back
	claims, waits  bool
	until          int64
}

func (n *naivePool) do(a ask) {
	at := wisher{a.key, a.holder}
	w := n.wishes[at]
	switch a.verb {
	case "claim":
		switch {
		case w == nil:
			n.wishes[at] = &wish{priority: a.priority, claims: true, waits: a.waits}
		case w.holds && !w.ends:
			w.priority, w.renewed = a.priority, true
		case w.claims:
			w.priority, w.waits = min(w.priority, a.priority), w.waits || a.waits
		default:
			w.priority, w.claims, w.waits = a.priority, true, a.waits
		}
	case "renew":
		if w != nil && w.holds && !w.ends {
			w.renewed = true
		}
	case "back":
		n.end(at)
	case "release":
		for k := range n.capacities {
			n.end(wisher{k, a.holder})
		}
	case "capacity":
		n.capacities[a.key] = a.capacity
	case "close":
		n.capacities[a.key] = n.rule.Capacity
		for h := ID(1); h <= 6; h++ {
			n.end(wisher{a.key, h})
		}
	}
}

func (n *naivePool) end(at wisher) {
	if w := n.wishes[at]; w != nil {
		w.ends, w.claims = w.holds, false
		if !w.holds {
			delete(n.wishes, at)
		}
	}
}

func (n *naivePool) settle(now int64) {
	for _, w := range n.wishes {
		if w.holds && (w.ends || !w.renewed && n.rule.LeaseTicks > 0 && now >= w.until) {
			w.holds = false
		}
	}
	for key, capacity := range n.capacities {
		var list []wisher
		for at, w := range n.wishes {
			if at.key == key && (w.holds || w.claims) {
				list = append(list, at)
			}
		}
		slices.SortFunc(list, func(a, b wisher) int {
			x, y := n.wishes[a], n.wishes[b]
			holds := cmp.Compare(btoi(y.holds), btoi(x.holds))
			if n.rule.Firm && holds != 0 {
				return holds
			}
			return cmp.Or(cmp.Compare(x.priority, y.priority), holds, cmp.Compare(a.holder, b.holder))
		})
		for i, at := range list {
			w := n.wishes[at]
			had := w.holds
			if w.holds = i < capacity; w.holds {
				if !had || w.renewed {
					w.until = now + n.rule.LeaseTicks
				}
				w.claims = false
			}
			w.claims = w.claims && w.waits && !had
		}
	}
	maps.DeleteFunc(n.wishes, func(_ wisher, w *wish) bool {
		w.renewed, w.ends = false, false
		return !w.holds && !w.claims
	})
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestPoolsLendAsTheRulesSay compares with the naive pool after each tick, and keeps book by the events.
func TestPoolsLendAsTheRulesSay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := LeaseRule{Capacity: rapid.IntRange(0, 2).Draw(rt, "capacity"), LeaseTicks: rapid.Int64Range(0, 3).Draw(rt, "ticks"), Firm: rapid.Bool().Draw(rt, "firm")}
		var p Pool
		p.Reset(l)
		naive := naivePool{l, map[world.Object]int{0: l.Capacity, 1: l.Capacity, 2: l.Capacity}, map[wisher]*wish{}}
		book := map[wisher]bool{}
		for now := int64(1); now < 12; now++ {
			for range rapid.IntRange(0, 6).Draw(rt, "asks") {
				a := drawAsk(rt, "claim", "claim", "claim", "renew", "back", "release", "capacity", "close")
				a.do(&p)
				naive.do(a)
			}
			for _, e := range p.Commit(now) {
				at := wisher{e.Key, e.Holder}
				if e.Kind != LeaseRefused && book[at] == (e.Kind == LeaseGranted) {
					rt.Fatalf("tick %d: %s", now, leaseText(e))
				}
				book[at] = e.Kind == LeaseGranted
			}
			naive.settle(now)
			comparePools(rt, now, &p, &naive, book)
		}
	})
}

func comparePools(t *rapid.T, now int64, p *Pool, naive *naivePool, book map[wisher]bool) {
	for key := range world.Object(3) {
		holders := p.Holders(nil, key)
		if len(holders) > p.Capacity(key) || p.Capacity(key) != naive.capacities[key] || p.Free(key) != p.Capacity(key)-len(holders) {
			t.Fatalf("tick %d: %d hold %d, which has %d places and %d free", now, len(holders), key, p.Capacity(key), p.Free(key))
		}
		for h := ID(1); h <= 6; h++ {
			at := wisher{key, h}
			w := naive.wishes[at]
			holds, waits := w != nil && w.holds, w != nil && w.claims
			if p.Holds(key, h) != holds || book[at] != holds {
				t.Fatalf("tick %d: %v holds %d: %v, by the events %v, want %v", now, h, key, p.Holds(key, h), book[at], holds)
			}
			if slices.Contains(p.WaitsFor(nil, h), key) != waits {
				t.Fatalf("tick %d: %v waits for %v, want %d among it: %v", now, h, p.WaitsFor(nil, h), key, waits)
			}
			if slices.ContainsFunc(p.HeldBy(nil, h), func(l Lease) bool { return l.Key == key }) != holds {
				t.Fatalf("tick %d: %v has %v, want %d among it: %v", now, h, p.HeldBy(nil, h), key, holds)
			}
		}
	}
}

// TestOrderOfAskingMakesNoDifference lets each holder ask in its own order, and mixes the holders differently.
func TestOrderOfAskingMakesNoDifference(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := LeaseRule{Capacity: rapid.IntRange(0, 2).Draw(rt, "capacity"), LeaseTicks: 2}
		var one, other Pool
		one.Reset(l)
		other.Reset(l)
		for now := int64(1); now < 8; now++ {
			var asks []ask
			for range rapid.IntRange(0, 8).Draw(rt, "asks") {
				asks = append(asks, drawAsk(rt, "claim", "claim", "claim", "renew", "back", "release"))
			}
			for _, a := range asks {
				a.do(&one)
			}
			slices.SortStableFunc(asks, func(a, b ask) int { return cmp.Compare(b.holder, a.holder) })
			for _, a := range asks {
				a.do(&other)
			}
			one.Commit(now)
			other.Commit(now)
			c, d := codec.NewWriter(nil), codec.NewWriter(nil)
			one.Code(c, LeaseRule{})
			other.Code(d, LeaseRule{})
			if !slices.Equal(c.Written(), d.Written()) {
				rt.Fatalf("tick %d: %v and %v", now, one.Events(), other.Events())
			}
		}
	})
}

func TestPoolsAreBounded(t *testing.T) {
	var p Pool
	p.Reset(LeaseRule{Capacity: MaxCapacity})
	for h := ID(2); h < 7; h++ {
		p.Claim(Claim{Key: 1, Holder: h})
	}
	p.Commit(1)
	for i := range MaxClaims {
		if !p.Claim(Claim{Key: world.Object(i), Holder: 1}) {
			t.Fatalf("claim %d is not taken", i)
		}
	}
	if p.Claim(Claim{Key: 0, Holder: 9}) {
		t.Error("one claim more is taken")
	}
	p.Commit(2)
	if n := len(p.HeldBy(nil, 1)); n != MaxLeases-5 {
		t.Fatalf("%d leases are granted beside 5", n)
	}
	p.Claim(Claim{Key: 0, Holder: 9})
	if e := p.Commit(3); len(e) != 1 || e[0].Kind != LeaseRefused {
		t.Errorf("one lease more: %v", e)
	}
	p.GiveBack(0, 1)
	p.Claim(Claim{Key: 0, Holder: 9})
	if p.Commit(4); !p.Holds(0, 9) || p.Holds(0, 1) {
		t.Error("there is room again, and nobody gets it")
	}
	for i := range MaxKeys {
		if !p.SetCapacity(world.Object(i), 1) {
			t.Fatalf("capacity %d is not set", i)
		}
	}
	if p.SetCapacity(MaxKeys, 1) || !p.SetCapacity(MaxKeys, MaxCapacity) {
		t.Error("one key more has a capacity of its own, or cannot have that of all")
	}
	p.SetCapacity(5, 1000)
	if n := p.Capacity(5); n != MaxCapacity || !p.SetCapacity(MaxKeys, 1) {
		t.Errorf("a capacity is %d, which is that of all", n)
	}
}

func TestLendingIsChecked(t *testing.T) {
	for _, c := range []struct {
		rule  LeaseRule
		right bool
	}{
		{LeaseRule{Capacity: 2, LeaseTicks: 30}, true},
		{LeaseRule{}, true},
		{LeaseRule{Capacity: MaxCapacity}, true},
		{LeaseRule{Capacity: MaxCapacity + 1}, false},
		{LeaseRule{Capacity: -1}, false},
		{LeaseRule{LeaseTicks: -1}, false},
	} {
		if err := c.rule.Check(); (err == nil) != c.right {
			t.Errorf("%+v: %v", c.rule, err)
		}
	}
}

// TestPoolTellsOfAll: holders and waiting agents, by key.
func TestPoolTellsOfAll(t *testing.T) {
	var p Pool
	p.Reset(LeaseRule{Name: "cover", Capacity: 1})
	for _, c := range []Claim{{7, 2, 0, true}, {7, 1, 1, true}, {5, 3, 0, true}, {7, 4, 0, false}} {
		p.Claim(c)
	}
	p.Commit(1)
	if got := p.Leases(nil); len(got) != 2 || got[0].Key != 5 || got[0].Holder != 3 || got[1].Key != 7 || got[1].Holder != 2 {
		t.Errorf("leases are %v", got)
	}
	if got := p.Waiting(nil); len(got) != 1 || got[0].Holder != 1 || got[0].Key != 7 {
		t.Errorf("%v wait", got)
	}
}
