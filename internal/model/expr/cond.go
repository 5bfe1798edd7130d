package expr

import (
	"cmp"

	"github.com/karakuri-ai/karakuri/internal/sorting"
	"github.com/karakuri-ai/karakuri/world"
)

// Cond is a compiled condition. Immutable; shared by any number of machines.
//
// A conjunction of simple tests, which most conditions are, is evaluated in one loop over its tests, on the frame
// itself; everything else is a program with jumps. The order of the tests of a conjunction does not affect the
// outcome, so the cheapest come first.
type Cond struct {
	shape condShape
	first test   // condFirst, condOne: of a cell without arguments
	tests []test // the others
	prog  *program
	term  *Term
	asks  *question // condProgram: the question to the host, if there is nothing else; else nil
}

type condShape uint8

const (
	condProgram condShape = iota
	condOne               // first
	condFirst             // first and all of tests
	condFlat              // all of tests hold; tests may be empty
)

// test is a test as the loop over a conjunction wants it, in one cache line.
type test struct {
	kind   testKind
	neg    bool // it is negated
	s0, s1 uint16
	m0, m1 uint32
	base   world.Addr
	lo     world.Word
	span   uint64
	other  world.Addr
	code   *instr
	_      uint64 // 64 bytes: the loop finds the next by a shift
}

type testKind uint8

const (
	testCell  testKind = iota // the cheapest: the cell at base lies in [lo, lo+span]
	testRow                   // the cell at base plus the index of register s0 does
	testPair                  // the cell at base is less than, or (lo is 1) equal to, the one at other
	testPair1                 // likewise, where other has the index of register s1 added
	testFrame                 // register s0 lies in [lo, lo+span]
	testCode                  // what the instruction says
)

// CompileCond compiles a condition: a term of type bool. A nil term is always true.
func CompileCond(t *Term) *Cond {
	if t == nil {
		t = &Term{Kind: TermConst, Type: BoolType, Words: [2]world.Word{1}}
	}
	c := &Cond{term: t, prog: newGen(t).condition(t)}
	tests, ok := conjunction(c.prog)
	if !ok {
		c.asks = questionOf(t)
		return c
	}
	sorting.By(tests, func(a, b test) int { return cmp.Compare(a.kind, b.kind) })
	if c.shape, c.tests = condFlat, tests; len(tests) > 0 && tests[0].kind == testCell {
		c.shape, c.first, c.tests = condFirst, tests[0], tests[1:]
		if len(tests) == 1 {
			c.shape = condOne
		}
	}
	return c
}

// conjunction returns the tests of a program that consists of tests which all must hold.
func conjunction(p *program) ([]test, bool) {
	n := len(p.code) - 2 // the last two are opTrue and opFalse
	if !p.bare() {
		return nil, false
	}
	tests := make([]test, n)
	for i := range tests {
		in := &p.code[i]
		if in.op > opEqReg || int(in.jump) != n+1 {
			return nil, false
		}
		tests[i] = in.test()
	}
	return tests, true
}

// test returns a test in the form that Cond evaluates.
func (in *instr) test() test {
	t := test{kind: testCode, neg: in.neg, base: in.x.base, s0: in.x.s0, m0: in.x.m0, lo: in.lo, span: in.span, code: in}
	switch in.op {
	case opTest0:
		t.kind = testCell
	case opTest1:
		t.kind = testRow
	case opTestReg:
		t.kind, t.s0 = testFrame, in.a
	case opLessCellCell, opEqCellCell:
		if in.x.n > 0 || in.y.n > 1 {
			break
		}
		t.kind, t.other, t.s1, t.m1 = testPair+testKind(in.y.n), in.y.base, in.y.s0, in.y.m0
		t.lo = world.Bool(in.op == opEqCellCell)
	}
	return t
}

// Term returns the condition it was compiled from; a constant true for a nil term.
func (c *Cond) Term() *Term { return c.term }

// IsTrue reports whether the condition holds in every state.
func (c *Cond) IsTrue() bool { return c.term.Kind == TermConst && c.term.Words[0].Bool() }

// IsFalse reports whether the condition holds in no state.
func (c *Cond) IsFalse() bool { return c.term.Kind == TermConst && !c.term.Words[0].Bool() }

// IsFlat reports whether the condition is a conjunction of simple tests, which costs a few nanoseconds.
func (c *Cond) IsFlat() bool { return c.shape != condProgram }

// Eval reports whether the condition holds in the machine's state. The frame holds the parameters that the term refers
// to. Does not allocate once the machine is warm.
func (c *Cond) Eval(m *Machine, fr []world.Word) bool {
	t := &c.first
	if c.shape == condOne {
		return (uint64(m.State.Get(t.base)-t.lo) <= t.span) != t.neg
	}
	if c.shape == condFirst && (uint64(m.State.Get(t.base)-t.lo) <= t.span) == t.neg {
		return false
	}
	if c.shape == condProgram {
		if c.asks != nil {
			return m.ask(c.asks, fr)
		}
		return m.run(c.prog, m.window(c.prog, fr), nil)
	}
	return m.allHold(c.tests, fr)
}

// Judge is Eval that also notes what the outcome depends on, if there are notes. It repeats the body of Eval, because
// a call would cost as much as the test.
func (c *Cond) Judge(m *Machine, fr []world.Word, n *world.Notes) bool {
	if n != nil {
		if c.shape == condProgram {
			return m.run(c.prog, m.window(c.prog, fr), n)
		}
		return m.noteAll(c.prog.code[:len(c.prog.code)-2], fr, n)
	}
	t := &c.first
	if c.shape == condOne {
		return (uint64(m.State.Get(t.base)-t.lo) <= t.span) != t.neg
	}
	if c.shape == condFirst && (uint64(m.State.Get(t.base)-t.lo) <= t.span) == t.neg {
		return false
	}
	if c.shape == condProgram {
		return m.run(c.prog, m.window(c.prog, fr), nil)
	}
	return m.allHold(c.tests, fr)
}

// allHold carries out the tests of a conjunction.
func (m *Machine) allHold(tests []test, fr []world.Word) bool {
	st := m.State
	for i := range tests {
		t := &tests[i]
		var hit bool
		switch t.kind {
		case testCell:
			hit = uint64(st.Get(t.base)-t.lo) <= t.span
		case testRow:
			hit = uint64(st.Get(t.base+world.Addr(fr[t.s0]&world.IndexMask)*world.Addr(t.m0))-t.lo) <= t.span
		case testPair, testPair1:
			other := t.other
			if t.kind == testPair1 {
				other += world.Addr(fr[t.s1]&world.IndexMask) * world.Addr(t.m1)
			}
			x, y := st.Get(t.base), st.Get(other)
			if hit = x < y; t.lo != 0 {
				hit = x == y
			}
		case testFrame:
			hit = uint64(fr[t.s0]-t.lo) <= t.span
		default:
			hit = m.test(t.code, fr)
		}
		if hit == t.neg {
			return false
		}
	}
	return true
}

// Track is Eval that reports to the tracker what the outcome depends on.
func (c *Cond) Track(m *Machine, fr []world.Word, tr Tracker) bool {
	return m.track(c.prog, m.window(c.prog, fr), tr)
}
