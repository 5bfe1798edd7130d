package world

import (
	"errors"
	"fmt"
	"math/bits"
)

// Errors of [State.AddObject], wrapped with the names concerned.
var (
	ErrUnknownType    = errors.New("no such object type")
	ErrDuplicateName  = errors.New("an object of that name exists")
	ErrPopulationFull = errors.New("population is full")
)

// AddObject adds an object of a type, at the lowest index of its population that is free and not kept ([State.Keep]).
// Names are unique within the state; an object may go without ("") and is then shown as its type and index. The errors
// wrap [ErrUnknownType], [ErrDuplicateName] and [ErrPopulationFull]; the state is then unchanged.
func (st *State) AddObject(typ int32, name string) (Object, error) {
	if typ < 0 || int(typ) >= len(st.schema.Types) {
		return 0, fmt.Errorf("world: type %d: %w", typ, ErrUnknownType)
	}
	if _, _, ok := st.ObjectNamed(name); ok {
		return 0, fmt.Errorf("world: %s: %w", name, ErrDuplicateName)
	}
	t := &st.schema.Types[typ]
	objects := st.objects.own()
	index, ok := objects.lowestFree(t.Population, t.Max)
	if !ok {
		return 0, fmt.Errorf("world: %s %s: %w (most objects: %d)", t.Name, name, ErrPopulationFull, t.Max)
	}
	old := objects.at(t.Population, index)
	r := record{population: t.Population, index: index, ref: makeObject(t.Population, index, old.ref>>generationShift+1)}
	r.info = objectInfo{name: name, hash: hashName(name), typ: typ, alive: true}
	st.changeObject(old, r)
	return r.ref, nil
}

// Keep reserves an object's index permanently: when the object is removed, no other object gets it, in this state and
// its copies. A precomputed address for the object, such as that of a constant argument, then never leads to the cell
// of another object. The object must be alive. Call Keep before the state is in use: it is not logged and cannot be
// undone.
func (st *State) Keep(o Object) {
	if !st.Alive(o) {
		panic("world: Keep of an object that is not alive")
	}
	pop, index := splitObject(o)
	p := &st.objects.own().populations[pop]
	p.kept = setBit(p.kept, index, true)
}

// RemoveObject removes an object and reports whether it existed. Cells that have it as an argument return to their
// default, cells that hold it to none. Other references to it are never mistaken for a later object; see
// [State.Alive].
func (st *State) RemoveObject(o Object) bool {
	if !st.Alive(o) {
		return false
	}
	st.Forsake(o)
	st.vacate(o)
	return true
}

// vacate frees the place of an object.
func (st *State) vacate(o Object) {
	pop, index := splitObject(o)
	old := st.objects.part.value.at(pop, index)
	gone := old
	gone.info = objectInfo{typ: old.info.typ}
	st.changeObject(old, gone)
}

// Forsake resets the cells that have an object as an argument to their default, and those that hold it to none.
// [State.RemoveObject] does that itself; Forsake is for states whose object set has lost the object.
func (st *State) Forsake(o Object) {
	pop, index := splitObject(o)
	info := &st.schema.populations[pop]
	for _, a := range info.arguments {
		st.resetRow(a.symbol, a.param, index)
	}
	for _, sym := range info.holders {
		for a := sym.Base; a < sym.Base+Addr(sym.Cells); a++ {
			if st.words[a] == o {
				st.Set(a, 0)
			}
		}
	}
	if info.sparse {
		st.resetSparse(pop, index, o)
	}
	if info.rows {
		st.clearRow(pop, index)
	}
	if info.places {
		st.clearPlace(pop, index)
	}
}

// resetRow gives their default to all cells of a dense symbol whose parameter has an index.
func (st *State) resetRow(sym *Symbol, param, index int) {
	run := sym.Strides[param]
	block := run * Addr(sym.shapes[param].size)
	end := sym.Base + Addr(sym.Cells)*Addr(sym.Type.Width())
	for start := sym.Base + Addr(index)*run; start < end; start += block {
		for a := start; a < start+run; a++ {
			st.Set(a, st.schema.initial[a])
		}
	}
}

// changeObject replaces an object's record and writes it into log and trail.
func (st *State) changeObject(old, r record) {
	st.noteObject(old, r.ref)
	st.objects.put(st.schema, r)
}

// noteObject writes a change of an object's record into log and trail.
func (st *State) noteObject(old record, ref Object) {
	st.record(NoticeMembers|Addr(old.population), ref)
	if !st.follows {
		st.needFar()
		st.trail = append(st.trail, old)
	}
}

// mixPast is the part of that which is the life of an object that is retired.
func (r *record) mixPast() uint64 {
	if !r.info.retired {
		return 0
	}
	gone := record{population: r.population, index: r.index, ref: r.ref}
	return r.mix() - gone.mix()
}

// mix is a record's contribution to a state's hash: 0 while its index was never used.
func (r *record) mix() uint64 {
	if r.ref == 0 {
		return 0
	}
	h := mixWord(NoticeMembers|Addr(r.ref&(1<<generationShift-1)), r.ref)
	if r.info.alive {
		h = mixWord(Addr(h), Word(r.info.hash)) + mixWord(Addr(h), Word(r.info.typ))
	}
	return h
}

// Alive reports whether an object exists, that is, was added and not removed. None is not alive.
func (st *State) Alive(o Object) bool { return st.info(o) != nil }

