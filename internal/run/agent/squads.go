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
	// ErrNoSquad: there is no agent with the squad's ID, or it is not a squad.
	ErrNoSquad = errors.New("there is no such squad")
	// ErrNoMember: the agent that is to join has left.
	ErrNoMember = errors.New("there is no such agent")
	// ErrOtherSquad: the agent's kind declares another squad, or none.
	ErrOtherSquad = errors.New("agents of the kind are not members of squads of that kind")
	// ErrSquadFull: the squad has [squad.MaxMembers] members.
	ErrSquadFull = errors.New("the squad has as many members as may be")
)

// squads is the data that all squads of a crowd share; empty if the model declares none. A squad is an agent, so that
// it plans and acts like one. Its band holds the rest.
type squads struct {
	core       *core
	agents     *population
	families   *families
	perception *perception
	commands   *commands
	exchange   *exchange
	commons    *commons
	voices     *voices
	net        *net
	journal    *journal

	kinds   []program.SquadKind // by def.SquadInfo.ID
	leaders []int32             // slots of the agents that are squads, in order
	fresh   []int32             // of squads spawned in this tick
	machine expr.Machine
	frame   [1]world.Word // for scores: the body of a member

	assigner  squad.Assigner
	scores    []float64
	suited    []world.Word // whom the functions of roles return, role after role
	suitedEnd []int        // by role
	changes   []squad.Change
	posts     []post // writes to symbols of squads in this tick
	moves     []move // joins and leaves at the end of the tick
	coder     codec.Coder
	saved     []squad.ID // members of the squad that is being saved
}

// band is the data of a squad beyond that of an agent.
type band struct {
	kind         *program.SquadKind
	members      squad.Members
	ledger       squad.Ledger
	pools        []squad.Pool  // by kind.leases
	memberOrders []memberOrder // orders that members have received, in the order in which they did
	failure      failedOrder   // the last order that failed
	stale        bool          // roles must be assigned anew
	relayed      world.Mark    // in the log of the squad's state: members may not know what follows
	judged       world.Mark    // likewise: what follows may change the scores
}

// move is a request to join a squad, or to leave one.
type move struct {
	member ID
	squad  ID // 0: leave
}

// fit sets up what the squads of the program need.
func (q *squads) fit(m expr.Machine) {
	q.kinds, q.machine = q.core.model.Squads, expr.Machine{Funcs: m.Funcs, Asks: m.Asks, Allowance: m.Allowance}
}

// reset removes all squads. It does not reuse their memory, because the crowd may go back to them.
func (q *squads) reset() {
	q.commons.surveyed = false
	q.leaders, q.fresh, q.scores, q.changes, q.posts, q.moves = nil, nil, nil, nil, nil, nil
	q.assigner, q.coder = squad.Assigner{}, codec.Coder{}
}

// bandOf returns the band of an agent that is a squad, or nil.
func (q *squads) bandOf(a *agent) *band {
	if !q.core.hasSquads() || a == nil || q.core.model.Info.Agents[a.kind].Leads == nil {
		return nil
	}
	return a.band
}

// band returns the band of the squad with an ID, or nil.
func (q *squads) band(id ID) *band { return q.bandOf(q.agents.slot(id)) }

// form makes a new agent a squad without members, if its kind is one.
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
	b.members.Reset(squad.OfAgent(a.id))
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

// lead adds a squad to the leaders.
func (q *squads) lead(slot int32) {
	if at, is := slices.BinarySearch(q.leaders, slot); !is {
		q.leaders = slices.Insert(q.leaders, at, slot)
	}
}

// dissolve removes an agent that leaves the crowd from its squad. If the agent is a squad itself, its members leave it
// and their orders are withdrawn.
func (q *squads) dissolve(a *agent) {
	if !q.core.hasSquads() {
		return
	}
	q.quit(a, squad.Died)
	b := q.bandOf(a)
	if b == nil {
		return
	}
	for b.members.Len() > 0 {
		m := b.members.At(b.members.Len() - 1)
		id, _ := m.ID.Agent()
		q.takeBackAll(b, id)
		q.quit(q.agents.slot(id), squad.Disbanded)
	}

	if at, is := slices.BinarySearch(q.leaders, int32(a.slot())); is {
		q.leaders = slices.Delete(q.leaders, at, at+1)
	}
	q.fresh = slices.DeleteFunc(q.fresh, func(i int32) bool { return int(i) == a.slot() })
}

// superiorOf returns the kind of squad that an agent can join, or nil.
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
	case b.members.Len()+q.joining(squadID) >= squad.MaxMembers && a.squad != squadID:
		return fmt.Errorf("karakuri: Join: %w", ErrSquadFull)
	}
	if q.journal.tape != nil {
		q.journal.tape.joining(s, a)
	}
	q.moveOn(move{member, squadID})
	return nil
}

// Join makes an agent, or a squad, a member of a squad, if its kind declares that. It leaves its current squad. From
// then on it shares the symbols of the new one; it has a role from the next tick, and talks within the squad's team.
// During a tick, this takes effect at the end of the tick. The errors wrap [ErrNoSquad], [ErrNoMember], [ErrOtherSquad]
// and [ErrSquadFull].
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

// Leave takes an agent, or a squad, out of its squad. It loses its orders and returns its tokens and slots, and keeps
// the squad's values for itself. During a tick, this takes effect at the end of the tick. It returns false if the agent
// is in no squad, or has left the crowd.
func (c *Crowd) Leave(member ID) bool { return c.squads.Leave(member) }

// joining returns how many agents will join a squad at the end of the tick.
func (q *squads) joining(id ID) (n int) {
	for _, m := range q.moves {
		if m.squad == id {
			n++
		}
	}
	return n
}

// moveOn carries out a move: at once between two ticks, else at the end of the tick.
func (q *squads) moveOn(m move) {
	q.moves = append(q.moves, m)
	if !q.core.ticking {
		q.moveAll()
	}
}

// moveAll carries out the moves of the tick.
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

// carryOut carries out a move.
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
	defer q.admit(a, s, b) // also if a sink ends the goroutine while it receives the event of leaving
	q.quit(a, squad.Left)
}

// admit makes an agent without a squad a member of one.
func (q *squads) admit(a, s *agent, b *band) {
	if !b.members.Join(squad.OfAgent(a.id), q.core.tick) {
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

// quit takes an agent out of its squad, if it is in one.
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
	was, _ := b.members.Leave(me)
	q.commons.leave(a, s)
	b.ledger.Lose(me, why)
	for i := range b.pools {
		b.pools[i].Release(me)
	}
	if b.stale = true; q.perception.Team(a.id) == int64(s.id) {
		q.perception.SetTeam(a.id, 0)
	}
	defer func() { // also if a sink ends the goroutine
		q.core.schedule.Wake(int32(s.slot()))
		q.rebind(a)
	}()
	q.report(s, SquadEvent{Kind: MemberLeft, Member: a.id, Role: was.Role, From: squad.NoRole, Why: squad.Why{Cause: why}})
}
