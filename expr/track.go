package expr

import (
	"math"

	"github.com/karakuri-ai/karakuri/world"
)

// Tracker is told what an evaluation depended on.
type Tracker interface {
	// Read tells that the outcome stays the same as long as the word at a stays within lo..hi (both
	// included) and all else that was read stays within its own bounds.
	Read(a world.Addr, lo, hi world.Word)
	// Members tells that the outcome depends on which objects of the type there are.
	Members(t world.Type)
}

// readers are the instructions that read something, as a bit set.
const readers uint64 = 1<<opTest0 | 1<<opTest1 | 1<<opTest2 | 1<<opLessCellCell | 1<<opEqCellCell | 1<<opLessCellReg | 1<<opLessRegCell |
	1<<opEqCellReg | 1<<opIs | 1<<opNextMember | 1<<opFunc | 1<<opLoad | 1<<opLoadRow | 1<<opLoadTwo | 1<<opLoadAny

// observe tells the tracker what the next instruction is going to read. The most frequent ones it carries out as well: then done is
// set, and hit is the outcome of a test, true otherwise.
func (m *Machine) observe(p *program, in *instr, r []world.Word, tr Tracker) (hit, done bool) {
	st := m.State
	switch in.op {
	case opTest0, opTest1:
		a := in.x.addr(r)
		w := st.Get(a)
		trackRange(tr, a, w, in.lo, in.lo+world.Word(in.span))
		return uint64(w-in.lo) <= in.span, true
	case opLoad, opLoadRow:
		a := in.x.addr(r)
		w := st.Get(a)
		tr.Read(a, w, w)
		r[in.dst] = w
		return true, true
	case opLoadTwo:
		a := in.x.addr(r)
		x, y := st.Get(a), st.Get(a+1)
		tr.Read(a, x, x)
		tr.Read(a+1, y, y)
		r[in.dst], r[in.dst+1] = x, y
		return true, true
	case opLoadAny:
		sym := p.wide[in.k]
		if a, ok := sym.Addr(r[in.a : int(in.a)+len(sym.Params)]...); ok {
			for i := range world.Addr(sym.Type.Width()) {
				w := st.Get(a + i)
				tr.Read(a+i, w, w)
			}
		}
	case opIs:
		tr.Members(world.Type{Kind: world.KindObject, ID: int32(in.lo)})
	case opNextMember:
		tr.Members(world.Type{Kind: world.KindObject, ID: in.k})
	case opFunc:
		if f := p.funcs[in.k]; f.Result.Kind == world.KindObject {
			tr.Members(f.Result) // what it returns counts only while it is alive
		}
	default:
		a := in.x.addr(r)
		m.observeTest(in, a, st.Get(a), r, tr)
	}
	return false, false
}

// observeTest tells what a test reads: the cell at a, which holds x, and perhaps another.
func (m *Machine) observeTest(in *instr, a world.Addr, x world.Word, r []world.Word, tr Tracker) {
	switch in.op {
	case opLessCellReg:
		trackLess(tr, a, x, r[in.a])
	case opLessRegCell:
		trackAbove(tr, a, x, r[in.a])
	case opEqCellReg:
		trackRange(tr, a, x, r[in.a], r[in.a])
	case opLessCellCell:
		b := in.y.addr(r)
		trackOrder(tr, a, x, b, m.State.Get(b))
	case opEqCellCell:
		b := in.y.addr(r)
		trackEqual(tr, a, x, b, m.State.Get(b))
	default:
		trackRange(tr, a, x, in.lo, in.lo+world.Word(in.span))
	}
}

// trackRange reports the values that lie on the same side of lo..hi as w.
func trackRange(tr Tracker, a world.Addr, w, lo, hi world.Word) {
	switch {
	case w < lo:
		tr.Read(a, math.MinInt64, lo-1)
	case w > hi:
		tr.Read(a, hi+1, math.MaxInt64)
	default:
		tr.Read(a, lo, hi)
	}
}

// trackLess reports the values that are below y, or not, like x.
func trackLess(tr Tracker, a world.Addr, x, y world.Word) {
	if x < y {
		tr.Read(a, math.MinInt64, y-1)
	} else {
		tr.Read(a, y, math.MaxInt64)
	}
}

// trackAbove reports the values that are above y, or not, like x.
func trackAbove(tr Tracker, a world.Addr, x, y world.Word) {
	if x > y {
		tr.Read(a, y+1, math.MaxInt64)
	} else {
		tr.Read(a, math.MinInt64, y)
	}
}

// trackOrder reports two cells of which one was compared with the other by <. The value of the second is where they are
// parted: each may move on its own side of it.
func trackOrder(tr Tracker, a world.Addr, x world.Word, b world.Addr, y world.Word) {
	if x < y {
		tr.Read(a, math.MinInt64, y-1)
		tr.Read(b, y, math.MaxInt64)
	} else {
		tr.Read(a, y, math.MaxInt64)
		tr.Read(b, math.MinInt64, y)
	}
}

// trackEqual reports two cells that were compared by ==.
func trackEqual(tr Tracker, a world.Addr, x world.Word, b world.Addr, y world.Word) {
	switch {
	case x < y:
		trackOrder(tr, a, x, b, y)
	case x > y:
		tr.Read(a, y+1, math.MaxInt64)
		tr.Read(b, math.MinInt64, y)
	default:
		tr.Read(a, x, x)
		tr.Read(b, y, y)
	}
}
