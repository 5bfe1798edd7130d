package dfs

import "github.com/karakuri-ai/karakuri/internal/plan/paged"

// hashes is a set of hashes. It consists of parts that grow separately, so that growing copies only a small part at a
// time.
type hashes struct {
	parts [hashParts]table
	room  int64 // bytes of the parts
}

// hashParts is the number of parts, a power of two.
const hashParts = 64

// add adds a hash. It returns false if the set already contains it.
func (s *hashes) add(h uint64) bool {
	part := &s.parts[h%hashParts]
	before := len(part.slots)
	fresh := part.add(h / hashParts)
	s.room += 8 * int64(len(part.slots)-before)
	return fresh
}

// table is a set of hashes with open addressing.
type table struct {
	slots []uint64
	n     int
	zero  bool
}

// add adds a hash. It returns false if the set already contains it.
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

// entry stores what the search knows about a task in a state.
type entry struct {
	key    uint64
	open   int32  // the frame that tries the task's methods, while the task is open; else none
	serial uint64 // the frame in which the task failed; 0: the task has not failed
	// The failure may depend on another task that was open around this one: depends is that task's entry, dependsSerial
	// its frame. The failure counts while that frame is open, and after the other task has failed in it.
	depends       int32
	dependsSerial uint64
}

// entries stores what the search knows about tasks in states.
type entries struct {
	list   paged.Column[entry]
	byHash paged.Index
	serial uint64 // of the last frame that got an entry
}

func (e *entries) at(i int32) *entry { return e.list.At(i) }

// bytes returns the memory that the entries use.
func (e *entries) bytes() int64 { return e.list.Bytes() + e.byHash.Bytes() }

// of returns the index of a key's entry. It adds an entry if there is none.
func (e *entries) of(key uint64) int32 {
	if i := e.byHash.Find(key, func(i int32) bool { return e.at(i).key == key }); i >= 0 {
		return i
	}
	i := e.list.Push(entry{key: key, open: none, depends: none})
	e.byHash.Add(key, i)
	return i
}
