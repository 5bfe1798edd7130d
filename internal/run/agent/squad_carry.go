package agent

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// otherSquad reads a squad of another program, and takes over what of it is still there.
func (l *loader) otherSquad(slot int32, members []squad.ID, part *codec.Reader) {
	c := l.c
	s := c.agents.list[slot]
	if !l.kept[slot] || l.forms.kinds[l.were[slot]].leads == 0 {
		l.Fail("a squad is not a squad in this program")
		return
	}
	was := &l.forms.squads[l.forms.kinds[l.were[slot]].leads-1]
	old := band{kind: was.kind(), pools: make([]squad.Pool, len(was.leases))}
	fits := func(o *squad.Command) bool { return o.Activity >= 0 && int(o.Activity) < len(l.forms.orders) }
	if !l.band(&old, c.agents.idOf(slot), members, part, fits) {
		return
	}
	b := c.squads.bandOf(s)
	if s.id == 0 || b == nil {
		l.takeBack = append(l.takeBack, &old)
		return
	}
	x := &squadCarry{loader: l, s: s, b: b, was: was, old: &old}
	x.all()
}

// kind returns what a squad of the form is read as.
func (f *squadForm) kind() *program.SquadKind {
	k := &program.SquadKind{}
	for _, name := range f.roles {
		k.Roles.List = append(k.Roles.List, squad.Role{Name: name, Max: squad.MaxMembers})
	}
	for _, lease := range f.leases {
		k.Pools = append(k.Pools, squad.LeaseRule{Name: lease.name, Capacity: lease.count})
	}
	return k
}

// leaseNow returns which lease of a kind one of then is; -1: it is gone.
func (f *squadForm) leaseNow(i int, k *program.SquadKind) int {
	return slices.IndexFunc(k.Leases, func(now *def.LeaseInfo) bool {
		return now.Name == f.leases[i].name && (now.Type.Kind == world.KindObject) == f.leases[i].slot
	})
}

// squadCarry takes a squad over from another program.
type squadCarry struct {
	*loader
	s   *agent
	b   *band
	was *squadForm
	old *band
}

func (x *squadCarry) all() {
	b, old := x.b, x.old
	how := &squad.Carry{Member: x.member, Role: x.role, Order: x.order, Key: x.key}
	b.members.Carry(&old.members, &b.kind.Roles, how)
	x.members()
	for i := range b.members.Len() {
		id, _ := b.members.At(i).ID.Agent()
		x.c.agents.slot(id).setSquad(x.s.id)
	}
	for _, o := range b.ledger.Carry(&old.ledger, how) {
		f := &x.forms.orders[o.Activity]
		name, why := "order "+f.role+" "+f.does, "it is gone"
		if !x.member(o.Member) {
			why = "its member is gone"
		}
		x.lost(x.s, Loss{Kind: LostOrders, Name: name, Why: why, Text: name + " ends: " + why})
	}
	for i := range x.was.leases {
		at := x.was.leaseNow(i, b.kind)
		if at < 0 {
			continue
		}
		b.pools[at].Carry(&old.pools[i], b.kind.Pools[at], how)
	}
	b.memberOrders, b.stale = append(b.memberOrders[:0], old.memberOrders...), true
	x.takeBack = append(x.takeBack, b)
}

// members returns what becomes of the members of then.
func (x *squadCarry) members() {
	for i := range x.old.members.Len() {
		m := x.old.members.At(i)
		id, _ := m.ID.Agent()
		a := x.c.agents.slot(id)
		if a == nil {
			continue
		}
		if !x.member(m.ID) {
			x.lost(a, Loss{Kind: LostMembership, Name: x.was.name, Why: "its kind can no longer be a member", Text: "it leaves squad " + x.was.name + ": its kind can no longer be a member"})
			if a.team == int64(x.s.id) {
				x.c.perception.SetTeam(a.id, 0)
			}
			continue
		}
		if at, _ := x.b.members.Find(m.ID); m.Role != squad.NoRole && x.b.members.At(at).Role == squad.NoRole {
			name, why := x.was.roles[m.Role], "it is gone"
			if _, ok := x.role(m.Role); ok {
				why = "as many have it as may"
			}
			x.lost(a, Loss{Kind: LostRole, Name: name, Why: why, Text: "role " + name + " of squad " + x.was.name + " ends: " + why})
		}
	}
}

// member reports whether an agent can still be a member.
func (x *squadCarry) member(id squad.ID) bool {
	of, _ := id.Agent()
	a := x.c.agents.slot(of)
	return a != nil && a != x.s && (a.squad == 0 || a.squad == x.s.id) && x.c.squads.superiorOf(a) == x.b.kind.Info
}

