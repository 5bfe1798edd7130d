package world

import "github.com/karakuri-ai/karakuri/det"

// name is where a named object is in its table: population and index. Never 0, since no object has index 0.
type name uint32

func makeName(population int32, index int) name { return name(population)<<IndexBits | name(index) }

func (n name) split() (population int32, index int) {
	return int32(n >> IndexBits), int(n & IndexMask)
}

// nameIndex finds objects by name: open addressing with linear probing, at most half full. A map would have to be
// copied entry by entry at the first write of a copy.
type nameIndex struct {
	slots []name // a power of two; 0 is free
	count int
}

// hashName is FNV-1a, mixed.
func hashName(s string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 0x100000001b3
	}
	return det.Mix(h)
}

func (t *objectTable) infoOf(n name) *objectInfo {
	pop, index := n.split()
	return &t.populations[pop].infos[index]
}

func (x *nameIndex) find(t *objectTable, hash uint64, text string) (name, bool) {
	if x.count == 0 {
		return 0, false
	}
	mask := uint64(len(x.slots) - 1)
	for i := hash & mask; x.slots[i] != 0; i = (i + 1) & mask {
		if info := t.infoOf(x.slots[i]); info.hash == hash && info.name == text {
			return x.slots[i], true
		}
	}
	return 0, false
}

func (x *nameIndex) add(t *objectTable, n name) {
	if 2*(x.count+1) > len(x.slots) {
		old := x.slots
		x.slots = make([]name, max(2*len(old), 16))
		for _, m := range old {
			if m != 0 {
				x.insert(t, m)
			}
		}
	}
	x.insert(t, n)
	x.count++
}

func (x *nameIndex) insert(t *objectTable, n name) {
	mask := uint64(len(x.slots) - 1)
	i := t.infoOf(n).hash & mask
	for x.slots[i] != 0 {
		i = (i + 1) & mask
	}
	x.slots[i] = n
}

// remove takes a name away and moves later ones up, so that no search ends too early at the gap.
func (x *nameIndex) remove(t *objectTable, n name) {
	mask := uint64(len(x.slots) - 1)
	gap := t.infoOf(n).hash & mask
	for x.slots[gap] != n {
		gap = (gap + 1) & mask
	}
	for i := (gap + 1) & mask; x.slots[i] != 0; i = (i + 1) & mask {
		home := t.infoOf(x.slots[i]).hash & mask
		if (i-home)&mask >= (i-gap)&mask {
			x.slots[gap] = x.slots[i]
			gap = i
		}
	}
	x.slots[gap] = 0
	x.count--
}

func (x *nameIndex) copyFrom(src *nameIndex) {
	x.slots, x.count = append(x.slots[:0], src.slots...), src.count
}
