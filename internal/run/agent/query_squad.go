package agent

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// SquadOf returns the squad that an agent is a member of; 0: none.
func (c *Crowd) SquadOf(id ID) ID {
	if a := c.agents.slot(id); a != nil {
		return a.squad
	}
	return 0
}

// Members appends the members of a squad to dst, in order of their IDs.
func (c *Crowd) Members(dst []ID, squadID ID) []ID {
	b := c.squads.band(squadID)
	if b == nil {
		return dst
	}
	for i := range b.roster.Len() {
		id, _ := b.roster.At(i).ID.Agent()
		dst = append(dst, id)
	}
	return dst
}

// RoleOf returns the name of the role that an agent has in its squad, or "".
func (c *Crowd) RoleOf(id ID) string {
	a := c.agents.slot(id)
	if a == nil {
		return ""
	}
	b := c.squads.band(a.squad)
	if b == nil {
		return ""
	}
	if at, is := b.roster.Find(squad.OfAgent(id)); is && b.roster.At(at).Role != squad.NoRole {
		return roleName(b.kind, b.roster.At(at).Role)
	}
	return ""
}

// SquadOrders appends the open orders of a squad to dst, by number. The Activity of an order is the ID of its [def.OrderInfo]; its arguments are a view that is valid
// until the next tick.
func (c *Crowd) SquadOrders(dst []squad.Order, squadID ID) []squad.Order {
	if b := c.squads.band(squadID); b != nil {
		return b.ledger.Open(dst)
	}
	return dst
}

// Holders appends the leases of a token or of the slots of a type, by place and holder, to dst: name is that of the token, or the type.
func (c *Crowd) Holders(dst []squad.Lease, squadID ID, name string) []squad.Lease {
	b := c.squads.band(squadID)
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

// explainSquad tells of a squad who its members are, and of an agent which squad it is in.
func (c *Crowd) explainSquad(w *strings.Builder, a *agent) {
	if !c.core.hasSquads() {
		return
	}
	if b := c.squads.bandOf(a); b != nil {
		c.writeMembers(w, a, b)
		c.writeLeases(w, a, b)
		c.writeSquadOrders(w, a, b)
	}
	if d, ok := a.runner.OnDuty(); ok {
		fmt.Fprintf(w, "\ncarries out what it was ordered: %s\n", c.dutyText(a, d))
	}
	s := c.agents.slot(a.squad)
	if s == nil {
		return
	}
	role := c.RoleOf(a.id)
	if role == "" {
		role = "without a role"
	}
	fmt.Fprintf(w, "\nmember of %s, %s\n", c.nameOf(s.id), role)
	me := squad.OfAgent(a.id)
	for i := range s.band.pools {
		for _, l := range s.band.pools[i].HeldBy(nil, me) {
			fmt.Fprintf(w, "  holds %s%s\n", c.lentText(s.band, i, l.Key, &s.state), c.untilText(l.Until))
		}
		for _, key := range s.band.pools[i].WaitsFor(nil, me) {
			fmt.Fprintf(w, "  waits for %s\n", c.lentText(s.band, i, key, &s.state))
		}
	}
}

// writeMembers writes a line for each member, with its scores for the roles.
func (c *Crowd) writeMembers(w *strings.Builder, s *agent, b *band) {
	if b.roster.Len() == 0 {
		w.WriteString("\nit has no members\n")
		return
	}
	w.WriteString("\nmembers:\n")
	scored := !c.core.ticking && c.squads.scoreQuietly(s, b)
	n := len(b.kind.Roles.List)
	for i := range b.roster.Len() {
		m := b.roster.At(i)
		id, _ := m.ID.Agent()
		fmt.Fprintf(w, "  %-16s %s", c.nameOf(id), roleName(b.kind, m.Role))
		for r := range n {
			if scored {
				fmt.Fprintf(w, "; %s %.4g", roleName(b.kind, r), c.squads.scores[i*n+r])
			}
		}
		w.WriteByte('\n')
	}
	for r := range n {
		if short := b.roster.Short(&b.kind.Roles, r); short > 0 {
			fmt.Fprintf(w, "  %d too few for %s\n", short, roleName(b.kind, r))
		}
	}
}

// scoreQuietly scores members as assigning would now; false where a function of the host panics.
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

// writeLeases writes a line for each token and each place of a slot that somebody holds or waits for.
func (c *Crowd) writeLeases(w *strings.Builder, s *agent, b *band) {
	for i := range b.pools {
		p := &b.pools[i]
		for _, l := range p.Leases(nil) {
			id, _ := l.Holder.Agent()
			fmt.Fprintf(w, "%s: %s holds it%s\n", c.lentText(b, i, l.Key, &s.state), c.nameOf(id), c.untilText(l.Until))
		}
		for _, claim := range p.Waiting(nil) {
			id, _ := claim.Holder.Agent()
			fmt.Fprintf(w, "%s: %s waits for it, priority %d\n", c.lentText(b, i, claim.Key, &s.state), c.nameOf(id), claim.Priority)
		}
	}
}

func (c *Crowd) untilText(until int64) string {
	if until == squad.Forever {
		return ""
	}
	return fmt.Sprintf(" for %gs", float64(until-c.core.tick)/float64(c.core.options.TPS))
}

// writeSquadOrders writes a line for each open order, and what became of the last that came to nothing.
func (c *Crowd) writeSquadOrders(w *strings.Builder, s *agent, b *band) {
	for _, o := range b.ledger.Open(nil) {
		id, _ := o.Member.Agent()
		fmt.Fprintf(w, "order %d of %s, %s: %s, %s\n", o.Number, roleName(b.kind, o.Role), c.nameOf(id), c.commandText(o.Activity, o.Args, &s.state), whyText(o.State, o.Why))
	}
	if f := b.failure; f.tick > 0 {
		fmt.Fprintf(w, "last order that came to nothing, in tick %d: %s of %s %s\n", f.tick, c.core.model.Info.Orders[f.what].Name(), c.nameOf(f.member), whyText(f.state, f.why))
	}
}

// dutyText writes what an agent was ordered.
func (c *Crowd) dutyText(a *agent, d runner.Duty) string {
	for i, o := range c.core.model.Info.Orders {
		if o.Goal != nil && c.core.model.Info.GoalActivity(o.Goal) == d.Action || o.Task != nil && c.core.model.Info.TaskActivity(o.Task) == d.Action {
			return c.commandText(int32(i), d.Args, &a.state)
		}
	}
	return "something"
}
