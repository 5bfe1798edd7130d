package lifted

import "math/bits"

// ObjectSet is a set of objects, in two forms.
type ObjectSet struct {
	List []Object // ascending
	bits []uint64
}

// Has reports whether an object is in the set.
func (s *ObjectSet) Has(o Object) bool { return s.bits[o>>6]>>(o&63)&1 != 0 }

// intern returns the number of a set of objects, given as bits. It retains the bits.
func (p *Problem) intern(b []uint64) TypeID {
	key := make([]byte, 0, len(b)*8)
	for _, w := range b {
		for range 8 {
			key = append(key, byte(w))
			w >>= 8
		}
	}
	if id, known := p.sets[string(key)]; known {
		return id
	}
	id := TypeID(len(p.Types))
	p.sets[string(key)] = id
	set := ObjectSet{bits: b}
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			set.List = append(set.List, Object(i*64+bits.TrailingZeros64(w)))
		}
	}
	p.Types = append(p.Types, set)
	return id
}

// Meet returns the intersection of two types.
func (p *Problem) Meet(a, b TypeID) TypeID {
	if a == b {
		return a
	}
	if a > b {
		a, b = b, a
	}
	if a == Empty {
		return Empty
	}
	key := [2]TypeID{a, b}
	if id, known := p.meets[key]; known {
		return id
	}
	both := make([]uint64, len(p.Types[a].bits))
	for i := range both {
		both[i] = p.Types[a].bits[i] & p.Types[b].bits[i]
	}
	id := p.intern(both)
	p.meets[key] = id
	return id
}
