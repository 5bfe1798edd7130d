package town

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// Happening is a change of values that somebody else than the agents of a crowd brings about.
type Happening struct {
	effects *expr.Effects
	own     bool      // the effects write symbols of agents or squads
	at      diag.Span // where they are written
}

// NewHappening returns checked effects as something that happens; at is where they are written.
func NewHappening(terms *expr.EffectTerms, at diag.Span) *Happening {
	return &Happening{expr.CompileEffects(terms), writesOwn(terms.List), at}
}

// writesOwn reports whether effects write a symbol of agents or squads.
func writesOwn(list []*expr.EffectTerm) bool {
	return slices.ContainsFunc(list, func(e *expr.EffectTerm) bool {
		return e.Symbol != nil && e.Symbol.Scope != world.ScopeWorld || writesOwn(e.Then) || writesOwn(e.Else)
	})
}

// Happen lets it happen between two ticks: to one agent of a crowd, or, where only is 0, to all of those that are given: symbols of agents change for each of them,
// those of squads once for each squad, as one of its members sees the world, and those of the world once. Everything is worked out before anything is written. Who
// has left is passed over. Effects that take too long are a finding, and change nothing.
func (h *Happening) Happen(crowd *agent.Crowd, only agent.ID, all []agent.ID, ds *diag.List) {
	var w writes
	if only != 0 {
		if seen := crowd.State(only); seen != nil {
			h.apply(seen, ds, func(scope world.Scope, at world.Addr, word world.Word) { w.add(crowd.Home(only, scope), at, word) })
		}
	} else {
		h.everybody(crowd, all, ds, &w)
	}
	for _, x := range w {
		x.to.Set(x.at, x.word)
	}
}

// writing is a word that is to be written.
type writing struct {
	to   *world.State
	at   world.Addr
	word world.Word
}

type writes []writing

func (w *writes) add(to *world.State, at world.Addr, word world.Word) {
	if to != nil {
		*w = append(*w, writing{to, at, word})
	}
}

// everybody works out what is to be written for the world, and for all agents.
func (h *Happening) everybody(crowd *agent.Crowd, all []agent.ID, ds *diag.List, w *writes) {
	h.apply(crowd.World(), ds, func(scope world.Scope, at world.Addr, word world.Word) {
		if scope != world.ScopeAgent {
			w.add(crowd.World(), at, word)
		}
	})
	if !h.own {
		return
	}
	squads := map[*world.State]bool{}
	for _, id := range all {
		seen := crowd.State(id)
		if seen == nil {
			continue
		}
		squad := crowd.Home(id, world.ScopeSquad)
		fresh := squad != nil && !squads[squad]
		squads[squad] = true
		h.apply(seen, ds, func(scope world.Scope, at world.Addr, word world.Word) {
			if scope == world.ScopeAgent || scope == world.ScopeSquad && fresh {
				w.add(crowd.Home(id, scope), at, word)
			}
		})
	}
}

// apply calls set for each word that the effects change of a state.
func (h *Happening) apply(seen *world.State, ds *diag.List, set func(scope world.Scope, at world.Addr, w world.Word)) {
	st := world.NewState(seen.Schema())
	st.CopyFrom(seen)
	if !h.work(st, ds) {
		return
	}
	for _, ch := range st.Changes(world.Mark{}) {
		set(st.Schema().SymbolAt(ch.Addr).Scope, ch.Addr, st.Get(ch.Addr))
	}
}

// work applies the effects to a state, and reports whether they came to their end.
func (h *Happening) work(st *world.State, ds *diag.List) bool {
	before := len(ds.All)
	func() {
		defer expr.Finding(ds, diag.TooComplex, h.at)
		h.effects.Apply(&expr.Machine{State: st}, nil)
	}()
	return len(ds.All) == before
}
