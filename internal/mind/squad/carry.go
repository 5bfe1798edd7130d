package squad

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/sorting"
	"github.com/karakuri-ai/karakuri/world"
)

// Carry is how a squad carries over from another program.
type Carry struct {
	Member func(ID) bool                                  // it is still a member
	Role   func(int) (now int, ok bool)                   // what a role is now
	Order  func(*Command) bool                            // translates the order; false: its activity is gone
	Key    func(world.Object) (now world.Object, ok bool) // what a place is now; of tokens NoKey
}

func (x *Carry) role(role int) (now int, ok bool) {
	if role == NoRole {
		return NoRole, true
	}
	return x.Role(role)
}

// Carry takes over the members of another program that are still there, with their roles. A role that is gone, or that
// has as many members as may be, is left.
func (ms *Members) Carry(old *Members, roles *Roles, x *Carry) {
	ms.Reset(old.squad)
	for _, m := range old.members {
		if !x.Member(m.ID) {
			continue
		}
		role, ok := x.role(m.Role)
		if !ok || role != NoRole && ms.Count(role) >= roles.List[role].Max {
			role = NoRole
		}
		m.Role = role
		ms.members = append(ms.members, m)
	}
}

// Carry takes over the orders of another program that are still there, to members that are, and returns those that are
// not and were open.
func (l *Ledger) Carry(old *Ledger, x *Carry) (gone []Order) {
	l.Reset(old.squad)
	l.serial = old.serial
	for i := range old.orders {
		o := old.orders[i]
		role, ok := x.role(o.Role)
		if ok = ok && x.Member(o.Member) && x.Order(&o.Command); !ok {
			if !o.State.Ended() {
				gone = append(gone, old.orders[i].Order)
			}
			continue
		}
		o.Role = role
		l.orders = append(l.orders, o)
	}
	for _, r := range old.reports {
		if _, is := l.find(r.number); is {
			l.reports = append(l.reports, r)
		}
	}
	l.events, l.news = l.carryEvents(old.events, x), l.carryEvents(old.news, x)
	return gone
}

// carryEvents takes over the events of orders that are still there.
func (l *Ledger) carryEvents(old []OrderEvent, x *Carry) (list []OrderEvent) {
	for _, e := range old {
		role, ok := x.role(e.Role)
		if _, is := l.find(e.Number); is && ok {
			e.Role = role
			list = append(list, e)
		}
	}
	return list
}

// Carry takes over what a pool of another program has lent, and to whom, as far as places and members are still there.
// It returns the members that have lost a lease.
func (p *Pool) Carry(old *Pool, rule LeaseRule, x *Carry) (lost []ID) {
	p.Reset(rule)
	p.changed = old.changed
	for _, c := range old.capacities {
		if now, ok := x.Key(c.key); ok && c.count != rule.Capacity {
			p.capacities = append(p.capacities, capacity{now, c.count})
		}
	}
	sorting.By(p.capacities, func(a, b capacity) int { return cmp.Compare(a.key, b.key) })
	for _, l := range old.leases {
		now, ok := x.Key(l.Key)
		if !ok || !x.Member(l.Holder) {
			if l.ends == 0 {
				lost = append(lost, l.Holder)
			}
			continue
		}
		l.Key = now
		p.leases, p.due = append(p.leases, l), min(p.due, l.Until)
	}
	sorting.By(p.leases, func(a, b lease) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Holder, b.Holder)) })
	for _, c := range old.claims {
		if now, ok := x.Key(c.Key); ok && x.Member(c.Holder) {
			c.Key = now
			p.claims = append(p.claims, c)
		}
	}
	for _, e := range old.events {
		if now, ok := x.Key(e.Key); ok {
			e.Key = now
			p.events = append(p.events, e)
		}
	}
	p.changed = p.changed || old.rule != rule || len(p.leases) < len(old.leases) || len(p.capacities) < len(old.capacities)
	return lost
}

// Waits reports whether a holder has claimed a key and does not have it yet.
func (p *Pool) Waits(key world.Object, holder ID) bool {
	return slices.ContainsFunc(p.claims, func(c claim) bool { return c.Key == key && c.Holder == holder })
}

// Doubt makes the pool settle everything at the end of the tick, because its rule may have changed.
func (p *Pool) Doubt() { p.changed = true }