// info returns the record of a living object, or nil
func (st *State) info(o Object) *objectInfo {
	if st.objects == nil || st.objects.part == nil || o <= 0 {
		return nil
	}
	pop, index := splitObject(o)
	t := &st.objects.part.value
	if int(pop) >= len(t.populations) {
		return nil
	}
	p := &t.populations[pop]
	if index >= len(p.refs) || p.refs[index] != o || !p.infos[index].alive || p.infos[index].retired && !st.remembers {
		return nil
	}
	return &p.infos[index]
}

// TypeOf returns the type that an object was added with, or -1 when it is not alive.
func (st *State) TypeOf(o Object) int32 {
	if info := st.info(o); info != nil {
		return info.typ
	}
	return -1
}

// LastType returns the type of an object that is alive or was removed, or -1 if its index has been reused since.
func (st *State) LastType(o Object) int32 {
	pop, index := splitObject(o)
	if r := st.objects.part.value.at(pop, index); r.ref == o {
		return r.info.typ
	}
	return -1
}

// ObjectName returns the name of an object, retired ones included. For an object without a name, or one that is gone,
// it returns the name that the function of [ObjectSet.NameObjects] gives it, else type#index with the given type, or
// object#index if that is -1.
// Object 0 is "none".
func (st *State) ObjectName(o Object, typ int32) string {
	if o != 0 && st.ownName(o) == "" && st.objects != nil && st.objects.naming != nil {
		if name := st.objects.naming(o); name != "" {
			return name
		}
	}
	return st.PlainName(o, typ)
}

// ownName returns the name that an object was added with; empty if it has none, or is gone.
func (st *State) ownName(o Object) string {
	if st.KnownType(o) < 0 {
		return ""
	}
	pop, index := splitObject(o)
	return st.objects.part.value.populations[pop].infos[index].name
}

// PlainName is [State.ObjectName] without the function of [ObjectSet.NameObjects]: the object's own name, else
// type#index.
func (st *State) PlainName(o Object, typ int32) string {
	if o == 0 {
		return "none"
	}
	if name := st.ownName(o); name != "" {
		return name
	}
	if known := st.KnownType(o); known >= 0 {
		typ = known
	}
	if typ < 0 {
		return fmt.Sprintf("object#%d", o&IndexMask)
	}
	return fmt.Sprintf("%s#%d", st.schema.Types[typ].Name, o&IndexMask)
}

// ObjectNamed returns the living object with a name, and its type.
func (st *State) ObjectNamed(name string) (o Object, typ int32, ok bool) {
	if st.objects == nil || st.objects.part == nil || name == "" {
		return 0, -1, false
	}
	t := &st.objects.part.value
	n, ok := t.names.find(t, hashName(name), name)
	if !ok {
		return 0, -1, false
	}
	pop, index := n.split()
	r := t.at(pop, index)
	return r.ref, r.info.typ, true
}

// NextMember returns the next object of a type or its subtypes after the given one, in order of index; start with 0.
// It returns 0 at the end. The order depends only on the objects themselves. About 5 ns.
func (st *State) NextMember(typ int32, after Object) Object {
	t := &st.objects.part.value
	m := &t.members[typ]
	i := t.nextMember(m, int(after&IndexMask)+1)
	for i != 0 && m.retired > 0 && !st.remembers && t.populations[m.population].infos[i].retired {
		i = t.nextMember(m, i+1)
	}
	return t.populations[m.population].refs[i]
}

// nextMember returns the first index of a member from one on, or 0.
func (t *objectTable) nextMember(m *memberSet, i int) int {
	w := i >> 6
	if w >= len(m.bits) {
		return 0
	}
	rest := m.bits[w] >> (i & 63) << (i & 63)
	for rest == 0 {
		if w++; w >= len(m.bits) {
			return 0
		}
		rest = m.bits[w]
	}
	return w<<6 + bits.TrailingZeros64(rest)
}

// CountMembers returns the number of objects of a type or its subtypes.
func (st *State) CountMembers(typ int32) int {
	m := &st.objects.part.value.members[typ]
	if st.remembers {
		return int(m.count)
	}
	return int(m.count - m.retired)
}

// objectAt returns the object that has an index now, or had it last; one of generation 0, never alive, if
// there was none; 0 for index 0.
func (st *State) objectAt(pop int32, index int) Object {
	if index == 0 {
		return 0
	}
	if r := st.objects.part.value.at(pop, index); r.ref != 0 {
		return r.ref
	}
	return makeObject(pop, index, 0)
}

func (st *State) equalObjects(other *State) bool {
	if st.objects.part == other.objects.part {
		return true
	}
	a, b := &st.objects.part.value, &other.objects.part.value
	for pop := range a.populations {
		n := max(len(a.populations[pop].refs), len(b.populations[pop].refs))
		for i := range n {
			x, y := a.at(int32(pop), i), b.at(int32(pop), i)
			if !x.info.alive && !y.info.alive {
				x.info, y.info = objectInfo{}, objectInfo{}
			}
			if x != y {
				return false
			}
		}
	}
	return true
}

// Objects returns all objects of a type or its subtypes, in the order of [State.NextMember].
func (st *State) Objects(typ int32) []Object {
	list := make([]Object, 0, st.CountMembers(typ))
	for o := st.NextMember(typ, 0); o != 0; o = st.NextMember(typ, o) {
		list = append(list, o)
	}
	return list
}
