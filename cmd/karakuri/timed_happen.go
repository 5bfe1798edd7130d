package main

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// happen lets those timed events happen that are due before a tick. Effects that take too long are a finding, and change nothing.
func (s *stage) happen(tick int64) (ds diag.List) {
	for len(s.timed) > 0 && s.timed[0].tick <= tick {
		s.quiet = 0
		s.carryOut(&s.timed[0], &ds)
		s.timed = s.timed[1:]
	}
	return ds
}

func (s *stage) carryOut(t *timed, ds *diag.List) {
	concerned := s.actors
	if t.actor != nil {
		concerned = []*actor{t.actor}
	}
	switch {
	case t.effects != nil && t.own:
		for _, a := range concerned {
			s.write(a, t, ds)
		}
	case t.effects != nil:
		s.write(t.actor, t, ds)
	case t.fail != nil:
		for _, a := range concerned {
			a.doom(t.fail.ID)
		}
	case t.remove:
		if o, ok := s.crowd.View().ObjectNamed(t.name); ok {
			s.crowd.RemoveObject(o)
		}
	case t.add != nil:
		s.crowd.AddObject(t.add.Name, t.name)
	}
}

// write lets effects happen as an agent sees the world, or as the world is: what they write to shared symbols is written for everybody. Nothing happens
// to who has left.
func (s *stage) write(a *actor, t *timed, ds *diag.List) {
	seen := s.crowd.World()
	if a != nil {
		if seen = s.crowd.State(a.id); seen == nil {
			return // it has died
		}
	}
	st := world.NewState(seen.Schema())
	st.CopyFrom(seen)
	applyGiven(t.effects, st, t.at, ds)
	for _, ch := range st.Changes(world.Mark{}) {
		s.put(a, st.Schema().SymbolAt(ch.Addr).Scope, ch.Addr, st.Get(ch.Addr))
	}
}

// put writes a word for an agent, its squad or everybody.
func (s *stage) put(a *actor, scope world.Scope, at world.Addr, w world.Word) {
	switch {
	case a != nil:
		s.crowd.Home(a.id, scope).Set(at, w)
	default:
		s.crowd.World().Set(at, w)
		for _, other := range s.actors {
			if scope == world.ScopeSquad {
				s.crowd.Home(other.id, scope).Set(at, w)
			}
		}
	}
}

// doom makes the agent's present or next try of a step fail.
func (a *actor) doom(operator int32) {
	if a.doomed == nil {
		a.doomed = map[int32]bool{}
	}
	a.doomed[operator] = true
}

// isDoomed reports whether a step is to fail now; then not again.
func (a *actor) isDoomed(step int32) bool {
	if !a.doomed[step] {
		return false
	}
	delete(a.doomed, step)
	return true
}
