package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// assignRoles gives the members of those squads roles anew whose members, or what the scores for roles depend on, have changed.
func (c *Crowd) assignRoles() {
	if c.squads == nil {
		return
	}
	c.net.all(len(c.squads.leaders), func(i int) {
		s := c.agents.list[c.squads.leaders[i]]
		if b := s.band; b.heeds(&s.state) {
			b.stale = false
			c.assign(s, b)
		}
	})
}

// heeds reports whether roles are to be assigned anew.
func (b *band) heeds(st *world.State) bool {
	changes := st.Changes(b.judged)
	for i := range changes {
		if b.stale {
			break
		}
		if _, object := changes[i].Notice(); object {
			b.stale = b.kind.Counts
			continue
		}
		sym := st.Schema().SymbolAt(changes[i].Addr)
		b.stale = sym != nil && b.kind.Reads[sym.ID]
	}
	b.judged = st.Mark()
	return len(b.kind.Roles.List) > 0 && (b.stale || b.kind.Opaque)
}

// assign gives the members of a squad roles. Where a function of the host panics they keep those that they have.
func (c *Crowd) assign(s *agent, b *band) {
	q := c.squads
	if !c.scoreAll(s, b) {
		return
	}
	q.changes = b.roster.Assign(&q.assigner, &b.kind.Roles, q.scores, c.core.tick, q.changes[:0])
	for i := range q.changes {
		id, _ := q.changes[i].Member.Agent()
		c.tellSquad(s, SquadEvent{Kind: RoleChanged, Member: id, Role: q.changes[i].To, From: q.changes[i].From})
		c.core.schedule.Wake(int32(s.slot()))
	}
}

// scoreAll scores all members of a squad for all roles, within what an agent may evaluate in a tick, and reports whether that went well.
func (c *Crowd) scoreAll(s *agent, b *band) (well bool) {
	allowed := c.core.stage.Worker.Allowed()
	c.core.allow(allowed)
	defer func() {
		allowed.Refill(0)
		if well {
			return
		}
		v := recover()
		fault := action.NewFault("a function of the host", v)
		c.tellSquad(s, SquadEvent{Kind: SquadFaulted, Role: squad.NoRole, From: squad.NoRole, Fault: &fault})
		action.Caught(v)
	}()
	c.scoreMembers(s, b)
	return true
}

// scoreMembers works out a score for each member and role, with the bonus for who has the role.
func (c *Crowd) scoreMembers(s *agent, b *band) {
	q := c.squads
	q.scores = q.scores[:0]
	for i := range b.roster.Len() {
		m := b.roster.At(i)
		for r := range b.kind.Roles.List {
			score := c.score(s, b, m, r)
			if m.Role == r {
				score *= 1 + b.kind.Info.Roles[r].Bonus
			}
			q.scores = append(q.scores, score)
		}
	}
}

// score returns how well a member is suited for a role, as the squad sees it; 0: not at all.
func (c *Crowd) score(s *agent, b *band, m squad.Member, role int) float64 {
	r := &b.kind.Info.Roles[role]
	body, fits := c.playsAs(m, r)
	switch {
	case !fits:
		return 0
	case r.Score == nil:
		return 1
	}
	q := c.squads
	q.machine.State, q.frame[0] = &s.state, world.Word(body)
	w := b.kind.Scores[role].Eval(&q.machine, q.frame[:])
	if r.Score.Type.Kind == world.KindFloat {
		return w.Float()
	}
	return float64(w)
}

// playsAs returns the body of a member, and whether it is what a role is for.
func (c *Crowd) playsAs(m squad.Member, r *def.RoleInfo) (body world.Object, fits bool) {
	id, _ := m.ID.Agent()
	a := c.agents.slot(id)
	if a == nil {
		return 0, false
	}
	if r.Each == nil {
		return a.body, true
	}
	t := c.core.world.TypeOf(a.body)
	return a.body, t >= 0 && c.core.world.Schema().Types[r.Each.Type.ID].Has(t)
}
