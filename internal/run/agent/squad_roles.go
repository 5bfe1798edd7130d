package agent

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// assignRoles assigns roles anew in squads whose members have changed, or anything on which the scores for roles
// depend.
func (q *squads) assignRoles() {
	if !q.core.hasSquads() {
		return
	}
	q.net.all(len(q.leaders), func(i int) {
		s := q.agents.list[q.leaders[i]]
		if b := s.band; b.heeds(&s.state) {
			b.stale = false
			q.assign(s, b)
		}
	})
}

// heeds reports whether roles must be assigned anew.
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

// assign assigns the roles of a squad. If a function of the host panics, members keep their roles.
func (q *squads) assign(s *agent, b *band) {

	if !q.scoreAll(s, b) {
		return
	}
	q.changes = b.members.Assign(&q.assigner, &b.kind.Roles, q.scores, q.core.tick, q.changes[:0])
	for i := range q.changes {
		id, _ := q.changes[i].Member.Agent()
		q.report(s, SquadEvent{Kind: RoleChanged, Member: id, Role: q.changes[i].To, From: q.changes[i].From})
		q.core.schedule.Wake(int32(s.slot()))
	}
}

// scoreAll scores all members of a squad for all roles, within the limit of an agent's evaluations in a tick. It
// returns false if that failed.
func (q *squads) scoreAll(s *agent, b *band) (well bool) {
	allowed := q.core.stage.Worker.Allowed()
	q.core.allow(allowed)
	defer func() {
		allowed.Refill(0)
		if well {
			return
		}
		v := recover()
		fault := action.NewFault("a function of the game", v)
		q.report(s, SquadEvent{Kind: SquadFaulted, Role: squad.NoRole, From: squad.NoRole, Fault: &fault})
		action.Caught(v)
	}()
	q.scoreMembers(s, b)
	return true
}

// scoreMembers computes a score for each member and role, with the bonus for a member that has the role.
func (q *squads) scoreMembers(s *agent, b *band) {

	q.scores = q.scores[:0]
	q.candidates(s, b)
	for i := range b.members.Len() {
		m := b.members.At(i)
		for r := range b.kind.Roles.List {
			score := q.score(s, b, m, r)
			if m.Role == r {
				score *= 1 + b.kind.Info.Roles[r].Bonus
			}
			q.scores = append(q.scores, score)
		}
	}
}

// candidates asks the host's functions once for each role which members are suited.
func (q *squads) candidates(s *agent, b *band) {
	q.suited, q.suitedEnd = q.suited[:0], q.suitedEnd[:0]
	for _, from := range b.kind.From {
		if from != nil {
			q.machine.State = &s.state
			q.suited = from.Append(&q.machine, q.frame[:], q.suited)
		}
		q.suitedEnd = append(q.suitedEnd, len(q.suited))
	}
}

// isCandidate reports whether a body is among those that a role is for.
func (q *squads) isCandidate(b *band, role int, body world.Object) bool {
	if b.kind.From[role] == nil {
		return true
	}
	first := 0
	if role > 0 {
		first = q.suitedEnd[role-1]
	}
	return slices.Contains(q.suited[first:q.suitedEnd[role]], world.Word(body))
}

// score returns how well the squad rates a member for a role; 0: not suited.
func (q *squads) score(s *agent, b *band, m squad.Member, role int) float64 {
	r := &b.kind.Info.Roles[role]
	body, fits := q.playsAs(m, r)
	switch {
	case !fits || !q.isCandidate(b, role, body):
		return 0
	case r.Score == nil:
		return 1
	}

	q.machine.State, q.frame[0] = &s.state, world.Word(body)
	w := b.kind.Scores[role].Eval(&q.machine, q.frame[:])
	if r.Score.Type.Kind == world.KindFloat {
		return w.Float()
	}
	return float64(w)
}

// playsAs returns the body of a member, and whether it has the type of a role.
func (q *squads) playsAs(m squad.Member, r *def.RoleInfo) (body world.Object, fits bool) {
	id, _ := m.ID.Agent()
	a := q.agents.slot(id)
	if a == nil {
		return 0, false
	}
	if r.Each == nil {
		return a.body, true
	}
	t := q.core.world.TypeOf(a.body)
	return a.body, t >= 0 && q.core.world.Schema().Types[r.Each.Type.ID].Has(t)
}
