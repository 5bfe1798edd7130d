package squad

import "github.com/karakuri-ai/karakuri/internal/codec"

// Code saves the pool, or restores it with the same rule. The coder holds the mistake, if there is one, and then
// nothing is lent.
func (p *Pool) Code(c *codec.Coder, l LeaseRule) {
	if c.Reads() {
		p.Reset(l)
	}
	codec.List(c, &p.capacities, MaxKeys, p.codeCapacity)
	codec.List(c, &p.leases, MaxLeases, p.codeLease)
	codec.List(c, &p.claims, MaxClaims, p.codeClaim)
	codec.List(c, &p.events, codec.NoLimit, (*LeaseEvent).code)
	c.Bools(&p.changed)
	if c.Reads() {
		p.check(c)
	}
	if c.Failed() {
		p.Reset(l)
	}
}

func (p *Pool) codeCapacity(of *capacity, c *codec.Coder) {
	codec.Int(c, &of.key)
	codec.Below(c, &of.count, MaxCapacity+1)
	if n := len(p.capacities); c.Reads() && (n > 0 && of.key <= p.capacities[n-1].key || of.count == p.rule.Capacity) {
		c.Fail("capacities are out of order")
	}
}

func (p *Pool) codeLease(l *lease, c *codec.Coder) {
	codec.Int(c, &l.Key)
	codeID(c, &l.Holder)
	codec.Int(c, &l.Priority)
	codec.Int(c, &l.Until)
	c.Bools(&l.renewed)
	codec.Byte(c, &l.ends)
	if !c.Reads() {
		return
	}
	if l.ends != 0 && l.ends != LeaseReleased && l.ends != LeaseRevoked {
		c.Fail("a lease ends without a reason")
	}
	if n := len(p.leases); n > 0 && !p.leases[n-1].before(l) {
		c.Fail("leases are out of order")
	}
	p.due = min(p.due, l.Until)
}

// before reports whether a lease is in order before another.
func (l *lease) before(m *lease) bool {
	return l.Key < m.Key || l.Key == m.Key && l.Holder < m.Holder
}

func (p *Pool) codeClaim(of *claim, c *codec.Coder) {
	codec.Int(c, &of.Key)
	codeID(c, &of.Holder)
	codec.Int(c, &of.Priority)
	c.Bools(&of.Waits, &of.reported, &of.closed)
	if !c.Reads() {
		return
	}
	if l := p.find(of.Key, of.Holder); l != nil && l.ends == 0 {
		c.Fail("a claim is for a lease that is already held")
	}
	if of.reported && !of.Waits {
		c.Fail("a claim that does not wait is reported as waiting")
	}
}

func (e *LeaseEvent) code(c *codec.Coder) {
	codec.Byte(c, &e.Kind)
	codec.Int(c, &e.Key)
	codeID(c, &e.Holder)
	codec.Whole(c, &e.By)
	codec.Int(c, &e.Until)
	codec.Int(c, &e.Tick)
	c.Bools(&e.Waits)
	if c.Reads() && (e.Kind < LeaseGranted || e.Kind > lastLeaseEvent) {
		c.Fail("unknown event %d", e.Kind)
	}
}

// check looks for what cannot be: more holders than there is room for, or something to be settled of which the pool
// does not know.
func (p *Pool) check(c *codec.Coder) {
	for i, n := 0, 0; i < len(p.leases); i++ {
		l := &p.leases[i]
		if n++; i == 0 || p.leases[i-1].Key != l.Key {
			n = 1
		}
		if n > MaxCapacity || n > p.Capacity(l.Key) && !p.changed {
			c.Fail("a key has more holders than its capacity")
		}
		if (l.ends != 0 || l.renewed) && !p.changed {
			c.Fail("a lease has a pending change, but its pool has none")
		}
	}
	for i := range p.claims {
		if of := &p.claims[i]; !p.changed && (!of.reported || of.closed) {
			c.Fail("a claim is new, but its pool has no pending change")
		}
	}
}
