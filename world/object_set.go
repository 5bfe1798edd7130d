package world

// ObjectSet holds the existing objects, for one state or for all that have joined it: adding and removing an object
// once applies to all of them. Make one with [State.ObjectSet]; the zero ObjectSet is ready for [ObjectSet.CopyFrom].
// Not safe for concurrent use while it is written.
type ObjectSet struct {
	share[objectTable]
	hash  uint64 // what the objects add to the hash of a state that remembers
	past  uint64 // of it, what those add that are retired
	flags *Flags // of the states that have one: they are many, and the list is one

	naming func(Object) string // names objects that have no name of their own; nil: nothing does
}

// ObjectSet returns the objects of a state, for others to join. It belongs to the state until another joins it.
func (st *State) ObjectSet() *ObjectSet {
	if st.objects == nil {
		st.objects = &ObjectSet{}
	}
	return st.objects
}

// Join makes st use the objects of an object set, and see every change of it from now on. Such changes are not in the
// log of st and cannot be undone: see [State.Notice] and [State.Forsake]. Cells remain unchanged.
func (st *State) Join(r *ObjectSet) {
	if st.flag != 0 && r.flags != st.objects.flags {
		r.flags = st.objects.flags
	}
	st.objects, st.joined = r, true
}

// Follow is Join for a state that never adds or removes objects itself: it takes less memory.
func (st *State) Follow(r *ObjectSet) {
	st.Join(r)
	st.follows = true
}

// CopyFrom makes r a copy of another object set. Later changes of one do not affect the other. If r has no function
// that names objects, it gets that of src.
func (r *ObjectSet) CopyFrom(src *ObjectSet) {
	r.join(&src.share)
	if r.hash, r.past = src.hash, src.past; r.naming == nil {
		r.naming = src.naming
	}
}

// Clear drops all objects, so that other object sets that share their memory need not copy it before a change.
func (r *ObjectSet) Clear() { r.CopyFrom(&ObjectSet{}) }

// NameObjects sets how [State.ObjectName] names objects without a name of their own, in all states of the object set
// and their copies. If name returns "", an object is named by its type and index. Names change no decision, hash or
// snapshot.
func (r *ObjectSet) NameObjects(name func(Object) string) { r.naming = name }

// own returns the object table for writing.
func (r *ObjectSet) own() *objectTable {
	if !r.alone() {
		old := r.renew()
		r.part.value.copyFrom(&old.value)
	}
	return &r.part.value
}

// put makes a record that of its index.
func (r *ObjectSet) put(schema *Schema, rec record) {
	old := r.part.value.at(rec.population, rec.index)
	r.hash += rec.mix() - old.mix()
	r.past += rec.mixPast() - old.mixPast()
	r.own().put(schema, rec)
}

// sum is the contribution of the objects to the hash of a state, for one that remembers or one that does not.
func (r *ObjectSet) sum(remembers bool) uint64 {
	switch {
	case r == nil:
		return 0
	case remembers:
		return r.hash
	}
	return r.hash - r.past
}

// copyObjects makes the objects of st those of src: the same ones if both have joined one object set, else as they are
// now.
func (st *State) copyObjects(src *State) {
	st.remembers = src.remembers
	if st.objects == src.objects {
		return
	}
	if st.objects == nil || st.joined {
		own := &ObjectSet{}
		if st.flag != 0 {
			own.flags = st.objects.flags
		}
		st.objects, st.joined, st.follows = own, false, false
	}
	st.objects.CopyFrom(src.objects)
}

// Notice writes into the log of a state that an object of its object set was added or removed. Undo ignores the entry.
func (st *State) Notice(o Object) {
	pop, index := splitObject(o)
	st.noteObject(st.objects.part.value.at(pop, index), o)
}

// Retract removes the last count notices from the log.
func (st *State) Retract(count int) {
	st.log = st.log[:len(st.log)-count]
	if !st.follows {
		st.trail = st.trail[:len(st.trail)-count]
	}
}
