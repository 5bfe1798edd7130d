package agent

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/codec/pool"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// minds carries out the brains of agents.
type minds struct {
	opaque
	core       *core
	agents     *population
	families   *families
	perception *perception
	net        *net

	goals  *goals // they share its environment
	slots  slots[mind]
	offers offers
	alerts []alerts    // by brain
	was    []savedMind // those of another program, by number
}

// mind is the brain of an agent at work.
type mind struct {
	goal.Mind
	use *def.MindUse
}

// alerts are the changes that make a brain arbitrate at once.
type alerts struct {
	symbols []bool // by symbol
	objects bool   // added and removed objects, since a want is about all objects of a type
}

func (f *families) newMinds(g *goals) *minds {
	m := &minds{core: f.core, agents: f.agents, families: f, perception: f.perception, net: f.net, goals: g}
	m.offers.minds = m
	info := f.core.model.Info
	for _, b := range info.Brains {
		a := alerts{symbols: make([]bool, len(info.Schema.Symbols))}
		for _, s := range b.Alerts {
			a.symbols[s.ID] = true
		}
		for _, w := range b.Wants {
			a.objects = a.objects || w.Each != nil && w.Each.Type.Kind == world.KindObject && w.Remembered == nil
		}
		m.alerts = append(m.alerts, a)
	}
	return m
}

// Start implements [action.Driver].
func (m *minds) Start(c *action.Ctx, id int32, _ []world.Word) int32 {
	slot := m.slots.take(c.Agent())
	m.reset(slot, id)
	return slot
}

func (m *minds) reset(slot, id int32) {
	it := m.slots.at(slot)
	it.use = m.core.model.Info.MindAt(id)
	if a := m.agents.list[m.slots.agent(slot)]; a.guise > 0 {
		it.use = m.core.model.Info.MindAt(a.guise - 1)
	}
	it.Reset(m.core.model.Goals, int(it.use.Brain.ID), it.use.Personality)
}

// Update implements [action.Driver]. A panic in the host's code ends everything that the brain pursues; it keeps its
// recorded failures and waiting orders, so that it does not repeat the want that led to the panic.
func (m *minds) Update(c *action.Ctx, slot int32) action.Status {
	it, env := m.slots.at(slot), &m.goals.env
	m.offers.it = it
	env.Offers = &m.offers
	if m.agents.list[m.slots.agent(slot)].stands() {
		it.Continue(env)
	} else {
		it.Tick(env)
	}
	if fault, broken := env.TakeFault(); broken {
		it.Halt(env, action.Quarantined)
		env.TakeFault() // one fault is enough to report
		c.PutFault(fault)
		m.core.schedule.Flags().Raise(m.slots.agent(slot))
	}
	return action.Running
}

// Abort implements [action.Driver].
func (m *minds) Abort(c *action.Ctx, slot int32, r action.Reason) {
	m.goals.guard(c, func() { m.slots.at(slot).Abort(&m.goals.env, r) })
	if m.slots.release(slot); pool.IsPlenty(len(m.slots.free), m.slots.running()) {
		*m.slots.at(slot) = mind{}
	}
}

// notice passes writes to an agent's state to its brain, before the state's log is dropped.
func (m *minds) notice(agent int, st *world.State) {
	slot := m.slots.first(agent)
	if slot < 0 {
		return
	}
	it := m.slots.at(slot)
	a := &m.alerts[it.use.Brain.ID]
	changes := st.Changes(world.Mark{})
	for i := range changes {
		if a.alarmed(st.Schema(), &changes[i]) {
			it.Notice()
			return
		}
	}
}

func (a *alerts) alarmed(schema *world.Schema, c *world.Change) bool {
	if _, object := c.Notice(); object {
		return a.objects
	}
	s := schema.SymbolAt(c.Addr)
	return s != nil && a.symbols[s.ID]
}

// of returns the mind of an agent, or nil.
func (m *minds) of(agent int) *mind {
	if slot := m.slots.first(agent); slot >= 0 {
		return m.slots.at(slot)
	}
	return nil
}

// Running implements [action.Driver].
func (m *minds) Running() int { return m.slots.running() }

// Fresh implements [action.Driver]. The goals of these instances must be attached before.
func (m *minds) Fresh(in *action.Instances) action.Driver {
	return m.families.newMinds(in.Driver(driverGoals).(*goals))
}

// Clear implements [action.Driver].
func (m *minds) Clear() { m.slots.clear() }

