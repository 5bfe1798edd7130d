package expr

import (
	"cmp"
	"math"

	"github.com/karakuri-ai/karakuri/internal/sorting"
	"github.com/karakuri-ai/karakuri/world"
)

// condition generates the code of a whole condition and returns the program.
func (g *gen) condition(t *Term) *program {
	no := g.label()
	g.jumpIf(t, false, no)
	g.emit(instr{op: opTrue})
	g.place(no)
	g.emit(instr{op: opFalse})
	return g.finish()
}

// jumpIf generates code that jumps to a label when the condition has the given truth, and continues otherwise. It gives
// back every register it takes.
func (g *gen) jumpIf(t *Term, sense bool, to label) {
	mark := g.next
	defer func() { g.next = mark }()
	switch t.Kind {
	case TermConst:
		if t.Words[0].Bool() == sense {
			g.jump(to)
		}
	case TermAnd, TermOr:
		g.logic(t, sense, to)
	case TermUnary:
		g.jumpIf(t.Args[0], !sense, to)
	case TermCompare:
		g.compare(t, sense, to)
	case TermBetween:
		g.between(t, sense, to)
	case TermIn:
		g.in(t, sense, to)
	case TermIs:
		x := t.Args[0]
		g.test(instr{op: opIs, a: g.value(x), k: t.TypeID, lo: world.Word(x.Type.ID)}, false, sense, to)
	case TermIf:
		other, end := g.label(), g.label()
		g.jumpIf(t.Args[0], false, other)
		g.jumpIf(t.Args[1], sense, to)
		g.jump(end)
		g.place(other)
		g.jumpIf(t.Args[2], sense, to)
		g.place(end)
	case TermQuant:
		g.quantified(t, sense, to)
	case TermDerived:
		if t.Derived.Body != nil && g.inline(t.Derived) {
			g.enclose(t, func() { g.jumpIf(t.Derived.Body, sense, to) })
			return
		}
		g.testRange(t, 0, 0, true, sense, to)
	default: // a cell, parameter or function
		g.testRange(t, 0, 0, true, sense, to)
	}
}

// test emits a test. It jumps when its outcome, turned around if neg, has the given truth.
func (g *gen) test(in instr, neg, sense bool, to label) {
	in.neg, in.jump = neg != sense, int32(to) // a test jumps when it does not hold
	g.emit(in)
}

func (g *gen) logic(t *Term, sense bool, to label) {
	if (t.Kind == TermOr) == sense { // any part decides
		for _, a := range t.Args {
			g.jumpIf(a, sense, to)
		}
		return
	}
	skip := g.label()
	last := len(t.Args) - 1
	for _, a := range t.Args[:last] {
		g.jumpIf(a, !sense, skip)
	}
	g.jumpIf(t.Args[last], sense, to)
	g.place(skip)
}

// testRange jumps when it is as sense says that a term of one word lies in lo..hi, or outside if neg.
func (g *gen) testRange(t *Term, lo, hi world.Word, neg, sense bool, to label) {
	if t.Kind == TermFloat {
		if lo, hi, ok := intRange(lo, hi); ok {
			g.testRange(t.Args[0], lo, hi, neg, sense, to)
			return
		}
		lo, hi = 1, 0
		t = t.Args[0]
	}
	in := instr{op: opTestReg, lo: lo, span: uint64(hi) - uint64(lo)}
	decided, hit := lo > hi, false
	if t.Kind == TermCell && !decided {
		c, absent, ok := g.cell(t.Symbol, t.Args)
		if absent {
			w := t.Symbol.Default[0]
			decided, hit = true, w >= lo && w <= hi
		} else if ok {
			in.op, in.x = opTest0+opcode(c.n), c
		}
	}
	if in.op == opTestReg && !decided {
		o := g.operand(t)
		if decided = o.reg < 0; decided {
			hit = o.word >= lo && o.word <= hi
		} else {
			in.a = uint16(o.reg)
		}
	}
	switch {
	case !decided:
		g.test(in, neg, sense, to)
	case (hit != neg) == sense:
		g.jump(to)
	}
}

