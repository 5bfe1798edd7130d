package world

import "unsafe"

// Bytes returns the memory of a state in bytes: the dense cells, its log, and the sparse cells that it has written. It
// excludes sparse cells and objects that it shares with its copies.
func (st *State) Bytes() int {
	far := 0
	if st.far != nil {
		far = int(unsafe.Sizeof(*st.far)) + cap(st.trail)*int(unsafe.Sizeof(record{})) +
			(cap(st.sparse.overlay().entries)+cap(st.sparse.overlay().spare))*int(unsafe.Sizeof(entry{})) + cap(st.rows)*int(unsafe.Sizeof(rows{}))
		if st.sparse.over != nil {
			far += int(unsafe.Sizeof(noTable))
		}
		for i := range st.rows {
			far += cap(st.rows[i].ids)*4 + cap(st.rows[i].words)*int(unsafe.Sizeof(Word(0)))
		}
	}
	return far + int(unsafe.Sizeof(*st)) + cap(st.words)*int(unsafe.Sizeof(Word(0))) + cap(st.log)*int(unsafe.Sizeof(Change{}))
}
