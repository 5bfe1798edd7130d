package squad

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/world"
)

// Lending is what a pool lends, and how.
type Lending struct {
	Name       string
	Capacity   int   // how many hold each key at once, where the key has no capacity of its own
	LeaseTicks int64 // how long a lease lasts unless it is renewed; 0: until it is given back
	Firm       bool  // nobody can steal
}

// Check returns all that is wrong with it, joined; nil when all is well.
func (l *Lending) Check() error {
	var found []error
	if l.Capacity < 0 || l.Capacity > MaxCapacity {
		found = append(found, fmt.Errorf("pool %q lends to %d at once: it must be 0 to %d", l.Name, l.Capacity, MaxCapacity))
	}
	if l.LeaseTicks < 0 {
		found = append(found, fmt.Errorf("leases of pool %q last %d ticks: it must be 0 or more", l.Name, l.LeaseTicks))
	}
	return errors.Join(found...)
}

// NoKey is the key of a pool that lends one kind of thing, as tokens are.
const NoKey world.Object = 0

// Forever is until when a lease lasts that does not run out.
const Forever int64 = math.MaxInt64

// Claim is that somebody wants to hold something.
type Claim struct {
	Key      world.Object // the place; [NoKey] for tokens
	Holder   ID
	Priority int32 // the lower, the more urgent
	Waits    bool  // once refused it is claimed anew in each tick, until it is granted or given back
}

// Lease is that somebody holds something.
type Lease struct {
	Key      world.Object
	Holder   ID
	Priority int32 // that of the claim, or of the last one while it was held
	Until    int64 // the last tick in which it is held, unless it is renewed
}

// Pool lends tokens, or slots at places, which are its keys: at most so many holders of each key at once. What is asked of it counts at the end
// of the tick, with [Pool.Settle]; until then Holds and the other questions answer for the start of the tick. Make it with Reset.
type Pool struct {
	lending    Lending
	leases     []lease // by key, then holder
	claims     []claim
	capacities []capacity // by key
	events     []LeaseEvent
	due        int64 // the first tick at the end of which a lease runs out
	changed    bool  // something was asked since all was settled

	nextLeases []lease // what takes the place of leases while they are settled
	nextClaims []claim
	lent       int // while they are settled: how many leases there are
}

type lease struct {
	Lease
	renewed bool
	ends    LeaseEventKind // when all is settled; 0: it does not
}

type claim struct {
	Claim
	told   bool // that it waits
	closed bool // its key is gone
}

type capacity struct {
	key   world.Object
	count int
}

// Reset makes the pool one of which nothing is lent. The lending must be in order ([Lending.Check]).
func (p *Pool) Reset(l Lending) {
	p.lending = l
	p.leases, p.claims, p.capacities, p.events = p.leases[:0], p.claims[:0], p.capacities[:0], p.events[:0]
	p.due, p.changed = Forever, false
}

// Claim asks for something. For what the holder has already it renews the lease, with another priority. Of several claims of one holder for
// one key the most urgent counts. It returns false, and nothing is asked, when nobody claims or there are [MaxClaims] already.
func (p *Pool) Claim(c Claim) bool {
	if !c.Holder.named() {
		return false
	}
	if l := p.find(c.Key, c.Holder); l != nil && l.ends == 0 {
		l.Priority, l.renewed, p.changed = c.Priority, true, true
		return true
	}
	if len(p.claims) == MaxClaims {
		return false
	}
	p.claims, p.changed = append(p.claims, claim{Claim: c}), true
	return true
}

// Renew asks for a lease to last for LeaseTicks from the end of this tick. It reports whether there is one.
func (p *Pool) Renew(key world.Object, holder ID) bool {
	l := p.find(key, holder)
	if l == nil || l.ends != 0 {
		return false
	}
	l.renewed, p.changed = true, true
	return true
}

// GiveBack gives a lease back, and takes back what the holder has claimed of the key so far. It reports whether there was a lease.
func (p *Pool) GiveBack(key world.Object, holder ID) bool {
	p.forget(func(c *claim) bool { return c.Key == key && c.Holder == holder })
	l := p.find(key, holder)
	if l == nil || l.ends != 0 {
		return false
	}
	l.ends, p.changed = LeaseReleased, true
	return true
}

// Release gives back all that somebody holds, and takes back all claims: for one who is aborted, dies or leaves. It looks through all leases.
func (p *Pool) Release(holder ID) {
	p.forget(func(c *claim) bool { return c.Holder == holder })
	for i := range p.leases {
		if l := &p.leases[i]; l.Holder == holder && l.ends == 0 {
			l.ends, p.changed = LeaseReleased, true
		}
	}
}

func (p *Pool) forget(which func(*claim) bool) {
	n := 0
	for i := range p.claims {
		if !which(&p.claims[i]) {
			p.claims[n] = p.claims[i]
			n++
		}
	}
	p.claims = p.claims[:n]
}

