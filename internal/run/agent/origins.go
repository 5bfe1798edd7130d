package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/sorting"
)

// origin returns where an agent's random numbers come from: itself, unless it was moved here.
func (p *population) origin(a *agent) action.Origin {
	if o, moved := p.origins[a.id]; moved {
		return o
	}
	return action.Origin{Seed: p.core.options.Seed, Agent: a.id, Body: a.body}
}

// setOrigins replaces what is known of where agents come from.
func (p *population) setOrigins(list []savedOrigin) {
	p.origins = nil
	for _, s := range list {
		if a := p.list[s.slot]; a.id != 0 {
			p.addOrigin(a.id, s.of)
		}
	}
	p.core.stage.Ctx.SetOrigins(p.origins)
}

func (p *population) addOrigin(id ID, o action.Origin) {
	if p.origins == nil {
		p.origins = map[ID]action.Origin{}
	}
	p.origins[id] = o
}

// comesFrom notes where an agent comes from that has just been moved here.
func (p *population) comesFrom(a *agent, o action.Origin) {
	if own := p.origin(a); own == o {
		return
	}
	p.addOrigin(a.id, o)
	p.core.stage.Ctx.SetOrigins(p.origins)
}

// forgetOrigin forgets where an agent came from that leaves.
func (p *population) forgetOrigin(id ID) {
	if len(p.origins) > 0 {
		delete(p.origins, id)
	}
}

// appendOrigins appends where agents come from; nothing if none was moved.
func (p *population) appendOrigins(b []byte) []byte {
	if len(p.origins) == 0 {
		return b
	}
	var list []savedOrigin
	for id, o := range p.origins {
		list = append(list, savedOrigin{int32(SlotOf(id)), o})
	}
	sorting.By(list, func(a, b savedOrigin) int { return int(a.slot - b.slot) })
	var c codec.Coder
	codeOrigins(c.Write(b), &list, len(p.list))
	return c.Written()
}

func codeOrigins(c *codec.Coder, list *[]savedOrigin, slots int) {
	for s := range codec.Each(c, list, slots) {
		codec.Below(c, &s.slot, slots)
		codeOrigin(c, &s.of)
	}
}

// readOrigins reads what [population.appendOrigins] has written.
func (l *loader) readOrigins() {
	if l.Failed() || len(l.Rest()) == 0 {
		return
	}
	codeOrigins(l.Coder(), &l.origins, len(l.c.agents.list))
	for _, s := range l.origins {
		if a := l.c.agents.list[s.slot]; !l.Failed() && a.id != 0 {
			l.c.perception.setOrigin(a, s.of)
		}
	}
}

// setOrigin has the senses of an agent draw the random numbers of where it comes from.
func (p *perception) setOrigin(a *agent, o action.Origin) {
	if p.senses != nil && a.observer > 0 {
		p.senses.field.SetOrigin(sense.Observer(a.observer-1), o.Seed, sense.ObjectID(o.Body))
	}
}
