package gbfs

// pairs is a set of pairs of a state and a network. It is split into parts that grow one by one, so that copying a
// growing part needs little memory.
type pairs struct {
	parts [pairParts]pairPart
	room  int64 // bytes of the parts
}

// pairParts is the number of parts: a power of two.
const pairParts = 64

type pairPart struct {
	table []uint64  // open addressing: the pair + 1, or 0
	costs []float64 // parallel to table: the lowest cost of the pair; nil if costs do not matter
	count int
}

// newPairs returns an empty set. If costs matter, a pair counts as new whenever its cost is lower than before.
func newPairs(costs bool) *pairs {
	p := &pairs{}
	for i := range p.parts {
		part := &p.parts[i]
		part.table = make([]uint64, 16)
		if costs {
			part.costs = make([]float64, len(part.table))
		}
		p.room += part.bytes()
	}
	return p
}

// add reports whether the pair is new, and adds it.
func (p *pairs) add(state, network int32, cost float64) bool {
	key := uint64(state)<<32 + uint64(network) + 1
	h := mix(key)
	part := &p.parts[h%pairParts]
	if 2*part.count >= len(part.table) {
		p.room += part.bytes()
		part.grow()
	}
	return part.add(h/pairParts, key, cost)
}

func (p *pairPart) bytes() int64 { return int64(len(p.table)+len(p.costs)) * 8 }

func (p *pairPart) add(h, key uint64, cost float64) bool {
	i := p.slot(h, key)
	if p.table[i] == key {
		if p.costs == nil || cost >= p.costs[i] {
			return false
		}
		p.costs[i] = cost
		return true
	}
	p.put(i, key, cost)
	p.count++
	return true
}

// slot returns the index of a key with a hash, or where to insert it.
func (p *pairPart) slot(h, key uint64) uint64 {
	mask := uint64(len(p.table) - 1)
	i := h & mask
	for p.table[i] != 0 && p.table[i] != key {
		i = (i + 1) & mask
	}
	return i
}

func (p *pairPart) put(i, key uint64, cost float64) {
	if p.table[i] = key; p.costs != nil {
		p.costs[i] = cost
	}
}

func (p *pairPart) grow() {
	table, costs := p.table, p.costs
	p.table = make([]uint64, 2*len(table))
	if costs != nil {
		p.costs = make([]float64, len(p.table))
	}
	for i, key := range table {
		if key == 0 {
			continue
		}
		cost := 0.0
		if costs != nil {
			cost = costs[i]
		}
		p.put(p.slot(mix(key)/pairParts, key), key, cost)
	}
}
