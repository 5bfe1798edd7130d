package world

// FollowBirths adds to st objects that have been added to another state, as [State.AddObject] would, in their order; those that it has already are left
// out. But for them the two must have had the same objects. Afterwards they share one table of objects, so that any number of states can
// follow one without a table each. It panics when st has had other objects.
func (st *State) FollowBirths(src *State, came []Object) {
	for _, o := range came {
		if st.Alive(o) {
			continue
		}
		pop, index := splitObject(o)
		old, r := st.objects.part.value.at(pop, index), src.objects.part.value.at(pop, index)
		if old.info.alive || old.ref>>generationShift+1 != r.ref>>generationShift || r.ref != o {
			panic("world: FollowBirths of a state that has had other objects; add them to the state that is followed only")
		}
		st.noteObject(old, r)
	}
	st.objects.join(&src.objects)
}

// FollowDeaths removes from st objects that have been removed from another state, as [State.RemoveObject] would, in their order; what
// [State.FollowBirths] says holds here too.
func (st *State) FollowDeaths(src *State, gone []Object) {
	for _, o := range gone {
		if st.Alive(o) {
			st.noteObject(st.clear(o))
		}
	}
	st.objects.join(&src.objects)
}
