package agent

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// An agent that has senses learns of what another squad or team has claimed from all agents as it learns of everything else: by seeing or touching the object that is claimed, which is in use. Its
// state says so, in bools that no file can name, and what plans and waits goes by that.

// recallClaims writes to agents' states which of the objects that they see and touch others have claimed from all agents, before each tick, after [perception.recallAll] has written what they
// remember.
func (p *perception) recallClaims() {
	if p.senses == nil || len(p.core.model.Info.Claimed) == 0 {
		return
	}
	w := p.core.stage.Worker
	w.Unclaim()
	for _, a := range p.agents.list {
		if a.id != 0 {
			p.turns.claimFor(a)
		}
	}
	now := p.core.tick + 1
	for _, a := range p.agents.list {
		if a.id != 0 && a.observer > 0 {
			p.recallClaimsOf(a, w, now)
		}
	}
}

// recallClaimsOf writes them to the state of one agent. What it does not perceive is as it last was, for [runner.MaxClaimWait] seconds: then it takes it that the object is free again.
func (p *perception) recallClaimsOf(a *agent, w *runner.Worker, now int64) {
	m := p.memory(a)
	for i := range a.noted {
		o := world.Object(a.noted[i].object)
		sym := p.senses.table.claimedSymbol(a.state.TypeOf(o))
		if sym == nil {
			continue
		}
		at, _ := sym.Addr(o)
		was := a.state.Get(at).Bool()
		sensed, last := m.Sensed(i)
		if !sensed && !was {
			continue
		}
		theirs, ours := w.ClaimedFrom(a.id, o)
		if !sensed {
			theirs = !ours && now-last < p.senses.table.believed
		}
		if theirs != was {
			a.state.Set(at, world.Bool(theirs))
		}
	}
}

// claimedSymbol returns the symbol that says of objects of a type whether they are claimed; nil: no operator claims them from all agents.
func (r *recalls) claimedSymbol(typ int32) *world.Symbol {
	if typ < 0 {
		return nil
	}
	return r.claimed[typ]
}

// claimedByType finds that symbol for each type.
func claimedByType(info *def.Info) []*world.Symbol {
	list := make([]*world.Symbol, len(info.Schema.Types))
	for t := range list {
		for _, s := range info.Claimed {
			if list[t] == nil && info.Schema.Types[s.Params[0].ID].Has(int32(t)) {
				list[t] = s
			}
		}
	}
	return list
}
