package world

import "github.com/karakuri-ai/karakuri/internal/codec"

// Album holds the objects of states that are written one after another, so that what several of them have in common is
// written, and read, once. The zero Album is empty.
type Album struct{ sets []*ObjectSet }

// Clear empties the album, and keeps its memory.
func (m *Album) Clear() {
	clear(m.sets)
	m.sets = m.sets[:0]
}

// number returns 0 if a state has the objects of a base; else the number of the set that is the same, from 1; one more
// than there are if there is none.
func (m *Album) number(st, base *State) int {
	if st.hasObjectsOf(base) {
		return 0
	}
	for i, set := range m.sets {
		if st.hasObjectsOf(&State{schema: st.schema, objects: set}) {
			return i + 1
		}
	}
	return len(m.sets) + 1
}

func (st *State) hasObjectsOf(other *State) bool {
	own, of := st.objects, other.objects
	return own.part == of.part || own.hash == of.hash && own.past == of.past && st.sameObjects(other)
}

// AppendTo appends the cells and objects of a state for [State.ReadFrom], by what differs from a base, another state of
// the schema. Objects that the album holds are not written again. The objects of st must not change while the album is
// used. The log is not written.
func (st *State) AppendTo(m *Album, b []byte, base *State) []byte {
	n := m.number(st, base)
	if b = codec.AppendUint(b, n); n > len(m.sets) {
		m.sets = append(m.sets, st.objects)
		b = st.objects.part.value.append(b)
	}
	return st.appendSparse(st.appendDense(b, base), base)
}

// ReadFrom reads what [State.AppendTo] has written, with the same schema, an equal base, and an album that all states
// before it have been read from. If the bytes are recognizably wrong, the reader has an error afterwards, and neither
// st nor the album must be used. ReadFrom reuses the memory of st.
func (st *State) ReadFrom(m *Album, in *Reader, schema *Schema, base *State) {
	r := (*codec.Reader)(in)
	st.CopyFrom(base)
	switch n := r.Below(len(m.sets) + 2); {
	case n == 0 || r.Failed():
	case n <= len(m.sets):
		st.objects.CopyFrom(m.sets[n-1])
	default:
		st.readObjects(r)
		m.sets = append(m.sets, st.objects)
	}
	st.readDense(r)
	st.readSparse(r)
	st.Forget()
}
