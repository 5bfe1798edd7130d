package agent

import (
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/world"
)

// RoleView is a role of a squad, for reading.
type RoleView struct {
	Name     string
	Min, Max int
	Short    int // members that it has too few
	Text     string
}

// MemberView is a member of a squad, for reading.
type MemberView struct {
	ID     ID
	Role   int       // place among the roles; -1: none
	Since  int64     // tick from which it has the role, or is without
	Scores []float64 // for each role as they would be now, its bonus for the role that it has included; nil if a function of the host panics
}

// HolderView is a member that holds a token or slot, or waits for it.
type HolderView struct {
	ID       ID
	Priority int32
	Ticks    int64 // for which it still holds it unless it is renewed; 0: as long as it needs it, or it waits
}

// PoolView is a token of a squad, or a place with slots, with its holders and the members that wait for it.
type PoolView struct {
	Name     string // of the token; of a slot its type and the place
	Slot     bool
	Capacity int
	Lease    int64 // ticks of a lease; 0: without a limit
	Holders  []HolderView
	Waiting  []HolderView
}

// OrderView is an order that a squad has given.
type OrderView struct {
	Number int64
	Member ID
	Role   string
	Text   string
	State  string
	Why    string // it has ended
	Urgent bool
	Given  int64 // tick
	Until  int64 // tick at the end of which it is withdrawn; 0: never
	Ended  bool
}

// SquadView is the state of a squad, for reading.
type SquadView struct {
	Roles   []RoleView
	Members []MemberView
	Pools   []PoolView // tokens, then places of slots
	Orders  []OrderView
	Given   int64 // the number of the order that it gave last; 0: none
}

// LookAtSquad returns the state of a squad; ok is false if the agent is not a squad. Between ticks only. It computes
// the scores again.
func (v *View) LookAtSquad(id ID) (out SquadView, ok bool) {
	a := v.agents.slot(id)
	b := v.squads.bandOf(a)
	if b == nil || v.core.ticking {
		return out, false
	}
	for r := range b.kind.Roles.List {
		role := &b.kind.Roles.List[r]
		view := RoleView{Name: role.Name, Min: role.Min, Max: role.Max, Short: b.members.Short(&b.kind.Roles, r)}
		if score := b.kind.Info.Roles[r].Score; score != nil {
			view.Text = score.String()
		}
		out.Roles = append(out.Roles, view)
	}
	scored, n := v.squads.scoreQuietly(a, b), len(b.kind.Roles.List)
	for i := range b.members.Len() {
		m := b.members.At(i)
		member, _ := m.ID.Agent()
		view := MemberView{ID: member, Role: m.Role, Since: m.Since}
		if scored {
			view.Scores = append(view.Scores, v.squads.scores[i*n:i*n+n]...)
		}
		out.Members = append(out.Members, view)
	}
	for i := range b.pools {
		out.Pools = v.lookAtPool(out.Pools, a, b, i)
	}
	out.Given = b.ledger.Last()
	for _, o := range b.ledger.Open(nil) {
		member, _ := o.Member.Agent()
		out.Orders = append(out.Orders, OrderView{Number: o.Number, Member: member, Role: roleName(b.kind, o.Role), Text: v.commandText(o.Activity, o.Args, &a.state),
			State: o.State.String(), Why: o.Why.Cause.String(), Urgent: o.Urgent, Given: o.Given, Until: o.Until})
	}
	if f := b.failure; f.tick > 0 {
		out.Orders = append(out.Orders, OrderView{Member: f.member, Text: v.core.model.Info.Orders[f.what].Name(), State: f.state.String(), Why: f.why.Cause.String(), Given: f.tick, Ended: true})
	}
	return out, true
}

// lookAtPool appends a token, or the places of slots that a member holds or wants.
func (v *View) lookAtPool(list []PoolView, a *agent, b *band, i int) []PoolView {
	p, lease := &b.pools[i], b.kind.Leases[i]
	first, slot := len(list), lease.Type.Kind == world.KindObject
	if !slot {
		list = append(list, PoolView{Name: lease.Name, Capacity: p.Capacity(squad.NoKey), Lease: b.kind.Pools[i].LeaseTicks})
	}
	at := func(name string, capacity int) *PoolView {
		for n := first; n < len(list); n++ {
			if list[n].Name == name {
				return &list[n]
			}
		}
		list = append(list, PoolView{Name: name, Slot: slot, Capacity: capacity, Lease: b.kind.Pools[i].LeaseTicks})
		return &list[len(list)-1]
	}
	for _, l := range p.Leases(nil) {
		id, _ := l.Holder.Agent()
		h := HolderView{ID: id, Priority: l.Priority}
		if l.Until != squad.Forever {
			h.Ticks = max(1, l.Until-v.core.tick)
		}
		view := at(v.poolText(b, i, l.Key, &a.state), p.Capacity(l.Key))
		view.Holders = append(view.Holders, h)
	}
	for _, w := range p.Waiting(nil) {
		id, _ := w.Holder.Agent()
		view := at(v.poolText(b, i, w.Key, &a.state), p.Capacity(w.Key))
		view.Waiting = append(view.Waiting, HolderView{ID: id, Priority: w.Priority})
	}
	return list
}

// MembershipView is an agent's membership of its squad.
type MembershipView struct {
	Squad ID
	Role  string   // "": none
	Holds []string // tokens and slots
	Waits []string // likewise
	Order string   // the order that it carries out instead of its plan
}

// LookAtMember returns an agent's membership of its squad; ok is false if it is in none.
func (v *View) LookAtMember(id ID) (out MembershipView, ok bool) {
	a := v.agents.slot(id)
	if a == nil {
		return out, false
	}
	if d, on := a.runner.CurrentOrder(); on {
		out.Order = v.orderText(a, d)
	}
	s := v.agents.slot(a.squad)
	b := v.squads.bandOf(s)
	if b == nil {
		return out, false
	}
	out.Squad, out.Role = a.squad, v.RoleOf(id)
	me := squad.OfAgent(id)
	for i := range b.pools {
		for _, l := range b.pools[i].HeldBy(nil, me) {
			out.Holds = append(out.Holds, v.poolText(b, i, l.Key, &s.state))
		}
		for _, key := range b.pools[i].WaitsFor(nil, me) {
			out.Waits = append(out.Waits, v.poolText(b, i, key, &s.state))
		}
	}
	return out, true
}

// WaitingOrder is an order that an agent with a brain has not started.
type WaitingOrder struct {
	Number int64
	Text   string
	Urgent bool
}

// WaitingOrders returns the orders that an agent with a brain has not started, the next one first.
func (v *View) WaitingOrders(id ID) (list []WaitingOrder) {
	a := v.agents.slot(id)
	m := v.families.brain(a)
	if m == nil {
		return nil
	}
	for i := range m.Orders() {
		o, number := m.Waiting(i)
		list = append(list, WaitingOrder{number, v.goalText(o.Goal, o.Args, &a.state), o.Urgent})
	}
	return list
}

// Committed reports whether an agent runs something that is committed, so that reactions and other plans wait.
func (v *View) Committed(id ID) bool {
	a := v.agents.slot(id)
	if a == nil || v.core.ticking {
		return false
	}
	_, committed := v.reflexes.open(a.runner.Handles(nil, nil), 0)
	return committed
}

// WaitsOn returns what a reaction that is due waits for, by its index in [View.Parts]; "" if it does not wait.
func (v *View) WaitsOn(id ID, part int) string {
	a := v.agents.slot(id)
	if a == nil || a.parts == nil {
		return ""
	}
	return a.waitsFor(part)
}