// intRange returns the ints that lie in a range of floats, all given as words. Making floats of ints keeps their order,
// so the ints form a range too: both ends are found by halving.
func intRange(lo, hi world.Word) (first, last world.Word, ok bool) {
	first = leastInt(func(f world.Word) bool { return f >= lo })
	last = leastInt(func(f world.Word) bool { return f > hi })
	if intToFloat(first) < lo {
		return 0, 0, false
	}
	if intToFloat(last) > hi {
		if last == math.MinInt64 {
			return 0, 0, false
		}
		last--
	}
	return first, last, first <= last
}

// leastInt returns the least int whose float has a property that all greater ones have too; the greatest int if none
// has.
func leastInt(has func(world.Word) bool) world.Word {
	lo, hi := int64(math.MinInt64), int64(math.MaxInt64)
	for lo < hi {
		mid := lo + int64((uint64(hi)-uint64(lo))/2)
		if has(intToFloat(world.Word(mid))) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return world.Word(lo)
}

func (g *gen) compare(t *Term, sense bool, to label) {
	x, y, op := t.Args[0], t.Args[1], t.Op
	if g.isKnown(x) && !g.isKnown(y) {
		x, y, op = y, x, mirrored(op)
	}
	if x.Type.Kind == world.KindVec2 {
		g.equalVec2(x, y, (op == Ne) != sense, to)
		return
	}
	if o, ok := g.fixed(y); ok && o.reg < 0 {
		lo, hi, neg := rangeOf(op, o.word)
		g.testRange(x, lo, hi, neg, sense, to)
		return
	}
	neg := op == Ne || op == Ge || op == Le
	if op == Gt || op == Le { // x > y is y < x
		x, y = y, x
	}
	if op == Eq || op == Ne {
		g.testPair(opEqReg, x, y, neg, sense, to)
	} else {
		g.testPair(opLessReg, x, y, neg, sense, to)
	}
}

// isKnown reports whether a term is a constant here; parameters of inlined bodies may be.
func (g *gen) isKnown(t *Term) bool {
	o, ok := g.fixed(t)
	return ok && o.reg < 0 && t.Type.Width() == 1
}

func mirrored(op Op) Op {
	switch op {
	case Lt:
		return Gt
	case Le:
		return Ge
	case Gt:
		return Lt
	case Ge:
		return Le
	}
	return op
}

// rangeOf returns the words x for which x op w holds: those in lo..hi, or those outside if neg. The range is empty
// where lo is above hi.
func rangeOf(op Op, w world.Word) (lo, hi world.Word, neg bool) {
	const least, most = math.MinInt64, math.MaxInt64
	switch op {
	case Eq:
		return w, w, false
	case Ne:
		return w, w, true
	case Lt:
		if w == least {
			return 1, 0, false
		}
		return least, w - 1, false
	case Le:
		return least, w, false
	case Gt:
		if w == most {
			return 1, 0, false
		}
		return w + 1, most, false
	}
	return w, most, false
}

// testPair jumps when it is as sense says that x and y are equal or x is less (base opEqReg or opLessReg), turned
// around if neg. Cells are compared where they are.
func (g *gen) testPair(base opcode, x, y *Term, neg, sense bool, to label) {
	cx, okX := g.direct(x)
	cy, okY := g.direct(y)
	in := instr{op: base, x: cx, y: &cy}
	less := base == opLessReg
	switch {
	case okX && okY && less:
		in.op = opLessCellCell
	case okX && okY:
		in.op = opEqCellCell
	case okX:
		if in.op = opEqCellReg; less {
			in.op = opLessCellReg
		}
		in.a = g.value(y)
	case okY:
		if in.op = opEqCellReg; less {
			in.op = opLessRegCell
		}
		in.x, in.a = cy, g.value(x)
	default:
		in.a, in.b = g.value(x), g.value(y)
	}
	g.test(in, neg, sense, to)
}

// direct returns the cell that a term is, if it can be read by a test.
func (g *gen) direct(t *Term) (cell, bool) {
	if t.Kind != TermCell || !g.simple(t.Symbol, t.Args) {
		return cell{}, false
	}
	for i, a := range t.Args { // a cell that does not exist is read as a value
		if o, ok := g.fixed(a); ok && o.reg < 0 {
			if _, fits := indexOf(t.Symbol.Params[i], o.word); !fits {
				return cell{}, false
			}
		}
	}
	c, _, ok := g.cell(t.Symbol, t.Args)
	return c, ok
}

// equalVec2 jumps when x equals y (want) or does not.
func (g *gen) equalVec2(x, y *Term, want bool, to label) {
	first, _ := g.row([]*Term{x, y})
	a, b := uint16(first), uint16(first+2)
	if !want {
		g.test(instr{op: opEqReg, a: a, b: b}, false, false, to)
		g.test(instr{op: opEqReg, a: a + 1, b: b + 1}, false, false, to)
		return
	}
	skip := g.label()
	g.test(instr{op: opEqReg, a: a, b: b}, false, false, skip)
	g.test(instr{op: opEqReg, a: a + 1, b: b + 1}, false, true, to)
	g.place(skip)
}

func (g *gen) between(t *Term, sense bool, to label) {
	x, lo, hi := t.Args[0], t.Args[1], t.Args[2]
	if g.isKnown(lo) && g.isKnown(hi) {
		a, b := g.operand(lo).word, g.operand(hi).word
		g.testRange(x, a, b, false, sense, to)
		return
	}
	a, b, c := g.value(x), g.value(lo), g.value(hi)
	if !sense {
		g.test(instr{op: opLessReg, a: a, b: b}, true, false, to)
		g.test(instr{op: opLessReg, a: c, b: a}, true, false, to)
		return
	}
	skip := g.label()
	g.test(instr{op: opLessReg, a: a, b: b}, false, true, skip)
	g.test(instr{op: opLessReg, a: c, b: a}, true, true, to)
	g.place(skip)
}

// in tests a term against a set: constants as ranges, neighbours together, then the others one by one.
func (g *gen) in(t *Term, sense bool, to label) {
	x := t.Args[0]
	if x.Type.Kind == world.KindVec2 {
		g.inVec2(t, sense, to)
		return
	}
	ranges, others := g.split(t.Args[1:])
	tests := len(ranges) + len(others)
	if _, ok := g.fixed(x); !ok && tests > 1 && (x.Kind != TermCell || len(others) > 0) {
		x = g.once(x)
	}
	skip := g.label()
	target := to
	if !sense {
		target = skip
	}
	for i, r := range ranges {
		if last := i == tests-1; last {
			g.testRange(x, r[0], r[1], false, sense, to)
		} else {
			g.testRange(x, r[0], r[1], false, true, target)
		}
	}
	for i, y := range others {
		mark := g.next
		if last := len(ranges)+i == tests-1; last {
			g.testPair(opEqReg, x, y, false, sense, to)
		} else {
			g.testPair(opEqReg, x, y, false, true, target)
		}
		g.next = mark
	}
	g.place(skip)
}

// once computes a term and returns a stand-in that finds the value in its register.
func (g *gen) once(t *Term) *Term {
	reg := g.take(1)
	g.into(t, reg)
	return &Term{Kind: termRegister, Type: t.Type, Src: t.Src, Slot: reg}
}

// termRegister is a term that the compiler has computed already: Slot is the register.
const termRegister TermKind = 255

// split returns the constants among terms as ranges, in rising order, and the other terms.
func (g *gen) split(terms []*Term) (ranges [][2]world.Word, others []*Term) {
	for _, y := range terms {
		if o, ok := g.fixed(y); ok && o.reg < 0 {
			ranges = append(ranges, [2]world.Word{o.word, o.word})
		} else {
			others = append(others, y)
		}
	}
	sorting.By(ranges, func(a, b [2]world.Word) int { return cmp.Compare(a[0], b[0]) })
	merged := ranges[:0]
	for _, r := range ranges {
		if n := len(merged); n > 0 && r[0] <= merged[n-1][1]+1 && merged[n-1][1] != math.MaxInt64 {
			merged[n-1][1] = max(merged[n-1][1], r[1])
		} else {
			merged = append(merged, r)
		}
	}
	return merged, others
}

func (g *gen) inVec2(t *Term, sense bool, to label) {
	x := t.Args[0]
	skip := g.label()
	target := to
	if !sense {
		target = skip
	}
	for _, y := range t.Args[1:] {
		mark := g.next
		g.equalVec2(x, y, true, target)
		g.next = mark
	}
	if !sense {
		g.jump(to)
	}
	g.place(skip)
}
