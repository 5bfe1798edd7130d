package squad

import (
	"cmp"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec/pool"
	"github.com/karakuri-ai/karakuri/internal/sorting"
	"github.com/karakuri-ai/karakuri/world"
)

// Commit is the end of a tick: what was asked of the pool is decided. For each key
//
//   - what is given back or has run out is free again; what was renewed lasts on;
//   - if more hold it than can, since its capacity is less than before, the least urgent lose it;
//   - claims are granted, the most urgent first (lowest priority, then lowest holder), as long as there is room. Then a
//     claim takes the lease of the holder that is least urgent (highest priority, then highest holder), where that
//     one's priority is a higher number than its own; unless the rule is Firm.
//
// It returns the events, by key, for the next tick; they are the pool's until it commits again. Now must not be less
// than at the last time.
func (p *Pool) Commit(now int64) []LeaseEvent {
	p.events = p.events[:0]
	if !p.changed && now < p.due {
		return p.events
	}
	p.orderClaims()
	leases, claims := p.leases, p.claims
	p.nextLeases, p.nextClaims, p.lent, p.due = p.nextLeases[:0], p.nextClaims[:0], len(leases), Forever
	for len(leases)+len(claims) > 0 {
		key := nextKey(leases, claims)
		held, wanted := 0, 0
		for held < len(leases) && leases[held].Key == key {
			held++
		}
		for wanted < len(claims) && claims[wanted].Key == key {
			wanted++
		}
		p.commitKey(now, key, leases[:held], claims[:wanted])
		leases, claims = leases[held:], claims[wanted:]
	}
	p.leases, p.nextLeases = p.nextLeases, p.leases
	p.claims, p.nextClaims = p.nextClaims, p.claims
	p.changed = false
	return p.events
}

// Events returns what the last Commit has returned.
func (p *Pool) Events() []LeaseEvent { return p.events }

// orderClaims puts the claims in the order in which they are examined, one of each holder for a key.
func (p *Pool) orderClaims() {
	sorting.InPlace(p.claims, func(a, b claim) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Holder, b.Holder), closedLast(a, b), cmp.Compare(a.Priority, b.Priority))
	})
	n := 0
	for _, c := range p.claims {
		if n > 0 && p.claims[n-1].Key == c.Key && p.claims[n-1].Holder == c.Holder {
			if into := &p.claims[n-1]; into.closed == c.closed {
				into.Waits, into.reported = into.Waits || c.Waits, into.reported || c.reported
			}
			continue
		}
		p.claims[n] = c
		n++
	}
	p.claims = p.claims[:n]
	sorting.InPlace(p.claims, func(a, b claim) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Priority, b.Priority), cmp.Compare(a.Holder, b.Holder))
	})
}

// closedLast puts claims to a key that was made anew after it was gone before those to the former key.
func closedLast(a, b claim) int {
	switch {
	case a.closed == b.closed:
		return 0
	case a.closed:
		return 1
	}
	return -1
}

func nextKey(leases []lease, claims []claim) world.Object {
	switch {
	case len(leases) == 0:
		return claims[0].Key
	case len(claims) == 0:
		return leases[0].Key
	}
	return min(leases[0].Key, claims[0].Key)
}

// commitKey decides on one key. The leases that remain come after those of the keys before it.
func (p *Pool) commitKey(now int64, key world.Object, held []lease, wanted []claim) {
	from := len(p.nextLeases)
	for i := range held {
		p.goOn(now, &held[i])
	}
	capacity := p.Capacity(key)
	for len(p.nextLeases)-from > capacity {
		p.drop(now, from+leastUrgent(p.nextLeases[from:]), LeaseRevoked, 0)
	}
	for i := range wanted {
		p.decide(now, &wanted[i], from, capacity)
	}
	rest := p.nextLeases[from:]
	sorting.InPlace(rest, func(a, b lease) int { return cmp.Compare(a.Holder, b.Holder) })
	for i := range rest {
		p.due = min(p.due, rest[i].Until)
	}
}

// goOn keeps a lease, unless it ends.
func (p *Pool) goOn(now int64, l *lease) {
	at := len(p.nextLeases)
	p.nextLeases = append(p.nextLeases, lease{Lease: l.Lease})
	switch {
	case l.ends != 0:
		p.drop(now, at, l.ends, 0)
	case l.renewed:
		p.nextLeases[at].Until = p.until(now)
	case now >= l.Until && l.Until != Forever:
		p.drop(now, at, LeaseExpired, 0)
	}
}

// drop ends a lease.
func (p *Pool) drop(now int64, at int, why LeaseEventKind, by ID) {
	l := &p.nextLeases[at]
	p.events = append(pool.Room(p.events, 1), LeaseEvent{Kind: why, Key: l.Key, Holder: l.Holder, By: by, Tick: now})
	p.nextLeases = slices.Delete(p.nextLeases, at, at+1)
	p.lent--
}

// decide grants a claim or refuses it.
func (p *Pool) decide(now int64, c *claim, from, capacity int) {
	if full := len(p.nextLeases)-from >= capacity; full && !c.closed {
		p.steal(now, c, from)
	}
	if c.closed || len(p.nextLeases)-from >= capacity || p.lent >= MaxLeases {
		p.refuse(now, c)
		return
	}
	l := lease{Lease: Lease{c.Key, c.Holder, c.Priority, p.until(now)}}
	p.nextLeases = append(p.nextLeases, l)
	p.lent++
	p.events = append(pool.Room(p.events, 1), LeaseEvent{Kind: LeaseGranted, Key: c.Key, Holder: c.Holder, Until: l.Until, Tick: now})
}

// steal makes room for a claim if a less urgent agent holds the key.
func (p *Pool) steal(now int64, c *claim, from int) {
	held := p.nextLeases[from:]
	if p.rule.Firm || len(held) == 0 {
		return
	}
	if at := leastUrgent(held); held[at].Priority > c.Priority {
		p.drop(now, from+at, LeaseStolen, c.Holder)
	}
}

func (p *Pool) refuse(now int64, c *claim) {
	waits := c.Waits && !c.closed
	if !c.reported || !waits {
		p.events = append(pool.Room(p.events, 1), LeaseEvent{Kind: LeaseRefused, Key: c.Key, Holder: c.Holder, Waits: waits, Tick: now})
	}
	if waits {
		p.nextClaims = append(p.nextClaims, claim{Claim: c.Claim, reported: true})
	}
}

// leastUrgent returns the place of the lease that is lost first.
func leastUrgent(held []lease) int {
	worst := 0
	for i := range held {
		l, w := &held[i], &held[worst]
		if l.Priority > w.Priority || l.Priority == w.Priority && l.Holder > w.Holder {
			worst = i
		}
	}
	return worst
}

// until returns the last tick of a lease that begins after a tick.
func (p *Pool) until(now int64) int64 {
	if p.rule.LeaseTicks == 0 || now > math.MaxInt64-p.rule.LeaseTicks {
		return Forever
	}
	return now + p.rule.LeaseTicks
}
