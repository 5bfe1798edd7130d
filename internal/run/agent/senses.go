package agent

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec/pool"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/world"
)

// perception updates what agents perceive and remember.
type perception struct {
	core     *core
	agents   *population
	turns    *turns
	reflexes *reflexes
	journal  *journal
	crew     *crew

	alertness alertness
	senses    *senses // nil: agents perceive nothing
}

// senses holds the field that simulates perception. Agents with a body are its observers.
type senses struct {
	field    *sense.Field
	host     sense.Host
	rays     int
	list     []*sense.Senses
	kinds    []int // by kind of agent: index of its senses in list; -1: it perceives nothing
	table    *recalls
	spares   *pool.Shelf[[]note] // for work on the notes of an agent
	paced    bool                // some levels let agents look seldom
	watchers []int32             // by observer: the slot of its agent
	each     sense.Each          // spreads the work over the goroutines of the crowd; nil: the caller's goroutine does it
}

// addSenses sets up perception if the options name a host of senses and the model has agents with a body and a memory.
func (p *perception) addSenses() error {
	info := p.core.model.Info
	if p.core.options.Senses == nil {
		return nil
	}
	s := &senses{host: p.core.options.Senses, rays: p.core.options.Rays, table: newRecalls(info, p.core.options.TPS), spares: &pool.Shelf[[]note]{}}
	for _, a := range info.Agents {
		s.kinds = append(s.kinds, -1)
		compiled := p.core.model.Senses[a.ID]
		if compiled == nil {
			continue
		}
		s.kinds[a.ID] = len(s.list)
		s.list = append(s.list, compiled)
	}
	if len(s.list) == 0 {
		return nil
	}
	field, err := sense.NewField(p.fieldOptions(s))
	if err != nil {
		return fmt.Errorf("karakuri: %w", err)
	}
	if s.field = field; len(p.crew.starts) > 0 {
		s.each = p.crew.each
	}
	p.senses = s
	return nil
}

func (p *perception) fieldOptions(s *senses) sense.Options {
	schema := p.core.world.Schema()
	return sense.Options{Host: s.host, Senses: s.list, Seed: p.core.options.Seed, Rays: s.rays,
		Number: func(id sense.ObjectID) int { return schema.NumberOf(world.Object(id)) }, Numbers: schema.Numbers(), Before: p.before, After: p.after}
}

// mayKnow reports whether an agent may remember an object.
func (p *perception) mayKnow(o world.Object) bool {
	return p.senses == nil || p.senses.field.MayKnow(sense.ObjectID(o))
}

// renewSenses replaces the field by an empty one, and leaves the old one unchanged.
func (p *perception) renewSenses() {
	if p.senses == nil {
		return
	}
	fresh := *p.senses
	fresh.field, _ = sense.NewField(p.fieldOptions(&fresh)) // the same options worked before
	p.senses = &fresh
}

// add makes a new agent an observer. Beyond the maximum number of observers, agents perceive nothing.
func (p *perception) add(a *agent) {
	a.dropObserver()
	if p.senses == nil || a.body == 0 {
		return
	}
	kind := p.senses.kinds[a.kind]
	if kind < 0 {
		return
	}
	if o, err := p.senses.field.Add(sense.ObjectID(a.body), kind, a.team); err == nil {
		a.observer, a.heard = int32(o)+1, 0
	}
}

// remove removes the agent's observer, and with it the agent's memory.
func (p *perception) remove(a *agent) {
	if a.observer > 0 {
		p.senses.field.Remove(sense.Observer(a.observer - 1))
		a.observer = 0
	}
}

// memory returns what an agent remembers, or nil.
func (p *perception) memory(a *agent) *sense.Mind {
	if a == nil || a.observer == 0 {
		return nil
	}
	return p.senses.field.Mind(sense.Observer(a.observer - 1))
}

// Memory is [Crowd.Memory].
func (p *perception) Memory(id ID) *sense.Mind { return p.memory(p.agents.slot(id)) }

// Memory returns an agent's memory of objects, as of the end of the last tick. It is nil if the agent's kind has no
// body or no memory, Options.Senses is nil, or the agent has left. Facts name objects by their words. Use the memory to
// inspect facts, and to add percepts of the host between two ticks. It is valid until the agent leaves or the crowd is
// rolled back.
func (c *Crowd) Memory(id ID) *sense.Mind { return c.perception.Memory(id) }

// Sound is [Crowd.Sound].
func (p *perception) Sound(s sense.Sound) bool { return p.senses != nil && p.senses.field.Sound(s) }

// Sound makes a sound that agents hear at the start of the next tick: From is the word of an object. It returns false
// if the buffer is full ([sense.MaxSounds]) or no agent can hear.
func (c *Crowd) Sound(s sense.Sound) bool { return c.perception.Sound(s) }

// speak lets others hear what an agent says, if it has a voice.
func (p *perception) speak(a *agent, call int64) {
	if p.senses != nil && a.body != 0 {
		p.senses.field.Speak(sense.ObjectID(a.body), call, sense.Observer(a.observer-1))
	}
}

// Damage is [Crowd.Damage].
func (p *perception) Damage(id ID, h action.Damage) bool {
	a := p.agents.slot(id)
	return a != nil && a.observer > 0 && p.senses.field.Damage(sense.Observer(a.observer-1), h)
}

// Damage makes an agent perceive, at the start of the next tick, what damages it: From is the word of an object. It
// returns false if the buffer is full ([sense.MaxDamages]) or the agent perceives nothing. The host applies the damage
// itself.
func (c *Crowd) Damage(id ID, h action.Damage) bool { return c.perception.Damage(id, h) }

// SetTeam is [Crowd.SetTeam].
func (p *perception) SetTeam(id ID, team int64) bool {
	a := p.agents.slot(id)
	if a == nil {
		return false
	}
	if a.setTeam(team); a.observer > 0 {
		p.senses.field.SetTeam(sense.Observer(a.observer-1), team)
	}
	return true
}

// SetTeam puts an agent into a team. A team shares the messages of its members, and the claims of members without a
// squad. Agents start in team 0. SetTeam returns false if the agent has left.
func (c *Crowd) SetTeam(id ID, team int64) bool {
	if a := c.agents.slot(id); a != nil && c.journal.tape != nil {
		c.journal.tape.teaming(a, team)
	}
	return c.perception.SetTeam(id, team)
}

// Team returns the team of an agent, or 0.
func (p *perception) Team(id ID) int64 {
	if a := p.agents.slot(id); a != nil {
		return a.team
	}
	return 0
}

// Team returns the team of an agent, or 0.
func (v *View) Team(id ID) int64 { return v.perception.Team(id) }