// SetCapacity gives a key a capacity of its own, cut to 0 to [MaxCapacity]. Where more hold it than that, the least urgent lose it at the end of the tick. It returns
// false, and changes nothing, when [MaxKeys] others have one.
func (p *Pool) SetCapacity(key world.Object, count int) bool {
	at, own := p.findCapacity(key)
	count = max(0, min(count, MaxCapacity))
	switch {
	case own && count == p.lending.Capacity:
		p.capacities = slices.Delete(p.capacities, at, at+1)
	case own:
		p.capacities[at].count = count
	case count == p.lending.Capacity:
		return true
	case len(p.capacities) == MaxKeys:
		return false
	default:
		p.capacities = slices.Insert(p.capacities, at, capacity{key, count})
	}
	p.changed = true
	return true
}

// Close is for a place that is gone: at the end of the tick its leases are revoked, and what is claimed of it by now is refused. It has no
// capacity of its own any more.
func (p *Pool) Close(key world.Object) {
	if at, own := p.findCapacity(key); own {
		p.capacities = slices.Delete(p.capacities, at, at+1)
	}
	for i := range p.claims {
		if c := &p.claims[i]; c.Key == key {
			c.closed, p.changed = true, true
		}
	}
	for i := p.first(key); i < len(p.leases) && p.leases[i].Key == key; i++ {
		if l := &p.leases[i]; l.ends == 0 {
			l.ends, p.changed = LeaseRevoked, true
		}
	}
}

// Capacity returns how many can hold a key at once.
func (p *Pool) Capacity(key world.Object) int {
	if at, own := p.findCapacity(key); own {
		return p.capacities[at].count
	}
	return p.lending.Capacity
}

// Holds reports whether somebody holds a key.
func (p *Pool) Holds(key world.Object, holder ID) bool { return p.find(key, holder) != nil }

// Keeps reports whether somebody holds a key and has not given it back in this tick.
func (p *Pool) Keeps(key world.Object, holder ID) bool {
	l := p.find(key, holder)
	return l != nil && l.ends == 0
}

// Holders appends the leases of a key, by holder.
func (p *Pool) Holders(dst []Lease, key world.Object) []Lease {
	for i := p.first(key); i < len(p.leases) && p.leases[i].Key == key; i++ {
		dst = append(dst, p.leases[i].Lease)
	}
	return dst
}

// Leases appends all leases, by key, then holder.
func (p *Pool) Leases(dst []Lease) []Lease {
	for i := range p.leases {
		dst = append(dst, p.leases[i].Lease)
	}
	return dst
}

// Waiting appends the claims that were refused and wait, by key, then urgency.
func (p *Pool) Waiting(dst []Claim) []Claim {
	for i := range p.claims {
		if p.claims[i].told {
			dst = append(dst, p.claims[i].Claim)
		}
	}
	return dst
}

// HeldBy appends the leases of somebody, by key. It looks through all leases.
func (p *Pool) HeldBy(dst []Lease, holder ID) []Lease {
	for i := range p.leases {
		if p.leases[i].Holder == holder {
			dst = append(dst, p.leases[i].Lease)
		}
	}
	return dst
}

// Free returns how many more could hold a key.
func (p *Pool) Free(key world.Object) int {
	first := p.first(key)
	n := first
	for n < len(p.leases) && p.leases[n].Key == key {
		n++
	}
	return max(0, p.Capacity(key)-(n-first))
}

// WaitsFor appends the keys that somebody was refused and waits for, in order. It looks through all claims.
func (p *Pool) WaitsFor(dst []world.Object, holder ID) []world.Object {
	for i := range p.claims {
		if c := &p.claims[i]; c.Holder == holder && c.told {
			dst = append(dst, c.Key)
		}
	}
	return dst
}

// find returns the lease of a holder, or nil.
func (p *Pool) find(key world.Object, holder ID) *lease {
	at, is := slices.BinarySearchFunc(p.leases, Lease{Key: key, Holder: holder}, func(l lease, of Lease) int {
		return cmp.Or(cmp.Compare(l.Key, of.Key), cmp.Compare(l.Holder, of.Holder))
	})
	if !is {
		return nil
	}
	return &p.leases[at]
}

// first returns the place of the first lease of a key, or where it would be.
func (p *Pool) first(key world.Object) int {
	at, _ := slices.BinarySearchFunc(p.leases, key, func(l lease, key world.Object) int { return cmp.Compare(l.Key, key) })
	return at
}

func (p *Pool) findCapacity(key world.Object) (at int, own bool) {
	return slices.BinarySearchFunc(p.capacities, key, func(c capacity, key world.Object) int { return cmp.Compare(c.key, key) })
}
