package gbfs

// pairs is a set of pairs of a state and a network.
type pairs struct {
	table []uint64 // open addressing: the pair + 1, or 0
	count int
}

func newPairs() *pairs { return &pairs{table: make([]uint64, 1024)} }

func (p *pairs) bytes() int64 { return int64(len(p.table)) * 8 }

// add reports whether the pair is new, and adds it.
func (p *pairs) add(state, network int32) bool {
	key := uint64(state)<<32 + uint64(network) + 1
	mask := uint64(len(p.table) - 1)
	i := mix(key) & mask
	for ; p.table[i] != 0; i = (i + 1) & mask {
		if p.table[i] == key {
			return false
		}
	}
	p.table[i] = key
	if p.count++; 2*p.count > len(p.table) {
		p.grow()
	}
	return true
}

func (p *pairs) grow() {
	old := p.table
	p.table = make([]uint64, 2*len(old))
	mask := uint64(len(p.table) - 1)
	for _, key := range old {
		if key == 0 {
			continue
		}
		i := mix(key) & mask
		for p.table[i] != 0 {
			i = (i + 1) & mask
		}
		p.table[i] = key
	}
}
