package agent

import (
	"cmp"
	"slices"

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
	by     int32 // slot of the agent that used it at the last check
	known  bool  // an agent remembers or uses it
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
	if len(all.retired) == 0 || all.followsTrace() {
		return
	}
	all.seekKnown()
	for i := range all.retired {
		if r := &all.retired[i]; !r.known {
			all.condemnRetired(r.object)
		}
	}
	all.applyObjects()
	for i := 0; i < len(all.retired); {
		r := &all.retired[i]
		if !all.core.world.IsFull(all.core.world.LastType(r.object)) {
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
	all.condemnRetired(o)
	all.applyObjects()
}

// condemnRetired has a retired object released when objects are applied.
func (all *objects) condemnRetired(o world.Object) {
	if !all.core.world.IsRetired(o) {
		return
	}
	if all.journal.tape != nil {
		all.journal.tape.objectRemoving(o)
	}
	all.condemn(o)
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

// seekKnown finds out which retired objects agents remember, or carry out something that is about them. Memories are
// counted. Of what agents carry out it asks the one that used the object last, and then, once for all objects that
// remain, every agent.
func (all *objects) seekKnown() {
	s := &all.search
	s.begin(all.retired)
	for i := range all.retired {
		r := &all.retired[i]
		if r.known = all.perception.mayKnow(r.object); !r.known && int(r.by) < len(all.agents.list) {
			s.only(i, all.core.world.Schema())
			all.seekIn(int(r.by))
		}
	}
	s.rest(all.core.world.Schema())
	for i := 0; s.left > 0 && i < len(all.agents.list); i++ {
		all.seekIn(i)
	}
}

// seekIn marks as known those of the objects looked for that the state of an agent holds, which does not learn of
// removals at once, or that what it carries out is about.
func (all *objects) seekIn(slot int) {
	a, s := all.agents.list[slot], &all.search
	if a.id == 0 || !a.state.Remembers() {
		return
	}
	s.slot = int32(slot)
	all.families.eachMention(a, s.words, s.word)
	for _, i := range s.held {
		if r := &s.retired[i]; !r.known && a.state.Holds(r.object) {
			s.find(r)
		}
	}
}

// search looks for retired objects in what agents carry out.
type search struct {
	retired []retiree
	slot    int32     // of the agent
	left    int       // how many are looked for
	bits    [4]uint64 // of those, the last bits of their words
	held    []int32   // those that a state may hold
	words   func([]world.Word)
	word    func(world.Word)
	self    *search // whose functions these are
}

func (s *search) begin(retired []retiree) {
	if s.retired = retired; s.self != s {
		s.self, s.words, s.word = s, s.look, s.lookAt
	}
}

// only has one object looked for.
func (s *search) only(i int, schema *world.Schema) {
	s.left, s.bits, s.held = 0, [4]uint64{}, s.held[:0]
	s.add(i, schema)
}

// rest has all looked for that are not known yet.
func (s *search) rest(schema *world.Schema) {
	s.left, s.bits, s.held = 0, [4]uint64{}, s.held[:0]
	for i := range s.retired {
		if !s.retired[i].known {
			s.add(i, schema)
		}
	}
}

func (s *search) add(i int, schema *world.Schema) {
	o := s.retired[i].object
	s.left++
	s.bits[o>>6&3] |= 1 << (o & 63)
	if schema.MayHold(o) {
		s.held = append(s.held, int32(i))
	}
}

func (s *search) look(words []world.Word) {
	for _, w := range words {
		s.lookAt(w)
	}
}

func (s *search) lookAt(w world.Word) {
	if s.bits[w>>6&3]>>(w&63)&1 == 0 {
		return
	}
	i, found := slices.BinarySearchFunc(s.retired, w, func(r retiree, o world.Object) int { return cmp.Compare(r.object, o) })
	if found && !s.retired[i].known {
		s.find(&s.retired[i])
	}
}

func (s *search) find(r *retiree) {
	r.known, r.by = true, s.slot
	s.left--
}
