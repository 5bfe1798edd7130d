package agent

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/world"
)

// objects manages objects that are added and removed, and bodies. All agents and the world share one object set, so
// that adding or removing an object costs the same for any number of agents. Only agents whose program can look at such
// objects are notified.
type objects struct {
	core       *core
	agents     *population
	families   *families
	perception *perception
	squads     *squads
	journal    *journal

	births  []world.Object // added in this tick: agents do not know of them yet
	deaths  []notice       // removed in this tick
	gone    world.Departed // of those, what states mention only in rows
	dying   map[world.Object]bool
	unsaid  []notice // added and removed since agents were last notified: one of each type
	retired []retiree
	search  search
	shared  *world.ObjectSet // the object set of the agents, while the world has its own because objects were added in this tick; else nil
	apart   *world.ObjectSet
	strays  []*agent                // agents that have joined the world's own set
	bodies  map[world.Object]ID     // by body: its agent
	formers map[world.Object]former // by retired object: the agent whose body it was
}

// notice is an object that was added or removed, and the agents to notify.
type notice struct {
	object   world.Object
	to       audience
	concerns bool // of a removal: states of the audience may refer to the object
}

// audience says which agents a notice is for.
type audience uint8

const (
	everybody audience = iota
	unaware            // without a memory: they learn at once of removals
	mindful            // with a memory
)

// has reports whether an agent belongs to the audience.
func (to audience) has(a *agent) bool {
	return to == everybody || a.state.Remembers() == (to == mindful)
}

// bear adds an object to the world. During a tick, agents see it only after the end of the tick.
func (all *objects) bear(typ int32, name string) (world.Object, error) {
	all.makeRoom(typ)
	if all.core.ticking && all.shared == nil {
		if all.apart == nil {
			all.apart = &world.ObjectSet{}
		}
		all.shared = all.core.world.ObjectSet()
		all.apart.CopyFrom(all.shared)
		all.core.world.Join(all.apart)
	}
	o, err := all.core.world.AddObject(typ, name)
	if err == nil {
		all.births = append(all.births, o)
	}
	return o, err
}

// applyBirth shows agents an object that was added between two ticks.
func (all *objects) applyBirth() {
	if !all.core.ticking {
		all.applyObjects()
	}
}

// condemn marks an object for removal by applyObjects.
func (all *objects) condemn(o world.Object) {
	if all.dying == nil {
		all.dying = map[world.Object]bool{}
	}
	all.deaths, all.dying[o] = append(all.deaths, notice{object: o}), true
}

// accompany gives a new agent the objects of the world.
func (all *objects) accompany(a *agent) {
	if a.state.Follow(all.core.world.ObjectSet()); all.shared != nil {
		all.strays = append(all.strays, a)
	}
}

// applyObjects applies additions and removals in the world to all agents.
func (all *objects) applyObjects() {
	if len(all.births)+len(all.deaths) == 0 {
		return
	}
	all.reunite()
	for i := range all.deaths {
		all.applyDeath(&all.deaths[i])
	}
	all.forsake(all.deaths)
	for _, o := range all.births {
		all.mention(notice{object: o})
	}
	for _, n := range all.deaths {
		all.mention(n)
	}
	all.births, all.deaths = all.births[:0], all.deaths[:0]
	if clear(all.dying); all.core.ticking {
		all.announce()
	}
	all.journal.settled()
}

// reunite makes the world's own object set that of all agents.
func (all *objects) reunite() {
	if all.shared == nil {
		return
	}
	all.shared.CopyFrom(all.apart)
	all.core.world.Join(all.shared)
	for i, a := range all.strays {
		a.state.Follow(all.shared)
		all.strays[i] = nil
	}
	all.apart.Clear()
	all.shared, all.strays = nil, all.strays[:0]
}

// applyDeath removes an object for its audience. In programs with memories it is first removed for agents without one.
func (all *objects) applyDeath(n *notice) {
	switch {
	case all.core.world.Release(n.object):
		n.to = mindful
		all.forgetRetired(n.object)
		delete(all.formers, n.object)
		all.perception.forgetObject(n.object)
	case all.core.perceives:
		n.to = unaware
		all.core.world.Retire(n.object)
		all.noteRetired(n.object)
		all.forgetBody(n.object)
		all.squads.closeSlots(n.object)
	default:
		all.core.world.RemoveObject(n.object)
		all.perception.forgetObject(n.object)
		all.forgetBody(n.object)
		all.squads.closeSlots(n.object)
	}
}

// concerns reports whether the state of an agent in the audience may refer to the removed object.
func (all *objects) concerns(n *notice) bool {
	schema := all.core.world.Schema()
	switch {
	case !schema.HasCells(n.object):
		return false
	case n.to == unaware && !all.hasUnaware():
		return false
	}
	return true
}

// hasUnaware reports whether the program has agents that learn of removals at once.
func (all *objects) hasUnaware() bool {
	for i := range all.core.model.Info.Agents {
		if !all.core.remembers(int32(i)) {
			return true
		}
	}
	return false
}

