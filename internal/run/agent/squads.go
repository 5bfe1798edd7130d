package agent

import (
	"errors"
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// Errors of joining a squad, wrapped.
var (
	// ErrNoSquad is why nobody can join: there is no agent of that ID, or it is no squad.
	ErrNoSquad = errors.New("there is no such squad")
	// ErrNoMember is why nobody joins: the agent that is to has left.
	ErrNoMember = errors.New("there is no such agent")
	// ErrOtherSquad is why an agent cannot join: its kind says of another squad, or of none, that it is a member.
	ErrOtherSquad = errors.New("agents of the kind are not members of squads of that kind")
	// ErrSquadFull is why an agent cannot join: there are as many members as may be ([squad.MaxMembers]).
	ErrSquadFull = errors.New("the squad has as many members as may be")
)

// squads are what the squads of a crowd have in common; empty where the model declares none. A squad is an agent, so that it plans and acts like one. What
// it is beyond that is its band.
type squads struct {
	core       *core
	agents     *population
	families   *families
	perception *perception
	commands   *commands
	exchange   *exchange
	commons    *commons
	net        *net
	journal    *journal

	kinds   []program.SquadKind // by def.SquadInfo.ID
	leaders []int32             // slots of the agents that are squads, in order
	fresh   []int32             // of those that came within the tick
	machine expr.Machine
	frame   [1]world.Word // of a score: the body of a member

	assigner squad.Assigner
	scores   []float64
	changes  []squad.Change
	posts    []post // what was written to symbols of squads within the tick
	moves    []move // who joins or leaves at the end of the tick
	coder    codec.Coder
	saved    []squad.ID // members of the squad that is being saved
}

// band is a squad at work: what its agent has beyond other agents.
type band struct {
	kind         *program.SquadKind
	roster       squad.Roster
	ledger       squad.Ledger
	pools        []squad.Pool  // by kind.leases
	memberOrders []memberOrder // orders that members have received, in the order in which they did
	failure      failedOrder   // the last order that came to nothing
	stale        bool          // roles are to be assigned anew
	relayed      world.Mark    // in the log of the squad's state: what comes after may be unknown to its members
	judged       world.Mark    // likewise: what comes after may change the scores
}

// move is that somebody joins a squad, or leaves the one that it is in.
type move struct {
	member ID
	squad  ID // 0: leaves
}

// fit gives the crowd what it needs for the squads of its program.
func (q *squads) fit(m expr.Machine) {
	q.kinds, q.machine = q.core.model.Squads, expr.Machine{Funcs: m.Funcs, Asks: m.Asks, Allowance: m.Allowance}
}

// reset forgets all squads. Their memory is not used again: the crowd may go back to them.
func (q *squads) reset() {
	q.commons.surveyed = false
	q.leaders, q.fresh, q.scores, q.changes, q.posts, q.moves = nil, nil, nil, nil, nil, nil
	q.assigner, q.coder = squad.Assigner{}, codec.Coder{}
}

// bandOf returns what an agent that is a squad has beyond others; nil: it is none.
func (q *squads) bandOf(a *agent) *band {
	if !q.core.hasSquads() || a == nil || q.core.model.Info.Agents[a.kind].Leads == nil {
		return nil
	}
	return a.band
}

// band returns the band of the squad of an ID, or nil.
func (q *squads) band(id ID) *band { return q.bandOf(q.agents.slot(id)) }

// form makes an agent that has come a squad without members, where its kind is one.
func (q *squads) form(a *agent) {
	a.setSquad(0)
	if !q.core.hasSquads() || q.core.model.Info.Agents[a.kind].Leads == nil {
		return
	}
	if a.band == nil {
		a.own().band = &band{}
	}
	b, k := a.band, &q.kinds[q.core.model.Info.Agents[a.kind].Leads.ID]
	b.kind, b.failure, b.stale, b.relayed, b.judged = k, failedOrder{}, true, world.Mark{}, world.Mark{}
	b.roster.Reset(squad.OfAgent(a.id))
	b.ledger.Reset(squad.OfAgent(a.id))
	b.memberOrders = b.memberOrders[:0]
	b.pools = slices.Grow(b.pools[:0], len(k.Pools))[:len(k.Pools)]
	for i := range b.pools {
		b.pools[i].Reset(k.Pools[i])
	}

	if q.core.ticking {
		q.fresh = append(q.fresh, int32(a.slot()))
		return
	}
	q.lead(int32(a.slot()))
}

// lead puts a squad among the leaders.
func (q *squads) lead(slot int32) {
	if at, is := slices.BinarySearch(q.leaders, slot); !is {
		q.leaders = slices.Insert(q.leaders, at, slot)
	}
}

// dissolve ends the part that an agent that leaves the crowd has in squads: it leaves its own, and if it is one its members are without. What
// they were told to do is taken back.
func (q *squads) dissolve(a *agent) {
	if !q.core.hasSquads() {
		return
	}
	q.quit(a, squad.Died)
	b := q.bandOf(a)
	if b == nil {
		return
	}
	for b.roster.Len() > 0 {
		m := b.roster.At(b.roster.Len() - 1)
		id, _ := m.ID.Agent()
		q.takeBackAll(b, id)
		q.quit(q.agents.slot(id), squad.Disbanded)
	}

	if at, is := slices.BinarySearch(q.leaders, int32(a.slot())); is {
		q.leaders = slices.Delete(q.leaders, at, at+1)
	}
	q.fresh = slices.DeleteFunc(q.fresh, func(i int32) bool { return int(i) == a.slot() })
}

// superiorOf returns the kind of squad that an agent can be a member of, or nil.
func (q *squads) superiorOf(a *agent) *def.SquadInfo { return q.core.model.Info.Agents[a.kind].Squad }

// Join is [Crowd.Join].
func (q *squads) Join(squadID, member ID) error {
	s, a := q.agents.slot(squadID), q.agents.slot(member)
	b := q.bandOf(s)
	switch {
	case b == nil || q.agents.leaves(s):
		return fmt.Errorf("karakuri: Join: %w", ErrNoSquad)
	case a == nil || q.agents.leaves(a):
		return fmt.Errorf("karakuri: Join: %w", ErrNoMember)
	case q.superiorOf(a) != b.kind.Info:
		return fmt.Errorf("karakuri: Join: %s, %s: %w", q.agents.KindOf(squadID), q.agents.KindOf(member), ErrOtherSquad)
	case b.roster.Len()+q.joining(squadID) >= squad.MaxMembers && a.squad != squadID:
		return fmt.Errorf("karakuri: Join: %w", ErrSquadFull)
	}
	if q.journal.tape != nil {
		q.journal.tape.joining(s, a)
	}
	q.moveOn(move{member, squadID})
	return nil
}

// Join makes an agent, or a squad, a member of a squad: its kind must say so. It leaves the one that it is in. It has the squad's symbols in common with the
// others from then on, a role with the next tick, and is of the squad's team where members talk. During a tick that happens at the tick's end. The
// errors wrap [ErrNoSquad], [ErrNoMember], [ErrOtherSquad] and [ErrSquadFull].
func (c *Crowd) Join(squadID, member ID) error { return c.squads.Join(squadID, member) }

// Leave is [Crowd.Leave].
func (q *squads) Leave(member ID) bool {
	a := q.agents.slot(member)
	if a == nil || a.squad == 0 {
		return false
	}
	if q.journal.tape != nil {
		q.journal.tape.quitting(a)
	}
	q.moveOn(move{member: member})
	return true
}

// Leave takes an agent, or a squad, out of the squad that it is in. Its orders are lost, what it holds is given back, and it keeps the values that the squad's symbols have, for itself.
// During a tick that happens at the tick's end. It returns false when it is in none, or has left the crowd.
func (c *Crowd) Leave(member ID) bool { return c.squads.Leave(member) }

// joining returns how many are to join a squad at the end of the tick.
func (q *squads) joining(id ID) (n int) {
	for _, m := range q.moves {
		if m.squad == id {
			n++
		}
	}
	return n
}

// moveOn has somebody join or leave: at once between two ticks, else at the tick's end.
func (q *squads) moveOn(m move) {
	q.moves = append(q.moves, m)
	if !q.core.ticking {
		q.moveAll()
	}
}

// moveAll has those join and leave who are to.
func (q *squads) moveAll() {

	if len(q.moves) == 0 {
		return
	}
	q.journal.flushAgents(ktrace.Leave)
	defer func() {
		q.moves = q.moves[:0]
		q.journal.settled()
	}()
	for from := 0; from < len(q.moves); {
		n := len(q.moves)
		q.net.all(n-from, func(i int) { q.carryOut(q.moves[from+i]) })
		from = n
	}
}

// carryOut has somebody join or leave.
func (q *squads) carryOut(m move) {
	switch a := q.agents.slot(m.member); {
	case a == nil || q.agents.leaves(a):
	case m.squad == 0:
		q.quit(a, squad.Left)
	default:
		q.enlist(a, m.squad)
	}
}

// enlist makes an agent a member.
func (q *squads) enlist(a *agent, to ID) {
	s := q.agents.slot(to)
	b := q.bandOf(s)
	if b == nil || q.agents.leaves(s) || a.squad == to {
		return
	}
	defer q.admit(a, s, b) // also where a sink ends the goroutine that is told of the leaving
	q.quit(a, squad.Left)
}

// admit has an agent that is in no squad come into one.
func (q *squads) admit(a, s *agent, b *band) {
	if !b.roster.Join(squad.OfAgent(a.id), q.core.tick) {
		return
	}
	to := s.id
	a.setSquad(to)
	b.stale = true
	q.perception.SetTeam(a.id, int64(to))
	q.commons.join(a)
	q.partake(a, s)
	defer func() { // likewise
		q.core.schedule.Wake(int32(a.slot()))
		q.core.schedule.Wake(int32(s.slot()))
		q.rebind(a)
	}()
	q.report(s, SquadEvent{Kind: MemberJoined, Member: a.id, Role: squad.NoRole, From: squad.NoRole})
}

// quit ends that an agent is a member, if it is one.
func (q *squads) quit(a *agent, why squad.Cause) {
	if a == nil || a.squad == 0 {
		return
	}
	s := q.agents.slot(a.squad)
	b := q.bandOf(s)
	if a.setSquad(0); b == nil {
		return
	}
	me := squad.OfAgent(a.id)
	was, _ := b.roster.Leave(me)
	q.commons.leave(a, s)
	b.ledger.Lose(me, why)
	for i := range b.pools {
		b.pools[i].Release(me)
	}
	if b.stale = true; q.perception.Team(a.id) == int64(s.id) {
		q.perception.SetTeam(a.id, 0)
	}
	defer func() { // also where a sink ends the goroutine
		q.core.schedule.Wake(int32(s.slot()))
		q.rebind(a)
	}()
	q.report(s, SquadEvent{Kind: MemberLeft, Member: a.id, Role: was.Role, From: squad.NoRole, Why: squad.Why{Cause: why}})
}
