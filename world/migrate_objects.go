package world

import "fmt"

// Objects carries the objects of the older state over to dst. dst becomes a copy of initial, the initial state of the
// newer model, in which each declared object corresponds to the one with the same name in old. Objects removed from
// old are removed; all others are added, with the same index and generation unless another object has it now. declared
// is the initial state of the older model. Objects also determines how references are translated from then on.
func (m *Migration) Objects(dst, initial, old, declared *State) {
	dst.CopyFrom(initial)
	m.markForeign(dst, old, declared)
	m.removeGone(dst, old, declared)
	var displaced []record
	old.eachRecord(func(r record) {
		switch now := m.types[r.info.typ]; {
		case m.isDeclared(dst, r, now):
		case now < 0:
			m.noteLostObject(old, r, "its type "+m.from.Types[r.info.typ].Name+" is gone")
		case !m.putBack(dst, r, now) && r.info.alive:
			displaced = append(displaced, r)
		}
	})
	for _, r := range displaced {
		o, err := dst.AddObject(m.types[r.info.typ], r.info.name)
		if err != nil {
			m.noteLostObject(old, r, err.Error())
			continue
		}
		m.objects[r.ref] = o
	}
	dst.Forget()
}

// eachRecord calls visit for each index that was ever used, in order.
func (st *State) eachRecord(visit func(r record)) {
	if st.objects == nil || st.objects.part == nil {
		return
	}
	t := &st.objects.part.value
	for pop := range t.populations {
		for i := range t.populations[pop].refs {
			r := t.at(int32(pop), i)
			if r.info.retired { // objects that are only remembered do not carry over
				r.info = objectInfo{typ: r.info.typ}
			}
			if r.ref != 0 {
				visit(r)
			}
		}
	}
}

// markForeign notes the objects of the newer situation that the older model knew nothing of.
func (m *Migration) markForeign(dst, old, declared *State) {
	dst.eachRecord(func(r record) {
		if !r.info.alive {
			return
		}
		_, _, lives := old.ObjectNamed(r.info.name)
		_, _, lived := declared.ObjectNamed(r.info.name)
		if !lives && !lived {
			m.foreign[r.ref] = true
			m.Note(New, "object "+dst.ObjectName(r.ref, r.info.typ), "it now exists")
		}
	})
}

// removeGone removes declared objects that had been removed.
func (m *Migration) removeGone(dst, old, declared *State) {
	declared.eachRecord(func(r record) {
		if !r.info.alive || old.Alive(r.ref) {
			return
		}
		if o, _, ok := dst.ObjectNamed(r.info.name); ok {
			if _, _, again := old.ObjectNamed(r.info.name); !again {
				dst.RemoveObject(o)
			}
		}
	})
}

// isDeclared reports whether an object is one that the newer model declares, and learns which.
func (m *Migration) isDeclared(dst *State, r record, now int32) bool {
	if !r.info.alive {
		return false
	}
	o, typ, ok := dst.ObjectNamed(r.info.name)
	if !ok {
		return false
	}
	if typ != now {
		m.Note(Reset, "object "+r.info.name, fmt.Sprintf("its type was %s and now is %s", m.from.Types[r.info.typ].Name, m.to.Types[typ].Name))
	}
	m.objects[r.ref] = o
	return true
}

// putBack gives an object its old index and generation, if no other object has had the index yet.
func (m *Migration) putBack(dst *State, r record, now int32) bool {
	t := &m.to.Types[now]
	if at := dst.objects.part.value.at(t.Population, r.index); r.index > t.Max || at.ref != 0 {
		return false
	}
	old := record{population: t.Population, index: r.index}
	back := r
	back.population, back.info.typ = t.Population, now
	back.ref = makeObject(t.Population, r.index, r.ref>>generationShift)
	dst.changeObject(old, back)
	m.objects[r.ref] = back.ref
	return true
}

func (m *Migration) noteLostObject(old *State, r record, why string) {
	if r.info.alive {
		m.Note(Lost, "object "+old.ObjectName(r.ref, r.info.typ), why)
	}
}

// Match determines how references are translated to a state that already exists: objects with the same name
// correspond, and so does what pair returns for an object without a name; 0: nothing. Other objects are lost, and those
// with a name are noted.
func (m *Migration) Match(dst, old *State, pair func(o Object) Object) {
	old.eachRecord(func(r record) {
		if !r.info.alive {
			return
		}
		now := Object(0)
		if r.info.name != "" {
			now, _, _ = dst.ObjectNamed(r.info.name)
		} else {
			now = pair(r.ref)
		}
		if typ := dst.TypeOf(now); now == 0 || typ < 0 || r.info.name == "" && typ != m.types[r.info.typ] {
			if r.info.name != "" {
				m.noteLostObject(old, r, "no object has that name")
			}
			return
		}
		m.objects[r.ref] = now
	})
}
