package agent

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// SquadOf returns the squad that an agent is a member of; 0: none.
func (v *View) SquadOf(id ID) ID {
	if a := v.agents.slot(id); a != nil {
		return a.squad
	}
	return 0
}

// Members appends the members of a squad to dst, in order of their IDs.
func (v *View) Members(dst []ID, squadID ID) []ID {
	b := v.squads.band(squadID)
	if b == nil {
		return dst
	}
	for i := range b.members.Len() {
		id, _ := b.members.At(i).ID.Agent()
		dst = append(dst, id)
	}
	return dst
}

// RoleOf returns the name of the role that an agent has in its squad, or "".
func (v *View) RoleOf(id ID) string {
	a := v.agents.slot(id)
	if a == nil {
		return ""
	}
	b := v.squads.band(a.squad)
	if b == nil {
		return ""
	}
	if at, is := b.members.Find(squad.OfAgent(id)); is && b.members.At(at).Role != squad.NoRole {
		return roleName(b.kind, b.members.At(at).Role)
	}
	return ""
}

// SquadOrders appends the open orders of a squad to dst, by number. The Activity of an order is the ID of its
// [def.OrderInfo]; its arguments are a view that is valid until the next tick.
func (v *View) SquadOrders(dst []squad.Order, squadID ID) []squad.Order {
	if b := v.squads.band(squadID); b != nil {
		return b.ledger.Open(dst)
	}
	return dst
}

// Holders appends to dst the leases of a token, or of the slots of a type, by place and holder. Name is the token, or
// the type.
func (v *View) Holders(dst []squad.Lease, squadID ID, name string) []squad.Lease {
	b := v.squads.band(squadID)
	if b == nil {
		return dst
	}
	for i, l := range b.kind.Leases {
		if l.Name == name {
			return b.pools[i].Leases(dst)
		}
	}
	return dst
}

// explainSquad writes the members of a squad, or the squad of an agent.
func (v *View) explainSquad(w *strings.Builder, a *agent) {
	if !v.core.hasSquads() {
		return
	}
	if b := v.squads.bandOf(a); b != nil {
		v.writeMembers(w, a, b)
		v.writeLeases(w, a, b)
		v.writeSquadOrders(w, a, b)
	}
	s := v.agents.slot(a.squad)
	if s == nil {
		return
	}
	role := v.RoleOf(a.id)
	if role == "" {
		role = "without a role"
	}
	fmt.Fprintf(w, "\nmember of %s, %s\n", v.nameOf(s.id), role)
	me := squad.OfAgent(a.id)
	for i := range s.band.pools {
		for _, l := range s.band.pools[i].HeldBy(nil, me) {
			fmt.Fprintf(w, "  holds %s%s\n", v.poolText(s.band, i, l.Key, &s.state), v.untilText(l.Until))
		}
		for _, key := range s.band.pools[i].WaitsFor(nil, me) {
			fmt.Fprintf(w, "  waits for %s\n", v.poolText(s.band, i, key, &s.state))
		}
	}
}

// writeMembers writes a line for each member, with its scores for the roles.
func (v *View) writeMembers(w *strings.Builder, s *agent, b *band) {
	if b.members.Len() == 0 {
		w.WriteString("\nit has no members\n")
		return
	}
	w.WriteString("\nmembers:\n")
	scored := !v.core.ticking && v.squads.scoreQuietly(s, b)
	n := len(b.kind.Roles.List)
	for i := range b.members.Len() {
		m := b.members.At(i)
		id, _ := m.ID.Agent()
		fmt.Fprintf(w, "  %-16s %s", v.nameOf(id), roleName(b.kind, m.Role))
		for r := range n {
			if scored {
				fmt.Fprintf(w, "; %s %.4g", roleName(b.kind, r), v.squads.scores[i*n+r])
			}
		}
		w.WriteByte('\n')
	}
	for r := range n {
		if short := b.members.Short(&b.kind.Roles, r); short > 0 {
			fmt.Fprintf(w, "  %d too few for %s\n", short, roleName(b.kind, r))
		}
	}
}

// scoreQuietly scores members as the assignment of roles would now; false if a function of the host panics.
func (q *squads) scoreQuietly(s *agent, b *band) (well bool) {
	defer func() {
		if recover() != nil {
			well = false
		}
	}()
	if !q.core.ticking {
		q.exchange.receiveShared()
	}
	q.scoreMembers(s, b)
	return true
}

// writeLeases writes a line for each token and each place with slots that a member holds or waits for.
func (v *View) writeLeases(w *strings.Builder, s *agent, b *band) {
	for i := range b.pools {
		p := &b.pools[i]
		for _, l := range p.Leases(nil) {
			id, _ := l.Holder.Agent()
			fmt.Fprintf(w, "%s: %s holds it%s\n", v.poolText(b, i, l.Key, &s.state), v.nameOf(id), v.untilText(l.Until))
		}
		for _, claim := range p.Waiting(nil) {
			id, _ := claim.Holder.Agent()
			fmt.Fprintf(w, "%s: %s waits for it, priority %d\n", v.poolText(b, i, claim.Key, &s.state), v.nameOf(id), claim.Priority)
		}
	}
}

func (v *View) untilText(until int64) string {
	if until == squad.Forever {
		return ""
	}
	return fmt.Sprintf(" for %gs", float64(until-v.core.tick)/float64(v.core.options.TPS))
}

// writeSquadOrders writes a line for each open order, and the outcome of the last order that failed.
func (v *View) writeSquadOrders(w *strings.Builder, s *agent, b *band) {
	for _, o := range b.ledger.Open(nil) {
		id, _ := o.Member.Agent()
		fmt.Fprintf(w, "order %d of %s, %s: %s, %s\n", o.Number, roleName(b.kind, o.Role), v.nameOf(id), v.commandText(o.Activity, o.Args, &s.state), whyText(o.State, o.Why))
	}
	if f := b.failure; f.tick > 0 {
		fmt.Fprintf(w, "last order that came to nothing, in tick %d: %s of %s %s\n", f.tick, v.core.model.Info.Orders[f.what].Name(), v.nameOf(f.member), whyText(f.state, f.why))
	}
}

// orderOf names an order that an agent has: "order 1 of alpha: walk_to((20, 15))".
func (v *View) orderOf(a *agent, d runner.Order) string {
	of := "its squad"
	if s := v.agents.slot(a.squad); s != nil {
		of = v.nameOf(s.id)
	}
	return fmt.Sprintf("order %d of %s: %s", d.Number&(1<<32-1), of, v.orderText(a, d))
}

// OrderText returns what the order says that an agent without a brain carries out; "" if it carries out none.
func (v *View) OrderText(id ID) string {
	a := v.agents.slot(id)
	if a == nil {
		return ""
	}
	d, ok := a.runner.CurrentOrder()
	if !ok {
		return ""
	}
	return v.orderText(a, d)
}

// orderText returns an agent's order as text.
func (v *View) orderText(a *agent, d runner.Order) string {
	for i, o := range v.core.model.Info.Orders {
		if o.Goal != nil && v.core.model.Info.GoalActivity(o.Goal) == d.Action || o.Task != nil && v.core.model.Info.TaskActivity(o.Task) == d.Action {
			return v.commandText(int32(i), d.Args, &a.state)
		}
	}
	return "something"
}
