package world

import "slices"

// A removed object may continue to exist for agents that remember it: it is retired. A state that remembers
// ([State.Remember]) still has it, with its cells; for all other states of the object set it no longer exists. Its
// index is free once it is released, its name at once.

// Remember sets whether retired objects exist for a state. Pictures inherit the setting.
func (st *State) Remember(on bool) { st.remembers = on }

// Remembers reports whether retired objects exist for a state.
func (st *State) Remembers() bool { return st.remembers }

// Retire removes an object for all states of the object set except those that remember, and reports whether it existed
// for st. The cells of st change as in [State.RemoveObject].
func (st *State) Retire(o Object) bool {
	if !st.Alive(o) {
		return false
	}
	st.Forsake(o)
	pop, index := splitObject(o)
	old := st.objects.part.value.at(pop, index)
	now := old
	now.info.retired = true
	st.changeObject(old, now)
	return true
}

// Release removes a retired object for states that remember, too, and reports whether it was retired. Cells stay as
// they are: see [State.Forsake].
func (st *State) Release(o Object) bool {
	if !st.IsRetired(o) {
		return false
	}
	st.vacate(o)
	return true
}

// IsRetired reports whether an object exists only for states that remember: see [State.Retire].
func (st *State) IsRetired(o Object) bool {
	if st.objects == nil || st.objects.part == nil || o <= 0 {
		return false
	}
	pop, index := splitObject(o)
	t := &st.objects.part.value
	if int(pop) >= len(t.populations) {
		return false
	}
	r := t.at(pop, index)
	return r.ref == o && r.info.retired
}

// KnownType returns the type of an object that is alive or retired, or -1.
func (st *State) KnownType(o Object) int32 {
	if st.Alive(o) || st.IsRetired(o) {
		return st.LastType(o)
	}
	return -1
}

// Retired appends all objects that are retired to buf, in ascending order.
func (st *State) Retired(buf []Object) []Object {
	first := len(buf)
	if st.objects == nil || st.objects.part == nil {
		return buf
	}
	for _, p := range st.objects.part.value.populations {
		for i := range p.infos {
			if p.infos[i].retired {
				buf = append(buf, p.refs[i])
			}
		}
	}
	slices.Sort(buf[first:])
	return buf
}

// IsFull reports whether no further object of a type can be added.
func (st *State) IsFull(typ int32) bool {
	t := &st.schema.Types[typ]
	_, free := st.objects.own().lowestFree(t.Population, t.Max)
	return !free
}

// Holds reports whether the state stores something about an object that comes neither from the host's sensed symbols
// nor from memories: a value that effects wrote, or that the host set for a squad. It ignores cells that are kept in
// tables.
func (st *State) Holds(o Object) bool {
	pop, index := splitObject(o)
	info := &st.schema.populations[pop]
	for _, sym := range info.holders {
		if !sym.Sensed && slices.Contains(st.words[sym.Base:sym.Base+Addr(sym.Cells)], o) {
			return true
		}
	}
	for _, a := range info.arguments {
		if a.symbol.lasts() && st.differs(a.symbol, a.param, index) {
			return true
		}
	}
	for _, sym := range info.marks {
		if a, ok := sym.Addr(o); ok && st.Get(a) != sym.Default[0] {
			return true
		}
	}
	return false
}

// MayHold reports whether there is anything that [State.Holds] looks at for an object.
func (s *Schema) MayHold(o Object) bool {
	pop, _ := splitObject(o)
	return s.populations[pop].held
}

// lasts reports whether only deciding agents and squads may take back what a symbol says of objects.
func (sym *Symbol) lasts() bool {
	return sym.Scope != ScopeWorld && (!sym.Sensed || sym.Scope == ScopeSquad && sym.Type.Kind == KindBool)
}

// differs reports whether a cell of a dense symbol whose parameter has an index differs from its default.
func (st *State) differs(sym *Symbol, param, index int) bool {
	run := sym.Strides[param]
	block := run * Addr(sym.shapes[param].size)
	end := sym.Base + Addr(sym.Cells)*Addr(sym.Type.Width())
	for start := sym.Base + Addr(index)*run; start < end; start += block {
		for a := start; a < start+run; a++ {
			if st.words[a] != st.schema.initial[a] {
				return true
			}
		}
	}
	return false
}
