package expr

import (
	"math"

	"github.com/karakuri-ai/karakuri/world"
)

// CellTest is a comparison of a dense cell with constants: the word at an address lies in [lo, lo+span], where lo+span
// may go beyond the greatest word and on from the least. Immutable.
type CellTest struct {
	addr world.Addr
	lo   world.Word
	span uint64
}

// CellTests returns the comparisons if the condition is a conjunction of comparisons, and nil otherwise.
func (c *Cond) CellTests() []CellTest {
	if c.shape != condOne && c.shape != condFirst {
		return nil
	}
	var list []CellTest
	for _, t := range append([]test{c.first}, c.tests...) {
		one := CellTest{t.base, t.lo, t.span}
		if t.neg { // all words but those
			one = CellTest{t.base, t.lo + world.Word(t.span) + 1, math.MaxUint64 - 1 - t.span}
		}
		if t.kind != testCell || t.base&world.SparseBit != 0 || t.neg && t.span == math.MaxUint64 {
			return nil
		}
		list = append(list, one)
	}
	return list
}

// Range returns the operands, for callers that cannot afford a call: the comparison holds if the word at the address,
// minus lo, is at most span as an unsigned number.
func (t *CellTest) Range() (addr world.Addr, lo world.Word, span uint64) { return t.addr, t.lo, t.span }

// FirstFailing returns the index of the first comparison that does not hold in a state, or the number of comparisons
// if all hold.
func FirstFailing(list []CellTest, st *world.State) int {
	words := st.Dense()
	for i := range list {
		if t := &list[i]; uint64(words[t.addr]-t.lo) > t.span {
			return i
		}
	}
	return len(list)
}

// CellGroups are conjunctions of comparisons. Immutable.
type CellGroups struct {
	tests []groupTest
}

// groupTest is a comparison of a group.
type groupTest struct {
	CellTest
	next uint // the first of the next group
}

// Add adds a conjunction of at least one comparison.
func (g *CellGroups) Add(list []CellTest) {
	next := uint(len(g.tests) + len(list))
	for _, t := range list {
		g.tests = append(g.tests, groupTest{t, next})
	}
}

// AnyHolds reports whether one of the conjunctions holds in a state.
func (g *CellGroups) AnyHolds(st *world.State) bool {
	words := st.Dense()
	for i := uint(0); i < uint(len(g.tests)); {
		t := &g.tests[i]
		if uint64(words[t.addr]-t.lo) > t.span {
			i = t.next
			continue
		}
		if i++; i == t.next {
			return true
		}
	}
	return false
}
