package world

// Departed is a set of objects that went, of which states are asked at once: see [State.HasRowOf]. Its zero value is
// empty.
type Departed struct {
	schema *Schema
	bits   [][]uint64 // by population, then by index
	list   []Object
}

// Add adds an object. It does so only if a state can mention objects of its population in rows alone, and reports that.
// A set is of one schema: an object of another empties it first.
func (d *Departed) Add(s *Schema, o Object) bool {
	pop, index := splitObject(o)
	info := &s.populations[pop]
	if !info.rows || info.sparse || info.places || len(info.arguments)+len(info.holders) > 0 {
		return false
	}
	if d.schema != s {
		*d = Departed{schema: s, bits: make([][]uint64, len(s.populations))}
	}
	if d.bits[pop] == nil {
		d.bits[pop] = make([]uint64, info.max/64+1)
	}
	d.bits[pop][index>>6] |= 1 << (index & 63)
	d.list = append(d.list, o)
	return true
}

// Len returns the number of objects.
func (d *Departed) Len() int { return len(d.list) }

// Clear takes all objects out.
func (d *Departed) Clear() {
	for _, o := range d.list {
		pop, index := splitObject(o)
		d.bits[pop][index>>6] = 0
	}
	d.list = d.list[:0]
}

// HasRowOf reports whether a state has a row about one of some objects of its schema. The time grows with the number of
// its rows, not with that of the objects.
func (st *State) HasRowOf(d *Departed) bool {
	if st.far == nil || d.Len() == 0 {
		return false
	}
	for i := range st.rows {
		bits := d.bits[st.schema.rowGroups[i].population]
		if bits == nil {
			continue
		}
		for _, index := range st.rows[i].ids {
			if bits[index>>6]>>(index&63)&1 != 0 {
				return true
			}
		}
	}
	return false
}
