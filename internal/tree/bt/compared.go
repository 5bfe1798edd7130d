package bt

import "github.com/karakuri-ai/karakuri/world"

// compared is a watch of a child whose condition compares a cell with constants: it holds where the word at the
// address, less lo, is at most span. So many of them are examined in one short loop, without a call for each.
type compared struct {
	addr  world.Addr
	lo    world.Word
	span  uint64
	child int32
	bit   int32
}

// compareHosted makes the list of a node, once the places of the watches' memory are known.
func (c *compiler) compareHosted(nd *node) {
	var list []compared
	for _, i := range nd.hosted {
		w := &c.watches[i]
		tests := w.cond.CellTests()
		if len(tests) != 1 || len(w.enter) > 0 {
			return
		}
		one := compared{child: w.child, bit: w.bit}
		one.addr, one.lo, one.span = tests[0].Range()
		list = append(list, one)
	}
	nd.compared = list
}

// changed returns which of the first 64 watches of a list have another outcome than they had, or were held off, as a
// set of their places. Those of a child, and of children after it, are not looked at.
func (x *run) changed(list []compared, before int32) (places uint64) {
	st, memory := x.m.State, x.memory
	for at := range list[:min(64, len(list))] {
		w := &list[at]
		if w.child >= before {
			break
		}
		was := memory[w.bit>>6] >> (w.bit & 63) & 3
		if now := uint64(st.Get(w.addr)-w.lo) <= w.span; was != world.Bool(now) {
			places |= 1 << at
		}
	}
	return places
}
