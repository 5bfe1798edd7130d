package main

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// happen lets those timed events happen that are due before a tick. Effects that take too long are a finding, and
// change nothing.
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
	case t.effects != nil:
		only, all := agent.ID(0), make([]agent.ID, len(s.actors))
		for i, a := range s.actors {
			all[i] = a.id
		}
		if t.actor != nil {
			only = t.actor.id
		}
		t.effects.Happen(s.crowd, only, all, ds)
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