func (x *squadCarry) role(role int) (now int, ok bool) {
	now = slices.IndexFunc(x.b.kind.Roles.List, func(r squad.Role) bool { return r.Name == x.was.roles[role] })
	return now, now >= 0
}

func (x *squadCarry) order(o *squad.Command) bool {
	it := issue{what: o.Activity, words: o.Args}
	if why := x.forms.order(&it, x.c.core.model.Info, x.migration); why != "" {
		return false
	}
	o.Activity, o.Args = x.b.kind.Orders[it.what], it.words
	return true
}

func (x *squadCarry) key(o world.Object) (now world.Object, ok bool) {
	if o == squad.NoKey {
		return o, true
	}
	now, ok = x.migration.Object(o)
	return now, ok && x.c.core.world.Alive(now)
}

// carryLeases finds out which leases the actions that were read need now.
func (l *loader) carryLeases() {
	_, leases := l.c.families.staff()
	if leases == nil {
		return
	}
	for _, a := range l.c.agents.list {
		if a.id == 0 {
			continue
		}
		for slot := leases.slots.first(a.slot()); slot >= 0; slot = leases.slots.next(slot) {
			l.carryWants(leases, leases.slots.at(slot), a)
		}
	}
}

// carryWants makes what an action needs the leases of the present program. It has asked for those that its squad still
// lends to it, or that it waits for.
func (l *loader) carryWants(leases *leases, h *hold, a *agent) {
	old := slices.Clone(h.wants)
	leases.resolve(h, a)
	for i := range h.wants {
		w := &h.wants[i]
		p, me := leases.pool(w), squad.OfAgent(a.id)
		for k := range old {
			if l.isWant(&old[k], w) {
				w.asked, w.held = old[k].asked, old[k].held
			}
		}
		w.held = w.held && p.Keeps(w.key, me)
		w.asked = w.asked && (w.held || p.Waits(w.key, me))
	}
}

// isWant reports whether a want of then is one of now.
func (l *loader) isWant(was, is *want) bool {
	slot := SlotOf(was.squad)
	if was.squad != is.squad || slot < 0 || slot >= len(l.were) || l.forms.kinds[l.were[slot]].leads == 0 {
		return false
	}
	form := &l.forms.squads[l.forms.kinds[l.were[slot]].leads-1]
	now, ok := l.migration.Object(was.key)
	return ok && now == is.key && was.pool < len(form.leases) && form.leaseNow(was.pool, l.c.squads.band(is.squad).kind) == is.pool
}

// carryIssues reconciles the running orders and the ledgers of squads: orders that nothing carries out are withdrawn,
// and those without a member are lost.
func (l *loader) carryIssues() {
	c := l.c
	orders, _ := c.families.staff()
	for _, i := range c.squads.leaders {
		s := c.agents.list[i]
		var charged []int64
		if orders != nil {
			orders.slots.of(s.slot(), func(o *issue) { charged = o.lose(&s.band.ledger, charged) })
		}
		for _, o := range s.band.ledger.Open(nil) {
			if !slices.Contains(charged, o.Number) {
				s.band.ledger.Withdraw(o.Number, squad.Replanned)
			}
		}
	}
}

// lose ends the charges that a ledger no longer knows, and appends the numbers of all to list.
func (o *issue) lose(l *squad.Ledger, list []int64) []int64 {
	for k := range o.charges {
		ch := &o.charges[k]
		if _, known := l.Order(ch.number); !known && !ch.state.Ended() {
			ch.state, ch.why = squad.Lost, squad.Why{Cause: squad.Left}
		}
		list = append(list, ch.number)
	}
	return list
}

// settleSquads withdraws from members the orders of squads of another program and those that are gone, and stops the
// actions that do not hold their leases now.
func (l *loader) settleSquads() {
	c := l.c
	for _, b := range l.takeBack {
		for i := 0; i < len(b.memberOrders); {
			if _, known := b.ledger.Order(b.memberOrders[i].number); known && c.squads.band(squadID(b)) == b {
				i++
				continue
			}
			c.squads.takeBack(b, b.memberOrders[i].number)
		}
	}
	if _, leases := c.families.staff(); leases != nil && l.migration != nil {
		for _, a := range c.agents.list {
			l.stripAgent(leases, a)
		}
	}
}

// stripAgent stops the actions of an agent that do not hold their leases now.
func (l *loader) stripAgent(leases *leases, a *agent) {
	if a.id == 0 {
		return
	}
	for slot := leases.slots.first(a.slot()); slot >= 0; slot = leases.slots.next(slot) {
		if h := leases.slots.at(slot); !h.handle.IsZero() && !h.lost && !leases.stillHolds(h, a) {
			l.c.squads.strip(a, h)
		}
	}
}

// squadID returns the agent that is a squad.
func squadID(b *band) ID {
	id, _ := b.members.Squad().Agent()
	return id
}
