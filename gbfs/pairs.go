package gbfs

// pairs is a set of pairs of a state and a network.
type pairs struct {
	table []uint64  // open addressing: the pair + 1, or 0
	costs []float64 // beside table: the least cost at which the pair was met; nil when costs do not matter
	count int
}

// newPairs returns an empty set. Where costs matter a pair counts as new again whenever it is met at a lower cost.
func newPairs(costs bool) *pairs {
	p := &pairs{table: make([]uint64, 1024)}
	if costs {
		p.costs = make([]float64, len(p.table))
	}
	return p
}

func (p *pairs) bytes() int64 { return int64(len(p.table)+len(p.costs)) * 8 }

// add reports whether the pair is new, and adds it.
func (p *pairs) add(state, network int32, cost float64) bool {
	key := uint64(state)<<32 + uint64(network) + 1
	i := p.slot(key)
	if p.table[i] == key {
		if p.costs == nil || cost >= p.costs[i] {
			return false
		}
		p.costs[i] = cost
		return true
	}
	p.put(i, key, cost)
	if p.count++; 2*p.count > len(p.table) {
		p.grow()
	}
	return true
}

// slot returns where a key stands, or is to stand.
func (p *pairs) slot(key uint64) uint64 {
	mask := uint64(len(p.table) - 1)
	i := mix(key) & mask
	for p.table[i] != 0 && p.table[i] != key {
		i = (i + 1) & mask
	}
	return i
}

func (p *pairs) put(i, key uint64, cost float64) {
	if p.table[i] = key; p.costs != nil {
		p.costs[i] = cost
	}
}

func (p *pairs) grow() {
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
		p.put(p.slot(key), key, cost)
	}
}