// Append implements [action.Driver].
func (m *minds) Append(b []byte, slot int32) []byte {
	it := m.slots.at(slot)
	b = codec.AppendUint(b, it.use.ID)
	b = m.families.moves.appendSlot(b, slot)
	return it.Append(b, m.goals.env.Instances)
}

// Read implements [action.Driver]. From another program, a brain continues with the wants that are still there.
func (m *minds) Read(c *action.Ctx, saved *world.Reader, rs *action.Restorer) (id, slot int32, why string) {
	r := (*codec.Reader)(saved)
	count := len(m.core.model.Info.Minds) + len(m.core.model.Info.Guises)
	if m.goals.saved.Names != nil {
		count = len(m.was)
	}
	was := int32(r.Below(count))
	from := m.families.moves.slotBefore(r)
	if r.Failed() {
		return 0, 0, ""
	}
	brain, personality := 0, 0
	if id = was; m.goals.saved.Names != nil {
		brain, personality = int(m.was[was].brain), int(m.was[was].personality)-1
		if id, why = m.now(brain, personality); why != "" {
			return 0, 0, why
		}
	}
	slot = m.slots.take(c.Agent())
	m.reset(slot, id)
	it := m.slots.at(slot) // with the personality that it had
	it.use = m.core.model.Info.MindAt(id)
	it.Reset(m.core.model.Goals, int(it.use.Brain.ID), it.use.Personality)
	kind := m.core.model.Info.Agents[m.agents.list[m.slots.agent(slot)].kind].Mind
	switch {
	case kind != nil && kind.Brain == it.use.Brain:
		id = kind.ID // it is still the activity of its kind
	case id >= int32(len(m.core.model.Info.Minds)): // no kind has it, so it is nobody's activity
		m.slots.release(slot)
		return 0, 0, "brain " + it.use.Brain.Name + " is not its own any more"
	}
	m.goals.saved.Restorer = rs
	cuts, lost := m.slots.at(slot).Read(r, &m.goals.saved, brain, personality)
	if r.Failed() {
		m.slots.release(slot)
		return id, slot, ""
	}
	if lost != "" {
		m.families.lost = append(m.families.lost, Loss{Kind: LostPursuit, Why: lost, Text: lost})
	}
	if len(cuts) > 0 {
		m.families.loseEnds(severed{agent: c.Agent(), of: driverMinds, was: from, is: slot, ends: cuts})
	}
	return id, slot, ""
}

// now returns the number that a brain of another program with a personality has.
func (m *minds) now(brain, personality int) (id int32, why string) {
	name, as := m.goals.saved.Names.Brain(brain, personality)
	for _, use := range slices.Concat(m.core.model.Info.Minds, m.core.model.Info.Guises) {
		own := ""
		if use.Personality >= 0 {
			own = use.Brain.Personalities[use.Personality].Name
		}
		if use.Brain.Name == name && own == as {
			return use.ID, ""
		}
	}
	if as != "" {
		name += " as " + as
	}
	return 0, "brain " + name + " is gone"
}

// Restored implements [action.Driver].
func (m *minds) Restored(_ *action.Ctx, slot int32) bool {
	return m.slots.at(slot).Restored(&m.goals.env)
}

// Drop implements [action.Driver].
func (m *minds) Drop(slot int32) {
	m.slots.at(slot).Drop(m.goals.env.Instances)
	m.slots.release(slot)
}

// offers are the possible targets of a mind's wants.
type offers struct {
	minds *minds
	it    *mind
}

// Targets implements [goal.Offers].
func (o *offers) Targets(dst []utility.Target, want int) []utility.Target {
	return o.minds.core.model.Targets.Append(&o.minds.goals.env, dst, int(o.it.use.Brain.ID), want)
}

// Forget implements [goal.Offers]: the agent forgets the object. Its state shows that from the next tick on.
func (o *offers) Forget(want int, target utility.Target) {
	m := o.minds
	each := o.it.use.Brain.Wants[want].Each
	if memory := m.perception.memory(m.net.acting); memory != nil && each != nil && each.Type.Kind == world.KindObject {
		memory.Forget(sense.ObjectID(target), m.core.tick)
	}
}

// Rests implements [goal.Offers].
func (o *offers) Rests(since int64) {
	if a := o.minds.net.acting; a != nil {
		a.runner.Rest(since, o.minds.core.tick)
	}
}
