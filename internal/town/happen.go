package town

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// Happening is a change of values that does not come from the agents of a crowd.
type Happening struct {
	effects *expr.Effects
	own     bool      // the effects write symbols of agents or squads
	at      diag.Span // where they are written
}

// NewHappening returns a happening with checked effects; at is their place in the source.
func NewHappening(terms *expr.EffectTerms, at diag.Span) *Happening {
	return &Happening{expr.CompileEffects(terms), writesOwn(terms.List), at}
}

// writesOwn reports whether effects write a symbol of agents or squads.
func writesOwn(list []*expr.EffectTerm) bool {
	return slices.ContainsFunc(list, func(e *expr.EffectTerm) bool {
		return e.Symbol != nil && e.Symbol.Scope != world.ScopeWorld || writesOwn(e.Then) || writesOwn(e.Else)
	})
}

// Happen applies the effects between two ticks, to one agent of a crowd or, if only is 0, to all agents given. Symbols
// of agents change for each of them, symbols of squads once for each squad, from the view of one of its members, and
// symbols of the world once. All values are computed before the first is written. Agents that have left are skipped.
// Effects that take too long are reported and change nothing.
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

// writing is a word to be written.
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

// everybody computes the writes for the world and for all agents.
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

// work applies the effects to a state and reports whether they completed.
func (h *Happening) work(st *world.State, ds *diag.List) bool {
	before := len(ds.All)
	func() {
		defer expr.Finding(ds, diag.TooComplex, h.at)
		h.effects.Apply(&expr.Machine{State: st}, nil)
	}()
	return len(ds.All) == before
}
