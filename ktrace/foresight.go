package ktrace

// Sizes of the tables that predict words, as powers of two. Writer and reader use the same sizes.
const (
	sharedBits = 12 // addresses, across states
	recentBits = 12 // words
	pageBits   = 9  // pages of cells, by agent
	cellBits   = 8  // cells of a page, by address
	// nearby is the number of slots of a page in which a cell is searched.
	nearby = 8
)

// foresight predicts the words that a host writes from its earlier writes: agents that see the same remember the same,
// what moves keeps its velocity, and a state is written in the same order as the last time. Writer and reader reset it
// at a snapshot, because reading can begin there.
type foresight struct {
	shared []lastWrites // by address
	recent []int64      // by a hash of the word
	pages  [1 << pageBits]*[1 << cellBits]cell
	epoch  uint32
}

// lastWrites is the last word written to an address in any state, and the last different word before it.
type lastWrites struct {
	addr         uint64
	word, before int64
}

// cell is the last write to an address of one state.
type cell struct {
	addr         uint64
	next         uint64 // the address of the state that was written after it
	last, before int64
	agent        uint32
	epoch        uint32 // a cell of another epoch is empty
}

// forget resets it to its initial state.
func (f *foresight) forget() {
	clear(f.shared)
	clear(f.recent)
	if f.epoch++; f.epoch == 0 {
		f.pages, f.epoch = [1 << pageBits]*[1 << cellBits]cell{}, 1
	}
}

// page returns the page of an agent.
func (f *foresight) page(agent int64) *[1 << cellBits]cell {
	if f.shared == nil {
		f.shared, f.recent = make([]lastWrites, 1<<sharedBits), make([]int64, 1<<recentBits)
		f.forget()
	}
	p := &f.pages[agent&(1<<pageBits-1)]
	if *p == nil {
		*p = new([1 << cellBits]cell)
	}
	return *p
}

// at returns the cell of an address. A new cell may replace another.
func (f *foresight) at(p *[1 << cellBits]cell, agent int64, addr uint64) *cell {
	home := spread(addr, cellBits)
	for n := range nearby {
		c := &p[(home+n)&(1<<cellBits-1)]
		if c.epoch != f.epoch {
			*c = cell{addr: addr, agent: uint32(agent), epoch: f.epoch}
			return c
		}
		if c.addr == addr && c.agent == uint32(agent) {
			return c
		}
	}
	p[home] = cell{addr: addr, agent: uint32(agent), epoch: f.epoch}
	return &p[home]
}

// expected returns the predicted word for an address.
func (f *foresight) expected(p *[1 << cellBits]cell, agent int64, addr uint64) int64 {
	home := spread(addr, cellBits)
	for n := range nearby {
		c := &p[(home+n)&(1<<cellBits-1)]
		if c.epoch != f.epoch {
			break
		}
		if c.addr == addr && c.agent == uint32(agent) {
			return c.foretold()
		}
	}
	return 0
}

// spread returns a hash with the given number of bits.
func spread(n uint64, bits uint) int { return int(n * 0x9e3779b97f4a7c15 >> (64 - bits)) }

// foretold returns the linear continuation of a cell's last two words.
func (c *cell) foretold() int64 { return 2*c.last - c.before }

// written records a word.
func (f *foresight) written(c *cell, w int64) {
	switch s := &f.shared[spread(c.addr, sharedBits)]; {
	case s.addr != c.addr:
		*s = lastWrites{c.addr, w, w}
	case s.word != w:
		s.word, s.before = w, s.word
	}
	f.recent[spread(uint64(w), recentBits)] = w
	if c.before = c.last; c.before == 0 {
		c.before = w
	}
	c.last = w
}

// Encodings of a word.
const (
	asShared   = iota // the last word written to the address in any state
	asForetold        // the predicted word
	asBefore          // the last different word before that, in any state
	asTold            // another word: the hash of a recent word (its high byte, then its low one), or its difference from the prediction, after a byte of
	isApart    = 1 << (recentBits - 8)
)

