package expr

import (
	"math"

	"github.com/karakuri-ai/karakuri/world"
)

// Tracker receives what an evaluation depends on.
type Tracker interface {
	// Read reports that the outcome remains the same while the word at a is within lo..hi (both included) and all
	// other reads stay within their bounds.
	Read(a world.Addr, lo, hi world.Word)
	// Members reports that the outcome depends on the existing objects of the type.
	Members(t world.Type)
	Marked(sym *world.Symbol) // members of its object type, of which only those count for which it holds
}

// noteAll carries out the tests of a conjunction, in the order in which it says them: those that were carried out are
// noted.
func (m *Machine) noteAll(code []instr, fr []world.Word, n *world.Notes) bool {
	for i := range code {
		in := &code[i]
		var hit bool
		switch in.op {
		case opTest0, opTest1:
			a := in.x.addr(fr)
			w := m.State.Get(a)
			if !n.IsFinal(a) {
				noteRange(n, a, w, in.lo, in.lo+world.Word(in.span))
			}
			hit = uint64(w-in.lo) <= in.span
		case opTestReg:
			hit = uint64(fr[in.a]-in.lo) <= in.span
		default:
			m.noteTest(in, fr, n)
			hit = m.test(in, fr)
		}
		if hit == in.neg {
			return false
		}
	}
	return true
}

// noteTest notes what [Machine.test] reads: a cell, and perhaps another, or which objects there are.
func (m *Machine) noteTest(in *instr, r []world.Word, n *world.Notes) {
	switch in.op {
	case opLessReg, opEqReg:
		return
	case opIs:
		n.Members(world.Type{Kind: world.KindObject, ID: int32(in.lo)})
		return
	}
	a := in.x.addr(r)
	x := m.State.Get(a)
	switch in.op {
	case opLessCellReg:
		noteLess(n, a, x, r[in.a])
	case opLessRegCell:
		noteAbove(n, a, x, r[in.a])
	case opEqCellReg:
		noteRange(n, a, x, r[in.a], r[in.a])
	case opLessCellCell:
		b := in.y.addr(r)
		noteOrder(n, a, x, b, m.State.Get(b))
	case opEqCellCell:
		b := in.y.addr(r)
		noteEqual(n, a, x, b, m.State.Get(b))
	default:
		noteRange(n, a, x, in.lo, in.lo+world.Word(in.span))
	}
}

// noteTwo notes the two cells of a vec2.
func noteTwo(n *world.Notes, a world.Addr, x, y world.Word) {
	n.Read(a, x, x)
	n.Read(a+1, y, y)
}

// noteStep notes what [Machine.step] reads.
func (m *Machine) noteStep(p *program, in *instr, r []world.Word, n *world.Notes) {
	switch in.op {
	case opLoadAny:
		sym := p.wide[in.k]
		if a, ok := sym.Addr(r[in.a : int(in.a)+len(sym.Params)]...); ok {
			for i := range world.Addr(sym.Type.Width()) {
				w := m.State.Get(a + i)
				n.Read(a+i, w, w)
			}
		}
	case opFunc:
		if f := p.funcs[in.k]; f.Result.Kind == world.KindObject {
			n.Members(f.Result) // its result counts only while it is alive
		}
	}
}

// noteRange notes the values that lie on the same side of lo..hi as w.
func noteRange(n *world.Notes, a world.Addr, w, lo, hi world.Word) {
	switch {
	case w < lo:
		n.Read(a, math.MinInt64, lo-1)
	case w > hi:
		n.Read(a, hi+1, math.MaxInt64)
	default:
		n.Read(a, lo, hi)
	}
}

// noteLess notes the values that are below y, or not, like x.
func noteLess(n *world.Notes, a world.Addr, x, y world.Word) {
	if x < y {
		n.Read(a, math.MinInt64, y-1)
	} else {
		n.Read(a, y, math.MaxInt64)
	}
}

// noteAbove notes the values that are above y, or not, like x.
func noteAbove(n *world.Notes, a world.Addr, x, y world.Word) {
	if x > y {
		n.Read(a, y+1, math.MaxInt64)
	} else {
		n.Read(a, math.MinInt64, y)
	}
}

// noteOrder notes two cells of which one was compared with the other by <. The value of the second separates them: each
// may move on its own side of it.
func noteOrder(n *world.Notes, a world.Addr, x world.Word, b world.Addr, y world.Word) {
	if x < y {
		n.Read(a, math.MinInt64, y-1)
		n.Read(b, y, math.MaxInt64)
	} else {
		n.Read(a, y, math.MaxInt64)
		n.Read(b, math.MinInt64, y)
	}
}

// noteEqual notes two cells that were compared by ==.
func noteEqual(n *world.Notes, a world.Addr, x world.Word, b world.Addr, y world.Word) {
	switch {
	case x < y:
		noteOrder(n, a, x, b, y)
	case x > y:
		n.Read(a, y+1, math.MaxInt64)
		n.Read(b, math.MinInt64, y)
	default:
		n.Read(a, x, x)
		n.Read(b, y, y)
	}
}
