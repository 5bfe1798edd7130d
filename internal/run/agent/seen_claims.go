package agent

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// An agent with senses learns of the exclusive claims of another squad or team as it learns of everything else: by
// seeing or touching the claimed object, which is in use. Symbols in its state, which no file can name, say so, and
// plans and waits depend on them.

// recallClaims writes to agents' states which of the objects that they see and touch others have claimed from all
// agents, before each tick, after [perception.sense] has written their memories.
func (p *perception) recallClaims() {
	if p.turns.claimed = false; p.senses == nil || len(p.core.model.Info.Claimed) == 0 {
		return
	}
	w := p.core.stage.Worker
	p.turns.claimForAll()
	now := p.core.tick + 1
	for _, a := range p.agents.list {
		if a.id != 0 && a.observer > 0 {
			p.recallClaimsOf(a, w, now)
		}
	}
}

// recallClaimsOf writes them to the state of one agent.
func (p *perception) recallClaimsOf(a *agent, w *runner.Worker, now int64) {
	m := p.memory(a)
	for i := range a.noted {
		o := world.Object(a.noted[i].object)
		sym := p.senses.table.claimedSymbol(a.state.TypeOf(o))
		if sym == nil {
			continue
		}
		at, _ := sym.Addr(o)
		was, sensed := a.state.Get(at), m.Sensed(i)
		if !sensed && was == def.NotClaimed {
			continue
		}
		theirs, ours := w.ClaimedFrom(a.id, o)
		is := world.Word(def.NotClaimed)
		switch {
		case sensed && theirs:
			is = def.SeenClaimed
		case !sensed && !ours:
			is = p.senses.table.believe(was, now)
		}
		if is != was {
			a.state.Set(at, is)
		}
	}
}

// believe returns what an agent takes of the claim of an object that it neither sees nor touches: it is as it last was,
// for [runner.MaxClaimWait] seconds. Then the agent expects that the object is free.
func (r *recalls) believe(was world.Word, now int64) world.Word {
	until := int64(was)
	if was == def.SeenClaimed {
		until = now - 1 + r.believed
	}
	if now < until && until-now <= r.believed {
		return world.Word(until)
	}
	return def.NotClaimed
}

// claimedSymbol returns the symbol that says of objects of a type whether they are claimed; nil: no operator claims
// them from all agents.
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
