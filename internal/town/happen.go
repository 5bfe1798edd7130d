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
	own     bool      // the effects write symbols of agents
	at      diag.Span // where they are written
}

// NewHappening returns checked effects as something that happens; at is where they are written.
func NewHappening(terms *expr.EffectTerms, at diag.Span) *Happening {
	return &Happening{expr.CompileEffects(terms), writesOwn(terms.List), at}
}

// writesOwn reports whether effects write a symbol of agents.
func writesOwn(list []*expr.EffectTerm) bool {
	return slices.ContainsFunc(list, func(e *expr.EffectTerm) bool {
		return e.Symbol != nil && e.Symbol.Scope == world.ScopeAgent || writesOwn(e.Then) || writesOwn(e.Else)
	})
}

// Happen lets it happen between two ticks: to one agent of a crowd, or, where only is 0, to all of those that are given. Then effects on symbols of agents are
// worked out for each of them, as each sees the world, and all others once. Who has left is passed over. Effects that take too long are a finding, and change nothing.
func (h *Happening) Happen(crowd *agent.Crowd, only agent.ID, all []agent.ID, ds *diag.List) {
	switch {
	case only != 0:
		h.one(crowd, only, ds)
	case h.own:
		for _, id := range all {
			h.one(crowd, id, ds)
		}
	default:
		h.shared(crowd, all, ds)
	}
}

// one lets it happen as one agent sees the world.
func (h *Happening) one(crowd *agent.Crowd, id agent.ID, ds *diag.List) {
	if seen := crowd.State(id); seen != nil {
		h.apply(seen, ds, func(scope world.Scope, at world.Addr, w world.Word) { crowd.Home(id, scope).Set(at, w) })
	}
}

// shared lets it happen to the world, and to the squads of agents.
func (h *Happening) shared(crowd *agent.Crowd, all []agent.ID, ds *diag.List) {
	h.apply(crowd.World(), ds, func(scope world.Scope, at world.Addr, w world.Word) {
		crowd.World().Set(at, w)
		for _, id := range all {
			if home := crowd.Home(id, scope); scope == world.ScopeSquad && home != nil {
				home.Set(at, w)
			}
		}
	})
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
