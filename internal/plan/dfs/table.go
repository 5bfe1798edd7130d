package dfs

import "unsafe"

// hashes is a set of hashes. It is in parts that grow one after the other, so that the memory in which a part is copied is
// little.
type hashes struct {
	parts [hashParts]table
	room  int64 // bytes of the parts
}

// hashParts is how many parts there are: a power of two.
const hashParts = 64

// add puts a hash into the set; false if it was in it.
func (s *hashes) add(h uint64) bool {
	part := &s.parts[h%hashParts]
	before := len(part.slots)
	fresh := part.add(h / hashParts)
	s.room += 8 * int64(len(part.slots)-before)
	return fresh
}

// table is a set of numbers, by open addressing.
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
	t.slots = make([]uint64, max(16, 2*len(old)))
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
	blocks [][]entry // each full but for the last; they never move
	count  int
	slots  []int32 // open addressing: an entry + 1
	serial uint64  // of the newest frame with an entry
}

// entryBlock is how many entries a block holds.
const entryBlock = 1 << 10

func (e *entries) at(i int32) *entry { return &e.blocks[i/entryBlock][i%entryBlock] }

// bytes returns how much memory the entries take, with the copy of the slots where it is about to be made.
func (e *entries) bytes() int64 {
	slots := size(e.slots)
	if 2*e.count >= len(e.slots)-len(e.slots)/16 {
		slots *= 3
	}
	return int64(len(e.blocks))*entryBlock*int64(unsafe.Sizeof(entry{})) + slots
}

// of returns the entry of a key.
func (e *entries) of(key uint64) int32 {
	if 2*e.count >= len(e.slots) {
		e.slots = make([]int32, max(1024, 2*len(e.slots)))
		for i := range int32(e.count) {
			e.slots[e.find(e.at(i).key)] = i + 1
		}
	}
	at := e.find(key)
	if e.slots[at] == 0 {
		if e.count%entryBlock == 0 {
			e.blocks = append(e.blocks, make([]entry, 0, entryBlock))
		}
		last := &e.blocks[len(e.blocks)-1]
		*last = append(*last, entry{key: key, open: none, depends: none})
		e.count++
		e.slots[at] = int32(e.count)
	}
	return e.slots[at] - 1
}

func (e *entries) find(key uint64) int {
	mask := len(e.slots) - 1
	i := int(key) & mask
	for e.slots[i] != 0 && e.at(e.slots[i]-1).key != key {
		i = (i + 1) & mask
	}
	return i
}
