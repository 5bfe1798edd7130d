package world

import "slices"

// ReadSet is what a computation read: for each cell the interval of values that leaves its outcome as it is, and the
// types whose members it enumerated. The zero ReadSet is empty. Memory is used again after Reset: once warm, nothing
// is allocated. Not safe for concurrent use.
type ReadSet struct {
	slots []readSlot // open addressing, a power of two, at most half full
	count int
	stamp uint32 // of the slots that are in use; others count as free
	types []int32
	order []Addr // scratch of All
}

type readSlot struct {
	addr   Addr
	lo, hi Word
	stamp  uint32
}

// Interval is one entry of a ReadSet: the outcome stays as long as the word at Addr is at least Lo and at most Hi. An
// interval with Lo > Hi is empty: its readers wanted different things of the word, and any change matters.
type Interval struct {
	Addr   Addr
	Lo, Hi Word
}

// Reset empties the set, in constant time.
func (r *ReadSet) Reset() {
	r.count, r.types = 0, r.types[:0]
	if r.stamp++; r.stamp == 0 {
		clear(r.slots)
		r.stamp = 1
	}
}

// find returns the slot of an address, or the free one where it would be; the table must not be empty.
func (r *ReadSet) find(a Addr) *readSlot {
	mask := uint64(len(r.slots) - 1)
	for i := mixWord(a, 0); ; i++ {
		if s := &r.slots[i&mask]; s.stamp != r.stamp || s.addr == a {
			return s
		}
	}
}

// Read notes that the outcome stays while the word at a is within lo and hi. Several intervals of one address
// intersect.
func (r *ReadSet) Read(a Addr, lo, hi Word) {
	if 2*(r.count+1) > len(r.slots) {
		r.grow()
	}
	s := r.find(a)
	if s.stamp == r.stamp {
		s.lo, s.hi = max(s.lo, lo), min(s.hi, hi)
		return
	}
	*s = readSlot{a, lo, hi, r.stamp}
	r.count++
}

func (r *ReadSet) grow() {
	old, stamp := r.slots, r.stamp
	r.slots, r.stamp = make([]readSlot, max(2*len(old), 32)), max(stamp, 1)
	for _, s := range old {
		if s.stamp == stamp {
			*r.find(s.addr) = s
		}
	}
}

// Members notes that the members of an object type were enumerated or counted.
func (r *ReadSet) Members(typ int32) {
	if i, ok := slices.BinarySearch(r.types, typ); !ok {
		r.types = slices.Insert(r.types, i, typ)
	}
}

// Affected reports whether any of the changes, as [State.Changes] gives them, may give another outcome now: the word
// that a read cell has in st lies outside its interval, or an object came to or went from an enumerated type.
func (r *ReadSet) Affected(st *State, changes []Change) bool {
	for i := range changes {
		c := &changes[i]
		if pop, ok := c.Notice(); ok {
			if r.membersAffected(st, pop, c.Old) {
				return true
			}
			continue
		}
		if r.count == 0 {
			continue
		}
		if s := r.find(c.Addr); s.stamp == r.stamp {
			if w := st.Get(c.Addr); w < s.lo || w > s.hi {
				return true
			}
		}
	}
	return false
}

// membersAffected reports whether an object that came or went belongs to a type that was read. Where its type is no
// longer known, its population decides.
func (r *ReadSet) membersAffected(st *State, pop int32, o Object) bool {
	if len(r.types) == 0 {
		return false
	}
	typ := st.lastType(o)
	for _, id := range r.types {
		t := &st.schema.Types[id]
		if t.Population == pop && (typ < 0 || t.Has(typ)) {
			return true
		}
	}
	return false
}

// Len returns the number of cells and types in the set.
func (r *ReadSet) Len() int { return r.count + len(r.types) }

// Has reports whether the word at an address was read.
func (r *ReadSet) Has(a Addr) bool {
	return r.count > 0 && r.find(a).stamp == r.stamp
}

// Types returns the object types whose members were read, in order. The slice belongs to the set.
func (r *ReadSet) Types() []int32 { return r.types }

// All calls yield for each cell, in order of address, until yield returns false. The set must not change meanwhile.
func (r *ReadSet) All(yield func(Interval) bool) {
	r.order = r.order[:0]
	for i := range r.slots {
		if s := &r.slots[i]; s.stamp == r.stamp {
			r.order = append(r.order, s.addr)
		}
	}
	slices.Sort(r.order)
	for _, a := range r.order {
		if s := r.find(a); !yield(Interval{a, s.lo, s.hi}) {
			return
		}
	}
}

// CopyFrom makes r equal to other, in its own memory.
func (r *ReadSet) CopyFrom(other *ReadSet) {
	if r == other {
		return
	}
	r.Reset()
	for i := range other.slots {
		if s := &other.slots[i]; s.stamp == other.stamp {
			r.Read(s.addr, s.lo, s.hi)
		}
	}
	r.types = append(r.types, other.types...)
}
