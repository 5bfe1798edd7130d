package dfs

// table is a set of hashes, by open addressing.
type table struct {
	slots []uint64
	n     int
	zero  bool
}

// add puts a hash into the set; false if it was in it.
func (t *table) add(h uint64) bool {
	if h == 0 {
		fresh := !t.zero
		t.zero = true
		return fresh
	}
	if 2*t.n >= len(t.slots) {
		t.grow()
	}
	i := t.find(h)
	if t.slots[i] == h {
		return false
	}
	t.slots[i] = h
	t.n++
	return true
}

func (t *table) find(h uint64) int {
	mask := len(t.slots) - 1
	i := int(h) & mask
	for t.slots[i] != 0 && t.slots[i] != h {
		i = (i + 1) & mask
	}
	return i
}

func (t *table) grow() {
	old := t.slots
	t.slots = make([]uint64, max(1024, 2*len(old)))
	for _, h := range old {
		if h != 0 {
			t.slots[t.find(h)] = h
		}
	}
}

// entry is what is known of a task in a state.
type entry struct {
	key    uint64
	open   int32  // the frame of its methods, from its beginning to its end; none
	serial uint64 // of the frame that found out that the task cannot be done; 0: it is not known
	// The task cannot be done unless the task of another entry can, which was open below the frame of a number: that is
	// known as long as that frame is open, or has found that its task cannot be done.
	depends       int32
	dependsSerial uint64
}

// entries keeps what is known of tasks in states.
type entries struct {
	list   []entry
	slots  []int32 // open addressing: an entry + 1
	serial uint64  // of the newest frame with an entry
}

// of returns the entry of a key.
func (e *entries) of(key uint64) int32 {
	if 2*len(e.list) >= len(e.slots) {
		e.slots = make([]int32, max(1024, 2*len(e.slots)))
		for i := range e.list {
			e.slots[e.find(e.list[i].key)] = int32(i + 1)
		}
	}
	at := e.find(key)
	if e.slots[at] == 0 {
		e.list = append(e.list, entry{key: key, open: none, depends: none})
		e.slots[at] = int32(len(e.list))
	}
	return e.slots[at] - 1
}

func (e *entries) find(key uint64) int {
	mask := len(e.slots) - 1
	i := int(key) & mask
	for e.slots[i] != 0 && e.list[e.slots[i]-1].key != key {
		i = (i + 1) & mask
	}
	return i
}
