package squad

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/world"
)

// LeaseRule says what a pool lends, and how.
type LeaseRule struct {
	Name       string
	Capacity   int   // maximum number of holders of each key at once, unless the key has a capacity of its own
	LeaseTicks int64 // how long a lease lasts unless it is renewed; 0: until it is given back
	Firm       bool  // excludes stealing
}

// Check returns all mistakes, joined, or nil.
func (l *LeaseRule) Check() error {
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

// Claim is a request for a lease.
type Claim struct {
	Key      world.Object // the place; [NoKey] for tokens
	Holder   ID
	Priority int32 // the lower, the more urgent
	Waits    bool  // a refused claim repeats in each tick, until it is granted or given back
}

// Lease is a key in the hands of a holder.
type Lease struct {
	Key      world.Object
	Holder   ID
	Priority int32 // the priority of the claim, or of the last one meanwhile
	Until    int64 // the last tick in which it is held, unless it is renewed
}

// Pool lends tokens, or slots at places, which are its keys: at most a number of holders of each key at once. Requests
// take effect at the end of the tick, in [Pool.Commit]; until then Holds and the other queries return the state at the
// start of the tick. Make it with Reset.
type Pool struct {
	rule       LeaseRule
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
	reported bool // that it waits
	closed   bool // its key is gone
}

type capacity struct {
	key   world.Object
	count int
}

// Reset makes the pool an empty one with a valid rule ([LeaseRule.Check]).
func (p *Pool) Reset(l LeaseRule) {
	p.rule = l
	p.leases, p.claims, p.capacities, p.events = p.leases[:0], p.claims[:0], p.capacities[:0], p.events[:0]
	p.due, p.changed = Forever, false
}

// Claim requests a lease. If the holder already has it, Claim renews it, with another priority. Of several claims of
// one holder for one key the most urgent counts. It returns false, and requests nothing, if the holder is zero or there
// are [MaxClaims] already.
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

// Renew restarts the term of a lease from the end of this tick. It reports whether there is one.
func (p *Pool) Renew(key world.Object, holder ID) bool {
	l := p.find(key, holder)
	if l == nil || l.ends != 0 {
		return false
	}
	l.renewed, p.changed = true, true
	return true
}

// GiveBack gives a lease back, and takes back what the holder has claimed of the key so far. It reports whether there
// was a lease.
func (p *Pool) GiveBack(key world.Object, holder ID) bool {
	p.forget(func(c *claim) bool { return c.Key == key && c.Holder == holder })
	l := p.find(key, holder)
	if l == nil || l.ends != 0 {
		return false
	}
	l.ends, p.changed = LeaseReleased, true
	return true
}

// Release returns all leases of a holder, and cancels all its claims: for a holder that is aborted, dies or leaves. It
// searches all leases.
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

// SetCapacity sets the capacity of a key, from 0 to [MaxCapacity]; values outside are clamped. If more holders have
// it, the least urgent lose it at the end of the tick. It returns false, and changes nothing, if [MaxKeys] others have
// a capacity of their own.
func (p *Pool) SetCapacity(key world.Object, count int) bool {
	at, own := p.findCapacity(key)
	count = max(0, min(count, MaxCapacity))
	switch {
	case own && count == p.rule.Capacity:
		p.capacities = slices.Delete(p.capacities, at, at+1)
	case own:
		p.capacities[at].count = count
	case count == p.rule.Capacity:
		return true
	case len(p.capacities) == MaxKeys:
		return false
	default:
		p.capacities = slices.Insert(p.capacities, at, capacity{key, count})
	}
	p.changed = true
	return true
}

// Close removes a place: at the end of the tick its leases are revoked, and present claims are refused. It loses its
// own capacity.
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
	return p.rule.Capacity
}

// Holds reports whether a holder has a key.
func (p *Pool) Holds(key world.Object, holder ID) bool { return p.find(key, holder) != nil }

// Keeps reports whether a holder has a key and has not given it back in this tick.
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
		if p.claims[i].reported {
			dst = append(dst, p.claims[i].Claim)
		}
	}
	return dst
}

// HeldBy appends the leases of a holder, by key. It searches all leases.
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

// WaitsFor appends the keys that a holder was refused and waits for, in order. It searches all claims.
func (p *Pool) WaitsFor(dst []world.Object, holder ID) []world.Object {
	for i := range p.claims {
		if c := &p.claims[i]; c.Holder == holder && c.reported {
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

// first returns the place of the first lease of a key, or the place to insert one.
func (p *Pool) first(key world.Object) int {
	at, _ := slices.BinarySearchFunc(p.leases, key, func(l lease, key world.Object) int { return cmp.Compare(l.Key, key) })
	return at
}

func (p *Pool) findCapacity(key world.Object) (at int, own bool) {
	return slices.BinarySearchFunc(p.capacities, key, func(c capacity, key world.Object) int { return cmp.Compare(c.key, key) })
}
