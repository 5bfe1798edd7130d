package agent

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/world"
)

// An agent with a memory does not know that an object was removed until it perceives that. Where agents have senses, an
// object is therefore retired first: it is removed for the world, and for agents without a memory. Squads know what
// their members know. At the start of each tick the crowd releases the objects that no agent remembered in the last
// tick, so that the host has had the time to take back what it has written of them, and that nothing is about which
// agents with a memory, or squads, carry out: no agent is to notice. A trace records that as a removal, so that a
// replay needs no senses.

// retiree is a retired object.
type retiree struct {
	object world.Object
	by     int32 // slot of the agent that knew of it at the last check
}

// remembers reports whether agents of a kind learn of removals only by perceiving them.
func (k *core) remembers(kind int32) bool {
	return k.perceives && (k.model.Senses[kind] != nil || k.model.Info.Agents[kind].Leads != nil)
}

// perceivesWith reports whether agents have senses with these options.
func (k *core) perceivesWith(o *Options) bool {
	if o.perceives || o.Senses == nil {
		return o.perceives
	}
	for _, s := range k.model.Senses {
		if s != nil {
			return true
		}
	}
	return false
}

// letGo releases objects that no agent remembers, and, for each object that a full population has no room for, another.
func (all *objects) letGo() {
	if all.followsTrace() {
		return
	}
	for i := 0; i < len(all.retired); {
		r := &all.retired[i]
		if all.isKnown(r) && !all.core.world.IsFull(all.core.world.LastType(r.object)) {
			i++
			continue
		}
		all.release(r.object)
	}
}

// followsTrace reports whether a trace decides which retired objects are released.
func (all *objects) followsTrace() bool { return all.core.perceives && all.perception.senses == nil }

// makeRoom releases a retired object between two ticks, if there is no room for another of its population.
func (all *objects) makeRoom(typ int32) {
	if len(all.retired) == 0 || all.core.ticking || all.followsTrace() || !all.core.world.IsFull(typ) {
		return
	}
	types := all.core.world.Schema().Types
	for i := range all.retired {
		if o := all.retired[i].object; types[all.core.world.LastType(o)].Population == types[typ].Population {
			all.release(o)
			return
		}
	}
}

// release removes a retired object for good.
func (all *objects) release(o world.Object) {
	if !all.core.world.IsRetired(o) {
		return
	}
	if all.journal.tape != nil {
		all.journal.tape.objectRemoving(o)
	}
	all.condemn(o)
	all.applyObjects()
}

// noteRetired adds an object to the list, which is sorted, so that it is the same after a rollback.
func (all *objects) noteRetired(o world.Object) {
	i, _ := all.findRetired(o)
	all.retired = slices.Insert(all.retired, i, retiree{object: o})
}

func (all *objects) findRetired(o world.Object) (i int, found bool) {
	return slices.BinarySearchFunc(all.retired, o, func(r retiree, o world.Object) int { return cmp.Compare(r.object, o) })
}

// forgetRetired removes an object from the list.
func (all *objects) forgetRetired(o world.Object) {
	if i, found := all.findRetired(o); found {
		all.retired = slices.Delete(all.retired, i, i+1)
	}
}

// listRetired finds the retired objects of a restored world.
func (all *objects) listRetired() {
	for _, o := range all.core.world.Retired(nil) {
		all.retired = append(all.retired, retiree{object: o})
	}
}

// isKnown reports whether an agent remembers a retired object, or carries out something that is about it. It asks first
// who knew of it last, then who comes after that one: who comes before did not know of it then, and nobody perceives
// what is gone.
func (all *objects) isKnown(r *retiree) bool {
	list, mayBe := all.agents.list, all.perception.mayKnow(r.object)
	for k := range list {
		i := (int(r.by) + k) % len(list)
		if a := list[i]; mayBe && all.remembersStill(a, r.object) || all.uses(a, r.object) {
			r.by = int32(i)
			return true
		}
	}
	return false
}

// remembersStill reports whether an object is in an agent's memory.
func (all *objects) remembersStill(a *agent, o world.Object) bool {
	if a.id == 0 || a.observer == 0 || all.perception.senses == nil || !a.state.Remembers() {
		return false
	}
	_, known := all.perception.memory(a).Find(sense.ObjectID(o))
	return known
}

// uses reports whether the state of an agent that does not learn of removals at once holds an object, or what it
// carries out is about it.
func (all *objects) uses(a *agent, o world.Object) bool {
	return a.id != 0 && a.state.Remembers() && (a.state.Holds(o) || all.families.mentions(a, o))
}
