package world

// objectTable is the objects of a state.
type objectTable struct {
	populations []population
	members     []memberSet // by type
	names       nameIndex
}

type population struct {
	refs  []Object // by index: the object that has it now, or had it last; 0: no object yet
	infos []objectInfo
	taken []uint64 // bit set of indices in use, and of those kept for objects that are gone; "none" is always in use
	kept  []uint64 // bit set of indices that are never given to another object
	free  int      // no index below is free
}

type objectInfo struct {
	name  string // "" has no entry in names
	hash  uint64 // of name
	typ   int32  // stays when the object is removed
	alive bool

	retired bool // it is alive for states that remember only
}

// memberSet is the members of one type, subtypes included.
type memberSet struct {
	bits       []uint64 // by index
	count      int32
	retired    int32 // of them
	population int32
}

// record is all there is to know of one index of a population.
type record struct {
	population int32
	index      int
	ref        Object
	info       objectInfo
}

func (t *objectTable) init(schema *Schema) {
	t.populations = make([]population, len(schema.populations))
	for i := range t.populations {
		t.populations[i] = population{refs: make([]Object, 1), infos: make([]objectInfo, 1), taken: []uint64{1}, free: 1}
	}
	t.members = make([]memberSet, len(schema.Types))
	for i := range t.members {
		t.members[i].population = schema.Types[i].Population
	}
}

// at returns the record of an index.
func (t *objectTable) at(pop int32, index int) record {
	r := record{population: pop, index: index}
	if p := &t.populations[pop]; index < len(p.refs) {
		r.ref, r.info = p.refs[index], p.infos[index]
	}
	return r
}

// put makes r the record of its index.
func (t *objectTable) put(schema *Schema, r record) {
	p := &t.populations[r.population]
	for len(p.refs) <= r.index {
		p.refs, p.infos = append(p.refs, 0), append(p.infos, objectInfo{})
	}
	if p.infos[r.index].alive {
		t.enlist(schema, r.population, r.index, false)
	}
	p.refs[r.index], p.infos[r.index] = r.ref, r.info
	if r.info.alive {
		t.enlist(schema, r.population, r.index, true)
	}
}

// enlist adds the object of an index to all that lists living objects, or takes it away.
func (t *objectTable) enlist(schema *Schema, pop int32, index int, alive bool) {
	p := &t.populations[pop]
	info := &p.infos[index]
	if alive || !hasBit(p.kept, index) {
		p.taken = setBit(p.taken, index, alive)
	}
	if !alive {
		p.free = min(p.free, index)
	}
	change, retired := int32(1), int32(0)
	if !alive {
		change = -1
	}
	if info.retired {
		retired = change
	}
	for _, super := range schema.supers[info.typ] {
		m := &t.members[super]
		m.bits = setBit(m.bits, index, alive)
		m.count += change
		m.retired += retired
	}
	if info.name == "" || info.retired { // the name of what is retired is free
		return
	}
	if alive {
		t.names.add(t, makeName(pop, index))
	} else {
		t.names.remove(t, makeName(pop, index))
	}
}

func setBit(set []uint64, i int, on bool) []uint64 {
	for len(set) <= i>>6 {
		set = append(set, 0)
	}
	if on {
		set[i>>6] |= 1 << (i & 63)
	} else {
		set[i>>6] &^= 1 << (i & 63)
	}
	return set
}

func hasBit(set []uint64, i int) bool { return i>>6 < len(set) && set[i>>6]>>(i&63)&1 != 0 }

// lowestFree returns the lowest free index whose generations are not used up, or false.
func (t *objectTable) lowestFree(pop int32, most int) (int, bool) {
	p := &t.populations[pop]
	for i := p.free; i <= most; i++ {
		if w := i >> 6; w < len(p.taken) && p.taken[w] == ^uint64(0) {
			i |= 63
			continue
		}
		if hasBit(p.taken, i) {
			continue
		}
		if i >= len(p.refs) || p.refs[i]>>generationShift < 1<<generationBits-1 {
			p.free = i
			return i, true
		}
	}
	return 0, false
}

// copyFrom makes t equal to src, in its own memory.
func (t *objectTable) copyFrom(src *objectTable) {
	t.populations = resize(t.populations, len(src.populations))
	for i := range t.populations {
		to, from := &t.populations[i], &src.populations[i]
		to.refs, to.infos = append(to.refs[:0], from.refs...), append(to.infos[:0], from.infos...)
		to.taken, to.free = append(to.taken[:0], from.taken...), from.free
		to.kept = append(to.kept[:0], from.kept...)
	}
	t.members = resize(t.members, len(src.members))
	for i := range t.members {
		to, from := &t.members[i], &src.members[i]
		to.bits = append(to.bits[:0], from.bits...)
		to.count, to.retired, to.population = from.count, from.retired, from.population
	}
	t.names.copyFrom(&src.names)
}
