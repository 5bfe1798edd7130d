package squad

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// Append appends the pool to b: all but the lending.
func (p *Pool) Append(b []byte) []byte {
	b = codec.AppendUint(b, len(p.capacities))
	for _, c := range p.capacities {
		b = codec.AppendUint(appendKey(b, c.key), c.count)
	}
	b = codec.AppendUint(b, len(p.leases))
	for i := range p.leases {
		l := &p.leases[i]
		b = codec.AppendInt(appendID(appendKey(b, l.Key), l.Holder), l.Priority)
		b = append(codec.AppendBool(codec.AppendInt(b, l.Until), l.renewed), byte(l.ends))
	}
	b = codec.AppendUint(b, len(p.claims))
	for i := range p.claims {
		c := &p.claims[i]
		b = codec.AppendInt(appendID(appendKey(b, c.Key), c.Holder), c.Priority)
		b = codec.AppendBool(codec.AppendBool(codec.AppendBool(b, c.Waits), c.told), c.closed)
	}
	b = codec.AppendUint(b, len(p.events))
	for i := range p.events {
		e := &p.events[i]
		b = appendID(appendKey(append(b, byte(e.Kind)), e.Key), e.Holder)
		b = codec.AppendInt(codec.AppendInt(codec.AppendUint(b, e.By), e.Until), e.Tick)
		b = codec.AppendBool(b, e.Waits)
	}
	return codec.AppendBool(b, p.changed)
}

func appendKey(b []byte, key world.Object) []byte { return codec.AppendInt(b, int64(key)) }

// readingPool is the reading of one pool.
type readingPool struct {
	*codec.Reader
	*Pool
}

// Read makes the pool what [Pool.Append] has written for the same lending. The reader holds the mistake, if there is one, and then nothing is lent.
func (p *Pool) Read(r *codec.Reader, l Lending) {
	p.Reset(l)
	g := readingPool{r, p}
	g.readCapacities()
	g.readLeases()
	g.readClaims()
	g.readEvents()
	p.changed = g.Bool()
	g.check()
	if r.Failed() {
		p.Reset(l)
	}
}

// count reads how many entries follow, which are limited.
func (g *readingPool) count(limit int) int {
	n := g.Count()
	if n > limit {
		g.Fail("it has %d entries, where there are %d at most", n, limit)
		return 0
	}
	return n
}

func (g *readingPool) key() world.Object { return world.Word(g.Int()) }

func (g *readingPool) priority() int32 {
	n := g.Int()
	if n != int64(int32(n)) {
		g.Fail("a priority in it is out of range: %d", n)
	}
	return int32(n)
}

func (g *readingPool) readCapacities() {
	for range g.count(MaxKeys) {
		c := capacity{g.key(), g.Below(MaxCapacity + 1)}
		if n := len(g.capacities); n > 0 && c.key <= g.capacities[n-1].key || c.count == g.lending.Capacity {
			g.Fail("its capacities are not in order")
		}
		if g.Failed() {
			return
		}
		g.capacities = append(g.capacities, c)
	}
}

func (g *readingPool) readLeases() {
	for range g.count(MaxLeases) {
		l := lease{Lease: Lease{g.key(), readID(g.Reader), g.priority(), g.Int()}, renewed: g.Bool(), ends: LeaseEventKind(g.Byte())}
		if l.ends != 0 && l.ends != LeaseReleased && l.ends != LeaseRevoked {
			g.Fail("a lease in it ends for no reason")
		}
		if n := len(g.leases); n > 0 && !g.leases[n-1].before(&l) {
			g.Fail("its leases are not in order")
		}
		if g.Failed() {
			return
		}
		g.leases = append(g.leases, l)
		g.due = min(g.due, l.Until)
	}
}

// before reports whether a lease is in order before another.
func (l *lease) before(m *lease) bool {
	return l.Key < m.Key || l.Key == m.Key && l.Holder < m.Holder
}

func (g *readingPool) readClaims() {
	for range g.count(MaxClaims) {
		c := claim{Claim: Claim{g.key(), readID(g.Reader), g.priority(), g.Bool()}, told: g.Bool(), closed: g.Bool()}
		if l := g.find(c.Key, c.Holder); l != nil && l.ends == 0 {
			g.Fail("in it somebody claims what is held")
		}
		if c.told && !c.Waits {
			g.Fail("a claim in it waits that does not")
		}
		if g.Failed() {
			return
		}
		g.claims = append(g.claims, c)
	}
}

func (g *readingPool) readEvents() {
	for range g.Count() {
		e := LeaseEvent{Kind: LeaseEventKind(g.Byte()), Key: g.key(), Holder: readID(g.Reader), By: ID(g.Whole()), Until: g.Int(), Tick: g.Int(), Waits: g.Bool()}
		if e.Kind < LeaseGranted || e.Kind > lastLeaseEvent {
			g.Fail("there is no event %d", e.Kind)
		}
		if g.Failed() {
			return
		}
		g.events = append(g.events, e)
	}
}

// check looks for what cannot be: more holders than there is room for, or something to be settled of which the pool does not know.
func (g *readingPool) check() {
	if g.Failed() {
		return
	}
	for i, n := 0, 0; i < len(g.leases); i++ {
		l := &g.leases[i]
		if n++; i == 0 || g.leases[i-1].Key != l.Key {
			n = 1
		}
		if n > MaxCapacity || n > g.Capacity(l.Key) && !g.changed {
			g.Fail("more hold a key than can")
		}
		if (l.ends != 0 || l.renewed) && !g.changed {
			g.Fail("a lease in it is to change, and nothing is")
		}
	}
	for i := range g.claims {
		if c := &g.claims[i]; !g.changed && (!c.told || c.closed) {
			g.Fail("a claim in it is new, and nothing is")
		}
	}
}
