package dfs

import "github.com/karakuri-ai/karakuri/internal/plan/paged"

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
	list   paged.Column[entry]
	byHash paged.Index
	serial uint64 // of the newest frame with an entry
}

func (e *entries) at(i int32) *entry { return e.list.At(i) }

// bytes returns how much memory the entries take.
func (e *entries) bytes() int64 { return e.list.Bytes() + e.byHash.Bytes() }

// of returns the entry of a key.
func (e *entries) of(key uint64) int32 {
	if i := e.byHash.Find(key, func(i int32) bool { return e.at(i).key == key }); i >= 0 {
		return i
	}
	i := e.list.Push(entry{key: key, open: none, depends: none})
	e.byHash.Add(key, i)
	return i
}
