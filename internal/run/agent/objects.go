package agent

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/world"
)

// objects is what a crowd keeps of objects that come and go, and of those that are bodies. All agents and the world have joined one object set, so that a birth or a death costs the same
// however many agents there are: only those whose program can look at such objects are told of it.
type objects struct {
	core       *core
	agents     *population
	perception *perception
	squads     *squads
	journal    *journal

	births  []world.Object // in this tick: agents do not know of them yet
	deaths  []notice       // in this tick
	dying   map[world.Object]bool
	unsaid  []notice // what has come and gone since the agents were told: of each type one
	retired []retiree
	shared  *world.ObjectSet // that of the agents, while the world has one apart: objects have come in this tick; else nil
	apart   *world.ObjectSet
	strays  []*agent            // who have joined the one apart
	bodies  map[world.Object]ID // whose bodies objects are
}

// notice is an object that has come or gone, and who hears of it.
type notice struct {
	object world.Object
	to     audience
}

// audience is which agents something is for.
type audience uint8

const (
	everybody audience = iota
	unaware            // who has no memory: it is told at once what has gone
	mindful            // who has one
)

// has reports whether an agent is one of them.
func (to audience) has(a *agent) bool {
	return to == everybody || a.state.Remembers() == (to == mindful)
}

// bear adds an object to the world. Within a tick agents do not see it before the end.
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

// applyBirth makes an object official that has been added between two ticks.
func (all *objects) applyBirth() {
	if !all.core.ticking {
		all.applyObjects()
	}
}

// condemn has an object go when objects are settled.
func (all *objects) condemn(o world.Object) {
	if all.dying == nil {
		all.dying = map[world.Object]bool{}
	}
	all.deaths, all.dying[o] = append(all.deaths, notice{object: o}), true
}

// accompany gives an agent that comes the objects of the world.
func (all *objects) accompany(a *agent) {
	if a.state.Join(all.core.world.ObjectSet()); all.shared != nil {
		all.strays = append(all.strays, a)
	}
}

// applyObjects makes what has come and gone in the world so for all agents.
func (all *objects) applyObjects() {
	if len(all.births)+len(all.deaths) == 0 {
		return
	}
	all.reunite()
	for i := range all.deaths {
		all.applyDeath(&all.deaths[i])
	}
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

// reunite makes the objects that the world has apart those of all agents.
func (all *objects) reunite() {
	if all.shared == nil {
		return
	}
	all.shared.CopyFrom(all.apart)
	all.core.world.Join(all.shared)
	for i, a := range all.strays {
		a.state.Join(all.shared)
		all.strays[i] = nil
	}
	all.apart.Clear()
	all.shared, all.strays = nil, all.strays[:0]
}

// applyDeath makes an object go for those who are to hear of it: where agents remember, it has gone for the others first.
func (all *objects) applyDeath(n *notice) {
	switch {
	case all.core.world.Release(n.object):
		n.to = mindful
		all.forgetRetired(n.object)
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
	all.forsake(n)
}

// concerns reports whether the state of an agent that is to hear of it may know anything of an object that is gone.
func (all *objects) concerns(n *notice) bool {
	schema := all.core.world.Schema()
	switch {
	case !schema.HasCells(n.object):
		return false
	case n.to == unaware && !all.hasUnaware():
		return false
	case n.to == mindful && all.perception.senses != nil && !schema.HasLasting(n.object): // it goes when what agents remember has been written to their states
		return all.perception.mayKnow(n.object)
	}
	return true
}

// hasUnaware reports whether the program has agents that are told at once what has gone.
func (all *objects) hasUnaware() bool {
	for i := range all.core.model.Info.Agents {
		if !all.core.remembers(int32(i)) {
			return true
		}
	}
	return false
}

// forsake has the cells of those who hear of it know nothing more of an object that is gone.
func (all *objects) forsake(n *notice) {
	if !all.concerns(n) {
		return
	}
	for _, a := range all.agents.list {
		if a.id != 0 && n.to.has(a) {
			a.state.Forsake(n.object)
		}
	}
}

// mention notes that an object has come or gone, where the program can look at such objects.
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

// announce tells all agents what has come and gone, and returns how many objects that was about.
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

// retract takes back what has just been announced, to be announced in the next tick: what is written to agents until then comes before it, in each run.
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

// reset forgets all objects that came and went, and whose bodies objects are.
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
	if a := all.journal.net.acting; all.perception.memory(a) != nil { // who does it knows
		all.perception.memory(a).Forget(sense.ObjectID(o), all.core.tick)
		a.state.Forsake(o)
	}
	if !all.core.ticking {
		all.applyObjects()
	}
	return true
}

// AddObject adds an object of a named type for every agent; the name may be empty. During a tick the agents see it from the next
// one on. The errors wrap [world.ErrUnknownType], [world.ErrDuplicateName] and [world.ErrPopulationFull].
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