// A byte before one or two words gives their encoding and address.
const (
	writeHow   = 3      // the low bits
	writePair  = 1 << 2 // the next word at the next address has the same encoding
	writeShift = 3
	// The remaining bits are the distance of the address from the previous one, or:
	farAddress  = 0  // it follows
	nextAddress = 31 // the address that came next the last time
)

// how returns the encoding of a word.
func (f *foresight) how(addr uint64, foretold, w int64) byte {
	switch s := f.shared[spread(addr, sharedBits)]; {
	case s.addr == addr && s.word == w:
		return asShared
	case foretold == w:
		return asForetold
	case s.addr == addr && s.before == w:
		return asBefore
	}
	return asTold
}

// appendWord appends the part of a word not given by how, and records the word.
func (f *foresight) appendWord(b []byte, c *cell, how byte, w int64) []byte {
	if how == asTold {
		if at := spread(uint64(w), recentBits); f.recent[at] == w {
			b = append(b, byte(at>>8), byte(at))
		} else {
			b = appendInt(append(b, isApart), w-c.foretold())
		}
	}
	f.written(c, w)
	return b
}

// word decodes the output of appendWord.
func (d *decoder) word(c *cell, how byte) (w int64) {
	f := d.foresight
	s := &f.shared[spread(c.addr, sharedBits)]
	if s.addr != c.addr && (how == asShared || how == asBefore) {
		d.fail("a word refers to one that does not exist")
	}
	switch how {
	case asShared:
		w = s.word
	case asForetold:
		w = c.foretold()
	case asBefore:
		w = s.before
	case asTold:
		switch high := d.byte(); {
		case high < isApart:
			w = f.recent[int(high)<<8|int(d.byte())]
		case high == isApart:
			w = d.int() + c.foretold()
		default:
			d.fail("a word has an unknown encoding")
		}
	}
	f.written(c, w)
	return w
}

// noAddress is the address before the first one of a record.
const noAddress = ^uint64(0)

// appendWrites appends the writes to a state.
func (f *foresight) appendWrites(b []byte, agent int64, list []Write) []byte {
	b = appendUint(b, uint64(len(list)))
	page := f.page(agent)
	before := f.at(page, agent, noAddress)
	for len(list) > 0 {
		w := list[0]
		list = list[1:]
		step := w.Addr - before.addr
		switch {
		case before.next == w.Addr:
			step = nextAddress
		case step >= nextAddress:
			step = farAddress
		}
		flags := len(b)
		if b = append(b, byte(step)<<writeShift); step == farAddress {
			b = appendInt(b, int64(w.Addr-before.addr))
		}
		before.next = w.Addr
		before = f.at(page, agent, w.Addr)
		how := f.how(w.Addr, before.foretold(), w.Word)
		b[flags] |= how
		b = f.appendWord(b, before, how, w.Word)
		if len(list) > 0 && list[0].Addr == w.Addr+1 && f.how(list[0].Addr, f.expected(page, agent, list[0].Addr), list[0].Word) == how {
			b[flags] |= writePair
			before = f.at(page, agent, list[0].Addr)
			b = f.appendWord(b, before, how, list[0].Word)
			list = list[1:]
		}
	}
	return b
}

// foretoldWrites decodes the output of appendWrites.
func (d *decoder) foretoldWrites(agent int64, list []Write) []Write {
	if d.foresight == nil {
		d.foresight = &foresight{}
	}
	f, n := d.foresight, d.length(MaxList, 0)
	page := f.page(agent)
	before := f.at(page, agent, noAddress)
	for len(list) < n && d.why == "" {
		flags := d.byte()
		how, addr := flags&writeHow, before.next
		switch step := uint64(flags >> writeShift); step {
		case nextAddress:
		case farAddress:
			addr = before.addr + uint64(d.int())
		default:
			addr = before.addr + step
		}
		before.next = addr
		before = f.at(page, agent, addr)
		list = append(list, Write{addr, d.word(before, how)})
		if flags&writePair != 0 {
			before = f.at(page, agent, addr+1)
			list = append(list, Write{addr + 1, d.word(before, how)})
		}
	}
	if len(list) > n {
		d.fail("there are more words than announced")
	}
	return list
}