// forsake clears references to removed objects in the states of their audiences: agent by agent, whose state then is at
// hand for all of them.
func (all *objects) forsake(list []notice) {
	anywhere := false // a state may mention one elsewhere than in a row
	all.gone.Clear()
	for i := range list {
		n := &list[i]
		if n.concerns = all.concerns(n); n.concerns && !all.gone.Add(all.core.world.Schema(), n.object) {
			anywhere = true
		}
	}
	if !anywhere && all.gone.Len() == 0 {
		return
	}
	for _, a := range all.agents.list {
		if a.id == 0 || !anywhere && !a.state.HasRowOf(&all.gone) {
			continue
		}
		for i := range list {
			if n := &list[i]; n.concerns && n.to.has(a) {
				a.state.Forsake(n.object)
			}
		}
	}
}

// mention records that an object was added or removed, if the program can look at such objects.
func (all *objects) mention(n notice) {
	if typ := all.core.world.LastType(n.object); all.core.model.Info.Regards(typ) && !all.isMentioned(typ, n.to) {
		all.unsaid = append(all.unsaid, n)
	}
}

func (all *objects) isMentioned(typ int32, to audience) bool {
	for _, n := range all.unsaid {
		if all.core.world.LastType(n.object) == typ && (n.to == everybody || n.to == to) {
			return true
		}
	}
	return false
}

// announce notifies all agents of additions and removals, and returns the number of objects.
func (all *objects) announce() (count int) {
	if len(all.unsaid) == 0 {
		return 0
	}
	for _, a := range all.agents.list {
		for i := 0; a.id != 0 && i < len(all.unsaid); i++ {
			if n := &all.unsaid[i]; n.to.has(a) {
				a.state.Notice(n.object)
			}
		}
	}
	count, all.unsaid = len(all.unsaid), all.unsaid[:0]
	return count
}

// retract takes back the last announcements, to be made in the next tick: writes to agents until then come before them,
// in each run.
func (all *objects) retract(count int) {
	if count == 0 {
		return
	}
	all.unsaid = all.unsaid[:count]
	for _, a := range all.agents.list {
		if a.id == 0 {
			continue
		}
		heard := 0
		for i := range all.unsaid {
			if all.unsaid[i].to.has(a) {
				heard++
			}
		}
		a.state.Retract(heard)
	}
}

// reset forgets all additions, removals and bodies.
func (all *objects) reset() {
	all.births, all.deaths, all.dying, all.unsaid, all.retired = nil, nil, nil, nil, nil
	all.shared, all.apart, all.strays, all.bodies = nil, nil, nil, nil
}

// AddObject is [Crowd.AddObject].
func (all *objects) AddObject(typ, name string) (world.Object, error) {
	t := all.core.world.Schema().ObjectType(typ)
	if t == nil {
		return 0, fmt.Errorf("karakuri: AddObject: %s: %w", typ, world.ErrUnknownType)
	}
	o, err := all.bear(t.ID, name)
	if err != nil {
		return 0, err
	}
	if all.journal.tape != nil {
		all.journal.tape.objectAdded(o, t.ID, name)
	}
	all.applyBirth()
	return o, nil
}

// RemoveObject is [Crowd.RemoveObject].
func (all *objects) RemoveObject(o world.Object) bool {
	if !all.core.world.Alive(o) {
		return false
	}
	if all.dying[o] {
		return false
	}
	if all.journal.tape != nil {
		all.journal.tape.objectRemoving(o)
	}
	all.condemn(o)
	if a := all.journal.net.acting; all.perception.memory(a) != nil { // the agent that removes it knows
		all.perception.memory(a).Forget(sense.ObjectID(o), all.core.tick)
		a.state.Forsake(o)
	}
	if !all.core.ticking {
		all.applyObjects()
	}
	return true
}

// AddObject adds an object of a named type for every agent; the name may be empty. During a tick the agents see it from
// the next one on. The errors wrap [world.ErrUnknownType], [world.ErrDuplicateName] and [world.ErrPopulationFull].
func (c *Crowd) AddObject(typ, name string) (world.Object, error) {
	return c.objects.AddObject(typ, name)
}

// RemoveObject removes an object: symbols that hold it become none, and plans about it fail. During a tick, this takes
// effect at the end of the tick. For agents with a memory, and for squads, the object remains until no agent remembers
// it ([Options].Senses), or its population is full; an agent whose action removes it forgets it at once. It returns
// false if the object does not exist.
func (c *Crowd) RemoveObject(o world.Object) bool { return c.objects.RemoveObject(o) }

// ObjectNamed returns the object with a name; ok is false if there is none.
func (v *View) ObjectNamed(name string) (o world.Object, ok bool) {
	o, _, ok = v.core.world.ObjectNamed(name)
	return o, ok
}

// Objects returns the objects of a named type and its subtypes, in order.
func (v *View) Objects(typ string) []world.Object {
	t := v.core.world.Schema().ObjectType(typ)
	if t == nil {
		return nil
	}
	return v.core.world.Objects(t.ID)
}
