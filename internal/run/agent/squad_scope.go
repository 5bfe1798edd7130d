package agent

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// The members of a squad share its symbols. The squad's own state holds the values, and each member's state has a copy:
// writes of a tick reach the other members at its end. Agents without a squad have these symbols for themselves. In a
// model without squads all agents share them, as they do symbols of the world. A squad that is a member of another
// squad has symbols of its own.

// post is a write to a squad's symbol.
type post struct {
	squad ID
	addr  world.Addr
	word  world.Word
}

// groupOf returns the squad whose symbols an agent shares; nil if there is none.
func (q *squads) groupOf(a *agent) *agent {
	if q.bandOf(a) != nil {
		return a
	}
	return q.agents.slot(a.squad)
}

// sharers returns a number that is the same for all agents that share a squad's symbols.
func (q *squads) sharers(id ID) int64 {
	a := q.agents.slot(id)
	if !q.core.hasSquads() || a == nil {
		return 0
	}
	if s := q.groupOf(a); s != nil {
		return int64(s.id)
	}
	return int64(id)
}

// claimants returns the group with which an agent shares claims: the squad that it is in or that it is, else its team.
func (q *squads) claimants(id ID) runner.Group {
	a := q.agents.slot(id)
	switch {
	case a == nil:
		return runner.Group{}
	case a.squad != 0:
		return runner.Group{Squad: a.squad}
	case q.bandOf(a) != nil:
		return runner.Group{Squad: id}
	}
	return runner.Group{Team: a.team}
}

// Home returns the state to which the host writes an agent's symbols of a scope: the agent's own state, or that of its
// squad, from which writes reach the members with the next tick. Nil if the agent has left. Agent 0 represents the
// world, and for the initial values of new agents.
func (c *Crowd) Home(id ID, scope world.Scope) *world.State {
	if scope != world.ScopeSquad || !c.core.hasSquads() || id == 0 {
		return c.Target(id, scope != world.ScopeAgent)
	}
	a := c.agents.slot(id)
	if a == nil {
		return nil
	}
	if s := c.squads.groupOf(a); s != nil {
		return &s.state
	}
	return &a.state
}

// post collects what an agent has written to symbols of its squad since a mark in its log.
func (q *squads) post(a *agent, since world.Mark) {
	if !q.core.hasSquads() {
		return
	}
	s := q.groupOf(a)
	changes := a.state.Changes(since)
	if s == nil {
		if slices.ContainsFunc(changes, func(ch world.Change) bool { return q.core.isSquads(ch.Addr) }) {
			q.commons.warmed(a)
		}
		return
	}
	for i := range changes {
		if at := changes[i].Addr; q.core.isSquads(at) {
			q.posts = append(q.posts, post{s.id, at, a.state.Get(at)})
		}
	}
}

// applyPosts passes the collected writes to all members.
func (q *squads) applyPosts() {

	if len(q.posts) == 0 {
		return
	}
	q.journal.flushAgents(ktrace.Leave)
	for _, p := range q.posts {
		if s := q.agents.slot(p.squad); s != nil {
			s.state.Set(p.addr, p.word)
		}
	}
	for _, p := range q.posts {
		if s := q.agents.slot(p.squad); s != nil {
			q.spread(s, p.addr)
		}
	}
	q.posts = q.posts[:0]
	q.journal.settled()
}

// spread writes the squad's word at an address to its members.
func (q *squads) spread(s *agent, at world.Addr) {
	b, w := s.band, s.state.Get(at)
	for i := range b.members.Len() {
		id, _ := b.members.At(i).ID.Agent()
		if m := q.agents.slot(id); m != nil && q.bandOf(m) == nil {
			m.state.Set(at, w)
		}
	}
}

// isRelayDue reports whether the host may have written to a squad's state without its members knowing.
func (q *squads) isRelayDue() bool {
	if !q.core.hasSquads() {
		return false
	}
	for _, i := range q.leaders {
		if s := q.agents.list[i]; len(s.state.Changes(s.band.relayed)) > 0 {
			return true
		}
	}
	return false
}

// relay passes what the host has written to the states of squads to their members.
func (q *squads) relay() {
	if !q.core.hasSquads() {
		return
	}
	for _, i := range q.leaders {
		s := q.agents.list[i]
		changes := s.state.Changes(s.band.relayed)
		for k := range changes {
			if at := changes[k].Addr; q.core.isSquads(at) {
				q.spread(s, at)
			}
		}
		s.band.relayed = s.state.Mark()
	}
}

// partake copies the values of a squad's symbols to an agent.
func (q *squads) partake(a, s *agent) {
	if q.bandOf(a) != nil {
		return
	}
	schema := q.core.world.Schema()
	lo, hi := schema.Segment(world.ScopeSquad)
	for at := lo; at < hi; at++ {
		a.state.Set(at, s.state.Get(at))
	}
	for i := range schema.Symbols {
		if sym := &schema.Symbols[i]; sym.Scope == world.ScopeSquad && sym.Sparse() {
			copySparse(&a.state, &a.state, &s.state, sym)
			copySparse(&a.state, &s.state, &s.state, sym)
		}
	}
}

// copySparse copies the cells of a symbol that state which has to the state to, with the values in from.
func copySparse(to, which, from *world.State, sym *world.Symbol) {
	var list []world.Addr
	which.Cells(sym, func(args, _ []world.Word) bool {
		if at, ok := sym.Addr(args...); ok {
			list = append(list, at)
		}
		return true
	})
	for _, at := range list {
		for i := range sym.Type.Width() {
			to.Set(at+world.Addr(i), from.Get(at+world.Addr(i)))
		}
	}
}
